// @ts-check
/** The dispute packet of an event: what was seen before and after, how it was read, and which rule decided. */

import { fetchFile, get } from "./api.js";
import { drawBoard } from "./board.js";
import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { cellName, parsePosition } from "./lattice.js";
import { orSay } from "./notices.js";
import { percent, spoken, tileName, word } from "./words.js";

/** @typedef {import("./board.js").Drawn} Drawn */
/** @typedef {{event: import("./types.js").TableEvent, packet: import("./types.js").Packet}} Explained */

/**
 * Open the packet of an event in a window.
 * @param {number} match
 * @param {number} number
 */
export async function showPacket(match, number) {
  const explained = await orSay(get(`/api/matches/${match}/events/${number}`, { language: spoken() }));
  if (explained !== undefined) openDialog(`${word("event")} ${number}`, [packetOf(match, explained)]);
}

/**
 * The packet as part of a page, which may show the board and the words itself.
 * @param {number} match
 * @param {Explained} explained
 * @param {{words: boolean, boards: boolean}} [parts]
 */
export function packetOf(match, explained, parts = { words: true, boards: true }) {
  const { event, packet } = explained;
  return h(
    "div",
    { class: "packet" },
    parts.words && event.said.map((sentence) => h("p", { class: "said" }, sentence)),
    packet.rule !== null &&
      h(
        "p",
        { class: "rule" },
        `${word("leaflet")} ${packet.rule.leaflet}, ${packet.rule.number}: ${packet.rule.heading}`,
      ),
    eventPictures(match, event),
    packet.readings.length > 0 && h("section", {}, h("h3", {}, word("readings")), packet.readings.map(readingOf)),
    parts.boards && boards(explained),
  );
}

/**
 * The pictures kept of an event, each below its name.
 * @param {number} match
 * @param {import("./types.js").TableEvent} event
 */
export function eventPictures(match, { number, pictures }) {
  const shown = h("div", { class: "pair" });
  for (const role of pictures) {
    const picture = h("img", { alt: word(`picture-${role}`) });
    shown.append(h("figure", {}, h("figcaption", {}, word(`picture-${role}`)), picture));
    fetchFile(`/api/matches/${match}/events/${number}/${role}.jpg`)
      .then((address) => {
        picture.onload = () => URL.revokeObjectURL(address);
        picture.src = address;
      })
      .catch(() => picture.replaceWith(h("p", { class: "quiet" }, word("picture-missing"))));
  }
  return shown;
}

/** @param {import("./types.js").Reading} reading */
function readingOf({ values, confidence, chances }) {
  const others = chances.filter(([other, chance]) => tileName(other) !== tileName(values) && chance >= 0.001);
  return h(
    "div",
    { class: "reading" },
    h("p", {}, h("strong", {}, tileName(values)), ` ${percent(confidence)}`),
    h("meter", { min: 0, max: 1, value: confidence, "aria-label": tileName(values) }),
    others.length > 0 &&
      h("p", { class: "quiet" }, others.map(([other, chance]) => `${tileName(other)} ${percent(chance)}`).join(", ")),
  );
}

/** @param {Explained} explained */
function boards({ packet, event: { event, cell, values } }) {
  const at = cell === undefined ? "" : cellName(cell);
  /** @param {string} position */
  const drawn = (position) =>
    parsePosition(position).map((tile) => /** @type {Drawn} */ ({
      ...tile,
      kind: cellName(tile.cell) === at ? "new" : "counts",
    }));
  const [before, after] = [drawn(packet.board_before), drawn(packet.board_after)];
  // What was refused is on no board, but it is what this is about.
  if (event === "refused" && cell !== undefined) after.push({ cell, values: values ?? null, kind: "refused" });
  return h(
    "div",
    { class: "pair" },
    [before, after].map((tiles, index) => {
      const name = word(index ? "board-after" : "board-before");
      return tiles.length > 0 && h("figure", {}, h("figcaption", {}, name), drawBoard(tiles, { label: name }));
    }),
  );
}
