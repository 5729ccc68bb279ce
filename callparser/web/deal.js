// A deal as declarer sees it: a table (table.js) that the server moves on, with declarer's own hand.
//
// {...table, own, hand: [card], name, won: {own, others}}. A card of declarer's side may be taken back until
// another one is played.

import { after, partner } from "./cards.js";
import { collect, isComplete, play, turn } from "./table.js";

const codes = (hand) => Object.entries(hand).flatMap(([suit, ranks]) => [...ranks].map((rank) => suit + rank));

export class Deal {
  #before; // the table before the card that may be taken back

  constructor(table, before = null) {
    this.table = table;
    this.#before = before;
  }

  /** From the event `deal`: nothing is played, and dummy is not seen. */
  static dealt({ declarer, hand, trump, name }) {
    return new Deal({
      own: declarer, hand: codes(hand), name, won: { own: 0, others: 0 },
      dummySeat: partner(declarer), dummy: [], trumps: trump, leader: after(declarer), trick: [], played: [], last: null,
    });
  }

  /** From what `kept` gave. */
  static again({ table, before }) {
    return new Deal(table, before);
  }

  get kept() {
    return { table: this.table, before: this.#before };
  }

  face({ hand }) {
    this.table = { ...this.table, dummy: codes(hand) };
  }

  /** A card of the seat whose turn it is. False if it is not: then nothing is played. */
  play({ seat, card }) {
    if (turn(this.table) !== seat) return false;
    this.#before = seat === this.table.own || seat === this.table.dummySeat ? this.table : null;
    const hand = this.table.hand.filter((one) => one !== card);
    this.table = { ...play(this.table, card), hand };
    return true;
  }

  takeBack(card) {
    if (!this.#before || this.table.trick.at(-1)?.card !== card) return;
    this.table = this.#before;
    this.#before = null;
  }

  /** The trick is turned. */
  collect({ declarer, defenders }) {
    if (!isComplete(this.table)) return;
    this.#before = null;
    this.table = { ...collect(this.table), won: { own: declarer, others: defenders } };
  }
}

/** Is this the table of a deal, and not one that was set up? */
export const isDeal = (table) => typeof table.own === "string" && Array.isArray(table.hand) && Boolean(table.won);
