// @ts-check
/** The scores, big enough to be read across a table: who has how much, how many tiles, and whose turn it is. */

import { h, put } from "./dom.js";
import { figure, word } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The cards of all players, kept true by `update`. */
export function scoreCards() {
  const element = h("section", { class: "scores", "aria-label": word("scores") });
  /** @type {number[]} */
  let before = [];

  /** @param {State} state */
  const update = (state) => {
    element.dataset.players = String(state.players.length);
    put(
      element,
      state.players.map((player) => card(player, state, before[player.seat])),
    );
    before = state.players.map(({ total }) => total);
  };
  return { element, update };
}

/**
 * @param {import("./types.js").Player} player
 * @param {State} state
 * @param {number | undefined} before
 */
function card({ name, seat, total, tiles }, state, before) {
  const moves = state.to_move === seat;
  const has = state.winners.includes(seat);
  const changed = before !== undefined && before !== total;
  return h(
    "article",
    { class: `card${moves ? " moves" : ""}${has ? " winner" : ""}`, "aria-current": moves ? "true" : null },
    h("h2", {}, h("span", { class: "name" }, name), has && h("span", { class: "star", title: word("winner") }, " ★")),
    h("p", { class: `total${changed ? " changed" : ""}` }, figure(total)),
    tiles !== null && h("p", { class: "hand" }, `${word("tiles-left")} ${tiles}`),
    moves && h("p", { class: "turn" }, word("to-move")),
  );
}
