// @ts-check
/** What only people know at some moments of a match: who opens, which tiles were drawn or are left, that it goes on. */

import { openDialog } from "./dialogs.js";
import { button, h, put } from "./dom.js";
import { resultOf } from "./result.js";
import { tilePad } from "./tilepad.js";
import { word } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {(order: string) => void} Give */

/**
 * The panel of the moment, kept true by `update`.
 * @param {Give} give
 * @param {() => void} again begins a new match
 */
export function phasePanel(give, again) {
  const element = h("section", { class: "phase", hidden: true });
  let shown = "";

  /**
   * @param {State} state
   * @param {boolean} may
   * @param {string[]} ending what was said of the end of the last round
   */
  const update = (state, may, ending) => {
    const { phase, opener, show, drawing, keys, question, over, players } = state;
    const now = JSON.stringify([phase, opener, show, drawing, keys, question === null, over, may, players, ending]);
    if (now === shown) return;
    shown = now;
    const content = contentOf(state, may, give, again, ending);
    element.hidden = content.length === 0;
    put(element, content);
  };
  return { element, update };
}

/**
 * @param {State} state
 * @param {boolean} may
 * @param {Give} give
 * @param {() => void} again
 * @param {string[]} ending
 * @returns {Node[]}
 */
function contentOf(state, may, give, again, ending) {
  const said = ending.map((sentence) => h("p", {}, sentence));
  if (state.phase === "over") return resultOf(state, said, may, again);
  if (state.phase === "deal") return [...said, ...(may && state.keys.next ? nextRound(give) : [])];
  if (!may) return [];
  switch (state.phase) {
    case "open":
      return state.question === null ? opening(state, give) : [];
    case "start_draw":
      return [
        h("h2", {}, word("drawn-for-start")),
        button(word("enter-tiles"), () => askTiles(state, state.drawing, (tiles) => give(`start ${tiles.join(" ")}`)), {
          class: "main",
        }),
      ];
    case "show":
      return hands(state, give);
    default:
      return [];
  }
}

/** @param {Give} give */
function nextRound(give) {
  return [
    h("p", {}, h("strong", {}, word("clear-the-table"))),
    button(word("next-round"), () => give("next"), { class: "main" }),
  ];
}

/**
 * @param {State} state
 * @param {Give} give
 */
function opening({ players, opener, keys }, give) {
  if (opener === null && keys.opener) {
    return [
      h("h2", {}, word("who-opens")),
      h(
        "div",
        { class: "choices" },
        players.map(({ name, seat }) => button(name, () => give(`opener ${seat + 1}`))),
      ),
    ];
  }
  const more = [
    keys.reveal &&
    button(word("triplet-shown"), () => askTile(word("triplet-shown"), (tile) => give(`reveal ${tile}`))),
    keys.deal && button(word("dealt-otherwise"), () => askDeal(players, give), { class: "quiet" }),
  ].filter((item) => item !== false && item !== undefined);
  return more.length ? [h("div", { class: "choices" }, more)] : [];
}

/**
 * @param {State} state
 * @param {Give} give
 */
function hands({ show, players, keys }, give) {
  if (!keys.show) return [];
  return [
    h("h2", {}, word("lay-hands")),
    h("p", {}, word("lay-hands-how")),
    h(
      "div",
      { class: "choices" },
      show.map((seat) => {
        const { name, tiles } = players[seat];
        const enter = () => askHand(name, tiles, (digits) => give(`show ${seat + 1} ${digits.join(" ")}`));
        return button(`${name}: ${word("type-tiles")}`, enter);
      }),
    ),
  ];
}

/**
 * @param {string} title
 * @param {(tile: string) => void} named
 */
function askTile(title, named) {
  const close = openDialog(title, [
    tilePad((digits) => {
      close();
      named(digits);
    }),
  ]);
}

/**
 * A tile for each of these seats, one after another.
 * @param {State} state
 * @param {number[]} seats
 * @param {(tiles: string[]) => void} done
 * @param {string[]} [before]
 */
function askTiles(state, seats, done, before = []) {
  const seat = seats[before.length];
  if (seat === undefined) return done(before);
  askTile(
    `${word("drew-for-start")} ${state.players[seat].name}`,
    (tile) => askTiles(state, seats, done, [...before, tile]),
  );
}

/**
 * All tiles of a hand.
 * @param {string} name
 * @param {number | null} count
 * @param {(digits: string[]) => void} done
 */
function askHand(name, count, done) {
  /** @type {string[]} */
  let named = [];
  const list = h("ul", { class: "tiles" });
  const finish = button(word("done"), () => finished(), { class: "main", disabled: true });
  const finished = () => {
    close();
    done(named);
  };
  const show = () => {
    put(
      list,
      named.map((tile) => {
        const remove = () => {
          named = named.filter((other) => other !== tile);
          show();
        };
        return h("li", {}, button(`${tile} ×`, remove, { "aria-label": `${word("remove")} ${tile}` }));
      }),
    );
    finish.disabled = named.length === 0;
  };
  const close = openDialog(`${name}${count === null ? "" : ` (${count})`}`, [
    list,
    tilePad((digits) => {
      if (!named.includes(digits)) named.push(digits);
      if (named.length === count) finished();
      else show();
    }),
    finish,
  ]);
}

/**
 * How many tiles everybody was dealt.
 * @param {import("./types.js").Player[]} players
 * @param {Give} give
 */
function askDeal(players, give) {
  const fields = players.map(({ tiles }) =>
    h("input", { type: "number", min: 1, max: 60, value: tiles ?? "", required: true })
  );
  const form = h(
    "form",
    {
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          give(`deal ${fields.map(({ value }) => value).join(" ")}`);
        },
      },
    },
    players.map(({ name }, seat) => h("label", { class: "field" }, h("span", {}, name), fields[seat])),
    h("button", { class: "main" }, word("done")),
  );
  const close = openDialog(word("dealt-otherwise"), [form]);
}
