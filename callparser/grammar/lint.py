"""What may be wrong with a grammar that still loads.

``missing``    a language lacks templates for an intent that ``intents.yaml`` requires, or for a suit or rank
``example``    a line of ``examples.yaml`` does not come out as it says
``stolen``     a sentence means something else than the template it was sampled from
``shadowed``   a heard form is a word of a slot class itself, so a repair could turn one card into another
``overmatch``  an example fires two intents
``confusable`` two names of cards, levels or answers are one slip apart or sound alike, and ``confusable`` in
               ``words.yaml`` does not say that this is known; or it says so of two that are not
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import yaml

from callparser.designation import INTENTS, Ambiguous, Designation, Understood
from callparser.errors import CallparserError, GrammarError
from callparser.files import data_dir
from callparser.grammar.model import Grammar
from callparser.grammar.sample import sentences
from callparser.grammar.spelling import members, sound
from callparser.intentform import intent_out

Parse = Callable[[str], Understood]

_SUITS: Final = frozenset("SHDC")
_RANKS: Final = frozenset("AKQJT98765432")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. ``where`` is ``file:line`` or the language."""

    code: str
    where: str
    message: str


def lint(grammar: Grammar, parse: Parse) -> list[Finding]:
    """Everything found in one language; ``parse`` reads a text in that language."""
    return [
        *_missing(grammar),
        *_shadowed(grammar),
        *_examples(grammar, parse),
        *_stolen(grammar, parse),
        *_confusable(grammar),
    ]


def required() -> dict[str, str]:
    """Intent -> ``required``, ``optional`` or ``composed``. Raises :class:`GrammarError` if incomplete."""
    path = Path(data_dir("grammars"), "intents.yaml")
    rows = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)["intents"]
    if set(rows) != set(INTENTS):
        raise GrammarError(f"intents differ from the code's: {sorted(set(rows) ^ set(INTENTS))}", path.name)
    return {name: row["templates"] for name, row in rows.items()}


def _missing(grammar: Grammar) -> Iterator[Finding]:
    covered = {rule.kind for rule in grammar.rules}
    for kind, need in required().items():
        if need == "required" and kind not in covered:
            yield Finding("missing", grammar.lang, f"no template for the intent {kind}")
    for name, wanted in (("suit", _SUITS), ("rank", _RANKS)):
        absent = wanted - {form.value for form in grammar.classes.get(name, ())}
        if absent:
            yield Finding("missing", grammar.lang, f"no word for {name} {', '.join(sorted(absent))}")


def _shadowed(grammar: Grammar) -> Iterator[Finding]:
    values: dict[str, set[tuple[str, str]]] = {}
    for name in ("suit", "rank"):
        for form in grammar.classes.get(name, ()):
            if not form.alphabet:
                values.setdefault(" ".join(form.words), set()).add((name, form.value))
    for said, meant in grammar.heard.items():
        for word in meant:
            if said in values and word in values and values[said] != values[word]:
                yield Finding(
                    "shadowed", grammar.lang, f"{said!r} is a card word and would be taken for {word!r}"
                )


def _examples(grammar: Grammar, parse: Parse) -> Iterator[Finding]:
    for example in grammar.examples:
        said = parse(example.say)
        if isinstance(said, Ambiguous) and example.intent["kind"] != "not_understood":
            kinds = ", ".join(sorted({reading.intent.kind for reading in said.readings}))
            yield Finding("overmatch", f"{example.file}:{example.line}", f"{example.say!r} fires {kinds}")
            continue
        got = intent_out(said.intent) if isinstance(said, Designation) else {"kind": "not_understood"}
        if got != example.intent:
            where = f"{example.file}:{example.line}"
            yield Finding("example", where, f"{example.say!r} gives {got}, expected {example.intent}")


def _stolen(grammar: Grammar, parse: Parse) -> Iterator[Finding]:
    """A sentence with two readings is in order (it is a question); one with only another reading is not."""
    seen: dict[str, set[str]] = {}
    for text, intent in sentences(grammar):
        seen.setdefault(text, set()).add(str(intent_out(intent)))
    for text, meant in seen.items():
        said = parse(text)
        if isinstance(said, Designation) and str(intent_out(said.intent)) not in meant:
            yield Finding(
                "stolen", grammar.lang, f"{text!r} means {intent_out(said.intent)}, sampled from {meant}"
            )


def _confusable(grammar: Grammar) -> Iterator[Finding]:
    """Such words never stand for each other, but a listener may take one for the other."""
    try:
        from rapidfuzz.distance import OSA
    except ImportError:
        raise CallparserError("lint needs rapidfuzz; pip install rapidfuzz (the extra 'lint')") from None
    known = {frozenset(pair) for pair in grammar.confusable}
    named = [(word, value) for word, value in members(grammar).items() if word.isalpha()]
    found = set()
    for (one, value), (other, another) in combinations(named, 2):
        if value == another:
            continue
        alike = sound(one, grammar.slips.sounds) == sound(other, grammar.slips.sounds)
        if alike or OSA.distance(one, other, score_cutoff=1) <= 1:
            found.add(frozenset((one, other)))
            if frozenset((one, other)) not in known:
                how = "sound alike" if alike else "are one slip apart"
                message = f"{one!r} ({value}) and {other!r} ({another}) {how}; list them if that is well"
                yield Finding("confusable", grammar.lang, message)
    for pair in sorted(map(sorted, known - found)):
        yield Finding(
            "confusable", grammar.lang, f"{' and '.join(map(repr, pair))} are listed and are not confusable"
        )
