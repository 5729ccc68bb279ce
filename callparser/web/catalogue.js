// The words of one language, as the server has them (`/v1/messages/{lang}`).

import { SUITS, holding } from "./cards.js";

const LANGUAGES = ["sv", "en", "no", "da"];

/** The language that was chosen, else the first of the browser's that there are words in. */
export function preferred(chosen) {
  const wished = [chosen ?? "", ...navigator.languages].map((one) => one.slice(0, 2).replace(/n[bn]/, "no"));
  return wished.find((one) => LANGUAGES.includes(one)) ?? LANGUAGES[0];
}

export class Catalogue {
  constructor(rows) {
    this.lang = rows.language;
    this.names = rows.names;
    this.ranks = rows.ranks;
    this.suits = rows.suits;
    this.labels = rows.labels;
    this.page = rows.page;
    this.lessons = rows.lessons;
  }

  static async fetch(lang) {
    const answer = await fetch(`v1/messages/${lang}`);
    if (!answer.ok) throw new Error(`messages in ${lang}: status ${answer.status}`);
    return new Catalogue(await answer.json());
  }

  /** A text of the page with its {gaps} filled. A key that is missing is shown as it is. */
  text(key, gaps = {}) {
    return (this.page[key] ?? key).replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
  }

  has(key) {
    return key in this.page;
  }

  seat(seat) {
    return this.text(`seat_${seat}`);
  }

  /** The name of a card, with a capital where it begins a sentence. */
  card(code, { capital = false } = {}) {
    const name = this.names[code] ?? code;
    return capital ? upper(name) : name;
  }

  /** Cards as a hand is read out, suit by suit. */
  holdings(cards) {
    return SUITS.map((suit) => {
      const ranks = [...holding(cards, suit)].map((rank) => this.ranks[rank]);
      return `${this.suits[suit]}: ${ranks.join(", ") || this.text("none")}`;
    }).join("; ");
  }

  /** The letter of a rank as this language writes it: "10", "Kn". */
  letter(rank) {
    return this.page[`letter_${rank}`] ?? rank;
  }

  /** Fill every element that says which text it holds. */
  fill(root) {
    for (const element of root.querySelectorAll("[data-text]")) {
      element.textContent = this.text(element.dataset.text);
    }
  }
}

export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
