// @ts-check
/** Photographs read and scored: one as a board that is audited, several as a game with a photograph for each turn. */

import { send } from "./api.js";
import { drawBoard } from "./board.js";
import { button, h, labelled, put } from "./dom.js";
import { cellName, turnOf } from "./lattice.js";
import { orSay } from "./notices.js";
import { drawOverlay, overlayLayer } from "./overlay.js";
import { remembered } from "./preferences.js";
import { Rules } from "./rules.js";
import { figure, spoken, word } from "./words.js";

/** @typedef {import("./types.js").PhotoRead} PhotoRead */
/** @typedef {{said: string[][], totals: {player: string, total: number}[]}} Game */

const TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";
/** Bytes and photographs the server takes; what is more is said before it is sent. */
const LARGEST = 12_000_000;
const MOST = 60;

export class PhotoPage {
  /** @type {File[]} */
  #photos = [];
  /** @type {string[]} */
  #addresses = [];
  #file = h("input", {
    type: "file",
    id: "photos",
    accept: TYPES,
    multiple: true,
    class: "unseen",
    on: { change: () => this.#add(this.#file.files) },
  });
  #list = h("ul", { class: "chosen" });
  #names = h("input", { type: "text", name: "players", autocomplete: "off" });
  #read = button(word("read-photos"), () => this.#send(), { class: "main", disabled: true });
  #result = h("div", { class: "results", "aria-live": "polite" });

  constructor() {
    this.rules = new Rules(() => undefined);
    const players = remembered("players", [{ name: "" }]).map((/** @type {{name: string}} */ { name }) => name);
    this.#names.value = players.filter(Boolean).join(", ") || word("names").split(", ").slice(0, 2).join(", ");
    const drop = h(
      "label",
      { class: "drop", for: "photos" },
      h("strong", {}, word("choose-photos")),
      h("span", {}, word("drop-photos")),
      this.#file,
    );
    drop.addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      this.#add(event.dataTransfer?.files ?? null);
    });
    this.element = h(
      "main",
      { class: "photos", id: "main", tabindex: -1 },
      h("h1", {}, word("photo")),
      drop,
      this.#list,
      h(
        "details",
        {},
        h("summary", {}, word("game-and-players")),
        this.rules.element,
        labelled(word("players"), this.#names, word("players-of-photos")),
      ),
      this.#read,
      this.#result,
    );
    this.rules.load(remembered("ruleset", ""), {});
  }

  close() {
    for (const address of this.#addresses) URL.revokeObjectURL(address);
  }

  /** @param {FileList | null} files */
  #add(files) {
    const more = [...(files ?? [])].filter(({ type, name }) => type.startsWith("image/") || /\.hei[cf]$/i.test(name));
    this.#photos = [...this.#photos, ...more].sort((a, b) =>
      a.name.localeCompare(b.name, undefined, { numeric: true })
    );
    this.#file.value = "";
    this.#show();
  }

  #show() {
    put(
      this.#list,
      this.#photos.map((photo) => {
        const remove = () => {
          this.#photos = this.#photos.filter((other) => other !== photo);
          this.#show();
        };
        const tooLarge = photo.size > LARGEST && h("span", { class: "trouble" }, ` ${word("photo-too-large")}`);
        return h(
          "li",
          {},
          photo.name,
          tooLarge,
          button("×", remove, { class: "bare", "aria-label": `${word("remove")} ${photo.name}` }),
        );
      }),
      this.#photos.length > MOST && h("li", { class: "trouble" }, word("photos-too-many")),
    );
    this.#read.disabled = !this.#photos.length || this.#photos.length > MOST ||
      this.#photos.some(({ size }) => size > LARGEST);
  }

  async #send() {
    const form = new FormData();
    for (const photo of this.#photos) form.append("photos", photo);
    form.append("ruleset", this.rules.ruleset?.id ?? "");
    form.append("players", this.#names.value);
    this.#read.disabled = true;
    put(this.#result, h("p", { class: "working" }, word("reading")));
    const read = await orSay(send("POST", "/api/score", form, { language: spoken() }));
    this.#read.disabled = false;
    this.close();
    this.#addresses = this.#photos.map((photo) => URL.createObjectURL(photo));
    put(
      this.#result,
      read && [
        read.game && gameOf(read.game),
        ...read.photos.map((/** @type {PhotoRead} */ photo, /** @type {number} */ index) =>
          photoOf(photo, this.#addresses[index], read.game?.said[index] ?? [])
        ),
      ],
    );
  }
}

/** @param {Game} game */
function gameOf({ totals }) {
  return h(
    "section",
    { class: "game" },
    h("h2", {}, word("scores")),
    h(
      "ol",
      { class: "standing" },
      totals.map(({ player, total }) => h("li", {}, h("span", {}, player), h("strong", {}, figure(total)))),
    ),
  );
}

/**
 * @param {PhotoRead} photo
 * @param {string} address
 * @param {string[]} said what it brought about in a game
 */
function photoOf(photo, address, said) {
  const { width, height, tiles, faults, doubts, sure, picture } = photo;
  const layer = overlayLayer();
  drawOverlay(layer, { width, height, moving: false, tiles });
  const wrong = new Set(faults.flatMap(({ cells }) => cells.map(cellName)));
  const board = tiles.flatMap(({ cell, values }) => {
    if (cell === null || values === null) return [];
    return [
      /** @type {import("./board.js").Drawn} */ ({
        cell,
        values,
        kind: wrong.has(cellName(cell)) ? "wrong" : "counts",
      }),
    ];
  });
  return h(
    "article",
    { class: "photo-read" },
    h("h2", {}, photo.name),
    h(
      "div",
      { class: "side-by-side" },
      h(
        "div",
        { class: "live" },
        h("div", { class: "stage" }, h("img", { src: picture ?? address, alt: photo.name }), layer),
      ),
      board.length > 0 && drawBoard(board, { named: true, turn: turnOf(tiles) }),
    ),
    h("p", { class: `verdict ${sure ? "fine" : "trouble"}` }, word(sure ? "photo-sure" : "photo-unsure")),
    h("ul", { class: "findings" }, [...photo.said, ...said].map((text) => h("li", {}, text))),
    faults.length > 0 && h("ul", { class: "findings refused" }, faults.map(({ text }) => h("li", {}, text))),
    doubts.length > 0 && h("ul", { class: "findings question" }, doubts.map((text) => h("li", {}, text))),
  );
}
