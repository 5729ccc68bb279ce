// What the player can set, remembered on this computer.

import { byId, element, options } from "./element.js";
import { loadSettings, saveSettings } from "./storage.js";

const FIELDS = [
  { group: "talking", name: "mode", values: ["hold", "toggle", "switch", "hands-free", "off"], default: "hold" },
  { group: "talking", name: "switch_key", values: ["space", "enter", "any"], default: "space" },
  { group: "talking", name: "scan_s", values: ["1.5", "2.5", "4", "6"], default: "2.5", plain: "seconds" },
  { group: "talking", name: "tones", values: ["yes", "no"], default: "yes" },
  { group: "answers", name: "output", values: ["reader", "page", "both"], default: "reader" },
  { group: "answers", name: "verbosity", values: ["short", "full"], default: "short" },
  { group: "answers", name: "rate", values: ["70", "85", "100", "125", "150", "200", "300"], default: "100", plain: "percent" },
  { group: "answers", name: "voice", values: [""], default: "" },
  { group: "table", name: "confirm", values: ["at_once", "timer", "always"], default: "at_once" },
  {
    group: "table", name: "timer_s", values: ["1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5"], default: "3",
    plain: "seconds",
  },
  { group: "table", name: "wait_s", values: ["1", "2", "4", "8", "next"], default: "2", plain: "seconds" },
  { group: "table", name: "edition", values: ["2017", "2007", "1997"], default: "2017", plain: "edition" },
  { group: "table", name: "alphabet", values: ["", "sv", "en", "no", "da"], default: "" },
  { group: "table", name: "consent", values: ["none", "log", "audio"], default: "none" },
];

/** What the server is told at the beginning; another value needs another session. */
const OF_THE_SESSION = ["mode", "confirm", "timer_s", "edition", "alphabet", "consent"];

export class Settings {
  #values;

  constructor() {
    const known = loadSettings();
    this.#values = Object.fromEntries(FIELDS.map((field) => [field.name, field.default]));
    for (const { name, values } of FIELDS) {
      if (values.includes(known[name]) || (name === "voice" && known.voice)) this.#values[name] = known[name];
    }
    this.#values.lang = known.lang ?? null;
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values[name] = value;
    saveSettings(this.#values);
  }

  /** The form, in the language of `words`. `voices` are those of the synthesiser. */
  show(words, voices) {
    for (const group of document.querySelectorAll("[data-group]")) {
      const fields = FIELDS.filter((field) => field.group === group.dataset.group);
      group.replaceChildren(...fields.map((field) => this.#field(field, words, voices)));
    }
  }

  /** Take what the form says. True if another session is needed. */
  take() {
    const before = { ...this.#values };
    for (const { name } of FIELDS) this.#values[name] = byId(`set-${name}`).value;
    saveSettings(this.#values);
    return OF_THE_SESSION.some((name) => before[name] !== this.#values[name]);
  }

  /** The first frame to the server. `rate_hz`: of the sound, 0 for none. */
  hello(lang, rate_hz) {
    const consent = this.get("consent");
    return {
      lang,
      edition: this.get("edition"),
      alphabet: this.get("alphabet") || null,
      confirm: this.get("confirm"),
      timer_s: Number(this.get("timer_s")),
      mode: this.get("mode") === "hands-free" ? "hands-free" : "push",
      rate_hz: this.get("mode") === "off" ? 0 : rate_hz,
      consent: { log: consent !== "none", audio: consent === "audio" },
    };
  }

  #field({ name, values, plain }, words, voices) {
    const select = element("select", { id: `set-${name}` });
    const label = element("label", { htmlFor: select.id, textContent: words.text(`set_${name}`) });
    const pairs =
      name === "voice"
        ? [["", words.text("voice_default")], ...voices.map((one) => [one.voiceURI, `${one.name} (${one.lang})`])]
        : values.map((value) => [value, this.#name(name, value, plain, words)]);
    options(select, pairs, this.get(name));
    return element("div", {}, label, select);
  }

  #name(name, value, plain, words) {
    const decimal = words.lang === "en" ? value : value.replace(".", ",");
    return plain && Number(value) ? words.text(plain, { value: decimal }) : words.text(`${name}_${value || "any"}`);
  }
}
