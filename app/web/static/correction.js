// @ts-check
/** Telling the referee what a tile really is, or who laid it. */

import { openDialog } from "./dialogs.js";
import { button, h } from "./dom.js";
import { cellName } from "./lattice.js";
import { tilePad } from "./tilepad.js";
import { tileName, word } from "./words.js";

/** @typedef {import("./types.js").State} State */

/**
 * Ask what lies in a cell.
 * @param {State} state
 * @param {{cell: import("./types.js").Cell, values: number[] | null, about?: string}} tile
 * @param {(order: string) => void} give
 */
export function correctTile(state, tile, give) {
  if (tile.values === null) return;
  const at = cellName(tile.cell);
  const { last } = state.board;
  const isLast = last !== null && cellName(last) === at;
  /** @param {string} order */
  const done = (order) => {
    close();
    give(order);
  };
  const close = openDialog(`${word("tile")} ${tileName(tile.values)}`, [
    tile.about ? h("p", {}, tile.about) : null,
    h("h3", {}, word("it-is")),
    tilePad((digits) => done(`correct ${at} as ${digits}`)),
    h("div", { class: "choices" }, button(word("not-laid"), () => done(`correct ${at} as none`))),
    isLast && state.keys.turn
      ? h(
        "section",
        {},
        h("h3", {}, word("laid-by")),
        h(
          "div",
          { class: "choices" },
          state.players.map(({ name, seat }) => button(name, () => done(`turn ${seat + 1}`))),
        ),
      )
      : null,
  ]);
}
