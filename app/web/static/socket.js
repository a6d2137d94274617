// @ts-check
/** The live connection to a table: events in their order, none lost or doubled, whatever becomes of the network. */

import { socketAddress } from "./api.js";
import { spoken, word } from "./words.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/** Milliseconds between attempts, growing. Too few: a server that comes up is flooded; too many: people wait. */
const PAUSES = [300, 700, 1500, 3000, 5000];
/** Milliseconds between signs of life asked for, and without one till the connection is taken for cut. */
const ASK_AFTER = 8_000;
const CUT_AFTER = 20_000;

/**
 * @typedef {object} Listener
 * @property {(hello: Hello) => void} [hello]
 * @property {(event: TableEvent, isNew: boolean) => void} [event] isNew: it came about while this page was open
 * @property {(state: any) => void} [state]
 * @property {(look: import("./types.js").Look) => void} [look]
 * @property {(picture: Blob) => void} [picture]
 * @property {(connected: boolean) => void} [connection]
 */

export class LiveSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, {done: (said: string[]) => void, fail: (error: Error) => void}>} */
  #asked = new Map();
  #orders = 0;
  #attempts = 0;
  #heard = 0;
  #isClosed = false;
  #wasConnected = false;
  #caughtUp = 0;
  /** @type {number | null} */
  #match = null;
  #last = 0;
  #retry = 0;
  #pulse = 0;

  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {{hints: boolean, pictures: boolean}} wants
   */
  constructor(table, listener, wants) {
    this.table = table;
    this.listener = listener;
    this.wants = wants;
    this.onWake = () => this.#wake();
    addEventListener("online", this.onWake);
    document.addEventListener("visibilitychange", this.onWake);
    this.#connect();
  }

  /**
   * Ask for other things than before.
   * @param {{hints?: boolean, pictures?: boolean}} wants
   */
  want(wants) {
    const next = { ...this.wants, ...wants };
    if (next.hints === this.wants.hints && next.pictures === this.wants.pictures) return;
    this.wants = next;
    this.#drop();
    this.#connect();
  }

  /**
   * Give an order; what is said of it, or an error with the sentence why it means nothing now.
   * An answer names its question, so that a late tap never answers another.
   * @param {string} order
   * @param {string | null} [question]
   * @returns {Promise<string[]>}
   */
  order(order, question = null) {
    return new Promise((done, fail) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        fail(new Error(word("not-connected")));
        return;
      }
      const id = ++this.#orders;
      this.#asked.set(id, { done, fail });
      this.#socket.send(JSON.stringify({ type: "order", id, order, question }));
    });
  }

  close() {
    this.#isClosed = true;
    removeEventListener("online", this.onWake);
    document.removeEventListener("visibilitychange", this.onWake);
    this.#drop();
  }

  #connect() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(
      socketAddress(`/api/tables/${this.table}/live`, {
        language: spoken(),
        after: this.#last,
        ...(this.#match === null ? {} : { match: this.#match }),
        ...(this.wants.hints ? { hints: 1 } : {}),
        ...(this.wants.pictures ? { pictures: 1 } : {}),
      }),
    );
    socket.binaryType = "blob";
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      if (data instanceof Blob) this.listener.picture?.(data);
      else this.#hear(JSON.parse(data));
    };
    socket.onclose = () => this.#cut();
    this.#pulse = window.setInterval(() => this.#beat(), 2000);
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "hello":
        this.#attempts = 0;
        if (message.match !== this.#match) this.#last = 0;
        // What came about before the page was opened is no news; what did while the network was away is.
        this.#caughtUp = this.#wasConnected && message.match === this.#match ? 0 : message.last;
        this.#match = message.match;
        this.#wasConnected = true;
        this.listener.hello?.(message);
        this.listener.connection?.(true);
        break;
      case "event":
        if (message.number <= this.#last) break;
        this.#last = message.number;
        this.listener.event?.(message, message.number > this.#caughtUp);
        break;
      case "state":
        this.listener.state?.(message);
        break;
      case "look":
        this.listener.look?.(message);
        break;
      case "heard":
        this.#asked.get(message.id)?.done(message.said ?? []);
        this.#asked.delete(message.id);
        break;
      case "refused":
        this.#asked.get(message.id)?.fail(new Error(message.error));
        this.#asked.delete(message.id);
        break;
    }
  }

  #beat() {
    const silence = Date.now() - this.#heard;
    if (silence > CUT_AFTER) this.#cut();
    else if (silence > ASK_AFTER && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "ping" }));
    }
  }

  #cut() {
    this.#drop();
    if (this.#isClosed) return;
    this.listener.connection?.(false);
    const pause = PAUSES[Math.min(this.#attempts++, PAUSES.length - 1)];
    this.#retry = window.setTimeout(() => this.#connect(), pause);
  }

  #drop() {
    clearInterval(this.#pulse);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) {
      socket.onclose = socket.onmessage = null;
      socket.close();
    }
    for (const { fail } of this.#asked.values()) fail(new Error(word("not-connected")));
    this.#asked.clear();
  }

  /** The network or the person is back: do not wait for the next attempt. */
  #wake() {
    if (this.#isClosed || document.hidden || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#attempts = 0;
    this.#drop();
    this.#connect();
  }
}
