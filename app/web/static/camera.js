// @ts-check
/** The camera of this device. */

/** Pictures so wide are asked for: small print on far tiles needs them. Cameras that have less give what they have. */
const WIDTH = 1920;
const FRAMES = 15;

/** @typedef {"off" | "asking" | "on" | "gone" | "refused" | "none" | "busy" | "insecure"} CameraStanding */

export class Camera {
  /** @type {MediaStream | null} */
  #stream = null;
  #opening = 0;
  /** @type {CameraStanding} */
  standing = "off";

  /** @param {() => void} changed called whenever the standing changes */
  constructor(changed) {
    this.changed = changed;
    // It is in no page, so that it goes on playing whichever is shown.
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
  }

  /** What the camera shows now, for whoever shows it to people. */
  get stream() {
    return this.#stream;
  }

  /** The id of the device that is open. */
  get device() {
    return this.#stream?.getVideoTracks()[0]?.getSettings().deviceId ?? "";
  }

  /** The cameras of this device; they have no names before one was allowed. */
  async devices() {
    const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
    return all.filter(({ kind }) => kind === "videoinput");
  }

  /**
   * Open a camera: this one, or the one that looks away from the person.
   * @param {string} [device]
   */
  async open(device = "") {
    const opening = ++this.#opening;
    this.#release();
    if (!navigator.mediaDevices) return this.#become(isSecureContext ? "none" : "insecure");
    this.#become("asking");
    /** @type {MediaStream} */
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted(device) });
    } catch (error) {
      if (opening === this.#opening) this.#become(reasonOf(error));
      return;
    }
    if (opening !== this.#opening) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    this.#stream = stream;
    stream.getVideoTracks()[0].addEventListener("ended", () => {
      if (this.#stream !== stream) return;
      this.#release();
      this.#become("gone");
    });
    this.video.srcObject = stream;
    await this.video.play().catch(() => undefined);
    this.#become("on");
  }

  close() {
    this.#opening += 1;
    this.#release();
    this.#become("off");
  }

  #release() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.video.srcObject = null;
  }

  /** @param {CameraStanding} standing */
  #become(standing) {
    this.standing = standing;
    this.changed();
  }
}

/**
 * @param {string} device
 * @returns {MediaTrackConstraints}
 */
function wanted(device) {
  const picture = { width: { ideal: WIDTH }, height: { ideal: (WIDTH * 9) / 16 }, frameRate: { ideal: FRAMES } };
  return device ? { ...picture, deviceId: { exact: device } } : { ...picture, facingMode: { ideal: "environment" } };
}

/**
 * @param {unknown} error
 * @returns {CameraStanding}
 */
function reasonOf(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "none";
}
