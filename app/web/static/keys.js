// @ts-check
/** The buttons under everybody's thumb, and the keys that do the same. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { word } from "./words.js";

/** @typedef {"draw" | "pass" | "undo" | "overrule" | "next"} KeyOrder */

/** Keys by where they are on the keyboard, so that they are the same with Cyrillic letters on them. */
/** @type {Record<string, KeyOrder>} */
const ORDERS = { KeyD: "draw", KeyP: "pass", KeyU: "undo", KeyO: "overrule", KeyN: "next" };

/**
 * @param {(order: string) => void} give
 * @param {(number: number) => boolean} answer
 */
export function keyBar(give, answer) {
  const buttons = Object.fromEntries(
    Object.entries(ORDERS).map(([code, order]) => [
      order,
      h(
        "button",
        { type: "button", disabled: true, "aria-keyshortcuts": code.slice(3), on: { click: () => give(order) } },
        icon(order),
        h("span", {}, word(order)),
        h("kbd", { "aria-hidden": "true" }, code.slice(3)),
      ),
    ]),
  );
  const element = h("div", { class: "keys", role: "toolbar", "aria-label": word("orders") }, Object.values(buttons));

  /** @param {Record<string, boolean>} can */
  const update = (can) => {
    for (const [order, key] of Object.entries(buttons)) key.disabled = !can[order];
  };

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return;
    const order = ORDERS[event.code];
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
    if (order !== undefined && !buttons[order].disabled) give(order);
    else if (digit === null || !answer(Number(digit[1]))) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return { element, update, close: () => document.removeEventListener("keydown", press) };
}

/**
 * Whether somebody is typing, or has a window open in which keys mean something else.
 * @param {EventTarget | null} target
 */
function isBusy(target) {
  const typing = target instanceof Element && target.closest("input, select, textarea, .tilepad") !== null;
  return typing || document.querySelector("dialog[open]") !== null;
}
