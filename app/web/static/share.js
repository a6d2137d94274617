// @ts-check
/** Links for other phones: one that looks down at the table, ones that press the buttons, ones that only watch. */

import { get } from "./api.js";
import { adoptDrawing, button, h, put } from "./dom.js";
import { notice, orSay } from "./notices.js";
import { word } from "./words.js";

/** @typedef {{role: string, url: string, qr_svg: string}} Link */

export class SharePage {
  /** @param {string} table */
  constructor(table) {
    this.place = h("div", {}, h("p", {}, word("loading")));
    this.element = h("main", { class: "share", id: "main", tabindex: -1 }, h("h1", {}, word("share")), this.place);
    this.#load(table);
  }

  close() {}

  /** @param {string} table */
  async #load(table) {
    const share = await orSay(get("/api/share", { table }));
    if (share === undefined) put(this.place, h("p", {}, word("not-allowed")));
    else if (!share.shared) put(this.place, h("p", {}, word("not-shared")), h("pre", {}, h("code", {}, "tileref watch --share")));
    else put(this.place, h("p", {}, word("share-how"), " ", h("code", {}, share.fingerprint)), h("div", { class: "links" }, share.links.map(linkCard)));
  }
}

/** @param {Link} link */
function linkCard({ role, url, qr_svg: drawing }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      notice(word("copied"));
    } catch {
      notice(url);
    }
  };
  const code = adoptDrawing(drawing);
  if (!code.hasAttribute("viewBox")) {
    code.setAttribute("viewBox", `0 0 ${code.getAttribute("width")} ${code.getAttribute("height")}`);
  }
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", `${word("qr-code")}: ${word(`role-${role}`)}`);
  return h(
    "article",
    { class: "link" },
    h("h2", {}, word(`role-${role}`)),
    h("p", {}, word(`role-${role}-may`)),
    h("div", { class: "qr" }, code),
    button(word("copy-link"), copy),
  );
}
