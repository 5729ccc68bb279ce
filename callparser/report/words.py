"""What a report says by itself: ``grammars/<lang>/report.yaml``."""

from __future__ import annotations

import os

from callparser.errors import GrammarError, InputError
from callparser.explainer.messages import Messages, load_messages
from callparser.files import data_dir
from callparser.referee.words import RefereeWords, referee_words
from callparser.store import compiled
from callparser.table import Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: Reports are in the languages of the clause texts.
REPORT_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("labels", "seats", "facts", "answers", "events", "outcomes", "faults")


class ReportWords(Value):
    """All of a language, with the words of the referee and of the explanations."""

    language: str
    labels: Mapping[str, str]
    seats: Mapping[str, str]
    facts: Mapping[str, str]
    answers: Mapping[str, str]
    events: Mapping[str, str]
    outcomes: Mapping[str, str]
    faults: Mapping[str, str]
    referee: RefereeWords
    messages: Messages

    def seat(self, seat: Seat) -> str:
        """``West``."""
        name = self.messages.audit[seat.letter]
        return name[:1].upper() + name[1:]

    def letter(self, seat: Seat) -> str:
        """``W``; in Swedish ``V``."""
        return self.seats[seat.letter]

    def sign(self, code: str) -> str:
        """A card or a suit as it is read aloud."""
        return self.messages.card(code) if len(code) == 2 else self.messages.suits[code]


_loaded: dict[str, ReportWords] = {}


def report_words(lang: str) -> ReportWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    if lang not in _loaded:
        if lang not in REPORT_LANGUAGES:
            known = ", ".join(REPORT_LANGUAGES)
            raise InputError(f"there are no reports in {str(lang)[:20]!r}; the languages are {known}")
        path = os.path.join(data_dir("grammars"), lang, "report.yaml")
        table = compiled(f"report-{lang}", [path, __file__], lambda: read_words(path))
        _loaded[lang] = ReportWords(lang, **table, referee=referee_words(lang), messages=load_messages(lang))
    return _loaded[lang]


def read_words(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "the words of reports", GROUPS)
    return {
        group: {name: file.text(node, name) for name, node, _ in file.items(rows[group])} for group in GROUPS
    }
