"""What happens at the table, as rows for programs with a ``text`` for people."""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.explainer.messages import load_messages
from callparser.play.inplay import InPlay
from callparser.play.words import filled, play_words
from callparser.record.board import Contract
from callparser.table import Seat, Trick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from callparser.jsonline import Row


class Teller:
    """The sentences of one language, to who sits in ``seat``; ``None``: to declarer."""

    def __init__(self, lang: str, seat: Seat | None = None) -> None:
        self.lang = lang
        self.place = seat
        self.messages = load_messages(lang)
        self.words = play_words(lang)
        self._texts = self.words.texts

    # --- names ---------------------------------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        return self.messages.audit[seat.letter]

    def contract(self, contract: Contract) -> str:
        """``"4 spader dubblat"``."""
        trumps = contract.trumps
        suit = self._texts["notrump"] if trumps is None else self.messages.suits[trumps.letter]
        if contract.level == 1 and trumps is not None:
            suit = self._texts[f"one_{trumps.letter}"]
        doubled = f" {self._texts[f'doubled_{contract.doubled}']}" if contract.doubled else ""
        return f"{contract.level} {suit}{doubled}"

    def cards(self, hand: Hand) -> str:
        """Suit by suit, as a hand is read out."""
        if not hand:
            return self._texts["empty"]
        return "; ".join(
            f"{self.messages.suits[suit.letter]} {self._ranks(hand.in_suit(suit))}" for suit in reversed(Suit)
        )

    def _ranks(self, hand: Hand) -> str:
        return ", ".join(self.messages.ranks[card.rank.letter] for card in hand) or self._texts["none"]

    def plays(self, trick: Trick) -> str:
        return ", ".join(
            self._texts["play_by"].format(seat=self.seat(play.seat), card=self.messages.card(play.card.code))
            for play in trick
        )

    # --- events --------------------------------------------------------------------------------------

    def deal(self, number: str, dealer: Seat, vulnerable: str, lesson: str = "") -> Row:
        text = self._say(
            "deal",
            number=number,
            dealer=self.seat(dealer),
            vulnerable=self._texts[f"vulnerable_{vulnerable}"],
        )
        taught = self.words.lessons.get(lesson, "")
        return _row("deal", f"{text} {taught}".strip(), board=number, dealer=dealer.letter,
                    vulnerable=vulnerable, lesson=lesson or None)  # fmt: skip

    def bought(self, contract: Contract, declarer: Seat, *, mine: bool = True) -> Row:
        text = self._say("contract" if mine else "contract_other", contract=self.contract(contract),
                         declarer=self.seat(declarer))  # fmt: skip
        return _row("contract", text, contract=contract.text, declarer=declarer.letter)

    def hand(self, seat: Seat, hand: Hand, *, dummy: bool = False) -> Row:
        name = "dummy" if dummy else "hand"
        return _row(name, self._say(name, cards=self.cards(hand)), seat=seat.letter, cards=hand.holdings())

    def card(self, seat: Seat, card: Card, by: str, *, said: bool = False) -> Row:
        """``said``: the answer to the call has named it; then it is not told twice."""
        text = "" if said else self._say("card", seat=self.seat(seat), card=self.messages.card(card.code))
        return _row("card", text, seat=seat.letter, card=card.code, by=by)

    def designated(self, seat: Seat, card: Card) -> Row:
        text = self._say("designated", card=self.messages.card(card.code))
        return _row("card", text, seat=seat.letter, card=card.code, by="defender", clause="46B5")

    def trick(self, at: InPlay) -> Row:
        """The trick that was just completed."""
        won = at.winner(at.tricks[-1]).seat
        number = len(at.tricks)
        text = self._say("trick", number=number, seat=self.seat(won), **self._count(at))
        return _row(
            "trick", text, number=number, won_by=won.letter, declarer=at.won, defenders=number - at.won
        )

    def _count(self, at: InPlay) -> dict[str, int]:
        """The tricks of the listener's side and of the other."""
        ours, theirs = at.won, len(at.tricks) - at.won
        declares = self.place is None or self.place in (at.declarer, at.dummy)
        return {"we": ours, "they": theirs} if declares else {"we": theirs, "they": ours}

    def turn(self, at: InPlay) -> Row:
        seat, place = at.turn, at.declarer if self.place is None else self.place
        who = "own" if seat == place else "dummy" if seat == at.dummy and place == at.declarer else "other"
        kind = "turn" if at.trick.plays or who == "other" else "lead"
        text = self._say(f"{kind}_{who}", seat=self.seat(seat))
        return _row("turn", text, seat=seat.letter, hand=who)

    def end(self, contract: Contract, tricks: int, points: int) -> Row:
        need = (contract.level or 0) + 6
        over = self._say("end_over", count=tricks - need) if tricks > need else ""
        text = self._say("end_made" if tricks >= need else "end_down", contract=self.contract(contract),
                         tricks=tricks, over=over, count=abs(tricks - need), points=abs(points))  # fmt: skip
        return _row("end", text, contract=contract.text, tricks=tricks, score=points)

    def notice(self, code: str, **facts: object) -> Row:
        return _row("notice", self._say(code, **facts), notice=code.replace("_", "-"))

    def text(self, name: str) -> str:
        """A sentence that has no facts."""
        return self._texts[name]

    # --- answers to questions ------------------------------------------------------------------------

    def answer(self, about: str, at: InPlay, contract: Contract) -> str:
        """What was asked about the table, a key of ``asks`` in ``play.yaml``."""
        if about in ("hand", "dummy"):
            own = at.declarer if self.place is None else self.place
            seat = own if about == "hand" else at.dummy
            return self._say(about, cards=self.cards(at.hands[seat]))
        if about == "trick":
            return self._say("trick_now", plays=self.plays(at.trick)) if at.trick.plays else self._texts[
                "trick_empty"
            ]  # fmt: skip
        if about == "last_trick":
            return self._last(at.tricks, at)
        if about == "turn":
            return str(self.turn(at)["text"])
        if about == "contract":
            return self._say(
                "contract_now", contract=self.contract(contract), declarer=self.seat(at.declarer)
            )
        if about == "score":
            return self._say("score", contract=self.contract(contract), **self._count(at))
        return self._texts["help"]

    def _last(self, tricks: tuple[Trick, ...], at: InPlay) -> str:
        if not tricks:
            return self._texts["no_last"]
        won = self.seat(at.winner(tricks[-1]).seat)
        return self._say("last_trick", plays=self.plays(tricks[-1]), seat=won.capitalize())

    def _say(self, name: str, **facts: object) -> str:
        text = filled(self._texts[name], facts)
        return text[:1].upper() + text[1:] if name not in ("end_over",) else text


def spoken(rows: Iterable[Row]) -> str:
    """What happened, to be said in one go."""
    return " ".join(row["text"] for row in rows if row.get("text"))


def _row(event: str, text: str, **facts: object) -> Row:
    return {"event": event, **facts, "text": text}
