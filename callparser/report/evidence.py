"""What an incident shows of the play: the deal, the tricks in question, all tricks, the piles, the words."""

from __future__ import annotations

from callparser.referee import defective
from callparser.referee.played import record_of
from callparser.report.content import QUOTE, Block, Cell, Prose, Table
from callparser.report.pictures import Deal, Laid, TrickShown, deal_drawing, figures, trick_drawing
from callparser.report.signs import shown, shown_all
from callparser.report.words import ReportWords
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from callparser.referee.defective import Record
    from callparser.referee.kinds import FactValue, TrickRow
    from callparser.report.drawing import Drawing


def evidence(facts: Mapping[str, FactValue], words: ReportWords) -> Iterator[Block]:
    """Pictures first, then the tables they are taken from. ``facts`` include what follows from others."""
    said: Any = facts.get("said.words")
    if said:
        yield Prose(said, QUOTE, str(facts.get("said.lang") or ""))
    deal: Any = facts.get("play.deal")
    rows: Any = facts.get("play.tricks") or ()
    record = record_of(facts)
    tricks = [
        trick_drawing(_trick(number, rows, record, words), words) for number in _in_question(facts, len(rows))
    ]
    yield from figures(None if deal is None else _deal(deal, facts, words), tricks)
    if rows:
        yield _all_tricks(rows, record, words)
    piles: Any = facts.get("play.piles")
    if piles:
        yield _piles(piles, words)


def _deal(deal: Any, facts: Mapping[str, FactValue], words: ReportWords) -> Drawing:
    hands = tuple(tuple(hand) for hand in deal)
    return deal_drawing(Deal(words.labels["deal"], hands, _roles(facts, words)), words)


def _roles(facts: Mapping[str, FactValue], words: ReportWords) -> dict[Seat, str]:
    """Who is declarer, dummy, the offender; a seat may be two of them."""
    found: dict[Seat, list[str]] = {}
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("defect.offender")
    if declarer is not None:
        found.setdefault(declarer, []).append(words.labels["declarer"])
        found.setdefault(declarer.partner, []).append(words.labels["dummy"])
    if offender is not None:
        found.setdefault(offender, []).append(words.labels["offender"])
    return {seat: ", ".join(names) for seat, names in found.items()}


def _in_question(facts: Mapping[str, FactValue], played: int) -> list[int]:
    """The numbers of the tricks that the ruling is about, the one after a defective trick among them."""
    defect: Any = facts.get("defect.trick")
    revoke: Any = facts.get("revoke.trick")
    wanted = {defect, defect + 1 if defect else None, revoke}
    return sorted(number for number in wanted if number and number <= played)


def _trick(number: int, rows: tuple[TrickRow, ...], record: Record | None, words: ReportWords) -> TrickShown:
    laid = tuple(Laid(one.seat, one.cards) for one in rows[number - 1])
    won_by = defective.winner(record, number) if record else None
    title = words.labels["trick"].format(trick=number)
    return TrickShown(title, laid, won_by, whole=number < len(rows))


def _all_tricks(rows: tuple[TrickRow, ...], record: Record | None, words: ReportWords) -> Table:
    lines = []
    for number, row in enumerate(rows, 1):
        won_by = defective.winner(record, number) if record else None
        cards = [Cell(_laid(row, seat, number < len(rows), words)) for seat in SEATS]
        won = words.seat(won_by) if won_by is not None else words.labels["untold"]
        lines.append((Cell(str(number)), Cell(words.seat(row[0].seat)), *cards, Cell(won)))
    head = (
        words.labels["number"], words.labels["leads"], *map(words.seat, SEATS), words.labels["won"],
    )  # fmt: skip
    return Table(words.labels["tricks"], tuple(lines), head, (1, 2, 2, 2, 2, 2, 2))


def _laid(row: TrickRow, seat: Seat, whole: bool, words: ReportWords) -> str:
    listed = whole or any(one.seat == seat for one in row)
    return shown_all(defective.laid_by(row, seat)) or words.labels["no_card" if listed else "untold"]


def _piles(piles: Any, words: ReportWords) -> Table:
    sign = {None: "", True: "+", False: "-"}
    rows = tuple(
        (Cell(words.seat(seat)), Cell(" ".join(sign[one.won] + shown(one.card) for one in piles[seat])))
        for seat in SEATS
    )
    return Table(words.labels["piles"], rows, (words.labels["seat"], words.labels["pile_cards"]), (1, 5))
