// @ts-check
/**
 * The board as a drawing. Nothing is told by colour alone: the new tile has a heavy outline and a dot, a refused one a
 * cross, one that waits a dashed outline and a question mark; a cell where a tile may go is an empty dashed outline.
 */

import { h, svg } from "./dom.js";
import { between, cellName, cornersOf, middleOf } from "./lattice.js";
import { tileName, word } from "./words.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {import("./lattice.js").Spot} Spot */

const SIDE = 100;
const MARGIN = 14;
/** How many sides a small board is drawn as if it had, so that its first tile is not as big as the page. */
const ROOM = 4;

/**
 * @typedef {object} Drawn
 * @property {Cell} cell
 * @property {Values | null} values
 * @property {"counts" | "new" | "refused" | "waiting" | "wrong" | "legal"} kind
 * @property {string} [about] what there is to say of it besides its values
 */

/**
 * @typedef {object} BoardOptions
 * @property {Cell | null} [asked] the cell that a question is about
 * @property {number} [turn]
 * @property {boolean} [named] whether each tile bears the name of its cell, of which sentences speak
 * @property {string} [label]
 * @property {(tile: Drawn) => void} [choose] what to do with a tile that is tapped
 */

/**
 * The tiles and marks of a table's state, as they are drawn.
 * @param {import("./types.js").State} state
 * @returns {Drawn[]}
 */
export function drawnOf(state) {
  const last = state.board.last === null ? "" : cellName(state.board.last);
  /** @param {number | null | undefined} seat */
  const layer = (seat) => (typeof seat === "number" ? state.players[seat]?.name : undefined);
  return [
    ...(state.legal ?? []).map((cell) => /** @type {Drawn} */ ({ cell, values: null, kind: "legal" })),
    ...state.board.tiles.map(
      ({ cell, values, seat }) => /** @type {Drawn} */ ({
        cell,
        values,
        kind: cellName(cell) === last ? "new" : "counts",
        about: layer(seat),
      }),
    ),
    ...state.waiting.map(
      ({ cell, values }) => /** @type {Drawn} */ ({ cell, values, kind: "waiting", about: word("tile-waits") }),
    ),
    ...state.refused.map(({ cell, values, text }) => /** @type {Drawn} */ ({
      cell,
      values,
      kind: "refused",
      about: text,
    })),
  ];
}

/**
 * The drawing of a board.
 * @param {Drawn[]} tiles
 * @param {BoardOptions} [options]
 */
export function drawBoard(tiles, options = {}) {
  const { asked = null, turn = 0, named = false, label = word("board"), choose } = options;
  const asks = asked === null ? "" : cellName(asked);
  const spots = tiles.flatMap(({ cell }) => cornersOf(cell, turn));
  const drawing = svg(
    "svg",
    { class: "board", viewBox: boxAround(spots), role: choose ? "group" : "img", "aria-label": label },
    tiles.map((tile) => drawTile(tile, { turn, asked: cellName(tile.cell) === asks, named, choose })),
  );
  if (choose) walk(drawing);
  return drawing;
}

/** What stands where no tile lies yet. */
export function emptyBoard() {
  return h("p", { class: "empty" }, word("board-empty"));
}

/** @param {Spot[]} spots */
function boxAround(spots) {
  const xs = spots.map(([x]) => x * SIDE);
  const ys = spots.map(([, y]) => y * SIDE);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(right - left, ROOM * SIDE) + 2 * MARGIN;
  const height = Math.max(bottom - top, (ROOM - 1) * SIDE) + 2 * MARGIN;
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height].map((n) => n.toFixed(1)).join(" ");
}

/**
 * @param {Drawn} tile
 * @param {{turn: number, asked: boolean, named: boolean, choose?: (tile: Drawn) => void}} how
 */
