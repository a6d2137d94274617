// @ts-check
/** A window over the page: one thing to look at or decide, closed with Esc, a button, or a tap beside it. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { word } from "./words.js";

/**
 * Open a window.
 * @param {string} title
 * @param {(Node | false | null)[]} content
 * @param {() => void} [closed]
 * @returns {() => void} closes it
 */
export function openDialog(title, content, closed = () => undefined) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h(
      "header",
      {},
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "bare", "aria-label": word("close"), on: { click: close } }, icon("close")),
    ),
    h("div", { class: "content" }, content),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
