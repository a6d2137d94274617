// @ts-check
/** The live picture of the table with what the referee sees drawn over it. */

import { h, put } from "./dom.js";
import { drawOverlay, overlayLayer } from "./overlay.js";
import { word } from "./words.js";

/** @typedef {import("./types.js").Look} Look */

export class LivePicture {
  /** @type {string | null} */
  #address = null;
  /** @type {Look | null} */
  #look = null;
  #layer = overlayLayer();
  #image = h("img", { alt: word("picture-live") });
  #video = h("video", { muted: true, playsinline: true, "aria-label": word("camera-preview") });
  #stage = h("div", { class: "stage" });
  #hand = h("p", { class: "hand-in-view", hidden: true }, word("hand-in-view"));

  /** @param {{choose?: (tile: import("./types.js").SeenTile) => void}} [options] */
  constructor(options = {}) {
    this.options = options;
    /** @type {import("./types.js").Cell | null} */
    this.asked = null;
    /** @type {[number, number, number, number][]} */
    this.glare = [];
    this.element = h("div", { class: "live" }, this.#stage, this.#hand);
    this.showNothing(word("picture-none"));
  }

  /**
   * Show words where a picture should be.
   * @param {string} text
   * @param {...Node} more
   */
  showNothing(text, ...more) {
    // What is shown already stays, and with it the button under somebody's finger.
    if (this.#stage.textContent === text + more.map(({ textContent }) => textContent).join("")) return;
    put(this.#stage, h("div", { class: "empty" }, h("p", {}, text), more));
  }

  /** @param {MediaStream | null} stream */
  showStream(stream) {
    if (this.#video.srcObject !== stream) this.#video.srcObject = stream;
    if (this.#stage.firstChild === this.#video) return;
    put(this.#stage, this.#video, this.#layer);
    // A video that is put into a page or taken out of it stops.
    this.#video.play().catch(() => undefined);
  }

  /** @param {Blob} picture */
  showPicture(picture) {
    const before = this.#address;
    this.#address = URL.createObjectURL(picture);
    this.#image.src = this.#address;
    if (before !== null) URL.revokeObjectURL(before);
    if (this.#stage.firstChild !== this.#image) put(this.#stage, this.#image, this.#layer);
  }

  /** @param {Look | null} look */
  showLook(look) {
    this.#look = look;
    this.#hand.hidden = !look?.moving;
    this.draw();
  }

  draw() {
    drawOverlay(this.#layer, this.#look, { asked: this.asked, glare: this.glare, choose: this.options.choose });
  }

  close() {
    this.#video.srcObject = null;
    if (this.#address !== null) URL.revokeObjectURL(this.#address);
    this.#address = null;
  }
}
