// @ts-check
/** The referee's voice: every sentence once, none of yesterday's, and never a long way behind the table. */

import { notice } from "./notices.js";
import { remember, remembered } from "./preferences.js";
import { spoken, word } from "./words.js";

/** So many sentences may wait to be said. Too few: the points of a bonus are lost; too many: one hears the past. */
const MOST_WAITING = 4;

/** Which rule decides is for the eye. It stands in brackets behind the sentence. */
const CITED = /(?<=[.!?…])\s*\([^()]*\)$/u;

/**
 * A sentence as it is read out: tiles digit by digit, without what is only for the eye.
 * @param {string} sentence
 */
export function asHeard(sentence) {
  return sentence.replace(CITED, "").replace(/\b([0-5])-([0-5])-([0-5])\b/g, "$1 $2 $3");
}

export class Voice {
  #waiting = 0;

  /** @param {boolean} otherwise whether it speaks where nobody has chosen */
  constructor(otherwise) {
    this.canSpeak = "speechSynthesis" in window;
    this.isOn = this.canSpeak && remembered("voice", otherwise);
  }

  /** @param {boolean} on */
  turn(on) {
    this.isOn = this.canSpeak && on;
    remember("voice", on);
    if (!on) this.hush();
  }

  /**
   * Say what an event brought about, unless this browser has said it already, here or in another window.
   * @param {number} match
   * @param {number} number
   * @param {string[]} sentences
   */
  sayEvent(match, number, sentences) {
    const [before, last] = remembered("said", [0, 0]);
    if (before === match && number <= last) return;
    remember("said", [match, number]);
    this.say(sentences);
  }

  /** @param {string[]} sentences */
  say(sentences) {
    if (!this.isOn) return;
    for (const sentence of sentences) {
      if (this.#waiting >= MOST_WAITING) this.hush();
      const utterance = new SpeechSynthesisUtterance(asHeard(sentence));
      utterance.lang = spoken() === "ru" ? "ru-RU" : "en-GB";
      const voice = speechSynthesis.getVoices().find(({ lang }) => lang.startsWith(spoken()));
      if (voice !== undefined) utterance.voice = voice;
      const end = () => (this.#waiting = Math.max(0, this.#waiting - 1));
      utterance.onend = end;
      utterance.onerror = ({ error }) => {
        end();
        // Browsers keep a page silent till somebody has touched it.
        if (error === "not-allowed") notice(word("voice-blocked"));
      };
      this.#waiting += 1;
      speechSynthesis.speak(utterance);
    }
  }

  hush() {
    this.#waiting = 0;
    if (this.canSpeak) speechSynthesis.cancel();
  }
}
