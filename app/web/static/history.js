// @ts-check
/** The matches that are kept, who has won how often, and matches that come and go as files. */

import { get, saveFile, send } from "./api.js";
import { button, h, put } from "./dom.js";
import { orSay } from "./notices.js";
import { dayAndTime, figure, spoken, word } from "./words.js";

/** @typedef {import("./types.js").KeptMatch} KeptMatch */
/** @typedef {{name: string} & Record<typeof COLUMNS[number], number>} Statistics */

const COLUMNS = /** @type {const} */ (["matches", "wins", "points", "best", "bonuses", "illegal"]);

export class HistoryPage {
  /** @param {(path: string) => void} go */
  constructor(go) {
    this.go = go;
    this.matches = h("div", {}, h("p", {}, word("loading")));
    this.players = h("div", {});
    this.file = h("input", {
      type: "file",
      accept: ".zip,.tileref,application/zip",
      class: "unseen",
      tabindex: -1,
      "aria-label": word("import"),
      on: { change: () => this.#import() },
    });
    this.element = h(
      "main",
      { class: "history", id: "main", tabindex: -1 },
      h(
        "header",
        { class: "row" },
        h("h1", {}, word("history")),
        this.file,
        button(word("import"), () => this.file.click()),
      ),
      this.matches,
      this.players,
    );
    this.#load();
  }

  close() {}

  async #load() {
    const language = spoken();
    const [matches, players] = await Promise.all([
      orSay(get("/api/matches", { language })),
      orSay(get("/api/statistics", { language })),
    ]);
    put(this.matches, matches?.length ? this.#list(matches) : h("p", {}, word("no-matches")));
    put(this.players, players?.length ? statisticsTable(players) : null);
  }

  /** @param {KeptMatch[]} matches */
  #list(matches) {
    return h("ul", { class: "matches" }, matches.map((match) => this.#line(match)));
  }

  /** @param {KeptMatch} match */
  #line({ id, begun, ruleset, players, state, readable }) {
    const path = `/history/${id}`;
    const open = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(path);
    };
    return h(
      "li",
      {},
      h(
        readable ? "a" : "div",
        { class: "match", ...(readable ? { href: path, on: { click: open } } : {}) },
        h("span", { class: "when" }, dayAndTime(begun)),
        h(
          "strong",
          {},
          players.map(({ name, total, winner }) => `${name} ${figure(total)}${winner ? " ★" : ""}`).join(", "),
        ),
        h("span", { class: "quiet" }, `${ruleset.name}, ${state}`),
      ),
      readable &&
        button(word("export"), () => orSay(saveFile(`/api/matches/${id}/export`, `tileref-${id}.zip`)), {
          class: "quiet",
        }),
    );
  }

  async #import() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (file === undefined) return;
    const form = new FormData();
    form.append("file", file);
    const imported = await orSay(send("POST", "/api/matches/import", form, { language: spoken() }));
    if (imported !== undefined) this.go(`/history/${imported.match}`);
  }
}

/** @param {Statistics[]} players */
function statisticsTable(players) {
  return h(
    "section",
    { class: "statistics" },
    h("h2", { id: "statistics-title" }, word("statistics")),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-labelledby": "statistics-title" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, word("player")),
            COLUMNS.map((column) => h("th", { scope: "col" }, word(`count-${column}`))),
          ),
        ),
        h(
          "tbody",
          {},
          players.map((player) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, player.name),
              COLUMNS.map((column) => h("td", {}, figure(player[column]))),
            )
          ),
        ),
      ),
    ),
  );
}
