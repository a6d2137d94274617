// @ts-check
/** What this browser remembers between visits. Where it may not store anything, it remembers until it is closed. */

const PREFIX = "tileref.";

/** @type {Map<string, string>} */
const unstored = new Map();

/**
 * What was remembered under a name, or else the value given.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function remembered(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name) ?? unstored.get(name);
    return text === undefined || text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  const text = JSON.stringify(value);
  unstored.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // A private window or a full disk: it is remembered in this page at least.
  }
}
