// @ts-check
/** Who plays, and where they sit round the table as the camera sees it: hours on a clock face, 12 above. */

import { button, h, labelled, put, svg } from "./dom.js";
import { word } from "./words.js";

const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const LONGEST_NAME = 24;

/** @typedef {{name: string, hour: number}} Seated */

export class Seats {
  #least = 2;
  #most = 6;
  #chosen = 0;
  #list = h("ol", { class: "players" });
  #add = button(word("add-player"), () => this.#grow(), { class: "quiet" });
  #table = h("div", { class: "round-table" });
  #matters = h("input", { type: "checkbox", name: "seats", on: { change: () => this.changed() } });

  /**
   * @param {{name: string, hour: number}[]} players
   * @param {boolean} matters whether hands are told apart by where they come from
   * @param {() => void} changed
   */
  constructor(players, matters, changed) {
    this.players = players;
    this.changed = changed;
    this.#matters.checked = matters;
    this.element = h(
      "div",
      {},
      this.#list,
      this.#add,
      h(
        "details",
        { class: "seating" },
        h("summary", {}, word("seats")),
        h("label", { class: "option switch" }, h("span", {}, word("seats-matter")), this.#matters),
        this.#table,
      ),
    );
    this.#show();
  }

  /** The names as they were typed, without what is around them. */
  get names() {
    return this.players.map(({ name }) => name.trim());
  }

  /** The hours, where they matter. */
  get hours() {
    return this.#matters.checked ? this.players.map(({ hour }) => hour) : null;
  }

  /**
   * How many may play by the rules that were chosen.
   * @param {number} least
   * @param {number} most
   */
  limit(least, most) {
    if (least === this.#least && most === this.#most) return;
    [this.#least, this.#most] = [least, most];
    while (this.players.length < least) this.#push();
    this.players = this.players.slice(0, most);
    this.#show();
  }

  #grow() {
    this.#push();
    this.#show();
    /** @type {HTMLInputElement | null} */ (this.#list.querySelector("li:last-child input"))?.focus();
    this.changed();
  }

  #push() {
    const names = word("names").split(", ");
    const name = names.find((one) => !this.players.some((player) => player.name === one)) ?? "";
    this.players = [...this.players, { name, hour: 12 }];
    this.#spread();
  }

  /** Seats with equal distances, the first below. */
  #spread() {
    const { length } = this.players;
    this.players = this.players.map(({ name }, seat) => ({
      name,
      hour: Math.round(6 + (12 * seat) / length) % 12 || 12,
    }));
  }

  #show() {
    put(this.#list, this.players.map((player, seat) => this.#row(player, seat)));
    this.#add.hidden = this.players.length >= this.#most;
    this.#showTable();
  }

  /**
   * @param {Seated} player
   * @param {number} seat
   */
  #row(player, seat) {
    const field = h("input", {
      type: "text",
      name: `player-${seat + 1}`,
      "aria-label": `${word("player")} ${seat + 1}`,
      required: true,
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      value: player.name,
      on: {
        input: () => {
          player.name = field.value;
          this.#showTable();
          this.changed();
        },
        focus: () => field.select(),
      },
    });
    const remove = () => {
      this.players = this.players.filter((other) => other !== player);
      this.#chosen = 0;
      this.#spread();
      this.#show();
      this.changed();
    };
    return h(
      "li",
      {},
      field,
      this.players.length > this.#least &&
        button("×", remove, { class: "bare", "aria-label": `${word("remove")} ${player.name}` }),
    );
  }

  #showTable() {
    const chosen = this.players[this.#chosen];
    put(
      this.#table,
      h("p", { class: "quiet" }, word("seats-how")),
      h(
        "div",
        { class: "row" },
        labelled(word("player"), this.#playerField()),
        labelled(word("hour"), this.#hourField(chosen)),
      ),
      svg(
        "svg",
        { viewBox: "-150 -150 300 300", "aria-hidden": "true" },
        svg("circle", { class: "cloth", r: 88 }),
        svg("path", { class: "tile-sign", d: "M0-34 30 18H-30Z" }),
        HOURS.map((hour) => this.#place(hour)),
      ),
    );
  }

  #playerField() {
    const field = h(
      "select",
      {
        on: {
          change: () => {
            this.#chosen = Number(field.value);
            this.#showTable();
          },
        },
      },
      this.players.map(({ name }, seat) => h("option", { value: seat }, name || seat + 1)),
    );
    field.value = String(this.#chosen);
    return field;
  }

  /** @param {Seated} player */
  #hourField(player) {
    const options = HOURS.map((hour) => h("option", { value: hour }, hour));
    const field = h("select", { on: { change: () => this.#sit(Number(field.value)) } }, options);
    field.value = String(player.hour);
    return field;
  }

  /** @param {number} hour */
  #place(hour) {
    const angle = (hour / 12) * 2 * Math.PI;
    const [x, y] = [Math.sin(angle) * 122, -Math.cos(angle) * 122];
    const seat = this.players.findIndex((player) => player.hour === hour);
    const press = () => {
      if (seat < 0) return this.#sit(hour);
      this.#chosen = seat;
      this.#showTable();
    };
    return svg(
      "g",
      { class: `place${seat >= 0 ? " taken" : ""}${seat === this.#chosen ? " chosen" : ""}`, on: { click: press } },
      svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 26 }),
      svg(
        "text",
        { x: x.toFixed(1), y: y.toFixed(1) },
        seat < 0 ? "" : [...(this.players[seat].name || String(seat + 1))].slice(0, 4).join(""),
      ),
    );
  }

  /** @param {number} hour */
  #sit(hour) {
    const player = this.players[this.#chosen];
    const other = this.players.find((one) => one.hour === hour);
    // Whoever sat there changes places.
    if (other !== undefined) other.hour = player.hour;
    player.hour = hour;
    this.#chosen = (this.#chosen + 1) % this.players.length;
    this.#matters.checked = true;
    this.#showTable();
    this.changed();
  }
}
