// Cards as the contract writes them: "H7" is the seven of hearts. Here people's ways of writing are read.

/** In the order of a hand as people hold it. */
export const SUITS = ["S", "H", "D", "C"];
export const RANKS = "AKQJT98765432";
/** Clockwise. */
export const SEATS = ["N", "E", "S", "W"];
export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const RANK_OF = { E: "A", D: "Q", KN: "J", B: "J", 10: "T" };
const SUIT_OF = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", R: "D", K: "C" };
const SEAT_OF = { Ö: "E", Ø: "E", V: "W" };

/** The seat that plays after this one. */
export const after = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];
export const partner = (seat) => after(after(seat));

/** "ED10" -> "AQT", in the order of a hand; null if something in it is no rank. */
export function ranksIn(text) {
  const said = text.toUpperCase().replace(/[\s,.]/g, "");
  if (/^[-–—]?$/.test(said)) return "";
  const parts = said.match(/10|KN|./g).map((part) => RANK_OF[part] ?? part);
  if (parts.some((rank) => !RANKS.includes(rank)) || new Set(parts).size < parts.length) return null;
  return [...RANKS].filter((rank) => parts.includes(rank)).join("");
}

/** "h7", "♥7", "RK", "ruter kung", "klöver 3" -> a code; null if it is no card. `words`: a catalogue. */
export function cardIn(text, { names, suits, ranks }) {
  const said = text.toLowerCase().replace(/\ufe0f/g, "").replace(/\s+/g, " ").trim();
  const named = Object.keys(names).find((code) => [names[code], names[code].replace(/^the /, "")].includes(said));
  if (named) return named;
  const spelled = SUITS.find((suit) => said.startsWith(suits[suit]));
  const rest = said.slice(spelled ? suits[spelled].length : 1).replace(/ /g, "");
  const suit = spelled ?? SUIT_OF[said[0]?.toUpperCase()] ?? said[0]?.toUpperCase();
  const rank = [...RANKS].find((one) => ranks[one] === rest) ?? RANK_OF[rest.toUpperCase()] ?? rest.toUpperCase();
  return SUITS.includes(suit) && rank.length === 1 && RANKS.includes(rank) ? suit + rank : null;
}

/** "W H7", "V: H7" or "H7" -> {seat, card}; the seat is null if none is named. null if it is no play. */
export function playIn(text, words) {
  const card = cardIn(text, words);
  if (card) return { seat: null, card };
  const parts = text.trim().match(/^(\p{L})[\s:]+(.+)$/u);
  if (!parts) return null;
  const seat = parts[1].toUpperCase();
  const play = { seat: SEAT_OF[seat] ?? seat, card: cardIn(parts[2], words) };
  return play.card && SEATS.includes(play.seat) ? play : null;
}

/** The ranks of one suit among these cards, highest first. */
export const holding = (cards, suit) => [...RANKS].filter((rank) => cards.includes(suit + rank)).join("");
