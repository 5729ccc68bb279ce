// The page's own voice: the browser's synthesiser. It says one thing at a time and can be silenced at once.

/** A synthesiser that has not begun by then never will. */
const PATIENCE_S = 4;

export class Speech {
  isOn = false;
  rate = 1;
  voice = "";
  #synthesis = window.speechSynthesis;
  #waiting = [];
  #now = null;
  #timer = 0;
  #changed;

  /** `changed(on)`: the voice begins, or has ended. */
  constructor(changed) {
    this.#changed = changed;
  }

  get voices() {
    return this.#synthesis?.getVoices() ?? [];
  }

  say(text, lang) {
    if (!this.isOn || !this.#synthesis) return;
    this.#waiting.push({ text, lang });
    if (!this.#now) this.#next();
  }

  hush() {
    this.#waiting = [];
    this.#synthesis?.cancel();
    this.#over(this.#now);
  }

  #next() {
    const { text, lang } = this.#waiting.shift();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = lang;
    utterance.rate = this.rate;
    utterance.voice = this.voices.find((one) => one.voiceURI === this.voice && this.#speaks(one, lang)) ?? null;
    utterance.onstart = () => clearTimeout(this.#timer);
    utterance.onend = utterance.onerror = () => this.#over(utterance);
    if (!this.#now) this.#changed(true);
    this.#now = utterance;
    this.#timer = setTimeout(() => this.#over(utterance), PATIENCE_S * 1000);
    this.#synthesis.speak(utterance);
  }

  #speaks(voice, lang) {
    const spoken = voice.lang.slice(0, 2);
    return spoken === lang || (lang === "no" && ["nb", "nn"].includes(spoken));
  }

  #over(utterance) {
    if (!utterance || utterance !== this.#now) return;
    clearTimeout(this.#timer);
    if (this.#waiting.length) return this.#next();
    this.#now = null;
    this.#changed(false);
  }
}
