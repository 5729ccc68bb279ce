"""What a report says by itself: ``grammars/<lang>/report.yaml``."""

from __future__ import annotations

from functools import cache

from callparser.errors import GrammarError
from callparser.explainer.messages import Messages, load_messages
from callparser.referee.words import RefereeWords, referee_words
from callparser.table import Seat
from callparser.value import Value
from callparser.wordfile import load_words, read_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Final

#: Reports are in the languages of the clause texts.
REPORT_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("labels", "seats", "facts", "answers", "events", "outcomes", "faults", "claim")


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
    claim: Mapping[str, str]
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


@cache
def report_words(lang: str) -> ReportWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    table = load_words("report", lang, REPORT_LANGUAGES, "report", read_words, __file__)
    return ReportWords(lang, **table, referee=referee_words(lang), messages=load_messages(lang))


def read_words(path: str | os.PathLike[str]) -> dict[str, dict[str, str]]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    return read_groups(file, file.mapping(file.root(), "the words of reports", GROUPS), GROUPS)
