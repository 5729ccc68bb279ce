// The table as it is shown. Everything here is also there to be read: suits by name, never by colour alone.

import { SUITS, SYMBOLS, holding } from "./cards.js";
import { byId, element } from "./element.js";
import { isDummysTurn, next, turn } from "./table.js";
import { upper } from "./catalogue.js";

const HISTORY_ROWS = 100;

export class View {
  #words;

  /** The words of the page, in another language from now on. */
  speakIn(words) {
    this.#words = words;
    document.documentElement.lang = words.lang;
    document.title = words.text("title");
    words.fill(document);
  }

  /** `table` may be null: then there is none yet. */
  table(table) {
    for (const part of document.querySelectorAll(".column, .skip")) part.hidden = !table;
    byId("trick").replaceChildren(...(table?.trick ?? []).map((play) => this.#play(play)));
    byId("turn").textContent = this.turnText(table);
    byId("last").textContent = this.lastText(table);
    const seat = table ? this.#words.seat(table.dummySeat) : "";
    byId("dummy-title").textContent = table ? this.#words.text("dummy_of", { seat }) : this.#words.text("dummy");
    byId("contract").textContent = table ? this.#words.text(`contract_${table.trumps}`) : "";
    byId("dummy").replaceChildren(...(table ? SUITS.map((suit) => this.#suit(table, suit)) : []));
    byId("entry-label").textContent = this.#entryLabel(table);
    byId("others").hidden = !table || Boolean(table.own) || isDummysTurn(table);
  }

  /** Dummy's cards, suit by suit, to be read out. */
  dummyText(table) {
    if (!table) return this.#words.text("no_table");
    return this.#words.text("dummy_has", { cards: this.#words.holdings(table.dummy) });
  }

  trickText(table) {
    if (!table) return this.#words.text("no_table");
    const plays = this.#plays(table.trick) || this.#words.text("trick_empty");
    return `${plays} ${this.turnText(table)}`;
  }

  lastText(table) {
    if (!table?.last) return this.#words.text("no_last");
    const { last } = table;
    const won = this.#words.text("last_won", {
      seat: this.#words.seat(last.won_by),
      card: this.#words.card(last.won_with),
    });
    return last.plays.length ? `${won} ${this.#plays(last.plays)}` : won;
  }

  turnText(table) {
    if (!table) return this.#words.text("no_table");
    const seat = next(table);
    if (!turn(table)) return this.#words.text("trick_complete", { seat: this.#words.seat(seat) });
    if (seat === table.own) return this.#words.text("turn_own");
    return this.#words.text(seat === table.dummySeat ? "turn_dummy" : "turn", { seat: this.#words.seat(seat) });
  }

  /** What was heard, what the law makes of it and why: a `resolution` of the server. */
  ruling(heard, { answer, state, say, lang }) {
    const rows = [
      ["heard", heard],
      ["outcome", answer.outcome && this.#outcome(answer, state)],
      ["why", answer.explanation || say, lang],
      ["clause", answer.clause && `${answer.clause} (${answer.edition})`],
    ].filter(([, text]) => text);
    byId("ruling").replaceChildren(
      ...rows.flatMap(([key, text, spoken]) => [
        element("dt", { textContent: this.#words.text(key) }),
        element("dd", { textContent: text, lang: spoken ?? this.#words.lang }),
      ]),
    );
  }

  /** Our own paraphrase of the clause, once the server has sent it. */
  clause(row, lang) {
    byId("ruling").append(
      element("dd", { lang, className: "clause" }, `${row.title}. ${row.text} `,
        element("a", { href: row.url, rel: "external noopener" }, this.#words.text("source"))),
    );
  }

  history(text, lang = this.#words.lang) {
    byId("history").prepend(element("li", { textContent: text, lang }));
    while (byId("history").children.length > HISTORY_ROWS) byId("history").lastChild.remove();
  }

  connection(state) {
    byId("connection").textContent = this.#words.text(`connection_${state}`);
    byId("connection").dataset.state = state;
  }

  listening(isOn) {
    byId("listening").textContent = this.#words.text(isOn ? "listening" : "not_listening");
    byId("listening").dataset.on = isOn;
  }

  /** An outcome in words, with the card that is played, or would be after a yes. */
  #outcome(answer, state) {
    const outcome = answer.outcome === "played" && state === "confirm" ? "would_play" : answer.outcome;
    const label = upper(this.#words.labels[outcome] ?? outcome);
    const cards = answer.card ? [answer.card] : answer.outcome === "played" ? [] : answer.candidates ?? [];
    const disputed = answer.status === "disputed" ? ` (${this.#words.labels.disputed})` : "";
    return `${label}${cards.length ? ": " : ""}${cards.map((card) => this.#words.card(card)).join(", ")}${disputed}`;
  }

  #play({ seat, card }) {
    return element("li", {}, `${this.#words.seat(seat)}: `, this.#symbol(card[0]), ` ${this.#words.card(card)}`);
  }

  #plays(plays) {
    const said = plays.map(({ seat, card }) => `${this.#words.seat(seat)}: ${this.#words.card(card)}`);
    return said.length ? `${said.join(", ")}.` : "";
  }

  /** Letters for the eye, words for the ear. */
  #suit(table, suit) {
    const ranks = [...holding(table.dummy, suit)];
    const letters = ranks.map((rank) => element("span", { className: "rank" }, this.#words.letter(rank)));
    const shown = element("span", { className: "holding" }, this.#symbol(suit), ...(letters.length ? letters : ["–"]));
    shown.ariaHidden = "true";
    const said = ranks.map((rank) => this.#words.ranks[rank]).join(", ") || this.#words.text("none");
    return element("li", {}, shown,
      element("span", { className: "aside" }, `${upper(this.#words.suits[suit])}: ${said}`));
  }

  #symbol(suit) {
    const symbol = element("span", { className: `suit ${suit}`, textContent: SYMBOLS[suit] });
    symbol.ariaHidden = "true";
    return symbol;
  }

  #entryLabel(table) {
    return table ? this.#words.text("entry_of", { seat: this.#words.seat(next(table)) }) : "";
  }
}
