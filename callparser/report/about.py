"""The end of every report: what it was made from, with what, and how to check that."""

from __future__ import annotations

from hashlib import sha256

from callparser import __version__
from callparser.law.edition import load_edition
from callparser.report.content import Block, Cell, Section, pairs
from callparser.report.words import ReportWords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

PRODUCER: Final = f"callparser {__version__}"


def about(
    words: ReportWords, date: str, data: bytes, *blocks: Block, editions: Iterable[str] = (), source: str = ""
) -> Section:
    """``data`` is the input, of which the hash is told; ``source`` says what that is."""
    labels = words.labels
    rows = [(labels["date"], date), *((labels["edition"], _edition(name, words)) for name in editions)]
    rows += [(labels["program"], PRODUCER), (labels["input"], source)]
    digest = (labels["hash"], Cell(sha256(data).hexdigest()))
    return Section("about", labels["about"], (pairs("", (*rows, digest)), *blocks))


def _edition(name: str, words: ReportWords) -> str:
    edition = load_edition(name)
    told = words.labels["in_force"].format(title=edition.title[words.language], date=edition.in_force)
    return f"{told} ({edition.id})"
