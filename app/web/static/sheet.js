// @ts-check
/** The scoresheet of a match: looked at, printed, saved. */

import { fetchFile, saveFile } from "./api.js";
import { button, h } from "./dom.js";
import { orSay } from "./notices.js";
import { spoken, word } from "./words.js";

const FORMS = /** @type {const} */ (["pdf", "csv", "json", "svg"]);

/**
 * The scoresheet as a picture, which is all that a printer gets.
 * @param {number} match
 */
export function sheetPicture(match) {
  const picture = h("img", { class: "sheet", alt: word("scoresheet") });
  orSay(fetchFile(`/api/matches/${match}/sheet.svg`, { language: spoken() })).then((address) => {
    if (address === undefined) return;
    picture.onload = () => URL.revokeObjectURL(address);
    picture.src = address;
  });
  return picture;
}

/**
 * @param {number} match
 */
export function sheetButtons(match) {
  /** @param {string} form */
  const save = (form) =>
    orSay(saveFile(`/api/matches/${match}/sheet.${form}`, `tileref-${match}.${form}`, { language: spoken() }));
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": word("scoresheet") },
    button(word("print"), () => print()),
    FORMS.map((form) =>
      button(form.toUpperCase(), () => save(form), { "aria-label": `${word("save-as")} ${form.toUpperCase()}` })
    ),
  );
}
