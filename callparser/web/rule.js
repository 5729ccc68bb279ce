// The director's page: questions, the answers given, and the ruling. The law is the server's alone.

import { Announcer } from "./announcer.js";
import { Asking } from "./asking.js";
import { keepToken } from "./auth.js";
import { Catalogue, preferred } from "./catalogue.js";
import { download } from "./download.js";
import { byId, element, options } from "./element.js";
import { Inquiry, Refused } from "./inquiry.js";
import { Sections } from "./sections.js";
import { Settings } from "./settings.js";
import { Speech } from "./speech.js";

const LAWS = ["any", "13", "67", "68", "69", "70", "71", "revoke", "call"];
const EDITIONS = ["2017", "2007", "1997"];

class RulePage {
  constructor() {
    this.words = null;
    this.settings = new Settings();
    this.speech = new Speech(() => {});
    this.announcer = new Announcer(byId("polite"), byId("assertive"), this.speech);
    this.inquiry = new Inquiry();
    this.asking = new Asking((fact, text) => this.answer(fact, text));
    this.row = null; // what the server said last
    this.edition = ""; // that is shown
    this.isChanging = false; // is the question one that was answered before?
    this.done = Promise.resolve(); // when the steps so far have been taken
    this.listen();
  }

  async start() {
    keepToken(byId("to-table"));
    this.speech.rate = Number(this.settings.get("rate")) / 100;
    this.speech.voice = this.settings.get("voice");
    this.announcer.output = this.settings.get("output");
    await this.speakIn(preferred(this.settings.get("lang")));
    byId("page").hidden = false;
    const last = Inquiry.last();
    if (last) await this.go(() => this.inquiry.resume(last));
  }

  async speakIn(lang) {
    this.words = await Catalogue.fetch(lang);
    this.inquiry.speakIn(lang);
    byId("lang").value = lang;
    document.documentElement.lang = lang;
    document.title = this.words.text("rule_title");
    this.words.fill(document);
    const { value: law } = byId("law");
    options(byId("law"), LAWS.map((one) => [one, this.words.text(`rule_law_${one}`)]), law || "any");
    this.showEditions(this.inquiry.edition || byId("edition").value || EDITIONS[0]);
  }

  /** Which edition counts, and with which others it is compared. What is shown already stays, and the focus on it. */
  showEditions(edition) {
    if (this.edition === edition) return;
    this.edition = edition;
    options(byId("edition"), EDITIONS.map((one) => [one, one]), edition);
    this.inquiry.also = this.inquiry.also.filter((one) => one !== edition);
    byId("also").replaceChildren(...EDITIONS.filter((one) => one !== edition).map((one) => this.#other(one)));
  }

  #other(edition) {
    const input = element("input", { type: "checkbox", value: edition, checked: this.inquiry.also.includes(edition) });
    input.addEventListener("change", () => this.compare());
    return element("label", { className: "choice" }, input, ` ${edition}`);
  }

  tell(text, { lang = this.words.lang, urgent = false } = {}) {
    this.announcer.say(text, lang, { urgent });
  }

  // --- steps -------------------------------------------------------------------------------------------

  /** One step after another. `told` gives what to say was done, from what came of it; `stays`: the focus does. */
  go(step, told = () => [], stays = false) {
    this.done = this.done.then(() => this.#take(step, told, stays));
    return this.done;
  }

  async #take(step, told, stays) {
    try {
      const row = await step();
      this.#came(row, told(row), stays);
    } catch (err) {
      this.failed(err);
    }
  }

  failed(err) {
    if (!(err instanceof Refused)) return this.tell(this.words.text("not_sent"), { urgent: true });
    this.tell(this.words.text(err.status === 401 ? "error_unauthorised" : "error"), { urgent: true });
    if (err.status !== 401) this.tell(err.message, { lang: "en", urgent: true });
  }

  #came(row, told, stays) {
    this.row = row;
    this.showEditions(this.inquiry.edition);
    this.#showAnswered();
    if (row.note && this.asking.isOpen) {
      this.asking.complain(row.note, row.lang);
      return this.tell(row.note, { lang: row.lang, urgent: true });
    }
    for (const [text, lang] of told) this.tell(text, { lang });
    this.show(stays);
  }

