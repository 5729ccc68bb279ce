// Tables to try. `text` is the key of what the page calls them. Cards are written suit by suit: S.H.D.C.

import { SUITS } from "./cards.js";

const cards = (hand) => hand.split(".").flatMap((ranks, at) => [...ranks].map((rank) => SUITS[at] + rank));

const table = (text, hand, trumps, leader, plays, last = null) => ({
  text,
  table: {
    dummySeat: "N",
    trumps,
    leader,
    dummy: cards(hand),
    trick: plays.split(" ").filter(Boolean).map((play) => ({ seat: play[0], card: play.slice(2) })),
    played: [],
    last,
  },
});

export const EXAMPLES = [
  table("example_follow", "AQ74.K82..T2", "S", "W", "W:H7"),
  table("example_last", "84.Q6.AK.T72", "H", "S", "S:C4 W:C9"),
  table("example_fourth", "74.AQ82.AQ6.T2", "S", "E", "E:H5 S:H4 W:H9"),
  table("example_lead", "K4.K5.Q7.T", "S", "N", "", { won_by: "N", won_with: "DA", led: "DA", plays: [] }),
  table("example_notrump", "AK2.QJ5.K9.A74", "NT", "W", "W:D4"),
];
