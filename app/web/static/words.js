// @ts-check
/** The page's own labels in the language chosen. Every longer sentence comes from the server, in that language. */

import { get } from "./api.js";
import { remember, remembered } from "./preferences.js";

/** @type {Record<string, string>} */
let words = {};
let language = "en";

/**
 * The text of a label.
 * @param {string} id
 */
export function word(id) {
  return words[`page-${id}`] ?? id;
}

/** The language spoken now, as "en" or "ru". */
export function spoken() {
  return language;
}

/**
 * The language to begin with: the one chosen here before, else one that the browser prefers.
 * @param {string[]} languages
 */
export function firstLanguage(languages) {
  const preferred = navigator.languages.map((code) => code.slice(0, 2)).find((code) => languages.includes(code));
  return remembered("language", preferred ?? languages[0]);
}

/**
 * Speak this language from now on.
 * @param {string} code
 */
export async function speakLanguage(code) {
  words = await get("/api/words", { language: code });
  language = code;
  remember("language", code);
  document.documentElement.lang = code;
}

/**
 * The time of day of a moment in seconds since 1970.
 * @param {number} seconds
 */
export function timeOfDay(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

/**
 * The day and time of a moment in seconds since 1970.
 * @param {number} seconds
 */
export function dayAndTime(seconds) {
  return new Date(seconds * 1000).toLocaleString(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
}

/**
 * A number as it is written, with a real minus sign.
 * @param {number} value
 */
export function figure(value) {
  return String(value).replace("-", "\u2212");
}

/**
 * A likelihood in per cent, never rounded up to certainty.
 * @param {number} share
 */
export function percent(share) {
  return `${Math.floor(share * 1000) / 10} %`;
}

/**
 * A tile as sentences name it, whichever of its corners comes first here: 0-1-5.
 * @param {number[]} values
 */
export function tileName(values) {
  const turned = values.map((_, first) => [...values.slice(first), ...values.slice(0, first)].join("-"));
  return turned.sort()[0];
}
