"""The head of a ruling: whose it is. What is not known has a line to be filled in by hand."""

from __future__ import annotations

from callparser.report.content import Section, pairs
from callparser.report.words import ReportWords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

#: What a record may tell of a board, by the label of the report; players by seat.
TOLD: Final = ("tournament", "board_number", "played_on", "N", "E", "S", "W")
#: What only the director can fill in.
BY_HAND: Final = ("director", "signature")
_LINE: Final = "_" * 32
_MOST: Final = 80  # characters of a name


def sheet(told: Mapping[str, str], words: ReportWords) -> Section:
    """``told`` as the record has it; names come from strangers."""
    rows = []
    for name in (*TOLD, *BY_HAND):
        label = words.messages.audit[name] if len(name) == 1 else words.labels[name]
        rows.append((label[:1].upper() + label[1:], told.get(name, "")[:_MOST].strip() or _LINE))
    return Section("sheet", words.labels["sheet"], (pairs("", tuple(rows)),))
