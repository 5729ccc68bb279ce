// The question that waits for an answer: numbered buttons, in the order of the hand.

import { byId, element } from "./element.js";
import { upper } from "./catalogue.js";

export class Question {
  #prompt = null;
  #words;
  #answer;

  /** `answer(message)` sends what was chosen. */
  constructor(answer) {
    this.#answer = answer;
  }

  get isOpen() {
    return this.#prompt !== null;
  }

  /** Is it answered with yes or no? */
  get isYesOrNo() {
    return this.#prompt?.code === "confirm";
  }

  /** The words of the question, and their language. */
  get asked() {
    const { textContent, lang } = byId("question-text");
    return { text: textContent, lang };
  }

  get buttons() {
    return [...byId("options").querySelectorAll("button")];
  }

  /** Ask. `seats` are the defenders, for a card that one of them is to name. */
  ask(prompt, words, lang, seats) {
    const again = this.#prompt?.n === prompt.n && this.#prompt.code === prompt.code;
    this.#prompt = prompt;
    this.#words = words;
    byId("question").hidden = false;
    byId("question-text").textContent = prompt.say;
    byId("question-text").lang = lang;
    if (again) return; // the buttons stay, and the focus with them
    byId("question-by").hidden = prompt.code !== "defenders";
    byId("question-by").lastElementChild.replaceChildren(...seats.map((seat, at) => this.#seat(seat, at === 0)));
    const choices = this.isYesOrNo ? this.#yesOrNo() : this.#cards();
    byId("question-help").hidden = !choices.length;
    byId("options").replaceChildren(...choices.map((choice, at) => this.#option(choice, at + 1, lang)));
  }

  /** The question is answered or gone. True if the focus was on it. */
  close() {
    const had = byId("question").contains(document.activeElement);
    this.#prompt = null;
    byId("question").hidden = true;
    byId("question-text").textContent = "";
    byId("options").replaceChildren();
    return had;
  }

  /** Choose by number; false if there is no such choice. */
  choose(number) {
    const button = this.buttons[number - 1];
    button?.click();
    return button !== undefined;
  }

  #yesOrNo() {
    return ["yes", "no"].map((command) => ({
      text: upper(this.#words.text(command)),
      message: () => ({ type: "command", command }),
    }));
  }

  #cards() {
    return (this.#prompt.options ?? []).map(({ card, name }) => ({
      text: upper(name),
      message: () =>
        this.#prompt.code === "defenders" ? { type: "designate", card, by: this.#by() } : { type: "text", text: name },
    }));
  }

  #by() {
    return byId("question-by").querySelector("input:checked").value;
  }

  #option({ text, message }, number, lang) {
    const digit = element("span", { className: "number" }, String(number));
    const button = element("button", { type: "button", lang }, digit, ` ${text}`);
    button.addEventListener("click", () => this.#answer(message()));
    return element("li", {}, button);
  }

  #seat(seat, checked) {
    const input = element("input", { type: "radio", name: "by", value: seat, checked });
    return element("label", { className: "choice" }, input, ` ${this.#words.seat(seat)}`);
  }
}
