"""The play record: our own JSON, for what PBN and LIN cannot say.

One object a board, one after another::

    {"format": "callparser-play-record", "board": "7", "dealer": "N", "vulnerable": "NS",
     "hands": {"N": "AK2.Q93.T84.J765", "E": null, ...},
     "auction": [{"seat": "N", "call": "1S", "t": 3.5}], "contract": "4S", "declarer": "N",
     "tricks": [[{"seat": "E", "cards": ["H7"], "t": 31.2, "faced": true, "turned": true},
                 {"seat": "S", "cards": ["H2", "C3"]}, {"seat": "W", "cards": []},
                 {"seat": "N", "cards": null}]],
     "claim": {"seat": "S", "tricks": 9, "text": "the rest", "t": 99.0, "played": 32},
     "piles": {"N": ["H5", "SA"]}, "result": 9,
     "events": [{"kind": "say", "seat": "S", "text": "low", "t": 30.1},
                {"kind": "show", "seat": "E", "cards": ["SK"], "to": ["W"]},
                {"kind": "hand_away", "seat": "E"}]}

``cards``: several lay together; ``[]`` the seat played none; null: not known. ``t`` is in seconds, from any
start. A trick whose order of play is not known is ``{"ordered": false, "laid": [...]}``. Everything but
``format`` may be left out. Keys that are not known, and values that cannot be read, are kept.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial

from callparser.jsonline import NoNumber, decoder
from callparser.record.board import Board, Call, Claim, Comment, Event, Laid, Note, Tag, Trick
from callparser.record.playvalues import (
    cards_of,
    contract_of,
    count_of,
    hands_of,
    piles_of,
    players_of,
    seat_of,
    seats_of,
    seconds_of,
    text_of,
    texts_of,
    tricks_of,
    truth_of,
    vulnerable_of,
)  # fmt: skip
from callparser.record.scan import (
    MAX_BOARD,
    MAX_BOARDS,
    MAX_ITEMS,
    MAX_MARKS,
    TOO_LONG,
    Damages,
    ranks_hint,
    shown,
)
from callparser.table import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final, TypeVar

    from callparser.jsonline import Row

    T = TypeVar("T")

FORMAT: Final = "callparser-play-record"
_BETWEEN: Final = re.compile(r"[ \t\n,\[\]]*+")
_INDENT: Final = re.compile(r"[ \t]{0,40}+")
_MOST_TRICKS: Final = MAX_ITEMS // 4
_MOST_TOKEN: Final = 16  # of JSON, a text aside
_MOST_DEPTH: Final = 60
_MOST_DOUBLED: Final = 20


# --- in --------------------------------------------------------------------------------------------------


def play_record_boards(text: str, damages: Damages) -> Iterator[tuple[Board, int]]:
    """The boards of a text, each with the line it begins on, as they are read; a list is gone into."""
    doubled: list[str] = []
    reader = decoder(lambda pairs: _object(pairs, doubled))
    at, opened = _skip(text, 0)
    broken = count = 0
    while at < len(text):
        if broken > MAX_MARKS:
            damages.add(at, "too much of the file is broken; the rest is not read")
            return
        if count >= MAX_BOARDS:
            damages.add(at, f"a file may have {MAX_BOARDS} boards; the rest is not read")
            return
        count += 1
        try:
            row, size = reader.raw_decode(text[at : at + MAX_BOARD])
        except (RecursionError, ValueError) as err:
            place, what = _broken(err, at, text)
            damages.add(place, what)
            end = _next_board(text, max(place, at + 1), _indent(text, at))
            broken += 1
        else:
            end = at + size
            for name in doubled[:_MOST_DOUBLED]:
                damages.add(at, f"{shown(name)} stands twice in one object; the last counts")
            what = _unfit(row)
            if what:
                damages.add(at, what)
            else:
                yield _Reading(row, damages, at).board(), damages.line(at)
        doubled.clear()
        at, brackets = _skip(text, end)
        opened += brackets
    if opened and not broken:
        damages.add(len(text), f"the list of boards has {'no end' if opened > 0 else 'more than one end'}")


def _broken(err: Exception, at: int, text: str) -> tuple[int, str]:
    """Where what begins at ``at`` is no JSON, and why."""
    if isinstance(err, json.JSONDecodeError):
        cut = err.pos >= MAX_BOARD - _MOST_TOKEN or err.msg.startswith("Unterminated")
        if cut and len(text) - at > MAX_BOARD:
            return at, TOO_LONG
        return min(at + err.pos, len(text)), f"not JSON: {err.msg}; the board is left out"
    if isinstance(err, NoNumber):
        return at, f"not JSON: {err}; the board is left out"
    what = "nested too deeply" if isinstance(err, RecursionError) else "a number is too long"
    return at, f"not JSON of a board: {what}; the board is left out"


def _object(pairs: list[tuple[str, Any]], doubled: list[str]) -> Row:
    """An object; which of its keys stand there twice."""
    row = dict(pairs)
    if len(row) < len(pairs):
        doubled += [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    return row


def _unfit(value: object) -> str:
    """Why this is no board; empty when it is one. Any object could be read as a board that tells nothing."""
    if not isinstance(value, dict) or _depth(value) > _MOST_DEPTH:
        return "expected an object for each board, not nested deeply; this is left out"
    found = value.get("format")
    if found != FORMAT:
        there = "no format" if found is None else f"the format {_short(found)}"
        return f'this object has {there}; expected "format": "{FORMAT}"; it is left out'
    return ""


def _skip(text: str, at: int) -> tuple[int, int]:
    """Behind what stands between boards, and how many more lists were opened there than closed."""
    found = _BETWEEN.match(text, at)
    between = found[0] if found else ""
    return at + len(between), between.count("[") - between.count("]")


def _next_board(text: str, at: int, indent: str) -> int:
    """Where a board begins again: an object whose first key is its format, or one on a line of its own that
    stands no deeper than the broken one.
    """
    begins = rf'\n(?:{indent})?+\{{|\{{[ \t\n]*+"format"[ \t]*+:'
    found = re.compile(begins).search(text, at)
    return found.start() if found else len(text)


def _indent(text: str, at: int) -> str:
    """What stands before an object that begins its line; empty where it does not."""
    start = text.rfind("\n", 0, at) + 1
    found = _INDENT.match(text, start, at)
    return found[0] if found and found.end() == at else ""


def _depth(value: object) -> int:
    """How deeply a value is nested, counted without recursion."""
    depth, layer = 0, [value]
    while layer:
        depth += 1
        layer = [
            part
            for one in layer
            for part in (one.values() if isinstance(one, dict) else one if isinstance(one, list) else ())
        ]
    return depth


class _Reading:
    """Reads one object. A value that cannot be read is a damage, and stays among the unknown keys."""

    def __init__(self, row: Row, damages: Damages, at: int) -> None:
        self.row = row
        self.damages = damages
        self.at = at

    def board(self) -> Board:
        row = dict(self.row)
        del row["format"]
        fields: dict[str, Any] = {
            name: value for key, name, read in _BOARD if (value := self.take(row, key, read)) is not None
        }
        for name in ("auction_end", "play_end"):
            fields[name] = self.take(row, name, text_of) or ""
        for name, make in _LISTS.items():
            fields[name] = self.items(row, name, make)
        claim = row.pop("claim", None)
        if isinstance(claim, dict):
            fields["claim"] = self.claim(claim, fields["tricks"])
        elif claim is not None:
            self.damage("claim", claim, "an object")
            row["claim"] = claim
        return Board(**fields, extras=_kept(row))

    def damage(self, path: str, value: object, expected: str) -> None:
        hint = ranks_hint(_cards_text(value)) if path.endswith(("cards", "hands", "piles")) else ""
        self.damages.add(self.at, f"{path} is {_short(value)}; expected {expected}{hint}")

    def take(self, row: Row, key: str, read: Callable[[Any], T | None], path: str = "") -> T | None:
        """A value, taken out of the row if it can be read; null and absent are the same."""
        value = row.get(key)
        if value is None:
            row.pop(key, None)
            return None
        found = read(value)
        if found is None:
            self.damage(path + key, value, _EXPECTED.get(key, "a text"))
            return None
        del row[key]
        return found

    def items(self, row: Row, key: str, make: Callable[[_Reading, Any, str], T | None]) -> tuple[T, ...]:
        """A list, item by item; one that cannot be read is left out, and said."""
        value = row.pop(key, None)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.damage(key, value, "a list")
            row[key] = value
            return ()
        most = _MOST_TRICKS if key == "tricks" else MAX_ITEMS
        if len(value) > most:
            self.damages.add(self.at, f"{key} has {len(value)} entries; at most {most}, the rest is left out")
        found = []
        for index, one in enumerate(value[:most]):
            made = make(self, one, f"{key}[{index}]")
            if made is not None:
                found.append(made)
        return tuple(found)

    def opened(self, value: object, path: str, *needs: str) -> Row | None:
        if isinstance(value, dict) and all(name in value for name in needs):
            return dict(value)
        self.damage(path, value, f"an object{' with ' + ', '.join(needs) if needs else ''}")
        return None

    def call(self, value: object, path: str) -> Call | None:
        row = self.opened(value, path, "seat", "call")
        if row is None:
            return None
        seat, text = self.take(row, "seat", seat_of, f"{path}."), self.take(row, "call", text_of, f"{path}.")
        if seat is None or text is None:
            return None
        at_s = self.take(row, "t", seconds_of, f"{path}.")
        before, marks = self.marks(row, "before", path), self.marks(row, "marks", path)
        return Call(seat, text, at_s, before, marks, _kept(row))

    def marks(self, row: Row, key: str, path: str) -> tuple[str, ...]:
        return self.take(row, key, texts_of, f"{path}.") or ()

    def laid(self, value: object, path: str) -> Laid | None:
        row = self.opened(value, path, "seat")
        seat = self.take(row, "seat", seat_of, f"{path}.") if row else None
        if row is None or seat is None:
            return None
        given = row.get("cards")
        cards = self.take(row, "cards", cards_of, f"{path}.")
        if given is not None and cards is None:
            del row["cards"]
        return Laid(
            seat,
            cards,
            self.take(row, "t", seconds_of, f"{path}."),
            self.take(row, "faced", truth_of, f"{path}."),
            self.take(row, "turned", truth_of, f"{path}."),
            self.marks(row, "before", path),
            self.marks(row, "marks", path),
            self.take(row, "unread", text_of, f"{path}.")
            or (json.dumps(given, ensure_ascii=False)[:200] if given is not None and cards is None else ""),
            _kept(row),
        )

    def trick(self, value: object, path: str) -> Trick:
        """A trick; what of it cannot be read is not told, and keeps its place."""
        row: Row = {"laid": value} if isinstance(value, list) else value if isinstance(value, dict) else {}
        if "laid" not in row:
            self.damage(path, value, "a list of cards with their seats")
            return Trick(())
        row = dict(row)
        given = row["laid"]
        laid = self.items(row, "laid", lambda reader, one, key: reader.laid(one, f"{path}.{key}"))
        ordered = self.take(row, "ordered", truth_of, f"{path}.") is not False
        if isinstance(given, list) and len(laid) < len(given):
            there = {one.seat for one in laid}
            laid += tuple(Laid(seat, None) for seat in SEATS if seat not in there)
            ordered = False
        return Trick(laid, ordered, _kept(row))

    def claim(self, value: Row, tricks: tuple[Trick, ...]) -> Claim:
        """A claim; no more cards were played before it than the tricks have, if there are any."""
        most = sum(max(1, len(one.cards or ())) for trick in tricks for one in trick.laid) or 4 * MAX_ITEMS
        row = dict(value)
        return Claim(
            self.take(row, "seat", seat_of, "claim."),
            self.take(row, "tricks", tricks_of, "claim."),
            self.take(row, "text", text_of, "claim.") or "",
            self.take(row, "t", seconds_of, "claim."),
            self.take(row, "played", partial(count_of, most=most), "claim."),
            _kept(row),
        )

    def event(self, value: object, path: str) -> Event | None:
        row = self.opened(value, path, "kind")
        kind = self.take(row, "kind", text_of, f"{path}.") if row else None
        if row is None or kind is None:
            return None
        return Event(
            kind,
            self.take(row, "seat", seat_of, f"{path}."),
            self.take(row, "t", seconds_of, f"{path}."),
            self.take(row, "text", text_of, f"{path}.") or "",
            self.take(row, "cards", cards_of, f"{path}.") or (),
            self.take(row, "to", seats_of, f"{path}.") or (),
            _kept(row),
        )

    def kept_text(self, value: object, path: str, kind: Callable[..., T], *names: str) -> T | None:
        """A note, a tag or a comment of another format."""
        row = self.opened(value, path, *names)
        texts = [row[name] for name in names] if row else []
        if row is None or not all(isinstance(one, str) for one in texts):
            return None
        lines = texts_of(row.get("lines", [])) if "name" in row else None
        return kind(*texts, lines) if lines else kind(*texts)


def _cards_text(value: object) -> str:
    """What stands where cards should: the texts in a list or an object."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return " ".join(one if isinstance(one, str) else _cards_text(one) for one in inner)


