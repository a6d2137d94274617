// @ts-check
/** A phone over the table as its camera, and nothing else: the picture, whether it is seen, and one button. */

import { button, h, put } from "./dom.js";
import { LivePicture } from "./picture.js";
import { orSay } from "./notices.js";
import { word } from "./words.js";

export class CameraPage {
  #picture = new LivePicture();
  #verdict = h("p", { class: "verdict", role: "status" });
  #devices = h("select", {
    "aria-label": word("which-device"),
    on: { change: () => this.#start(this.#devices.value) },
  });
  #toggle = button("", () => (this.device.isCameraOf(this.table) ? this.device.stop() : this.#start()), {
    class: "main",
  });

  /**
   * @param {string} table
   * @param {import("./device.js").Device} device
   */
  constructor(table, device) {
    this.table = table;
    this.device = device;
    this.element = h(
      "main",
      { class: "camera-page", id: "main", tabindex: -1 },
      h("h1", {}, word("phone-camera")),
      this.#picture.element,
      this.#verdict,
      h("div", { class: "choices" }, this.#devices, this.#toggle),
      h("p", { class: "quiet" }, word("phone-camera-how")),
    );
  }

  /** @param {import("./types.js").State | import("./types.js").BareTable} state */
  async update(state) {
    const { camera, isTaken } = this.device;
    const isOurs = this.device.isCameraOf(this.table);
    put(this.#toggle, word(isOurs ? "camera-stop" : "camera-start"));
    if (camera.standing === "on") this.#picture.showStream(camera.stream);
    else this.#picture.showNothing(word(`camera-${camera.standing}`));
    const arrives = isTaken ? state.camera.text || word("camera-seen") : this.device.error || word("camera-connects");
    put(this.#verdict, isOurs && camera.standing === "on" ? arrives : "");
    this.#verdict.className = `verdict ${isTaken && state.camera.ok ? "fine" : "trouble"}`;
    const devices = (await camera.devices()).filter(({ label, deviceId }) => label && deviceId);
    this.#devices.hidden = devices.length < 2;
    put(this.#devices, devices.map(({ deviceId, label }) => h("option", { value: deviceId }, label)));
    if (camera.device) this.#devices.value = camera.device;
  }

  /** @param {import("./types.js").Look} look */
  look(look) {
    this.#picture.showLook(look);
    this.device.fit(look);
  }

  close() {
    this.#picture.close();
  }

  /** @param {string} [device] */
  #start(device) {
    orSay(this.device.start(this.table, device));
  }
}
