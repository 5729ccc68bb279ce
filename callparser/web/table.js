// The table that everybody sees. A table is a value: every function gives a new one.
//
// {dummySeat, trumps, leader, dummy: [card], trick: [{seat, card}], played: [card],
//  last: {won_by, won_with, led, plays: [{seat, card}]} or null}
//
// No law is here but whose turn it is and who has won a trick: what a call means is the server's to say.

import { RANKS, SUITS, after, holding, partner } from "./cards.js";

export const declarer = (table) => partner(table.dummySeat);
export const defenders = (table) => [after(table.dummySeat), after(declarer(table))];
export const isComplete = (table) => table.trick.length === 4;

/** The seat that plays next; null when the trick is complete. */
export function turn(table) {
  if (isComplete(table)) return null;
  return table.trick.length ? after(table.trick.at(-1).seat) : table.leader;
}

/** The seat of the next card, though the trick is complete and not yet turned. */
export const next = (table) => turn(table) ?? winner(table.trick, table.trumps).seat;

export const isDummysTurn = (table) => turn(table) === table.dummySeat && table.dummy.length > 0;

/** The play that wins a trick: the highest trump, else the highest card of the suit led. */
export function winner(trick, trumps) {
  const worth = ({ card }) => {
    const of = card[0] === trumps ? 200 : card[0] === trick[0].card[0] ? 100 : 0;
    return of - RANKS.indexOf(card[1]);
  };
  return trick.reduce((best, play) => (worth(play) > worth(best) ? play : best));
}

/** This seat, whose turn it is, plays this card. */
export function play(table, card) {
  const seat = turn(table);
  return {
    ...table,
    trick: [...table.trick, { seat, card }],
    dummy: seat === table.dummySeat ? table.dummy.filter((one) => one !== card) : table.dummy,
  };
}

/** A complete trick is turned; its winner leads. */
export function collect(table) {
  const won = winner(table.trick, table.trumps);
  return {
    ...table,
    leader: won.seat,
    trick: [],
    played: [...table.played, ...table.trick.map(({ card }) => card)],
    last: { won_by: won.seat, won_with: won.card, led: table.trick[0].card, plays: table.trick },
  };
}

/** Where this card already is: "dummy", "trick", "played", or nothing. */
export function place(table, card) {
  if (table.dummy.includes(card)) return "dummy";
  if (table.trick.some((one) => one.card === card)) return "trick";
  return table.played.includes(card) ? "played" : "";
}

/** The situation of the contract, without what was said; null unless dummy is to play. */
export function situation(table, { lang, edition }) {
  if (!isDummysTurn(table)) return null;
  const { last } = table;
  return {
    lang,
    edition,
    trump: table.trumps,
    dummy: Object.fromEntries(SUITS.map((suit) => [suit, holding(table.dummy, suit)])),
    dummy_seat: table.dummySeat,
    trick: table.trick,
    last_trick: last && { won_by: last.won_by, won_with: last.won_with, led: last.led },
    played: table.played,
  };
}
