// @ts-check
/** The pictures of this device's camera on their way to the server: only the newest, and only when it is ready. */

import { socketAddress } from "./api.js";
import { spoken, word } from "./words.js";

/** How wide pictures are sent, in pixels: as a rule, and where tiles would be too small to be read. */
const WIDTH = 1280;
const WIDTH_FOR_SMALL = 1920;
/** The side of a tile in pixels. Too low: small digits are misread; too high: more is sent than anybody needs. */
const SMALL = 70;
/** JPEG; below this the corners of digits get frayed, above it pictures take twice the time. */
const QUALITY = 0.85;
/** Milliseconds between looks for a new picture, and between attempts to connect. */
const BETWEEN = 50;
const PAUSE = 1500;
/** Milliseconds without an answer till a picture is taken for lost. */
const PATIENCE = 10_000;
/** The server closes with this code where another device is the camera. */
const OTHER_CAMERA = 4409;

export class Sender {
  /** @type {WebSocket | null} */
  #socket = null;
  #isClosed = false;
  #isReady = false;
  #retry = 0;
  #lost = 0;
  #sentAt = 0;
  #width = WIDTH;
  /** @type {{release: () => Promise<void>} | null} */
  #lock = null;
  #canvas = document.createElement("canvas");
  isTaken = false;
  /** What the server says of pictures that it does not take. */
  error = "";

  /**
   * @param {string} table
   * @param {HTMLVideoElement} video
   * @param {() => void} changed called when pictures begin or cease to arrive
   */
  constructor(table, video, changed) {
    this.table = table;
    this.video = video;
    this.changed = changed;
    this.onShown = () => document.hidden || this.#keepAwake();
    document.addEventListener("visibilitychange", this.onShown);
    this.#keepAwake();
    this.#connect();
    this.#next();
  }

  /**
   * Send wider pictures where the tiles of a look are small.
   * @param {import("./types.js").Look} look
   */
  fit(look) {
    const sides = look.tiles.map(({ corners: [a, b] }) => Math.hypot(a[0] - b[0], a[1] - b[1])).sort((a, b) => a - b);
    if (!sides.length || this.#width === WIDTH_FOR_SMALL) return;
    if (sides[sides.length >> 1] < SMALL) this.#width = WIDTH_FOR_SMALL;
  }

  close() {
    this.#isClosed = true;
    document.removeEventListener("visibilitychange", this.onShown);
    clearTimeout(this.#retry);
    clearTimeout(this.#lost);
    this.#socket?.close();
    this.#lock?.release();
  }

  #connect() {
    const socket = new WebSocket(socketAddress(`/api/tables/${this.table}/camera`, { language: spoken() }));
    this.#socket = socket;
    // The first word of the server is a greeting, every other that it has taken a picture.
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#lost);
      this.#isReady = true;
      const { type, error = "" } = JSON.parse(data);
      this.#arrives(type === "taken" && !error, error);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(this.#lost);
      this.#isReady = false;
      this.#arrives(false, code === OTHER_CAMERA ? word("camera-elsewhere") : "");
      if (!this.#isClosed) this.#retry = window.setTimeout(() => this.#connect(), PAUSE);
    };
  }

  /**
   * @param {boolean} taken
   * @param {string} error
   */
  #arrives(taken, error) {
    if (taken === this.isTaken && error === this.error) return;
    this.isTaken = taken;
    this.error = error;
    this.changed();
  }

  /** Look whether there is a new picture and room for it: what is sent is always the newest. */
  #next() {
    if (this.#isClosed) return;
    const { currentTime, videoWidth } = this.video;
    if (this.#isReady && videoWidth > 0 && currentTime !== this.#sentAt) {
      this.#isReady = false;
      this.#sentAt = currentTime;
      this.#send();
    }
    // A clock, for no picture of a video is drawn that is in no page.
    setTimeout(() => this.#next(), BETWEEN);
  }

  #send() {
    // A phone that is turned round changes the size of its video.
    const scale = Math.min(1, this.#width / Math.max(this.video.videoWidth, this.video.videoHeight));
    const width = Math.round(this.video.videoWidth * scale);
    const height = Math.round(this.video.videoHeight * scale);
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext("2d", { alpha: false })?.drawImage(this.video, 0, 0, width, height);
    this.#canvas.toBlob(
      (picture) => {
        if (picture === null || this.#socket?.readyState !== WebSocket.OPEN) {
          this.#isReady = this.#socket?.readyState === WebSocket.OPEN;
          return;
        }
        this.#socket.send(picture);
        this.#lost = window.setTimeout(() => this.#socket?.close(), PATIENCE);
      },
      "image/jpeg",
      QUALITY,
    );
  }

  /** A phone over a table must not fall asleep. */
  async #keepAwake() {
    try {
      this.#lock = (await /** @type {any} */ (navigator).wakeLock?.request("screen")) ?? null;
      if (this.#isClosed) await this.#lock?.release();
    } catch {
      // It is asked again when the page is shown the next time; without a lock the camera works till the phone sleeps.
    }
  }
}
