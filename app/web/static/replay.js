// @ts-check
/** A kept match, gone through step by step: the board, the scores, and what the camera saw. */

import { get, saveFile } from "./api.js";
import { drawBoard, emptyBoard } from "./board.js";
import { levelOf } from "./events.js";
import { button, h, put } from "./dom.js";
import { cellName, parsePosition } from "./lattice.js";
import { orSay } from "./notices.js";
import { packetOf } from "./packet.js";
import { sheetButtons, sheetPicture } from "./sheet.js";
import { dayAndTime, figure, spoken, word } from "./words.js";

/** @typedef {import("./types.js").KeptMatch} KeptMatch */
/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {{number: number, round: number, totals: number[], position: string}} Step */

/** Milliseconds a step is shown when the match plays by itself. */
const PACE = 1600;

export class ReplayPage {
  /** @type {Step[]} */
  #steps = [];
  /** @type {TableEvent[]} */
  #log = [];
  /** @type {KeptMatch | null} */
  #match = null;
  #at = 0;
  #timer = 0;
  #asked = 0;
  #title = h("h1", {}, word("loading"));
  #scores = h("p", { class: "totals" });
  #said = h("div", { class: "said", "aria-live": "polite" });
  #board = h("div", { class: "board-place" });
  #packet = h("div", { class: "packet-place" });
  #count = h("output", {});
  #slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    "aria-label": word("step"),
    on: { input: () => this.#show(Number(this.#slider.value)) },
  });
  #play = button(word("play"), () => this.#toggle());
  #sheet = h("section", { class: "sheet-place" });

  /** @param {number} id */
  constructor(id) {
    this.id = id;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#press(event);
    document.addEventListener("keydown", this.onKey);
    this.element = h(
      "main",
      { class: "replay", id: "main", tabindex: -1 },
      this.#title,
      h(
        "div",
        { class: "steps", role: "group", "aria-label": word("step") },
        button("◀", () => this.#show(this.#at - 1), { "aria-label": word("step-back") }),
        this.#play,
        button("▶", () => this.#show(this.#at + 1), { "aria-label": word("step-on") }),
        this.#slider,
        this.#count,
      ),
      this.#scores,
      this.#said,
      h("div", { class: "side-by-side" }, this.#board, this.#packet),
      this.#sheet,
    );
    this.#load();
  }

  close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#asked);
    document.removeEventListener("keydown", this.onKey);
  }

  async #load() {
    const language = spoken();
    const [match, steps] = await Promise.all([
      orSay(get(`/api/matches/${this.id}`, { language })),
      orSay(get(`/api/matches/${this.id}/boards`, { language })),
    ]);
    if (match === undefined || steps === undefined) {
      put(this.#title, word("no-such-match"));
      return;
    }
    [this.#match, this.#log, this.#steps] = [match, match.log, steps];
    put(this.#title, `${match.ruleset.name}, ${dayAndTime(match.begun)}`);
    this.#slider.max = String(Math.max(0, steps.length - 1));
    const save = () => orSay(saveFile(`/api/matches/${this.id}/export`, `tileref-${this.id}.zip`));
    put(
      this.#sheet,
      h("h2", {}, word("scoresheet")),
      sheetPicture(this.id),
      sheetButtons(this.id),
      button(word("export"), save),
    );
    const asked = Number(new URLSearchParams(location.search).get("event"));
    this.#show(asked ? Math.max(0, steps.findIndex((/** @type {Step} */ { number }) => number === asked)) : 0);
  }

  /** @param {number} at */
  #show(at) {
    const last = this.#steps.length - 1;
    if (last < 0) return;
    this.#at = Math.min(Math.max(at, 0), last);
    const [step, event] = [this.#steps[this.#at], this.#log[this.#at]];
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", event.said[0] ?? "");
    put(this.#count, `${this.#at + 1} / ${last + 1}`);
    const names = this.#match?.players ?? [];
    put(
      this.#scores,
      `${word("round")} ${step.round}`,
      names.map(({ name }, seat) => h("span", {}, name, " ", h("strong", {}, figure(step.totals[seat])))),
    );
    put(this.#said, event.said.map((sentence) => h("p", { class: levelOf(event) }, sentence)));
    put(this.#board, boardOf(step, event));
    this.#showPacket(event.number);
  }

  /**
   * What the camera saw, once somebody has stopped at this step.
   * @param {number} number
   */
  #showPacket(number) {
    clearTimeout(this.#asked);
    this.#asked = window.setTimeout(async () => {
      const explained = await orSay(get(`/api/matches/${this.id}/events/${number}`, { language: spoken() }));
      if (explained === undefined || this.#log[this.#at]?.number !== number) return;
      put(this.#packet, packetOf(this.id, explained, { boards: false, words: false }));
    }, 250);
  }

  #toggle() {
    if (this.#timer) {
      this.#stop();
      return;
    }
    if (this.#at === this.#steps.length - 1) this.#show(0);
    put(this.#play, word("pause"));
    const step = () => {
      this.#show(this.#at + 1);
      if (this.#at === this.#steps.length - 1) this.#stop();
      else this.#timer = window.setTimeout(step, PACE);
    };
    this.#timer = window.setTimeout(step, PACE);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    put(this.#play, word("play"));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.target instanceof Element && event.target.closest("input, select, dialog")) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    this.#show(this.#at + steps);
  }
}

/**
 * @param {Step} step
 * @param {TableEvent} event
 */
function boardOf({ position }, { event, cell, values }) {
  const at = cell === undefined ? "" : cellName(cell);
  const tiles = parsePosition(position).map(
    (tile) => /** @type {import("./board.js").Drawn} */ ({
      ...tile,
      kind: cellName(tile.cell) === at ? "new" : "counts",
    }),
  );
  if (event === "refused" && cell !== undefined) tiles.push({ cell, values: values ?? null, kind: "refused" });
  return tiles.length ? drawBoard(tiles) : emptyBoard();
}
