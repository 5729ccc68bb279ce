// A report's sections, as the server tells them: paragraphs, steps, tables, and pictures in words.

import { element } from "./element.js";

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const CARD = /([♠♥♦♣])(10|[AKQJ2-9])?/g;
/** So many columns fit a narrow screen. */
const COLUMNS = 3;

export class Sections {
  #words;
  #lang;

  /** `words` name the cards; `lang` is the language of the report. */
  constructor(words, lang) {
    this.#words = words;
    this.#lang = lang;
  }

  section({ name, title, blocks, parts }, level = 2) {
    const heading = element(`h${level}`, { id: `${name}-title`, tabIndex: -1 }, ...this.#text(title));
    const inner = blocks.map((block) => this.#block(block, heading.id));
    const made = element("section", { lang: this.#lang }, heading, ...inner, ...parts.map((part) => this.section(part, level + 1)));
    made.setAttribute("aria-labelledby", heading.id);
    return made;
  }

  #block(block, heading) {
    const known = {
      prose: () => this.#prose(block),
      steps: () => element("ol", { className: "steps" }, ...block.steps.map((step) => this.#step(step))),
      table: () => this.#table(block, heading),
      figures: () => element("div", {}, ...block.figures.map((one) => this.#figure(one))),
    };
    return known[block.kind]();
  }

  #prose({ style, text, lang }) {
    const name = { quote: "blockquote", code: "code" }[style] ?? "p";
    return element(name, { className: style, lang: lang || this.#lang }, ...this.#text(text));
  }

  #step([head, body]) {
    return element("li", {}, element("b", {}, ...this.#cell(head)), " ", ...this.#cell(body));
  }

  #figure({ title, text }) {
    return element("p", {}, element("b", {}, `${title}: `), text);
  }

  #table({ caption, head, rows }, heading) {
    const names = head.map((name) => element("th", { scope: "col" }, ...this.#text(name)));
    const body = rows.map(([first, ...others]) =>
      element("tr", {}, element("th", { scope: "row" }, ...this.#cell(first)), ...others.map((one) => element("td", {}, ...this.#cell(one)))),
    );
    const made = element("table", {},
      ...(caption ? [element("caption", {}, ...this.#text(caption))] : []),
      ...(names.length ? [element("thead", {}, element("tr", {}, ...names))] : []),
      element("tbody", {}, ...body));
    if (!caption) made.setAttribute("aria-labelledby", heading);
    return head.length > COLUMNS ? this.#wide(made, heading) : made;
  }

  /** It can be scrolled, also with the keyboard. */
  #wide(table, heading) {
    const made = element("div", { className: "wide", tabIndex: 0 }, table);
    made.setAttribute("role", "group");
    made.setAttribute("aria-labelledby", heading);
    return made;
  }

  #cell({ text, url, lang, strong }) {
    const inner = this.#text(text);
    const linked = url ? [element("a", { href: url, rel: "noreferrer" }, ...inner)] : inner;
    return lang || strong ? [element("span", { lang: lang || this.#lang, className: strong ? "strong" : "" }, ...linked)] : linked;
  }

  /** Cards in their colours, with their names for who listens. */
  #text(text) {
    const made = [];
    let end = 0;
    for (const found of text.matchAll(CARD)) {
      made.push(text.slice(end, found.index), this.#sign(found));
      end = found.index + found[0].length;
    }
    return [...made, text.slice(end)];
  }

  #sign([sign, symbol, rank]) {
    const suit = SUITS[symbol];
    const name = rank ? this.#words.card(suit + rank.replace("10", "T")) : this.#words.suits[suit];
    const made = element("span", { className: suit }, sign);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", name);
    return made;
  }
}
