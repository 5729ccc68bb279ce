"""A bid as people say it ("1 spade", "två sang", "dubbelt"), and whether it may be made (Laws 18, 19)."""

from __future__ import annotations

from callparser.play.words import play_words
from callparser.record.board import DOUBLE, PASS, REDOUBLE, Call
from callparser.session.orders import plain
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_NAMES: Final = {"pass": PASS, "double": DOUBLE, "redouble": REDOUBLE}
_TRUMPS: Final = {"notrump": "NT", "spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
#: What may stand between the words; U+FE0F follows a suit that is drawn in colour.
_BETWEEN: Final = str.maketrans({",": " ", ":": " ", "!": " ", "\ufe0f": None})
#: As they outrank each other, the lowest first (Law 18E).
_ORDER: Final = ("C", "D", "H", "S", "NT")


def read_bid(text: str, lang: str) -> str | None:
    """``"1 spader"``, ``"3NT"``, ``"passar"`` -> ``"1S"``, ``"3NT"``, ``"Pass"``; else ``None``."""
    words = play_words(lang).bids
    said = _bare(plain(text), words["before"].split("|"))
    for name, call in _NAMES.items():
        if said in words[name].split("|"):
            return call
    for level, names in enumerate(words["levels"].split("|"), 1):
        for name in names.split(","):
            rest = said.removeprefix(name).strip()
            if said.startswith(name) and rest:
                found = next((code for key, code in _TRUMPS.items() if rest in words[key].split("|")), None)
                if found:
                    return f"{level}{found}"
    return None


def _bare(said: str, before: Sequence[str]) -> str:
    """Without "stop", which warns of a jump, and "I bid" in front."""
    said = " ".join(said.translate(_BETWEEN).split())
    while lead := next((one for one in before if said.startswith(f"{one} ")), ""):
        said = said.removeprefix(f"{lead} ")
    return said


def may_call(auction: Sequence[Call], seat: Seat, call: str) -> bool:
    """Is it sufficient, or a double or redouble that the bids before it allow?"""
    last = next((one for one in reversed(auction) if one.text != PASS), None)
    theirs = last is not None and (last.seat - seat) % 2 == 1
    if call == PASS:
        return True
    if call == DOUBLE:
        return last is not None and theirs and last.text not in (DOUBLE, REDOUBLE)
    if call == REDOUBLE:
        return last is not None and theirs and last.text == DOUBLE
    bid = next((one.text for one in reversed(auction) if one.text[:1].isdigit()), None)
    return bid is None or _height(call) > _height(bid)


def _height(bid: str) -> tuple[int, int]:
    return int(bid[0]), _ORDER.index(bid[1:])
