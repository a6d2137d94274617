// @ts-check
/** What the referee asks, with an answer on each button. */

import { h, put } from "./dom.js";
import { word } from "./words.js";

/** Milliseconds for which a new question takes no answer: a finger may have been on its way to the last one. */
const SETTLES = 400;

/**
 * @param {(order: string, question: string) => void} give
 */
export function questionPanel(give) {
  const element = h("section", { class: "question", "aria-label": word("question"), hidden: true });
  let shown = "";
  let since = 0;
  /** @type {import("./types.js").Question | null} */
  let question = null;
  let mayAnswer = false;

  /** @param {number} number from 1 */
  const answer = (number) => {
    const chosen = question?.answers[number - 1];
    if (question === null || chosen === undefined || !mayAnswer || performance.now() - since < SETTLES) return false;
    give(chosen.order, question.text);
    return true;
  };

  /**
   * @param {import("./types.js").Question | null} asked
   * @param {boolean} may
   */
  const update = (asked, may) => {
    const now = JSON.stringify([asked, may]);
    if (now === shown) return;
    shown = now;
    if (JSON.stringify(asked) !== JSON.stringify(question)) since = performance.now();
    question = asked;
    mayAnswer = may;
    element.hidden = asked === null;
    if (asked === null) {
      put(element);
      return;
    }
    put(
      element,
      h("h2", {}, asked.text),
      h(
        "div",
        { class: "answers" },
        asked.answers.map(({ text }, index) =>
          h(
            "button",
            { type: "button", class: "answer", disabled: !may, on: { click: () => answer(index + 1) } },
            h("kbd", { "aria-hidden": "true" }, index + 1),
            h("span", {}, text),
          )
        ),
      ),
    );
  };
  return { element, update, answer };
}
