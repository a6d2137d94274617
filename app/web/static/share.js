// @ts-check
/** Links for other phones, which look down at the table, press its buttons or only watch; and the other tables here. */

import { get } from "./api.js";
import { adoptDrawing, button, h, put } from "./dom.js";
import { notice, orSay } from "./notices.js";
import { spoken, word } from "./words.js";

/** @typedef {{name: string, players: string[]}} TableLine */
/** @typedef {{role: string, url: string, qr_svg: string}} Link */

export class SharePage {
  /**
   * @param {string} table
   * @param {(path: string) => void} go
   */
  constructor(table, go) {
    this.go = go;
    this.place = h("div", {}, h("p", {}, word("loading")));
    this.tables = h("section", {});
    const title = h("h1", {}, word("share"));
    this.element = h("main", { class: "share", id: "main", tabindex: -1 }, title, this.place, this.tables);
    this.#load(table);
    this.#listTables();
  }

  close() {}

  /** @param {string} table */
  async #load(table) {
    const share = await orSay(get("/api/share", { table }));
    if (share === undefined) put(this.place, h("p", {}, word("not-allowed")));
    else if (!share.shared) {
      put(this.place, h("p", {}, word("not-shared")), h("pre", {}, h("code", {}, "tileref watch --share")));
    } else {put(
        this.place,
        h("p", {}, word("share-how"), " ", h("code", {}, share.fingerprint)),
        h("div", { class: "links" }, share.links.map(linkCard)),
      );}
  }

  /** Every table of this server, and one more where somebody wants it. */
  async #listTables() {
    const tables = (await orSay(get("/api/tables", { language: spoken() }))) ?? [];
    const name = h("input", {
      type: "text",
      required: true,
      pattern: "[a-z0-9\\-]{1,24}",
      "aria-label": word("table-name"),
      placeholder: "kitchen",
    });
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.go(`/t/${name.value}`);
    };
    put(
      this.tables,
      h("h2", {}, word("tables")),
      h(
        "ul",
        { class: "choices" },
        tables.map((/** @type {TableLine} */ table) =>
          h("li", {}, button(lineOf(table), () => this.go(`/t/${table.name}`)))
        ),
      ),
      h("form", { class: "choices", on: { submit: open } }, name, h("button", {}, word("open-table"))),
      h("p", { class: "quiet" }, word("table-name-how")),
    );
  }
}

/** @param {TableLine} table */
function lineOf({ name, players }) {
  return players.length ? `${name}: ${players.join(", ")}` : name;
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
