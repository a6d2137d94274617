// @ts-check
/** Where cells are drawn, as the rules number them: y upwards, corners clockwise, turned as the camera sees them. */

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {[number, number]} Spot */

const HEIGHT = Math.sqrt(3) / 2;

/**
 * A cell as orders name it: "0,0U".
 * @param {Cell} cell
 */
export function cellName([x, y, point]) {
  return `${x},${y}${point}`;
}

/**
 * The tiles of a position in one line: "0,0D:155 0,0U:015", or "." for none.
 * @param {string} text
 */
export function parsePosition(text) {
  return [...text.matchAll(/(-?\d+),(-?\d+)([UD]):([0-5])([0-5])([0-5])/g)].map(([, x, y, point, ...digits]) => ({
    cell: /** @type {Cell} */ ([Number(x), Number(y), point]),
    values: /** @type {import("./types.js").Values} */ (digits.map(Number)),
  }));
}

/**
 * The corners of a cell on a drawing with sides of length 1, y downwards, turned clockwise by an angle.
 * @param {Cell} cell
 * @param {number} [turn]
 * @returns {Spot[]}
 */
export function cornersOf([x, y, point], turn = 0) {
  /** @type {Spot[]} */
  const vertices = [
    point === "U" ? [x, y] : [x, y + 1],
    point === "U" ? [x, y + 1] : [x + 1, y + 1],
    [x + 1, y],
  ];
  return vertices.map(([a, b]) => rotate([a + b / 2, -b * HEIGHT], turn));
}

/**
 * @param {Spot} spot
 * @param {number} turn
 * @returns {Spot}
 */
function rotate([x, y], turn) {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return [x * cos - y * sin, x * sin + y * cos];
}

/**
 * @param {Spot[]} spots
 * @returns {Spot}
 */
export function middleOf(spots) {
  return [
    spots.reduce((sum, [x]) => sum + x, 0) / spots.length,
    spots.reduce((sum, [, y]) => sum + y, 0) / spots.length,
  ];
}

/**
 * The point a share of the way from one to another.
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} share
 * @returns {Spot}
 */
export function between(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * The turn, in steps of 60 degrees, with which a drawing of the board lies as the camera shows it.
 * @param {import("./types.js").SeenTile[]} tiles
 */
export function turnOf(tiles) {
  let cos = 0;
  let sin = 0;
  for (const { cell, corners } of tiles) {
    if (cell === null) continue;
    const drawn = cornersOf(cell);
    for (const corner of [0, 1, 2]) {
      const next = (corner + 1) % 3;
      const seen = Math.atan2(corners[next][1] - corners[corner][1], corners[next][0] - corners[corner][0]);
      const angle = seen - Math.atan2(drawn[next][1] - drawn[corner][1], drawn[next][0] - drawn[corner][0]);
      cos += Math.cos(angle);
      sin += Math.sin(angle);
    }
  }
  const step = Math.PI / 3;
  return Math.round(Math.atan2(sin, cos) / step) * step;
}
