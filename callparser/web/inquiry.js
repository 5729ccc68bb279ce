// A ruling in the making. The server keeps nothing: all that is known is here, and goes with every step.

import { authorised } from "./auth.js";
import { loadRuling, saveRuling } from "./storage.js";

const KEPT = ["law", "edition", "incident", "asked", "unknown", "given_with"];
/** The server reads no more of one incident. */
const MOST_BYTES = 65536;
/** The languages that the referee speaks. */
const LANGUAGES = ["sv", "en"];

/** The server did not take it; the message is the server's own. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class Inquiry {
  lang = LANGUAGES[0]; // of the questions and the ruling
  also = [];
  #saved = null;

  get isOpen() {
    return this.#saved !== null;
  }

  get saved() {
    return this.#saved;
  }

  get edition() {
    return String(this.#saved?.edition ?? "").slice(-4);
  }

  speakIn(lang) {
    this.lang = LANGUAGES.includes(lang) ? lang : LANGUAGES[0];
  }

  /** Nothing is known but perhaps which law it is, and what a record tells: `{text, name, board, trick}` or null.
   * Gives what the server answers, as do the others. */
  begin(law, edition, record) {
    return this.#step({ incident: {}, law, edition }, { record });
  }

  /** From a file: what was saved here or by `callparser rule --save`, or an incident alone. Null if it is neither. */
  static read(text) {
    try {
      const found = text.length <= MOST_BYTES ? JSON.parse(text) : null;
      if (typeof found !== "object" || found === null || Array.isArray(found)) return null;
      return kept(isSaved(found) ? found : { incident: found });
    } catch {
      return null;
    }
  }

  /** What was open in this window before, or null. */
  static last() {
    const found = loadRuling();
    return found?.incident ? kept(found) : null;
  }

  resume(saved) {
    return this.#step(saved);
  }

  /** `text` null: it is not known. */
  answer(fact, text) {
    return this.#step(this.#saved, { answer: { fact, text } });
  }

  back() {
    return this.#step(this.#saved, { back: true });
  }

  /** The same under another edition. */
  under(edition) {
    return this.#step({ ...this.#saved, edition });
  }

  /** The same again: in another language, compared with other editions. */
  again() {
    return this.#step(this.#saved);
  }

  /** The report, as one HTML file. */
  async report(date) {
    const { lang, also } = this;
    return (await post("v1/report", { ...this.#saved, lang, also, date })).text();
  }

  async #step(saved, more = {}) {
    const { lang, also } = this;
    const row = await (await post("v1/rule", { ...saved, ...more, lang, also })).json();
    this.#saved = row.saved;
    saveRuling(row.saved);
    return row;
  }
}

const kept = (row) => Object.fromEntries(KEPT.filter((key) => key in row).map((key) => [key, row[key]]));

/** Else it is an incident alone, which may have a group of that name. */
const isSaved = ({ incident }) => incident instanceof Object && !("about" in incident) && !("source" in incident);

async function post(path, row) {
  const headers = { ...authorised.headers, "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(row) });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, problem.detail ?? "");
}
