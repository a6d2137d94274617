// @ts-check
/** The end of a match: who has won, and the scoresheet to print or to keep. */

import { button, h } from "./dom.js";
import { sheetButtons, sheetPicture } from "./sheet.js";
import { figure, word } from "./words.js";

/**
 * @param {import("./types.js").State} state
 * @param {Node[]} said what was said of its end
 * @param {boolean} may whether a new match may be begun from here
 * @param {() => void} again
 * @returns {Node[]}
 */
export function resultOf({ players, winners, match }, said, may, again) {
  const standing = [...players].sort((a, b) => b.total - a.total);
  return [
    h("h2", {}, word("match-over")),
    h(
      "ol",
      { class: "standing" },
      standing.map(({ name, seat, total }) =>
        h(
          "li",
          { class: winners.includes(seat) ? "winner" : "" },
          h("span", {}, name, winners.includes(seat) && " ★"),
          h("strong", {}, figure(total)),
        )
      ),
    ),
    ...said,
    sheetPicture(match),
    sheetButtons(match),
    ...(may ? [button(word("new-match"), again, { class: "main" })] : []),
  ];
}
