// Declarer's own hand as buttons, one for each card; a card that is played leaves the focus on its neighbour.

import { SUITS, SYMBOLS, holding } from "./cards.js";
import { byId, element } from "./element.js";

export class OwnHand {
  #choose;
  #shown = ""; // what stands there: it is made anew only when it changes, or a screen reader would begin again

  /** `choose(card)` is called when one is pressed. */
  constructor(choose) {
    this.#choose = choose;
  }

  /** `table` may be null or without an own hand: then there is none. */
  show(table, words) {
    byId("own").hidden = !table?.own;
    const held = table?.own ? table.hand : [];
    const now = [words.lang, ...held].join();
    if (now === this.#shown) return;
    this.#shown = now;
    const at = this.#buttons.indexOf(document.activeElement);
    byId("own-cards").replaceChildren(...SUITS.map((suit) => this.#suit(held, suit, words)));
    if (at >= 0) (this.#buttons[Math.min(at, held.length - 1)] ?? byId("talk")).focus();
  }

  get #buttons() {
    return [...byId("own-cards").querySelectorAll("button")];
  }

  #suit(held, suit, words) {
    const cards = [...holding(held, suit)].map((rank) => this.#card(suit + rank, words));
    const none = element("span", { className: "aside" }, `${SYMBOLS[suit]} –`);
    none.ariaHidden = "true";
    return element("li", { className: "row" }, ...(cards.length ? cards : [none]));
  }

  /** A letter for the eye, a name for the ear. */
  #card(card, words) {
    const symbol = element("span", { className: `suit ${card[0]}`, textContent: SYMBOLS[card[0]] });
    const shown = element("span", {}, symbol, words.letter(card[1]));
    shown.ariaHidden = "true";
    const button = element("button", { id: `own-${card}`, type: "button", className: "card" }, shown,
      element("span", { className: "unseen" }, words.card(card)));
    button.addEventListener("click", () => this.#choose(card));
    return button;
  }
}
