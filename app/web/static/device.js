// @ts-check
/** This device as the camera of a table: it goes on while the page shows something else. */

import { Camera } from "./camera.js";
import { remember, remembered } from "./preferences.js";
import { Sender } from "./sender.js";

export class Device extends EventTarget {
  /** @type {Sender | null} */
  #sender = null;
  #table = "";

  /** @param {boolean} isEager whether it may be the camera before anybody has asked for that */
  constructor(isEager) {
    super();
    this.isEager = isEager;
    this.camera = new Camera(() => this.#changed());
  }

  /** Whether its pictures arrive. */
  get isTaken() {
    return this.#sender?.isTaken ?? false;
  }

  /** What the server says of pictures that it does not take. */
  get error() {
    return this.#sender?.error ?? "";
  }

  /**
   * Whether this device is the camera of a table.
   * @param {string} table
   */
  isCameraOf(table) {
    return this.#table === table && this.camera.standing !== "off";
  }

  /**
   * Whether it was the last time, so that after a reload it may go on without being asked.
   * @param {string} table
   */
  wasCameraOf(table) {
    return remembered("camera-of", "") === table;
  }

  /**
   * Be the camera of a table.
   * @param {string} table
   * @param {string} [device]
   */
  async start(table, device = remembered("device", "")) {
    this.#table = table;
    await this.camera.open(device);
    // The camera of the last time may not be there any more, another may.
    if (this.camera.standing === "none" && device) await this.camera.open();
    if (this.camera.standing !== "on" || this.#table !== table) return;
    remember("device", this.camera.device);
    remember("camera-of", table);
    if (this.#sender?.table !== table) {
      this.#sender?.close();
      this.#sender = new Sender(table, this.camera.video, () => this.#changed());
    }
    this.#changed();
  }

  /** @param {import("./types.js").Look} look */
  fit(look) {
    this.#sender?.fit(look);
  }

  stop() {
    this.#table = "";
    remember("camera-of", "");
    this.#sender?.close();
    this.#sender = null;
    this.camera.close();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
