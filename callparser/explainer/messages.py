"""The sentences of one language: ``grammars/<lang>/messages.yaml``, checked and kept compiled."""

from __future__ import annotations

import os

from callparser.cards import RANK_LETTERS, SUIT_LETTERS
from callparser.errors import InputError
from callparser.files import data_dir
from callparser.languages import LANGUAGES
from callparser.store import compiled
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

#: The languages that explanations can be given in.

TEXTS: Final = ("language", "card", "or", "heard", "disputed")
GROUPS: Final = (
    "suits", "ranks", "windows", "endings", "flags", "readings", "labels", "listening", "page", "audit",
    "claim", "sources", "answers",
)  # fmt: skip


class Messages(Value):
    """All sentences of a language. ``answers`` are by ``outcome.clause.verdict``."""

    language: str
    names: Mapping[str, str]
    joiner: str
    heard: str
    disputed: str
    windows: Mapping[str, str]
    endings: Mapping[str, str]
    flags: Mapping[str, str]
    readings: Mapping[str, str]
    labels: Mapping[str, str]
    listening: Mapping[str, str]
    page: Mapping[str, str]
    audit: Mapping[str, str]
    claim: Mapping[str, str]
    sources: Mapping[str, str]
    answers: Mapping[str, str]
    ranks: Mapping[str, str]
    suits: Mapping[str, str]

    def card(self, code: str) -> str:
        """``"H8"`` -> "hjärter åtta", "the eight of hearts"."""
        return self.names[code]

    def cards(self, codes: Iterable[str]) -> str:
        """A list as people say it: commas, and "or" before the last."""
        names = [self.names[code] for code in codes]
        if len(names) < 2:
            return "".join(names)
        return ", ".join(names[:-1]) + self.joiner + names[-1]

    def word(self, name: str, code: str) -> str:
        """A fact in words, by the name of the placeholder."""
        if name == "card":
            return self.names[code]
        if name == "rank":
            return self.ranks[code]
        return self.windows[code] if name == "window" else self.suits[code]


_loaded: dict[str, Messages] = {}


def load_messages(lang: str) -> Messages:
    """The messages of a language. Raises :class:`InputError` when there are none."""
    found = _loaded.get(lang)
    if found is None:
        if lang not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise InputError(f"there are no explanations in {str(lang)[:20]!r}; the languages are {known}")
        path = os.path.join(data_dir("grammars"), lang, "messages.yaml")
        found = _loaded[lang] = _messages(_table(lang, path))
    return found


def _table(lang: str, path: str) -> Any:
    def build() -> Any:
        from callparser.explainer.read import read_messages

        return read_messages(path)

    return compiled(f"messages-{lang}", [path, __file__], build)


def _messages(table: Any) -> Messages:
    names = {
        suit + rank: table["card"].format(suit=table["suits"][suit], rank=table["ranks"][rank])
        for suit in SUIT_LETTERS
        for rank in RANK_LETTERS
    }
    groups = {group: table[group] for group in GROUPS}
    return Messages(
        language=table["language"],
        names=names,
        joiner=f" {table['or']} ",
        heard=table["heard"],
        disputed=table["disputed"],
        **groups,
    )
