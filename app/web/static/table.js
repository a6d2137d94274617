// @ts-check
/** A table by its name: set up a match, referee it, or be its camera, as it stands and as this device may. */

import { CameraPage } from "./camera-page.js";
import { h, put } from "./dom.js";
import { tellUnseen } from "./notices.js";
import { Play } from "./play.js";
import { remember, remembered } from "./preferences.js";
import { SetUp } from "./setup.js";
import { LiveSocket } from "./socket.js";
import { word } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").BareTable} BareTable */
/** @typedef {import("./types.js").TableEvent} TableEvent */

export class TablePage {
  /** @type {import("./types.js").Role} */
  #role = "view";
  /** @type {number | null} */
  #match = null;
  /** @type {State | BareTable | null} */
  #state = null;
  #isSettingUp = false;
  #saidLast = "";
  /** @type {TableEvent[]} */
  #events = [];
  /** @type {Play | SetUp | CameraPage | null} */
  #view = null;

  /**
   * @param {string} table
   * @param {import("./device.js").Device} device
   * @param {import("./voice.js").Voice} voice
   */
  constructor(table, device, voice) {
    this.table = table;
    this.device = device;
    this.voice = voice;
    this.element = h("div", { class: "table-page" });
    this.cut = h("p", { class: "connection", role: "status", hidden: true }, word("connecting"));
    this.place = h("div", {}, h("main", { class: "loading", id: "main" }, h("p", {}, word("loading"))));
    put(this.element, this.cut, this.place);
    this.onDevice = () => this.#showState();
    device.addEventListener("change", this.onDevice);
    this.socket = new LiveSocket(
      table,
      {
        hello: ({ role, match }) => this.#greet(role, match),
        event: (event, isNew) => this.#tell(event, isNew),
        state: (state) => {
          const first = this.#state === null;
          this.#state = state;
          this.#showState();
          this.#speakState(first);
        },
        look: (look) => this.#view instanceof SetUp || this.#view?.look(look),
        picture: (picture) => this.#view instanceof Play && this.#view.show(picture),
        connection: (connected) => {
          this.cut.hidden = connected;
          if (this.#view instanceof Play) this.#view.connection(connected);
        },
      },
      { hints: remembered("hints", false), pictures: !device.isCameraOf(table) },
    );
    if (device.wasCameraOf(table) && !device.isCameraOf(table)) this.#goOnAsCamera();
  }

  close() {
    this.socket.close();
    this.device.removeEventListener("change", this.onDevice);
    this.#view?.close();
  }

  /** After a reload the camera goes on, if the table still looks through it and the browser need not ask anew. */
  async #goOnAsCamera() {
    const known = await navigator.permissions?.query({ name: /** @type {any} */ ("camera") }).catch(() => null);
    if (known?.state === "granted") await this.device.start(this.table);
  }

  /**
   * @param {import("./types.js").Role} role
   * @param {number | null} match
   */
  #greet(role, match) {
    this.#role = role;
    if (match !== this.#match) {
      this.#match = match;
      this.#events = [];
      this.#isSettingUp = false;
      this.#become(null);
    }
  }

  /**
   * @param {TableEvent} event
   * @param {boolean} isNew
   */
  #tell(event, isNew) {
    this.#events.push(event);
    if (this.#view instanceof Play) this.#view.tell(event);
    if (this.#match === null || !isNew) return;
    tellUnseen(event.said);
    this.voice.sayEvent(this.#match, event.number, event.said);
  }

  /** A question is said when it is asked, and so is what the table waits for where that is not just somebody's turn. */
  #speakState(/** @type {boolean} */ first) {
    const state = this.#state;
    if (state === null || !state.set_up) return;
    const { question, phase, waits } = state;
    const text = question
      ? [question.text, ...question.answers.map(({ text: answer }) => answer)].join(" ")
      : phase === "play"
      ? ""
      : waits;
    if (text === this.#saidLast) return;
    this.#saidLast = text;
    // What the last event said is not said again.
    if (first || !text || this.#events.at(-1)?.said.includes(text)) return;
    tellUnseen([text]);
    this.voice.say(question ? [question.text, question.answers.map(({ text: answer }) => answer).join(", ")] : [text]);
  }

  #showState() {
    const state = this.#state;
    if (state === null) return;
    this.socket.want({ pictures: !this.device.isCameraOf(this.table) });
    if (this.#role === "camera") {
      if (!(this.#view instanceof CameraPage)) this.#become(new CameraPage(this.table, this.device));
      if (this.#view instanceof CameraPage) this.#view.update(state);
    } else if (state.set_up && !this.#isSettingUp) {
      if (!(this.#view instanceof Play)) this.#become(this.#makePlay());
      if (this.#view instanceof Play) this.#view.update(state);
    } else if (this.#role === "control") {
      const back = state.set_up ? () => this.#setUp(false) : undefined;
      if (!(this.#view instanceof SetUp)) this.#become(new SetUp(this.table, this.device, state, back));
      if (this.#view instanceof SetUp && !state.set_up) this.#view.update(state);
    } else {
      this.#become(null);
      put(this.place, h("main", { class: "loading", id: "main" }, h("p", {}, word("nobody-plays"))));
    }
  }

  /** @param {boolean} on */
  #setUp(on) {
    this.#isSettingUp = on;
    this.#become(null);
    this.#showState();
  }

  #makePlay() {
    const play = new Play(this.table, {
      device: this.device,
      voice: this.voice,
      order: (order, question) => this.socket.order(order, question),
      hints: this.socket.wants.hints,
      hint: (hints) => {
        remember("hints", hints);
        this.socket.want({ hints });
      },
      again: () => this.#setUp(true),
    });
    play.become(this.#role);
    for (const event of this.#events) play.tell(event);
    return play;
  }

  /** @param {Play | SetUp | CameraPage | null} view */
  #become(view) {
    if (view === this.#view) return;
    this.#view?.close();
    this.#view = view;
    if (view !== null) put(this.place, view.element);
  }
}
