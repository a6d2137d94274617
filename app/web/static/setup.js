// @ts-check
/** Setting up a match: which game, who plays, which camera. It remembers what was played last. */

import { get, send } from "./api.js";
import { button, h, labelled, put } from "./dom.js";
import { Lookout } from "./lookout.js";
import { notice, orSay } from "./notices.js";
import { remember, remembered } from "./preferences.js";
import { Rules } from "./rules.js";
import { Seats } from "./seats.js";
import { figure, spoken, word } from "./words.js";

/** @typedef {import("./types.js").BareTable} BareTable */

export class SetUp {
  #opener = h("select", { name: "opener" });
  #resume = h("section", { class: "resume", hidden: true });

  /**
   * @param {string} table
   * @param {import("./device.js").Device} device
   * @param {BareTable | import("./types.js").State} now
   * @param {() => void} [back] leaves the match that is being played as it is
   */
  constructor(table, device, now, back) {
    this.table = table;
    const [first, second] = word("names").split(", ");
    const players = remembered("players", [
      { name: first, hour: 6 },
      { name: second, hour: 12 },
    ]);
    this.rules = new Rules(() => this.#fit());
    this.seats = new Seats(players, remembered("seats", false), () => this.#nameOpeners());
    this.lookout = new Lookout(table, device, now, now.source ?? remembered("source", "browser"));
    this.element = h(
      "main",
      { class: "setup", id: "main", tabindex: -1 },
      h("h1", {}, word("new-match")),
      this.#resume,
      h(
        "form",
        {
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.#begin(back !== undefined);
            },
          },
        },
        h("section", {}, h("h2", {}, word("game-and-rules")), this.rules.element),
        h("section", {}, h("h2", {}, word("players")), this.seats.element, labelled(word("who-opens"), this.#opener)),
        h("section", { class: "wide" }, h("h2", {}, word("camera")), this.lookout.element),
        h(
          "div",
          { class: "begin" },
          back && button(word("back"), back),
          h("button", { type: "submit", class: "main" }, word("begin")),
        ),
      ),
    );
    this.#nameOpeners();
    this.rules.load(remembered("ruleset", ""), remembered("house-rules", {}));
  }

  /** @param {BareTable} table */
  async update({ left }) {
    const kept = left === null ? undefined : await orSay(get("/api/matches", { language: spoken() }));
    const match = kept?.find((/** @type {import("./types.js").KeptMatch} */ { id }) => id === left);
    this.#resume.hidden = match === undefined;
    if (match === undefined) return;
    put(
      this.#resume,
      h("p", {}, `${word("left-off")} ${standing(match)}`),
      button(word("go-on"), () => this.#goOn(match.id), { class: "main" }),
    );
  }

  close() {
    this.lookout.close();
  }

  #fit() {
    const { ruleset } = this.rules;
    if (ruleset !== null) this.seats.limit(ruleset.players.least, ruleset.players.most);
    this.#nameOpeners();
  }

  #nameOpeners() {
    const before = this.#opener.value;
    put(
      this.#opener,
      h("option", { value: "" }, word("opener-at-table")),
      this.seats.names.map((name, seat) => h("option", { value: seat }, name || seat + 1)),
    );
    if ([...this.#opener.options].some(({ value }) => value === before)) this.#opener.value = before;
  }

  /** @param {boolean} replace */
  async #begin(replace) {
    const { rules, seats, lookout } = this;
    if (rules.ruleset === null || lookout.source === "") {
      notice(word(lookout.source === "" ? "name-a-camera" : "not-connected"), "trouble");
      return;
    }
    remember("ruleset", rules.ruleset.id);
    remember("house-rules", rules.changes);
    remember("players", seats.players);
    remember("seats", seats.hours !== null);
    remember("source", lookout.source);
    const match = {
      ruleset: rules.ruleset.id,
      options: rules.changes,
      players: seats.names,
      seats: seats.hours,
      opener: this.#opener.value === "" ? null : Number(this.#opener.value),
      deal: null,
      // A camera goes on looking; a recording begins anew.
      source: isCamera(lookout.source) ? null : lookout.source,
      language: spoken(),
      replace,
    };
    await orSay(send("POST", `/api/tables/${this.table}`, match, { language: spoken() }));
  }

  /** @param {number} match */
  #goOn(match) {
    const language = spoken();
    orSay(send("POST", `/api/tables/${this.table}/resume`, { match, language }, { language }));
  }
}

/** @param {string} source */
function isCamera(source) {
  return source === "browser" || /^\d+$|:\/\//.test(source);
}

/** @param {import("./types.js").KeptMatch} match */
function standing({ ruleset, players }) {
  return `${players.map(({ name, total }) => `${name} ${figure(total)}`).join(", ")} (${ruleset.name})`;
}
