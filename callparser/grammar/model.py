"""A grammar as people wrote it, read and checked but not yet compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from callparser.grammar.template import Sequence

#: The classes that give a slot its value, and what the values are.
SLOT_CLASSES = ("suit", "rank", "card", "level", "number")
#: Where a filler may stand.
FILLER_PLACES = ("anywhere", "before", "after", "around")
#: Words between designations: how two of them belong together.
MARKERS = (
    "slip", "change", "not", "but", "except", "or", "request", "article", "noun", "dangling", "doubt", "asks",
    "opens", "tag", "talk", "denied", "idle",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say a value: ``words`` as normalised; ``alphabet`` for a letter (``sv``, ``en``)."""

    words: Sequence
    value: str = ""
    alphabet: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One sequence of ``calls.yaml`` and the intent it stands for."""

    kind: str
    sequence: Sequence
    slots: tuple[tuple[str, object], ...]
    file: str
    line: int

    @property
    def is_wild(self) -> bool:
        return "*" in self.sequence


@dataclass(frozen=True, slots=True)
class Example:
    """A line of ``examples.yaml``: a phrase and the intent it must give (wire form)."""

    say: str
    intent: dict[str, object]
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Slips:
    """How words are misspelled. ``keyboard``: its rows of letters; ``own``: words that never are another word
    without its diacritics; ``letters``: the words of one letter that may be glued to the next word;
    ``refusals``: words that must not be lost ("not");
    ``sounds``: what is written and what it sounds like."""

    keyboard: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    sounds: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Grammar:
    """One language. ``classes`` and ``groups`` map a name to its forms, first form first said."""

    lang: str
    classes: dict[str, list[Form]] = field(default_factory=dict)
    groups: dict[str, list[Form]] = field(default_factory=dict)
    fillers: dict[str, list[Sequence]] = field(default_factory=dict)
    markers: dict[str, list[Sequence]] = field(default_factory=dict)
    compounds: dict[str, Sequence] = field(default_factory=dict)
    heard: dict[str, list[str]] = field(default_factory=dict)
    slips: Slips = Slips()
    common: frozenset[str] = frozenset()
    #: Words that are written, or understood, but that nobody says; and how often words are said in calls.
    unspoken: frozenset[str] = frozenset()
    counts: dict[str, int] = field(default_factory=dict)
    confusable: list[Sequence] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
