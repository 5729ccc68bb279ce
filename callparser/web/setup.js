// The form that lays a table: dummy's cards, trumps, and how far the trick has come.

import { SEATS, SUITS, after, cardIn, playIn, ranksIn } from "./cards.js";
import { byId, element, options } from "./element.js";
import { EXAMPLES } from "./examples.js";
import { isDummysTurn, turn } from "./table.js";
import { upper } from "./catalogue.js";

const MOST_CARDS = 13;

/** What is wrong with the form: `code` names the text, `field` is where. */
class Wrong extends Error {
  constructor(code, field, gaps = {}) {
    super(code);
    Object.assign(this, { code, field, gaps });
  }
}

export class Setup {
  #words;
  #laid;
  #failed;

  /** `laid(table)` and `failed(text)` are told what came of the form. */
  constructor(laid, failed) {
    this.#laid = laid;
    this.#failed = failed;
    byId("setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    byId("use-example").addEventListener("click", () => this.#finish(EXAMPLES[byId("example").value].table));
  }

  speakIn(words) {
    this.#words = words;
    options(byId("example"), EXAMPLES.map(({ text }, at) => [String(at), words.text(text)]), "0");
    const seats = SEATS.map((seat) => [seat, words.seat(seat)]);
    options(byId("dummy-seat"), seats, "N");
    options(byId("leader"), seats, "W");
    options(byId("last-seat"), [["", words.text("not_known")], ...seats], "");
    options(byId("trumps"), [...SUITS.map((suit) => [suit, upper(words.suits[suit])]), ["NT", words.text("notrump")]], "NT");
    byId("holdings").replaceChildren(...SUITS.map((suit) => this.#holding(suit)));
  }

  open(isOpen) {
    byId("setup").open = isOpen;
  }

  #holding(suit) {
    const input = element("input", { id: `holding-${suit}`, type: "text", maxLength: 40, autocapitalize: "off" });
    input.setAttribute("aria-describedby", "ranks-help setup-error");
    return element("div", {},
      element("label", { htmlFor: input.id, textContent: upper(this.#words.suits[suit]) }), input);
  }

  #submit() {
    try {
      this.#finish(this.#table());
    } catch (err) {
      if (!(err instanceof Wrong)) throw err;
      this.#complain(err);
    }
  }

  #finish(table) {
    byId("setup-error").textContent = "";
    for (const input of byId("setup-form").querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    this.open(false);
    this.#laid(table);
  }

  #complain({ code, field, gaps }) {
    const text = this.#words.text(code, gaps);
    for (const input of byId("setup-form").querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    byId("setup-error").textContent = text;
    byId(field).setAttribute("aria-invalid", "true");
    byId(field).focus();
    this.#failed(text);
  }

  #table() {
    const dummySeat = byId("dummy-seat").value;
    const dummy = this.#dummy();
    const trick = this.#trick(byId("leader").value);
    const last = this.#last();
    const table = {
      dummySeat, dummy, trick, last, played: [],
      trumps: byId("trumps").value,
      leader: trick[0]?.seat ?? last?.won_by ?? byId("leader").value,
    };
    const cards = [...dummy, ...trick.map(({ card }) => card), ...(last ? [last.won_with] : [])];
    const twice = cards.find((card, at) => cards.indexOf(card) !== at);
    if (twice) throw new Wrong("wrong_twice", "trick-cards", { card: this.#words.card(twice) });
    if (trick.some(({ seat }) => seat === dummySeat)) throw new Wrong("wrong_dummy_played", "trick-cards");
    return table;
  }

  #dummy() {
    const cards = SUITS.flatMap((suit) => {
      const ranks = ranksIn(byId(`holding-${suit}`).value);
      if (ranks === null) throw new Wrong("wrong_ranks", `holding-${suit}`, { suit: this.#words.suits[suit] });
      return [...ranks].map((rank) => suit + rank);
    });
    if (!cards.length) throw new Wrong("wrong_empty", "holding-S");
    if (cards.length > MOST_CARDS) throw new Wrong("wrong_many", "holding-S", { count: cards.length });
    return cards;
  }

  #trick(leader) {
    const parts = byId("trick-cards").value.split(/[,;]/).filter((part) => part.trim());
    let seat = leader;
    return parts.map((part, at) => {
      const play = playIn(part, this.#words);
      if (!play || at > 2) throw new Wrong("wrong_trick", "trick-cards", { found: part.trim() });
      if (at === 0 && play.seat) seat = play.seat;
      if (play.seat && play.seat !== seat) throw new Wrong("wrong_order", "trick-cards", { seat: this.#words.seat(seat) });
      const made = { seat, card: play.card };
      seat = after(seat);
      return made;
    });
  }

  #last() {
    const seat = byId("last-seat").value;
    const text = byId("last-card").value;
    if (!seat && !text.trim()) return null;
    const card = cardIn(text, this.#words);
    if (!seat) throw new Wrong("wrong_last_seat", "last-seat");
    if (!card) throw new Wrong("wrong_last_card", "last-card");
    return { won_by: seat, won_with: card, led: null, plays: [] };
  }
}

/** Is this a table that was kept, and not another program's text? */
export function isTable(found) {
  const seats = SEATS.includes(found?.dummySeat) && SEATS.includes(found.leader);
  const lists = [found?.dummy, found?.trick, found?.played].every(Array.isArray);
  return seats && lists && (isDummysTurn(found) || turn(found) !== undefined);
}
