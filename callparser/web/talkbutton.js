// The button for talking: pressed by a key, a finger, a mouse, or a screen reader, and what it shows.

import { byId } from "./element.js";

export class TalkButton {
  #talk;
  #mayTalk;
  #button = byId("talk");

  /** `mayTalk()` is asked before a press counts, and says for itself why not. */
  constructor(talk, mayTalk) {
    this.#talk = talk;
    this.#mayTalk = mayTalk;
    this.#pointer();
  }

  press() {
    if (!this.#mayTalk()) return;
    if (this.#talk.mode === "hold") this.#talk.start();
    else this.#talk.toggle();
  }

  release() {
    if (this.#talk.mode === "hold") this.#talk.stop();
  }

  /** `isHeard`: does the server listen to speech? `counts`: does sound count now? */
  show(words, view, { isHeard, counts }) {
    const { mode } = this.#talk;
    this.#button.hidden = mode === "off";
    this.#button.textContent = words.text(`talk_${mode}`);
    byId("talk-help").textContent = words.text(isHeard || mode === "off" ? `talk_help_${mode}` : "no_voice");
    view.listening(counts && (this.#talk.isOn || mode !== "hands-free"));
    this.#button.dataset.on = this.#talk.isOn;
    if (mode === "hold") this.#button.removeAttribute("aria-pressed");
    else this.#button.setAttribute("aria-pressed", this.#talk.isOn); // on or off, not just down or up
  }

  /** A finger or a mouse holds the button; a screen reader only clicks, and clicks again. */
  #pointer() {
    let held = false;
    const on = (what, act) => this.#button.addEventListener(what, act);
    on("pointerdown", (event) => {
      if (this.#talk.mode !== "hold" || event.button !== 0) return;
      this.#button.setPointerCapture(event.pointerId);
      held = true;
      this.press();
    });
    on("pointerup", () => held && this.release());
    on("pointercancel", () => {
      if (held) this.release();
      held = false;
    });
    on("contextmenu", (event) => event.preventDefault()); // what a finger that stays would call up
    on("click", () => {
      if (held) held = false; // the end of a hold
      else if (this.#talk.mode === "hold" && this.#talk.isOn) this.release();
      else this.press();
    });
  }
}