  #showAnswered() {
    const { answered, lang } = this.row;
    byId("answered").hidden = false;
    const source = this.inquiry.saved.incident.incident?.source;
    byId("filled").textContent = source ? this.words.text("rule_source", { source }) : "";
    byId("answered-list").replaceChildren(...answered.map((one) => {
      const button = element("button", { type: "button", textContent: this.words.text("rule_change") });
      button.setAttribute("aria-label", `${this.words.text("rule_change")}: ${one.text}`);
      button.addEventListener("click", () => this.change(one));
      const answer = element("p", { className: "answer", lang }, one.answer);
      return element("li", {}, element("p", { lang }, `${one.number}. ${one.text}`), answer, button);
    }));
  }

  /** The question that is open, or else the ruling; the focus goes there. */
  show(stays = false) {
    const { question, lang, sections, outcome, outcome_text } = this.row;
    this.isChanging = false;
    const shown = new Sections(this.words, lang);
    byId("ruling").replaceChildren(...sections.map((section) => shown.section(section)));
    byId("ruled").hidden = question !== null;
    byId("take-back").hidden = !this.row.answered.length;
    if (question) return this.ask(question, null, stays);
    this.asking.close();
    if (!stays) byId("ruling").querySelector("h2").focus();
    if (outcome === "ask") return this.tell(this.words.text("rule_undecided"));
    this.tell(this.words.text("rule_done"));
    this.tell(`${outcome_text}.`, { lang });
  }

  /** `given`: the answer it had. */
  ask(question, given = null, stays = false) {
    const { lang } = this.row;
    this.asking.ask(question, this.words, lang, given);
    if (!stays) this.asking.focus();
    this.tell(`${this.words.text("rule_question", { number: question.number })}.`);
    const choices = question.choices.map(({ n, text }) => `${n}: ${text}.`);
    this.speech.say([question.text, ...choices].join(" "), lang); // a screen reader has it from the focus
  }

  // --- the director ------------------------------------------------------------------------------------

  answer(fact, text) {
    const noted = ({ answered, lang }) => {
      const found = answered.find((one) => one.fact === fact);
      return found ? [[this.words.text("rule_noted"), this.words.lang], [`${found.answer}.`, lang]] : [];
    };
    this.go(() => this.inquiry.answer(fact, text), noted);
  }

  back() {
    if (this.isChanging) return this.show();
    this.go(() => this.inquiry.back(), () => [[this.words.text("rule_taken_back"), this.words.lang]]);
  }

  change(question) {
    this.isChanging = true;
    const isKnown = !this.inquiry.saved.unknown.includes(question.fact);
    this.ask(question, isKnown ? question.answer : "");
  }

  begin() {
    if (!this.mayReplace()) return;
    const law = byId("law").value;
    this.go(
      async () => this.inquiry.begin(law === "any" ? "" : law, byId("edition").value, await this.#record()),
      ({ filled, lang }) => {
        byId("case").open = false;
        return (filled ? [filled.source, ...filled.warnings, ...filled.left_out] : []).map((text) => [`${text}.`, lang]);
      },
    );
  }

  /** May another case take the place of this one? Answers are dropped only after a yes. */
  mayReplace() {
    const count = this.row?.answered.length ?? 0;
    return count === 0 || window.confirm(this.words.text("rule_replace", { count }));
  }

  /** The record that was chosen, or null. */
  async #record() {
    const [file] = byId("record").files;
    if (!file) return null;
    const trick = byId("record-trick").value.trim();
    const board = byId("record-board").value.trim() || null;
    return { text: await file.text(), name: file.name, board, trick: trick ? Number(trick) : null };
  }

  compare() {
    this.inquiry.also = [...byId("also").querySelectorAll("input:checked")].map(({ value }) => value);
    if (this.inquiry.isOpen) this.#again(() => this.inquiry.again());
  }

  under(edition) {
    this.showEditions(edition);
    if (this.inquiry.isOpen) this.#again(() => this.inquiry.under(edition));
  }

  /** The same facts, seen otherwise: the focus stays where that was chosen. */
  #again(step) {
    this.go(step, () => [], true);
  }

  async changeLanguage(lang) {
    try {
      await this.speakIn(lang);
    } catch {
      byId("lang").value = this.words.lang;
      return this.tell(this.words.text("not_sent"), { urgent: true });
    }
    this.settings.set("lang", lang);
    if (this.inquiry.isOpen) this.#again(() => this.inquiry.again());
    this.tell(this.words.text("language_is"));
  }

  async load(file) {
    const saved = file && Inquiry.read(await file.text());
    byId("load").value = "";
    if (!saved) return this.tell(this.words.text("rule_bad_file"), { urgent: true });
    if (!this.mayReplace()) return;
    byId("case").open = false;
    await this.go(() => this.inquiry.resume(saved), () => [[this.words.text("rule_loaded"), this.words.lang]]);
  }

  save() {
    download("callparser-rule.json", "application/json", JSON.stringify(this.inquiry.saved, null, 1));
    this.tell(this.words.text("saved"));
  }

  async report() {
    const today = new Date().toLocaleDateString("sv"); // as ISO writes it
    try {
      download("callparser-ruling.html", "text/html", await this.inquiry.report(today));
    } catch (err) {
      return this.failed(err);
    }
    this.tell(this.words.text("saved"));
  }

  listen() {
    const on = (id, what, act) => byId(id).addEventListener(what, act);
    on("case-form", "submit", (event) => (event.preventDefault(), this.begin()));
    on("question", "wrong", ({ detail }) => this.tell(detail, { urgent: true }));
    on("back", "click", () => this.back());
    on("take-back", "click", () => this.back());
    on("edition", "change", () => this.under(byId("edition").value));
    on("load", "change", () => this.load(byId("load").files[0]));
    on("save", "click", () => this.save());
    on("print", "click", () => window.print());
    on("report", "click", () => this.report());
    on("lang", "change", () => this.changeLanguage(byId("lang").value));
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.speech.hush());
  }
}

new RulePage().start().catch((err) => {
  byId("broken").hidden = false;
  throw err;
});
