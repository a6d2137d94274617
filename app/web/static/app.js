// @ts-check
/** The page as a whole: its head, and what stands below it by the address. */

import { get, takeToken } from "./api.js";
import { Device } from "./device.js";
import { button, h, put } from "./dom.js";
import { HistoryPage } from "./history.js";
import { icon } from "./icons.js";
import { noticePlaces, sentenceOf } from "./notices.js";
import { PhotoPage } from "./photos.js";
import { ReplayPage } from "./replay.js";
import { SharePage } from "./share.js";
import { TablePage } from "./table.js";
import { Voice } from "./voice.js";
import { firstLanguage, speakLanguage, spoken, word } from "./words.js";

/** @typedef {{element: HTMLElement, close: () => void}} Page */
/** @typedef {{role: import("./types.js").Role, shared: boolean, table: string}} Me */

const LANGUAGE_NAMES = { en: "English", ru: "Русский" };
/** Milliseconds till the server is asked again at the beginning. */
const RETRY = 2000;

class App {
  /** @type {Page | null} */
  #page = null;
  #head = h("header", { class: "head" });
  #place = h("div", { class: "page" });
  #device;
  #table;

  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    // Where phones can join, one of them may be meant.
    this.#device = new Device(!me.shared);
    this.#table = me.table;
    // One voice at a table is enough: that of whoever presses the buttons, unless somebody else wants it too.
    this.voice = new Voice(me.role === "control");
    put(document.body, this.#head, this.#place, noticePlaces());
    addEventListener("popstate", () => this.#show());
    this.#show();
  }

  /** @param {string} path */
  go(path) {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.#show();
    document.getElementById("main")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #show() {
    this.#page?.close();
    this.#table = /^\/t\/([a-z0-9-]+)$/.exec(location.pathname)?.[1] ?? this.#table;
    this.#page = this.#make(location.pathname);
    this.#showHead();
    put(this.#place, this.#page.element);
  }

  /**
   * @param {string} path
   * @returns {Page}
   */
  #make(path) {
    const match = /^\/history\/(\d+)$/.exec(path);
    if (match !== null) return new ReplayPage(Number(match[1]));
    if (path === "/history") return new HistoryPage((to) => this.go(to));
    if (path === "/photo") return new PhotoPage();
    if (path === "/share") return new SharePage(this.#table, (to) => this.go(to));
    return new TablePage(this.#table, this.#device, this.voice);
  }

  #showHead() {
    const nav = h(
      "nav",
      { id: "pages", "aria-label": word("pages") },
      this.#link(`/t/${this.#table}`, "table"),
      this.#link("/history", "history"),
      this.#link("/photo", "photo"),
      this.me.role === "control" && this.#link("/share", "share"),
      this.#languageField(),
    );
    const menu = h(
      "button",
      {
        type: "button",
        class: "bare menu",
        "aria-controls": "pages",
        "aria-expanded": "false",
        "aria-label": word("menu"),
        on: { click: () => menu.setAttribute("aria-expanded", String(nav.classList.toggle("open"))) },
      },
      icon("menu"),
    );
    const skip = () => document.getElementById("main")?.focus();
    put(
      this.#head,
      button(word("skip"), skip, { class: "skip" }),
      h(
        "a",
        { class: "sign", href: "/", on: { click: (/** @type {MouseEvent} */ event) => this.#follow(event, "/") } },
        "tileref",
      ),
      nav,
      this.#voiceButton(),
      menu,
    );
  }

  /**
   * @param {string} path
   * @param {string} name
   */
  #link(path, name) {
    const here = this.#isHere(path);
    const follow = (/** @type {MouseEvent} */ event) => this.#follow(event, path);
    return h("a", { href: path, "aria-current": here ? "page" : null, on: { click: follow } }, word(name));
  }

  /** @param {string} path */
  #isHere(path) {
    if (path.startsWith("/t/")) return location.pathname === "/" || location.pathname === path;
    return location.pathname.startsWith(path);
  }

  /**
   * @param {MouseEvent} event
   * @param {string} path
   */
  #follow(event, path) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(path);
  }

  #languageField() {
    const options = Object.entries(LANGUAGE_NAMES).map(([code, name]) =>
      h("option", { value: code, lang: code }, name)
    );
    const change = async () => {
      await speakLanguage(field.value);
      this.voice.hush();
      this.#show();
    };
    const field = h("select", { "aria-label": word("language"), on: { change } }, options);
    field.value = spoken();
    return field;
  }

  #voiceButton() {
    const toggle = h("button", { type: "button", class: "bare voice", hidden: !this.voice.canSpeak });
    const show = () => {
      const { isOn } = this.voice;
      toggle.setAttribute("aria-pressed", String(isOn));
      toggle.setAttribute("aria-label", word("voice"));
      toggle.title = word(isOn ? "voice-on" : "voice-off");
      put(toggle, icon(isOn ? "sound" : "mute"));
    };
    toggle.addEventListener("click", () => {
      this.voice.turn(!this.voice.isOn);
      show();
      if (this.voice.isOn) this.voice.say([word("voice-test")]);
    });
    show();
    return toggle;
  }
}

/** Begin, or say why that is not possible yet and try again. */
async function begin() {
  try {
    await speakLanguage(firstLanguage(Object.keys(LANGUAGE_NAMES)));
    new App(await get("/api/me"));
  } catch (error) {
    document.getElementById("loading")?.replaceChildren(sentenceOf(error));
    setTimeout(begin, RETRY);
  }
}

// A link that was opened in this window before brings another token.
addEventListener("hashchange", () => takeToken() && location.reload());
takeToken();
begin();
