// @ts-check
/** What the referee sees, drawn over the picture of the camera: shape and stroke tell what colour tells. */

import { svg } from "./dom.js";
import { between, cellName, middleOf } from "./lattice.js";
import { tileName } from "./words.js";

/** @typedef {import("./types.js").Look} Look */
/** @typedef {import("./types.js").SeenTile} SeenTile */
/** @typedef {import("./types.js").Cell} Cell */

/**
 * @typedef {object} OverlayOptions
 * @property {Cell | null} [asked] the cell that a question is about
 * @property {[number, number, number, number][]} [glare] boxes in which nothing can be read
 * @property {(tile: SeenTile) => void} [choose] what to do with a tile that is tapped
 */

/**
 * Draw a look over the picture it was read from.
 * @param {SVGSVGElement} layer
 * @param {Look | null} look
 * @param {OverlayOptions} [options]
 */
export function drawOverlay(layer, look, options = {}) {
  const { asked = null, glare = [], choose } = options;
  if (look === null) {
    layer.replaceChildren();
    return;
  }
  const asks = asked === null ? "" : cellName(asked);
  layer.setAttribute("viewBox", `0 0 ${look.width} ${look.height}`);
  layer.classList.toggle("moving", look.moving);
  layer.replaceChildren(
    ...glare.map(([x, y, width, height]) => svg("rect", { class: "glare", x, y, width, height })),
    ...look.tiles.map((tile) => drawSeen(tile, tile.cell !== null && cellName(tile.cell) === asks, choose)),
  );
}

/** An empty layer to draw on. It says nothing to a screen reader: the board beside it says the same. */
export function overlayLayer() {
  return svg("svg", { class: "overlay", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
}

/**
 * @param {SeenTile} tile
 * @param {boolean} asked
 * @param {((tile: SeenTile) => void) | undefined} choose
 */
function drawSeen(tile, asked, choose) {
  const middle = middleOf(tile.corners);
  const side = Math.hypot(tile.corners[0][0] - tile.corners[1][0], tile.corners[0][1] - tile.corners[1][1]);
  const points = tile.corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const doubtful = tile.state === "waiting" || tile.state === "unsure";
  const [strikeFrom, strikeTo] = [between(tile.corners[0], middle, 0.1), between(tile.corners[0], middle, 1.5)];
  return svg(
    "g",
    {
      class: `seen ${tile.state}${asked ? " asked" : ""}`,
      ...(choose && tile.cell !== null ? { on: { click: () => choose(tile) } } : {}),
    },
    svg("polygon", { points }),
    tile.state === "refused" &&
      svg("line", { class: "strike", x1: strikeFrom[0], y1: strikeFrom[1], x2: strikeTo[0], y2: strikeTo[1] }),
    tile.values !== null &&
      svg(
        "text",
        { x: middle[0].toFixed(1), y: middle[1].toFixed(1), "font-size": (side * 0.17).toFixed(1) },
        doubtful ? `${tileName(tile.values)}?` : tileName(tile.values),
      ),
  );
}
