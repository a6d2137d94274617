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
    put(this.#stage, h("div", { class: "empty" }, h("p", {}, text), more));
  }

  /** @param {HTMLVideoElement} video */
  showVideo(video) {
    if (this.#stage.firstChild === video) return;
    put(this.#stage, video, this.#layer);
    // A video that is moved in the page stops.
    video.play().catch(() => undefined);
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
    if (this.#address !== null) URL.revokeObjectURL(this.#address);
    this.#address = null;
  }
}
