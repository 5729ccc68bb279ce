// A whole deal: how it is chosen, what the server tells of it, and how it ends.

import { Deal } from "./deal.js";
import { byId, options } from "./element.js";
import { download } from "./download.js";
import { upper } from "./catalogue.js";

const MOST_CHARS = 20_000; // of a record, as the server reads them
const KINDS = ["seed", "lesson", "file"];
const LARGEST = 2 ** 31 - 1;
/** Errors after which there is no deal. */
const REFUSED = ["bad-deal", "no-play", "deals-full"];

export class Dealing {
  #actions;
  #words;
  #deal = null;
  #asked = false; // the server was asked for one, and has not dealt
  #record = null;

  /** `actions`: send(message) and tell(text, how); become(table) where null is the table of before; answered(),
   *  a question is over; noted(text) for the history; focus(); keep() what a reload goes on from; wait_s(), the
   *  setting. */
  constructor(actions) {
    this.#actions = actions;
    byId("deal-kind").addEventListener("change", () => this.#showFields());
    byId("deal-form").addEventListener("submit", (event) => (event.preventDefault(), this.#begin()));
    byId("deal-end").addEventListener("click", () => this.#end());
    byId("deal-save").addEventListener("click", () => download(this.#record.name, "text/plain", this.#record.pbn));
  }

  speakIn(words) {
    this.#words = words;
    options(byId("deal-kind"), KINDS.map((kind) => [kind, words.text(`deal_kind_${kind}`)]), byId("deal-kind").value || KINDS[0]);
    options(byId("deal-lesson"), Object.entries(words.lessons), byId("deal-lesson").value);
    this.#showFields();
  }

  /** Does the server move the table? */
  get isOn() {
    return this.#deal !== null;
  }

  /** Is the table that of a deal, or about to be? */
  get hasTable() {
    return this.isOn || this.#asked;
  }

  /** What a page that is loaded anew goes on from; null if there is no deal. */
  get kept() {
    return this.hasTable ? { asked: this.#asked, deal: this.#deal?.kept ?? null, record: this.#record } : null;
  }

  /** Go on from what was kept. */
  resume({ asked, deal, record }) {
    this.#asked = asked;
    this.#deal = deal && Deal.again(deal);
    this.#record = record;
    if (this.isOn) this.#become(() => {});
  }

  /** An event of the server. True if it is about the deal, and all is done. */
  event(row) {
    if (row.type === "deal") return this.#dealt(row);
    if (row.type === "error" && REFUSED.includes(row.code) && this.#asked) this.#leave();
    if (row.type === "record") return this.#recorded(row);
    if (!this.isOn) return false;
    const known = {
      dummy: () => this.#become(() => this.#deal.face(row), row.say),
      played: () => this.#played(row),
      taken_back: () => this.#takenBack(row),
      trick: () => this.#become(() => this.#deal.collect(row), row.say),
      turn: () => this.#actions.tell(row.say),
      score: () => this.#become(() => {}, row.say),
    }[row.type];
    known?.();
    return Boolean(known) || (row.type === "notice" && row.code === "next");
  }

  /** Another table is laid instead. */
  leave() {
    if (!this.hasTable) return;
    this.#actions.send({ type: "play", deal: null });
    this.#leave();
  }

  /** The server has another session, without the deal. */
  lost() {
    if (!this.hasTable) return;
    this.#actions.tell(this.#words.text("deal_lost"), { urgent: true });
    this.#leave();
  }

  // --- what the server tells ---------------------------------------------------------------------------

  #dealt(row) {
    this.#asked = false;
    this.#deal = Deal.dealt(row);
    this.#record = null;
    byId("deal").open = byId("setup").open = false;
    this.#become(() => {}, row.say);
    this.#actions.focus();
    return true;
  }

  #become(change, say) {
    change();
    this.#actions.become(this.#deal.table);
    this.#showFields();
    if (!say) return;
    this.#actions.noted(say);
    this.#actions.tell(say);
  }

  #played(row) {
    this.#actions.answered();
    if (!this.#deal.play(row)) return;
    const name = this.#words.card(row.card, { capital: true });
    this.#become(() => {}, row.say || this.#words.text("played", { card: name }));
  }

  #takenBack(row) {
    this.#actions.answered();
    const name = row.card && this.#words.card(row.card, { capital: true });
    this.#become(() => this.#deal.takeBack(row.card), row.say || (name && this.#words.text("taken_back", { card: name })));
  }

  #recorded(row) {
    this.#record = row;
    byId("deal").open = true;
    this.#showFields();
    return true;
  }

  // --- the form ----------------------------------------------------------------------------------------

  #showFields() {
    const kind = byId("deal-kind").value;
    for (const one of KINDS) byId(`deal-${one}`).parentElement.hidden = one !== kind;
    byId("deal-board").parentElement.hidden = kind !== "file";
    byId("deal-end").hidden = !this.isOn;
    byId("deal-save").hidden = !this.#record;
  }

  async #begin() {
    const deal = await this.#chosen();
    byId("deal-error").textContent = deal.wrong ? this.#words.text(deal.wrong, { most: LARGEST }) : "";
    byId(`deal-${byId("deal-kind").value}`).setAttribute("aria-invalid", Boolean(deal.wrong));
    if (deal.wrong) return this.#actions.tell(byId("deal-error").textContent, { urgent: true });
    this.leave();
    const asked = { ...deal, wait_s: this.#actions.wait_s() };
    this.#asked = this.#actions.send({ type: "play", deal: asked });
    if (!this.#asked) return;
    this.#actions.keep();
    this.#actions.tell(this.#words.text("dealing"));
  }

  /** The deal as the form has it; `wrong` names what is. */
  async #chosen() {
    const kind = byId("deal-kind").value;
    if (kind === "lesson") return { lesson: byId("deal-lesson").value };
    if (kind === "seed") {
      const seed = Number(byId("deal-seed").value);
      return Number.isInteger(seed) && seed >= 1 && seed <= LARGEST ? { seed } : { wrong: "deal_seed_wrong" };
    }
    const [file] = byId("deal-file").files;
    if (!file) return { wrong: "deal_no_file" };
    if (file.size > 4 * MOST_CHARS) return { wrong: "deal_large" };
    const record = await file.text();
    if (record.length > MOST_CHARS) return { wrong: "deal_large" };
    return { record, board: byId("deal-board").value.trim() || null };
  }

  #end() {
    if (!this.#actions.send({ type: "play", deal: null })) return;
    this.#leave();
    this.#actions.tell(this.#words.text("deal_ended"));
    byId("deal-kind").focus();
  }

  /** No deal is played here any more. */
  #leave() {
    this.#asked = false;
    this.#deal = null;
    this.#actions.become(null);
    this.#showFields();
  }

  // --- what can be read out ----------------------------------------------------------------------------

  handText() {
    return this.isOn ? this.#words.text("own_has", { cards: this.#words.holdings(this.#deal.table.hand) }) : "";
  }

  tallyText() {
    if (!this.isOn) return "";
    const { name, own, won } = this.#deal.table;
    const seat = this.#words.seat(own);
    return this.#words.text("tally", { contract: upper(name), seat, we: won.own, they: won.others });
  }
}