function drawTile(tile, { turn, asked, named, choose }) {
  const corners = cornersOf(tile.cell, turn).map(([x, y]) => /** @type {Spot} */ ([x * SIDE, y * SIDE]));
  const middle = middleOf(corners);
  const name = tile.values === null ? word("cell-open") : tileName(tile.values);
  const canPress = choose !== undefined;
  // Below the middle of a tile that points down there is more room for words, and above that of one that points up.
  const ys = corners.map(([, y]) => y);
  const up = middle[1] > (Math.min(...ys) + Math.max(...ys)) / 2 ? 1 : -1;
  return svg(
    "g",
    {
      class: `tile ${tile.kind}${asked ? " asked" : ""}`,
      data: { cell: cellName(tile.cell) },
      ...(canPress
        ? {
          role: "button",
          tabindex: -1,
          "aria-label": tile.about ? `${name}, ${tile.about}` : name,
          on: {
            click: () => choose(tile),
            keydown: (/** @type {KeyboardEvent} */ event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              choose(tile);
            },
          },
        }
        : {}),
    },
    svg("path", { d: outline(corners, middle) }),
    (tile.values ?? []).map((digit, corner) => {
      const [x, y] = between(corners[corner], middle, 0.6);
      return svg("text", { x: x.toFixed(1), y: y.toFixed(1), class: "digit" }, digit);
    }),
    mark(tile.kind, named ? [middle[0], middle[1] + 10 * up] : middle),
    named &&
      svg("text", { class: "name", x: middle[0].toFixed(1), y: (middle[1] - 5 * up).toFixed(1) }, cellName(tile.cell)),
  );
}

/**
 * A triangle with rounded corners, a little smaller than its cell.
 * @param {Spot[]} corners
 * @param {Spot} middle
 */
function outline(corners, middle) {
  const spots = corners.map((corner) => between(corner, middle, 0.05));
  const steps = spots.map((spot, index) => {
    const start = between(spot, spots[(index + 2) % 3], 0.12);
    const end = between(spot, spots[(index + 1) % 3], 0.12);
    return `${index ? "L" : "M"}${pair(start)}Q${pair(spot)} ${pair(end)}`;
  });
  return `${steps.join("")}Z`;
}

/**
 * What tells a tile's standing without colour.
 * @param {Drawn["kind"]} kind
 * @param {Spot} middle
 */
function mark(kind, middle) {
  if (kind === "new") return svg("circle", { class: "mark", cx: middle[0].toFixed(1), cy: middle[1].toFixed(1), r: 5 });
  if (kind === "waiting") return svg("text", { class: "mark", x: middle[0].toFixed(1), y: middle[1].toFixed(1) }, "?");
  if (kind !== "refused" && kind !== "wrong") return null;
  const [x, y] = middle;
  return svg("path", { class: "mark", d: `M${pair([x - 7, y - 7])}l14 14m0-14l-14 14` });
}

/** @param {Spot} spot */
function pair([x, y]) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/**
 * One stop of the tabulator for the whole board; the arrow keys go from tile to tile.
 * @param {SVGSVGElement} drawing
 */
function walk(drawing) {
  const tiles = /** @type {SVGGElement[]} */ ([...drawing.querySelectorAll("g.tile")]);
  tiles.at(-1)?.setAttribute("tabindex", "0");
  // A drawing that listens to the focus would be a stop of its own.
  drawing.setAttribute("tabindex", "-1");
  drawing.addEventListener("focusin", ({ target }) => {
    if (target === drawing) return;
    for (const tile of tiles) tile.setAttribute("tabindex", tile === target ? "0" : "-1");
  });
  drawing.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = /** @type {Element} */ (event.target).closest("g.tile");
    if (way === undefined || from === null) return;
    event.preventDefault();
    const here = from.getBoundingClientRect();
    /** @param {Element} tile */
    const cost = (tile) => {
      const there = tile.getBoundingClientRect();
      const dx = there.x + there.width / 2 - here.x - here.width / 2;
      const dy = there.y + there.height / 2 - here.y - here.height / 2;
      const ahead = dx * way[0] + dy * way[1];
      return ahead < 1 ? Infinity : ahead + 2 * Math.abs(dx * way[1] + dy * way[0]);
    };
    const next = tiles.filter((tile) => cost(tile) < Infinity).sort((a, b) => cost(a) - cost(b))[0];
    next?.focus();
  });
}
