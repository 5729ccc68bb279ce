// One hand of play: the table, and the way back as long as there is one.
//
// A call that stands at the server may be taken back there until play goes on. So the server is told of the
// table only when something else happens: a card of another hand, or the next trick.

import { collect, isComplete, isDummysTurn, place, play, turn } from "./table.js";
import { saveTable } from "./storage.js";

export class Game {
  table = null;
  #before = []; // tables to go back to, oldest first
  #dummysCard = null; // dummy's card that may still be taken back at the server

  /** A new table; nothing leads back from it. */
  lay(table) {
    this.#before = [];
    this.#become(table);
  }

  /** The table of a deal, which the server moves on: nothing leads back from it, and it is not kept. */
  follow(table) {
    this.#before = [];
    this.#dummysCard = null;
    this.table = table;
  }

  get isOpen() {
    return this.#dummysCard !== null;
  }

  /** Can a card that was typed in be taken off again? */
  get canTakeOff() {
    return !this.isOpen && this.#before.length > 0;
  }

  /** The server says that dummy's card is designated. False if that cannot be. */
  designated(card) {
    if (!this.table || !isDummysTurn(this.table) || !this.table.dummy.includes(card)) return false;
    this.#become(play(this.table, card), { dummysCard: card, from: this.table });
    return true;
  }

  /** The server says that a card is taken back; it is, if it is the last on the table. A question that ends
   *  without a card takes back null, and nothing on the table changes. */
  takenBack(card) {
    if (!this.isOpen || this.#dummysCard !== card) return;
    this.#become(this.#before.pop());
  }

  /** A card of another hand. Gives the name of what is wrong, or "". */
  enter({ seat, card }) {
    const now = this.table && isComplete(this.table) ? collect(this.table) : this.table;
    if (!now) return "no_table";
    const next = turn(now);
    if (next === now.dummySeat) return "entry_dummy";
    if (seat && seat !== next) return "entry_seat";
    const there = place(now, card);
    if (there) return `entry_in_${there}`;
    const then = play(now, card);
    if (this.isOpen) this.#before = []; // what dummy played stands for good
    this.#become(isComplete(then) ? collect(then) : then, { from: now });
    return "";
  }

  /** Play goes on; a complete trick is turned. False if nothing was open. */
  goOn() {
    if (!this.table || !this.isOpen) return false;
    const { table } = this;
    if (isComplete(table)) this.#become(collect(table));
    else this.#dummysCard = null;
    this.#before = [];
    return true;
  }

  /** Take off the card that was typed in last. */
  takeOff() {
    this.#become(this.#before.pop());
  }

  #become(table, { dummysCard = null, from = null } = {}) {
    if (from) this.#before.push(from);
    this.#dummysCard = dummysCard;
    this.table = table;
    saveTable(table);
  }
}
