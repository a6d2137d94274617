// @ts-check
/** Naming a tile by its digits: three presses, by finger or by key. */

import { button, h, put } from "./dom.js";
import { word } from "./words.js";

const DIGITS = [0, 1, 2, 3, 4, 5];

/**
 * A pad with the digits of a tile; three of them make one.
 * @param {(digits: string) => void} named called with digits as orders have them, "0-1-5"
 */
export function tilePad(named) {
  /** @type {number[]} */
  let pressed = [];
  const shown = h("output", { class: "pressed", "aria-live": "polite" });
  const show = () => put(shown, [0, 1, 2].map((place) => h("span", {}, pressed[place] ?? "·")));

  /** @param {number} digit */
  const press = (digit) => {
    pressed.push(digit);
    show();
    if (pressed.length < 3) return;
    const digits = pressed.join("-");
    pressed = [];
    named(digits);
    show();
  };
  const back = () => {
    pressed.pop();
    show();
  };
  show();
  return h(
    "div",
    {
      class: "tilepad",
      role: "group",
      "aria-label": word("tile-digits"),
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Backspace") back();
          else if (/^[0-5]$/.test(event.key)) press(Number(event.key));
          else return;
          event.preventDefault();
          event.stopPropagation();
        },
      },
    },
    shown,
    h(
      "div",
      { class: "digits" },
      DIGITS.map((digit) => button(String(digit), () => press(digit), { class: "digit", autofocus: digit === 0 })),
    ),
    button(word("digit-back"), back, { class: "quiet" }),
  );
}
