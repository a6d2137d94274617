// @ts-check
/** What came about at the table, the newest first; each can be opened to see why. */

import { h } from "./dom.js";
import { showPacket } from "./packet.js";
import { timeOfDay } from "./words.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */

/** More are kept in the history of the match. */
const MOST_SHOWN = 200;

/** @param {() => number} match the match whose events these are */
export function eventList(match) {
  const element = h("ol", { class: "events", reversed: true });

  /** @param {TableEvent} event */
  const add = (event) => {
    if (!event.said.length) return;
    element.prepend(
      h(
        "li",
        { class: levelOf(event) },
        h(
          "button",
          { type: "button", class: "event", on: { click: () => showPacket(match(), event.number) } },
          h("span", { class: "words" }, event.said.map((sentence) => h("span", {}, sentence))),
          h("time", {}, timeOfDay(event.at)),
        ),
      ),
    );
    while (element.childElementCount > MOST_SHOWN) element.lastElementChild?.remove();
  };
  return { element, add, clear: () => element.replaceChildren() };
}

/**
 * What kind of news it is at its most serious.
 * @param {TableEvent} event
 */
export function levelOf({ levels }) {
  const serious = ["refused", "end", "correction", "penalty", "question", "bonus", "points"];
  return serious.find((level) => levels.includes(level)) ?? "info";
}
