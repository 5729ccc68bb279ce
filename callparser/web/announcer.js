// What the page tells the player: in a live region for screen readers, in its own voice, or both.
//
// What comes within a moment is one announcement, and what another text of it already says is left out.

const MOMENT_MS = 80;

const bare = (text) => text.toLowerCase().replace(/[.!?:\s]+$/, "");

export class Announcer {
  #polite;
  #assertive;
  #speech;
  #waiting = [];
  #timer = 0;

  constructor(polite, assertive, speech) {
    this.#polite = polite;
    this.#assertive = assertive;
    this.#speech = speech;
  }

  /** `output`: "reader" (screen reader), "page" (own voice) or "both". */
  set output(output) {
    this.#polite.setAttribute("aria-live", output === "page" ? "off" : "polite");
    this.#assertive.setAttribute("aria-live", output === "page" ? "off" : "assertive");
    this.#speech.isOn = output !== "reader";
  }

  say(text, lang, { urgent = false } = {}) {
    if (!text) return;
    this.#waiting.push({ text, lang, urgent });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), MOMENT_MS);
  }

  #tell() {
    const said = this.#waiting.filter(({ text }, at, all) =>
      all.every((other, place) => {
        if (place === at || !bare(other.text).includes(bare(text))) return true;
        return bare(other.text) === bare(text) && place > at; // of two that are the same the first stays
      }),
    );
    this.#waiting = [];
    const [region, other] = said.some(({ urgent }) => urgent)
      ? [this.#assertive, this.#polite]
      : [this.#polite, this.#assertive];
    other.replaceChildren();
    region.replaceChildren(...said.map(({ text, lang }) => paragraph(text, lang)));
    for (const { text, lang } of said) this.#speech.say(text, lang);
  }
}

function paragraph(text, lang) {
  const made = document.createElement("p");
  made.lang = lang;
  made.textContent = text;
  return made;
}
