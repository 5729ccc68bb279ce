"""Writing PBN 2.1 in export format. What was read and not understood is written again where it stood."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.record.board import SKIPPED, Board, Call, Laid, Note, Tag, Trick
from callparser.record.pbndeal import deal_value
from callparser.record.pbntags import MANDATORY, is_section
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def write_pbn(boards: Iterable[Board]) -> str:
    """The boards in export format.

    Raises :class:`InputError` for what PBN has no words for: several cards or none from a seat in a trick,
    cards out of turn, times, sayings and piles; those keep in a play record.
    """
    return "% PBN 2.1\n% EXPORT\n" + "\n".join("\n".join(_board(board)) + "\n" for board in boards)


def unfit(board: Board) -> str:
    """What PBN cannot say of a board, in words; empty when it can say all."""
    for number, trick in enumerate(board.tricks, 1):
        if trick.ordered and any(len(trick.by(seat)) > 1 for seat in Seat):
            return f"several cards from one seat in trick {number}"
        seats = [one.seat for one in trick.laid]
        first = seats[0] if seats else Seat.NORTH
        if trick.ordered and seats != [first.after(steps) for steps in range(len(seats))]:
            return f"a seat that was passed over in trick {number}"
        if trick.ordered and len(seats) < 4 and number < len(board.tricks):
            return f"a missing card in trick {number}"
    timed = any(one.at_s is not None for one in board.auction) or any(
        one.at_s is not None or one.faced is not None or one.turned is not None
        for trick in board.tricks
        for one in trick.laid
    )
    if timed or board.events or any(pile is not None for pile in board.piles):
        return "times, faces, piles or what was said"
    return ""


def _board(board: Board) -> Iterator[str]:
    what = unfit(board)
    if what:
        raise InputError(f"board {board.number or '?'} has {what}; PBN cannot hold that, write a play record")
    yield from _comments(board, "")
    for name in MANDATORY:
        yield from _known(board, name)
    rest = [tag for tag in board.tags if tag.name not in MANDATORY]
    plain = [tag for tag in rest if not is_section(tag) and tag.name not in ("Auction", "Play")]
    yield from _tags(board, plain)
    yield from _auction(board)
    yield from _play(board)
    yield from _tags(board, [tag for tag in rest if is_section(tag)])


def _known(board: Board, name: str) -> Iterator[str]:
    """A mandatory tag: its fact, then the values under this name that are none."""
    kept = [tag for tag in board.tags if tag.name == name]
    value = _value(board, name)
    if value or not kept:
        yield _tag(name, value or "?")
    for tag in kept:
        yield _tag(tag.name, tag.value)
        yield from tag.lines
    yield from _comments(board, name)


def _value(board: Board, name: str) -> str:
    if name in ("West", "North", "East", "South"):
        return board.players[Seat.parse(name[0])]
    if name == "Deal":
        known = any(hand is not None for hand in board.hands)
        return deal_value(board.hands, board.dealer or Seat.NORTH) if known else ""
    facts = {
        "Board": board.number, "Vulnerable": board.vulnerable,
        "Dealer": "" if board.dealer is None else board.dealer.letter,
        "Declarer": "" if board.declarer is None else "^" * board.swapped + board.declarer.letter,
        "Contract": board.contract.text if board.contract else "",
        "Result": "" if board.result is None else "^" * board.result_differs + str(board.result),
    }  # fmt: skip
    return facts.get(name, "")


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _tags(board: Board, tags: Sequence[Tag]) -> Iterator[str]:
    said = set()
    for tag in tags:
        yield _tag(tag.name, tag.value)
        yield from tag.lines
        if tag.name not in said:
            yield from _comments(board, tag.name)
        said.add(tag.name)


def _comments(board: Board, after: str) -> Iterator[str]:
    return (one.text for one in board.comments if one.after == after)


def _section(board: Board, name: str, first: Seat | None, lines: Iterable[str], end: str) -> Iterator[str]:
    """A section with its comments and notes; nothing when there is nothing to write."""
    kept = [tag for tag in board.tags if tag.name == name]
    body = [*_comments(board, name), *lines, *([end] if end else [])]
    notes = [note for note in board.notes if note.section == name]
    late = list(_comments(board, f"{name}.Note"))
    if first is None and not (kept or body or notes or late):
        return
    if first is not None or not kept:
        yield _tag(name, first.letter if first is not None else "?")
    yield from (_tag(tag.name, tag.value) for tag in kept)
    yield from body
    yield from map(_note, notes)
    yield from late


def _note(note: Note) -> str:
    return _tag("Note", f"{note.index}:{note.text}")


def _auction(board: Board) -> Iterator[str]:
    first = board.auction[0].seat if board.auction else board.opening
    return _section(board, "Auction", first, _rows(_calls(board.auction)), board.auction_end)


def _calls(calls: Sequence[Call]) -> Iterator[list[str]]:
    turn = calls[0].seat if calls else Seat.NORTH
    for call in calls:
        while turn != call.seat:
            yield [SKIPPED]
            turn = turn.after()
        yield [*call.before, call.text, *call.marks]
        turn = turn.after()


def _play(board: Board) -> Iterator[str]:
    first = board.leader
    if first is None and board.tricks and board.tricks[0].ordered and board.tricks[0].laid:
        first = board.tricks[0].laid[0].seat
    cells = (cell for trick in board.tricks for cell in _columns(trick, first or Seat.NORTH))
    return _section(board, "Play", first, _rows(cells), board.play_end)


def _columns(trick: Trick, first: Seat) -> Iterator[list[str]]:
    """The cards of a trick from the opening leader's column on."""
    at = {one.seat: one for one in trick.laid}
    for steps in range(4):
        one = at.get(first.after(steps))
        yield ["-"] if one is None else _cell(one)


def _cell(one: Laid) -> list[str]:
    before = [mark for mark in one.before if mark != "+"]
    card = one.cards[0].code if one.cards else one.unread or ("+" if "+" in one.before else "-")
    return [*before, card, *one.marks]


def _rows(cells: Iterable[list[str]]) -> Iterator[str]:
    """Four a line; a comment to the end of its line, or a line of its own, breaks it."""
    line: list[str] = []
    for count, cell in enumerate(cells, 1):
        for word in cell:
            if word.startswith("%") and line:
                yield " ".join(line)
                line = []
            line.append(word)
            if word.startswith((";", "%")):
                yield " ".join(line)
                line = []
        if count % 4 == 0 and line:
            yield " ".join(line)
            line = []
    if line:
        yield " ".join(line)
