// @ts-check
/** The ruleset of a match in words, and its house rules, whose sentences are always those of what was chosen. */

import { get, send } from "./api.js";
import { h, put } from "./dom.js";
import { orSay } from "./notices.js";
import { spoken, word } from "./words.js";

/** @typedef {import("./types.js").Ruleset} Ruleset */
/** @typedef {import("./types.js").Option} Option */

const NONE = "none";

export class Rules {
  /** @type {Ruleset[]} */
  #known = [];
  /** @type {Record<string, unknown>} */
  #changes = {};
  #select = h("select", { name: "ruleset", "aria-label": word("game"), on: { change: () => this.#choose({}) } });
  #about = h("p", { class: "about" });
  #options = h("div", { class: "options" });
  #house = h("details", { class: "house" }, h("summary", {}, word("house-rules")), this.#options);

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Ruleset | null} */
    this.ruleset = null;
    this.element = h("div", {}, this.#select, this.#about, this.#house);
  }

  /** What was chosen otherwise than in the leaflet. */
  get changes() {
    return this.#changes;
  }

  /**
   * @param {string} id
   * @param {Record<string, unknown>} changes
   */
  async load(id, changes) {
    this.#known = (await orSay(get("/api/rulesets", { language: spoken() }))) ?? [];
    put(this.#select, this.#known.map((ruleset) => h("option", { value: ruleset.id }, ruleset.name)));
    if (this.#known.some((ruleset) => ruleset.id === id)) this.#select.value = id;
    await this.#choose(changes);
  }

  /** @param {Record<string, unknown>} changes */
  async #choose(changes) {
    const leaflets = this.#known.find(({ id }) => id === this.#select.value);
    if (leaflets === undefined) return;
    this.#changes = {};
    this.#show(leaflets);
    if (Object.keys(changes).length) await this.#change(changes);
  }

  /** @param {Record<string, unknown>} changes */
  async #change(changes) {
    const id = this.#select.value;
    const described = await orSay(send("POST", `/api/rulesets/${id}`, { options: changes }, { language: spoken() }));
    if (id !== this.#select.value) return;
    if (described !== undefined) this.#changes = changes;
    this.#show(described ?? /** @type {Ruleset} */ (this.ruleset));
  }

  /** @param {Ruleset} ruleset */
  #show(ruleset) {
    this.ruleset = ruleset;
    put(this.#about, ruleset.summary, " ", h("span", { class: "quiet" }, `${ruleset.leaflet.name}.`));
    const focused = document.activeElement?.getAttribute("name");
    put(this.#options, sectionsOf(ruleset).map(([title, options]) => this.#section(title, options)));
    if (focused) /** @type {HTMLElement | null} */ (this.#options.querySelector(`[name="${focused}"]`))?.focus();
    this.changed();
  }

  /**
   * @param {string} title
   * @param {Option[]} options
   */
  #section(title, options) {
    return h("fieldset", {}, h("legend", {}, title), options.map((option) => this.#line(option)));
  }

  /** @param {Option} option */
  #line(option) {
    /** @param {unknown} value */
    const change = (value) => this.#change({ ...this.#changes, [option.name]: value });
    return h(
      "label",
      { class: `option ${option.kind}${option.changed ? " changed" : ""}` },
      h("span", {}, option.text),
      fieldOf(option, change),
    );
  }
}

/** @param {Ruleset} ruleset */
function sectionsOf({ options }) {
  /** @type {Map<string, Option[]>} */
  const sections = new Map();
  for (const option of options) {
    const { title } = option.section;
    sections.set(title, [...(sections.get(title) ?? []), option]);
  }
  return [...sections];
}

/**
 * @param {Option} option
 * @param {(value: unknown) => void} change
 */
function fieldOf(option, change) {
  const { name, kind, value, optional, least, most, choices } = option;
  // A switch is a choice between two meanings: a tick beside a sentence that says "no" would say the opposite.
  if (kind !== "number") {
    const options = choices.map((choice) => h("option", { value: choice.value }, choice.text));
    const choose = () => change(kind === "switch" ? field.value === "true" : field.value);
    const field = h("select", { name, on: { change: choose } }, options);
    field.value = String(value);
    return field;
  }
  const number = () => {
    if (optional && field.value === "") return change(NONE);
    if (field.reportValidity()) change(Number(field.value));
  };
  const field = h("input", {
    type: "number",
    name,
    min: least,
    max: most,
    required: !optional,
    value: value ?? "",
    placeholder: optional ? "–" : null,
    on: { change: number },
  });
  return field;
}
