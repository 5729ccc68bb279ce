// Keys. None but Escape works everywhere; a digit answers inside the table or where nothing has the focus, and
// never while one types.

import { byId } from "./element.js";

const TYPING = "input, textarea, select";
const NOT_FOR_TALK = ["Tab", "Escape", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

export class Keys {
  switchKey = "space"; // "space", "enter", or "any": any key, while the button for talking has the focus
  #actions;
  #held = "";

  /** `actions`: hush(), choose(number), press(), release(); press and release are the key for talking. */
  constructor(actions) {
    this.#actions = actions;
    document.addEventListener("keydown", (event) => this.#down(event));
    document.addEventListener("keyup", (event) => this.#up(event));
    window.addEventListener("blur", () => this.#let());
  }

  #down(event) {
    if (event.key === "Escape") this.#actions.hush();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.#isTalk(event)) {
      event.preventDefault(); // or the button would be clicked, too, and the page would scroll
      if (event.repeat || this.#held) return;
      this.#held = event.code;
      this.#actions.press();
    } else if (/^[1-9]$/.test(event.key) && this.#isAtTable(event) && !event.target.matches(TYPING)) {
      if (this.#actions.choose(Number(event.key))) event.preventDefault();
    } else if (this.switchKey === "any" && this.#isOption(event) && !NOT_FOR_TALK.includes(event.key)) {
      event.preventDefault();
      if (!event.repeat) event.target.click();
    }
  }

  #up(event) {
    if (event.code !== this.#held) return;
    event.preventDefault();
    this.#let();
  }

  #let() {
    if (!this.#held) return;
    this.#held = "";
    this.#actions.release();
  }

  /** In the table, or nowhere: a click beside everything leaves the focus on the body. */
  #isAtTable({ target }) {
    return target === document.body || byId("page").contains(target);
  }

  #isTalk({ key, target }) {
    const onButton = target === byId("talk");
    if (this.switchKey === "any" && onButton) return !NOT_FOR_TALK.includes(key);
    const named = { " ": "space", Enter: "enter" }[key];
    if (onButton) return named !== undefined;
    return target === document.body && named === this.switchKey;
  }

  #isOption({ target }) {
    return byId("options").contains(target) && target.matches("button");
  }
}
