// @ts-check
/** A match as it is refereed: everything the referee knows and asks, each part kept true by the state of the table. */

import { drawBoard, drawnOf, emptyBoard } from "./board.js";
import { correctTile } from "./correction.js";
import { openDialog } from "./dialogs.js";
import { button, h, put } from "./dom.js";
import { eventList } from "./events.js";
import { icon } from "./icons.js";
import { keyBar } from "./keys.js";
import { cellName, turnOf } from "./lattice.js";
import { Lookout } from "./lookout.js";
import { notice, sentenceOf } from "./notices.js";
import { phasePanel } from "./phase.js";
import { LivePicture } from "./picture.js";
import { questionPanel } from "./question.js";
import { scoreCards } from "./scores.js";
import { word } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Look} Look */

export class Play {
  /** @type {State | null} */
  #state = null;
  /** @type {import("./types.js").Role} */
  #role = "view";
  #drawn = "";
  #turn = 0;
  #isBusy = false;
  /** @type {string[]} what was said of the end of the last round */
  #ending = [];

  /**
   * @param {string} table
   * @param {object} means
   * @param {import("./device.js").Device} means.device
   * @param {import("./voice.js").Voice} means.voice
   * @param {(order: string, question: string | null) => Promise<string[]>} means.order
   * @param {(hints: boolean) => void} means.hint
   * @param {boolean} means.hints
   * @param {() => void} means.again begins a new match
   */
  constructor(table, means) {
    this.table = table;
    this.means = means;
    /** @param {string} order */
    const give = (order) => this.#give(order, null);
    this.scores = scoreCards();
    this.waits = h("p", { class: "waits" });
    this.refusals = h("ul", { class: "refusals", hidden: true });
    this.question = questionPanel((order, question) => this.#give(order, question));
    this.phase = phasePanel(give, means.again);
    this.picture = new LivePicture({ choose: ({ cell }) => cell && this.#choose(cellName(cell)) });
    this.trouble = h("p", { class: "trouble", role: "status", hidden: true });
    this.enlarge = h(
      "button",
      {
        type: "button",
        class: "enlarge",
        "aria-label": word("enlarge"),
        "aria-pressed": "false",
        on: { click: () => this.#enlarge() },
      },
      icon("enlarge"),
    );
    this.board = h("div", { class: "board-place" });
    this.well = h("p", { class: "well" });
    this.keys = keyBar(give, this.question.answer);
    this.events = eventList(() => this.#state?.match ?? 0);
    this.again = button(word("new-match"), means.again);
    this.cameraButton = button(word("change-camera"), () => this.#chooseCamera());
    const hints = h("input", {
      type: "checkbox",
      checked: means.hints,
      on: { change: () => means.hint(hints.checked) },
    });
    this.element = h(
      "main",
      { class: "play", id: "main", tabindex: -1 },
      h("h1", { class: "unseen" }, word("table")),
      this.scores.element,
      this.waits,
      this.refusals,
      this.question.element,
      this.phase.element,
      h(
        "section",
        { class: "picture", "aria-label": word("picture-live") },
        this.picture.element,
        this.enlarge,
        this.trouble,
      ),
      h("section", { class: "table-board", "aria-label": word("board") }, this.board, this.well),
      this.keys.element,
      h(
        "section",
        { class: "log", "aria-labelledby": "log-title" },
        h("h2", { id: "log-title" }, word("events")),
        this.events.element,
        h(
          "div",
          { class: "more" },
          h("label", { class: "option switch" }, h("span", {}, word("hints")), hints),
          this.cameraButton,
          this.again,
        ),
      ),
    );
  }

  /** @param {import("./types.js").TableEvent} event */
  tell(event) {
    this.events.add(event);
    if (event.levels.includes("end")) this.#ending = event.said;
    else if (event.event === "found") this.#ending = [...this.#ending, ...event.said];
    else if (event.event === "dealt") this.#ending = [];
  }

  /** @param {import("./types.js").Role} role */
  become(role) {
    this.#role = role;
    for (const part of [this.keys.element, this.again, this.cameraButton]) part.hidden = role !== "control";
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    const may = this.#role === "control";
    this.scores.update(state);
    const isOn = ["open", "play", "show"].includes(state.phase);
    put(this.waits, isOn && `${word("round")} ${state.round}. `, h("strong", {}, state.waits));
    this.refusals.hidden = state.refused.length === 0;
    put(this.refusals, state.refused.map(({ text }) => h("li", {}, text)));
    this.question.update(state.question, may);
    this.phase.update(state, may, this.#ending);
    this.keys.update(may ? state.keys : {});
    put(this.well, `${word("well")} ${state.well}`);
    this.trouble.hidden = state.camera.ok;
    if (!state.camera.ok) put(this.trouble, state.camera.text);
    this.picture.asked = state.question?.cell ?? null;
    this.picture.draw();
    this.#drawBoard(state);
    this.#showSource(state);
  }

  /** @param {Look} look */
  look(look) {
    this.picture.showLook(look);
    this.means.device.fit(look);
    const turn = turnOf(look.tiles);
    if (turn === this.#turn || this.#state === null || !look.tiles.some(({ cell }) => cell)) return;
    this.#turn = turn;
    this.#drawBoard(this.#state);
  }

  /** @param {Blob} picture */
  show(picture) {
    if (!this.means.device.isCameraOf(this.table)) this.picture.showPicture(picture);
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.element.classList.toggle("cut", !connected);
    if (!connected) this.keys.update({});
    else if (this.#state !== null) this.update(this.#state);
  }

  close() {
    this.keys.close();
    this.picture.close();
  }

  #enlarge() {
    const isLarge = this.element.classList.toggle("large");
    this.enlarge.setAttribute("aria-pressed", String(isLarge));
  }

  /**
   * The picture of this device where it is the camera, or what to do where it should be and is not.
   * @param {State} state
   */
  #showSource({ source, camera }) {
    const { device } = this.means;
    const isOurs = device.isCameraOf(this.table);
    const { standing, stream } = device.camera;
    const start = () => device.start(this.table);
    if (source !== "browser") return;
    if (isOurs && standing === "on") this.picture.showStream(stream);
    else if (isOurs) this.#offer(word(`camera-${standing}`), standing === "asking" ? "" : word("try-again"), start);
    else if (!camera.ok && this.#role === "control") this.#offer(camera.text, word("use-this-device"), start);
  }

  /**
   * @param {string} text
   * @param {string} label
   * @param {() => void} start
   */
  #offer(text, label, start) {
    this.picture.showNothing(text, ...(label ? [button(label, start)] : []));
  }

  /** @param {State} state */
  #drawBoard(state) {
    const tiles = drawnOf(state);
    const asked = state.question?.cell ?? null;
    const drawn = JSON.stringify([tiles, asked, this.#turn]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = document.activeElement?.closest(".board g.tile")?.getAttribute("data-cell");
    const choose = this.#role === "control"
      ? (/** @type {import("./board.js").Drawn} */ tile) => this.#choose(cellName(tile.cell))
      : undefined;
    put(this.board, tiles.length ? drawBoard(tiles, { asked, turn: this.#turn, choose }) : emptyBoard());
    if (focused) /** @type {SVGElement | null} */ (this.board.querySelector(`[data-cell="${focused}"]`))?.focus();
  }

  /** @param {string} at */
  #choose(at) {
    if (this.#state === null || this.#role !== "control") return;
    const tile = drawnOf(this.#state).find(({ cell, values }) => values !== null && cellName(cell) === at);
    if (tile !== undefined) correctTile(this.#state, tile, (order) => this.#give(order, null));
  }

  #chooseCamera() {
    if (this.#state === null) return;
    const lookout = new Lookout(this.table, this.means.device, this.#state, this.#state.source);
    openDialog(word("camera"), [lookout.element], () => lookout.close());
  }

  /**
   * @param {string} order
   * @param {string | null} question
   */
  async #give(order, question) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const said = await this.means.order(order, question);
      notice(said.join(" "));
      this.means.voice.say(said);
    } catch (error) {
      notice(sentenceOf(error), "trouble");
    } finally {
      this.#isBusy = false;
    }
  }
}
