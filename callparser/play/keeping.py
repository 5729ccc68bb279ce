"""The record of a deal that was played: a board with one note for every card that declarer named."""

from __future__ import annotations

from callparser.play.game import MOST_SAID, Game
from callparser.record.board import Board, Laid, Note, Tag, Trick, holding
from callparser.record.pbnwrite import write_pbn
from callparser.table import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def record(game: Game) -> Board:
    """The deal, the cards as they lay, what was said for each (PBN's ``=n=``), the result and the score.

    Without a result when play was not finished.
    """
    deal, at = game.deal, game.at
    numbers = {card: number for number, card in enumerate(game.said, 1)}

    def laid(play: Play) -> Laid:
        number = numbers.get(play.card)
        return Laid(play.seat, (play.card,), marks=(f"={number}=",) if number else ())

    tricks = [trick for trick in (*at.tricks, at.trick) if trick.plays]
    return Board(
        number=deal.number,
        dealer=deal.dealer,
        vulnerable=deal.vulnerable,
        hands=tuple(holding(hand) for hand in deal.hands),
        contract=game.contract,
        declarer=at.declarer,
        leader=at.declarer.after(),
        tricks=tuple(Trick(tuple(map(laid, trick.plays))) for trick in tricks),
        play_end="" if at.over else "*",
        result=game.tricks,
        notes=tuple(Note("Play", str(numbers[card]), _printable(text)) for card, text in game.said.items()),
        tags=tuple(_tags(game)),
    )


def as_pbn(game: Game) -> str:
    """The record as a file."""
    return write_pbn([record(game)])


def _tags(game: Game) -> Iterator[Tag]:
    if game.points is not None:
        yield Tag("Score", f"{game.at.declarer.letter} {game.points}")
    if game.unanswered:
        yield Tag("Unanswered", _printable(game.unanswered)[:MOST_SAID])
    if game.said_since:
        yield Tag("SaidLast", _printable(game.said_since)[:MOST_SAID])
    if game.claims.settled is not None:
        yield Tag("ClaimSaid", _printable(game.claims.settled.told))
        yield Tag("ClaimRuled", game.claims.settled.ruled())


def _printable(text: str) -> str:
    """What was said on one line, without what PBN would read."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).replace('"', "'").split())