def _kept(row: Row) -> str:
    """What is left of an object, as text; empty when nothing is."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True) if row else ""


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, (dict, list)) else ""
    name = "an object" if isinstance(value, dict) else "a list"
    return (text if len(text) <= 30 else text[:30] + "…") or name


#: Key, field and reader of what is one value.
_BOARD: Final[tuple[tuple[str, str, Callable[[Any], Any]], ...]] = (
    ("board", "number", text_of), ("dealer", "dealer", seat_of), ("vulnerable", "vulnerable", vulnerable_of),
    ("players", "players", players_of), ("hands", "hands", hands_of), ("opening", "opening", seat_of),
    ("contract", "contract", contract_of), ("declarer", "declarer", seat_of),
    ("swapped", "swapped", truth_of), ("leader", "leader", seat_of), ("result", "result", tricks_of),
    ("result_differs", "result_differs", truth_of), ("piles", "piles", piles_of),
)  # fmt: skip
_LISTS: Final[dict[str, Callable[[_Reading, Any, str], Any]]] = {
    "auction": _Reading.call,
    "tricks": _Reading.trick,
    "events": _Reading.event,
    "notes": lambda self, one, path: self.kept_text(one, path, Note, "section", "index", "text"),
    "tags": lambda self, one, path: self.kept_text(one, path, Tag, "name", "value"),
    "comments": lambda self, one, path: self.kept_text(one, path, Comment, "after", "text"),
}
_EXPECTED: Final = {
    **dict.fromkeys(("dealer", "seat", "declarer", "leader", "opening"), "one of N, E, S, W"),
    "vulnerable": "None, NS, EW or All",
    "hands": 'hands by seat, such as {"N": "AK2.Q93.T84.J765"}',
    "piles": 'cards by seat, such as {"N": ["H5", "SA"]}',
    "players": "names by seat",
    "contract": "such as 4S, 3NTX or Pass",
    "cards": 'a list of cards, such as ["H7"]',
    "tricks": "0 to 13",
    "result": "declarer's tricks, 0 to 13",
    "played": "a number of cards, no more than the tricks have",
    "t": "seconds",
    "to": "a list of seats",
    **dict.fromkeys(("faced", "turned", "ordered", "swapped", "result_differs"), "true or false"),
    **dict.fromkeys(("before", "marks"), "a list of texts"),
}
