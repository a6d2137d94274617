// @ts-check
/** Choosing a camera, and seeing at once whether it sees the table: the picture, and a sentence on what is wrong. */

import { fetchBlob, get, send } from "./api.js";
import { button, h, labelled, put } from "./dom.js";
import { LivePicture } from "./picture.js";
import { orSay } from "./notices.js";
import { spoken, word } from "./words.js";

/** Milliseconds between looks at the light. Too few: the server does little else; too many: lamps are moved in vain. */
const CHECK_EVERY = 1200;
const OTHER = "other";

/** @typedef {import("./device.js").Device} Device */

export class Lookout {
  #picture = new LivePicture();
  #timer = 0;
  #isClosed = false;
  #isOpen = false;
  /** Whether the pictures are those of another phone or computer. */
  #isElsewhere = false;
  #sources = h("select", { name: "source", "aria-label": word("camera"), on: { change: () => this.#choose() } });
  #devices = h("select", { name: "device", on: { change: () => this.#useOurs() } });
  #address = h("input", {
    type: "text",
    name: "address",
    inputmode: "url",
    placeholder: "rtsp://",
    on: { change: () => this.#look() },
  });
  #deviceField = labelled(word("which-device"), this.#devices);
  #addressField = labelled(word("camera-address"), this.#address);
  #other = button("", () => this.#change(), { hidden: true });
  #verdict = h("p", { class: "verdict", role: "status" });

  /**
   * @param {string} table
   * @param {Device} device
   * @param {{source: string | null, camera: import("./types.js").CameraState}} now what looks at the table already
   * @param {string} source what to begin with
   */
  constructor(table, device, now, source) {
    this.table = table;
    this.device = device;
    /** What need not be begun anew. */
    this.open = now.source;
    // Another phone may be the camera, or is about to be: whoever merely opens this page does not push it aside.
    const isKnown = device.isCameraOf(table) || device.wasCameraOf(table);
    const isTaken = now.source === "browser" && now.camera.ok;
    this.#isElsewhere = !isKnown && (isTaken || !device.isEager);
    this.onDevice = () => this.#showDevice();
    device.addEventListener("change", this.onDevice);
    navigator.mediaDevices?.addEventListener("devicechange", this.onDevice);
    this.element = h(
      "div",
      { class: "lookout" },
      h("div", { class: "row" }, this.#sources, this.#deviceField, this.#addressField),
      this.#picture.element,
      this.#verdict,
      this.#other,
    );
    this.#list(source);
  }

  /** The source chosen, as the server names it. */
  get source() {
    return this.#sources.value === OTHER ? this.#address.value.trim() : this.#sources.value;
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.device.removeEventListener("change", this.onDevice);
    navigator.mediaDevices?.removeEventListener("devicechange", this.onDevice);
    this.#picture.close();
  }

  /** @param {string} source */
  async #list(source) {
    const servers = (await orSay(get("/api/cameras", { language: spoken() }))) ?? [];
    const known = [{ source: "browser", text: word("this-device") }, ...servers, {
      source: OTHER,
      text: word("camera-by-address"),
    }];
    put(this.#sources, known.map(({ source: value, text }) => h("option", { value }, text)));
    const isKnown = known.some(({ source: value }) => value === source);
    this.#sources.value = isKnown ? source : OTHER;
    if (!isKnown) this.#address.value = source;
    this.#choose();
  }

  #choose() {
    this.#addressField.hidden = this.#sources.value !== OTHER;
    this.#look();
  }

  #useOurs() {
    this.#isElsewhere = false;
    this.#look();
  }

  /** This device instead of another, or the other way round. */
  #change() {
    if (this.#isOurs) this.device.stop();
    this.#isElsewhere = !this.#isElsewhere;
    this.#look();
  }

  async #look() {
    clearTimeout(this.#timer);
    this.#isOpen = false;
    put(this.#verdict);
    const { source } = this;
    if (source !== "browser" && this.device.isCameraOf(this.table)) this.device.stop();
    this.#showDevice();
    if (source === "") return;
    if (!this.#isOurs) this.#picture.showNothing(word(source === "browser" ? "camera-waits" : "camera-opens"));
    if (source !== this.open) {
      this.open = null;
      const opened = await orSay(send("POST", `/api/tables/${this.table}/source`, { source }));
      if (opened === undefined || this.#isClosed || source !== this.source) return;
      this.open = source;
    }
    this.#isOpen = true;
    if (this.#isOurs) await this.device.start(this.table, this.#devices.value || undefined);
    this.#check();
  }

  get #isOurs() {
    return this.source === "browser" && !this.#isElsewhere;
  }

  async #showDevice() {
    this.#deviceField.hidden = !this.#isOurs;
    this.#other.hidden = this.source !== "browser";
    put(this.#other, word(this.#isElsewhere ? "use-this-device" : "use-another"));
    if (!this.#isOurs) return;
    const { camera } = this.device;
    const devices = await camera.devices();
    const named = devices.filter(({ label, deviceId }) => label && deviceId);
    this.#deviceField.hidden = named.length < 2;
    put(this.#devices, named.map(({ deviceId, label }) => h("option", { value: deviceId }, label)));
    if (camera.device) this.#devices.value = camera.device;
    if (camera.standing === "on") this.#picture.showStream(camera.stream);
    else this.#picture.showNothing(word(`camera-${camera.standing}`), ...this.#again());
  }

  #again() {
    const { standing } = this.device.camera;
    if (standing === "asking" || standing === "off") return [];
    return [h("button", { type: "button", on: { click: () => this.#useOurs() } }, word("try-again"))];
  }

  async #check() {
    if (this.#isClosed || !this.#isOpen) return;
    try {
      const check = await get(`/api/tables/${this.table}/check`, { language: spoken() });
      if (this.#isClosed || !this.#isOpen) return;
      const error = this.#isOurs ? this.device.error : "";
      put(this.#verdict, error || check.text);
      this.#verdict.className = `verdict ${check.ok && !error ? "fine" : "trouble"}`;
      this.#picture.glare = check.glare ?? [];
      this.#picture.showLook(check.look);
      if (check.look) this.device.fit(check.look);
      if (!this.#isOurs) {
        this.#picture.showPicture(await fetchBlob(`/api/tables/${this.table}/picture.jpg`, { width: 960 }));
      }
    } catch {
      // No picture has come yet; it is asked again.
    }
    if (!this.#isClosed && this.#isOpen) this.#timer = window.setTimeout(() => this.#check(), CHECK_EVERY);
  }
}
