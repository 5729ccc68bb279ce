// The question that is open: a group of choices, a number, or words; why it is asked; the way back.

import { byId, element } from "./element.js";

export class Asking {
  #question = null;
  #words;
  #answer;

  /** `answer(fact, text)`: the text is null where it is not known. */
  constructor(answer) {
    this.#answer = answer;
    byId("question").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    byId("unknown").addEventListener("click", () => this.isOpen && this.#answer(this.#question.fact, null));
    byId("answers").addEventListener("keydown", (event) => this.#digit(event));
    byId("text").addEventListener("input", () => this.#uncheck());
  }

  get isOpen() {
    return this.#question !== null;
  }

  /** Ask. `given`: the answer it had, which may now be another; empty where it was not known. */
  ask(question, words, lang, given = null) {
    this.#question = question;
    this.#words = words;
    byId("asking").hidden = false;
    byId("asking-title").textContent = words.text("rule_question", { number: question.number });
    byId("question-text").textContent = question.text;
    byId("why-text").textContent = question.why;
    for (const id of ["question-text", "why-text", "choices"]) byId(id).lang = lang;
    byId("why").open = false;
    byId("judged").hidden = !question.judged;
    byId("choices").replaceChildren(...question.choices.map((choice) => this.#choice(choice, given)));
    byId("digits").hidden = !question.choices.length;
    byId("back").textContent = words.text(given === null ? "rule_back" : "rule_keep");
    byId("back").hidden = given === null && question.number === 1;
    this.#field(given);
    this.#right();
  }

  /** To the group, or where nothing is to choose to the field, which has the question in its name. */
  focus() {
    byId(this.#question.choices.length ? "answers" : "text").focus();
  }

  close() {
    this.#question = null;
    byId("asking").hidden = true;
  }

  /** What is wrong with the answer. */
  complain(text, lang) {
    byId("question-error").textContent = text;
    byId("question-error").lang = lang;
    if (!byId("field").hidden) byId("text").setAttribute("aria-invalid", "true");
    (this.#inputs()[0] ?? byId("text")).focus();
  }

  #right() {
    byId("question-error").textContent = "";
    byId("text").removeAttribute("aria-invalid");
  }

  #inputs() {
    return [...byId("choices").querySelectorAll("input")];
  }

  #choice({ n, word, text }, given) {
    const input = element("input", { type: "radio", name: "choice", value: word, checked: text === given });
    input.addEventListener("change", () => (byId("text").value = ""));
    return element("label", { className: "choice" }, input, element("span", { className: "number" }, String(n)), ` ${text}`);
  }

  #field(given) {
    const { least, most, typed, choices } = this.#question;
    byId("field").hidden = !typed && choices.length > 0;
    byId("text-label").textContent = typed ? this.#words.text("rule_typed") : this.#words.text("rule_number", { least, most });
    byId("text").inputMode = typed ? "text" : "numeric";
    byId("text").maxLength = typed ? 500 : 2;
    const isChoice = choices.some(({ text }) => text === given);
    byId("text").value = isChoice || given === null ? "" : given.replace(/^"|"$/g, "");
  }

  #uncheck() {
    for (const input of this.#inputs()) input.checked = false;
  }

  /** A digit chooses while the question has the focus; Enter, or the button, answers. */
  #digit(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === byId("text")) return;
    const input = /^[1-9]$/.test(event.key) && this.#inputs()[Number(event.key) - 1];
    if (!input) return;
    event.preventDefault();
    input.checked = true;
    byId("text").value = "";
    input.focus();
  }

  #submit() {
    if (!this.isOpen) return; // it was answered meanwhile
    const { fact, choices, least, most } = this.#question;
    const text = byId("text").value.trim() || this.#inputs().find(({ checked }) => checked)?.value || "";
    const number = choices.length ? null : Number(text || NaN);
    if (number !== null && !(Number.isInteger(number) && least <= number && number <= most)) {
      return this.#wrong("rule_number_wrong", { least, most });
    }
    if (!text) return this.#wrong("rule_choose");
    this.#right();
    this.#answer(fact, text);
  }

  #wrong(key, gaps) {
    this.complain(this.#words.text(key, gaps), this.#words.lang);
    byId("question").dispatchEvent(new CustomEvent("wrong", { detail: byId("question-error").textContent }));
  }
}
