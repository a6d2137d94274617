// @ts-check
/** Small pictures on buttons. They always stand beside words, or the button has a label. */

import { svg } from "./dom.js";

const PATHS = {
  draw: "M12 3 21 19H3ZM12 9v6M9 12h6",
  pass: "M4 12h15M13 6l6 6-6 6",
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  overrule: "M4 13l5 5L20 6",
  next: "M5 5l7 7-7 7M12 5l7 7-7 7",
  sound: "M4 9v6h4l5 4V5L8 9ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 9v6h4l5 4V5L8 9ZM16 9l6 6M22 9l-6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  enlarge: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
