// @ts-check
/** What there is to tell whoever uses the page: in words, quietly, and for a while. */

import { ApiError } from "./api.js";
import { h, put } from "./dom.js";
import { word } from "./words.js";

const SHOWN_FOR = 8_000;

const shown = h("div", { class: "notices", role: "status", "aria-live": "polite" });
const heard = h("div", { class: "unseen", role: "log", "aria-live": "polite" });
let timer = 0;

/** The places where notices stand, once for the whole page. */
export function noticePlaces() {
  return [shown, heard];
}

/**
 * Show a sentence for a while.
 * @param {string} text
 * @param {"fine" | "trouble"} [kind]
 */
export function notice(text, kind = "fine") {
  if (!text) return;
  clearTimeout(timer);
  put(shown, h("p", { class: `notice ${kind}` }, text));
  timer = window.setTimeout(() => put(shown), SHOWN_FOR);
}

/**
 * Tell people who do not see the page what the referee says.
 * @param {string[]} sentences
 */
export function tellUnseen(sentences) {
  heard.append(...sentences.map((sentence) => h("p", {}, sentence)));
  while (heard.childElementCount > 12) heard.firstElementChild?.remove();
}

/**
 * What went wrong, as one sentence.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  if (error instanceof ApiError) {
    if (error.status === 0) return word("not-connected");
    if (error.status === 401) return word("link-too-old");
    if (error.status === 403) return word("not-allowed");
    return error.message || word("went-wrong");
  }
  return error instanceof Error && error.message ? error.message : word("went-wrong");
}

/**
 * Do something that may fail, and say so if it does.
 * @template T
 * @param {Promise<T>} attempt
 * @returns {Promise<T | undefined>}
 */
export async function orSay(attempt) {
  try {
    return await attempt;
  } catch (error) {
    notice(sentenceOf(error), "trouble");
    return undefined;
  }
}
