"""Sentences out of a grammar: all of them, or one short way to say each thing.

The same sentences feed the dictionary of known phrases, the recogniser's word list and the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise, product
from typing import Final

from callparser.designation import Intent
from callparser.grammar.load import captures
from callparser.grammar.model import Form, Grammar, Rule
from callparser.intentform import intent_in

#: A template that stands for more sentences is sampled with fewer forms of each word. What is short is said
#: often and wanted whole in the dictionary; what is long is read by the matcher anyway.
MAX_SHORT: Final = 6000
MAX_LONG: Final = 160
_LIMITS: Final = (99, 4, 3, 2, 1)


def sentences(grammar: Grammar, *, letters: bool = True) -> Iterator[tuple[str, Intent]]:
    """Every sentence of the grammar without open templates, and the intent its rule gives it.

    ``letters=False`` leaves out single letters and digits: what a person may *say*, for the recogniser.
    """
    for rows in template_sentences(grammar, letters=letters):
        yield from rows


def template_sentences(grammar: Grammar, *, letters: bool = True) -> Iterator[list[tuple[str, Intent]]]:
    """The same, template by template."""
    closed = (r for r in grammar.rules if not r.is_wild and r.sequence[0] != "@" and not _has_code(r))
    for _, rules in groupby(closed, key=lambda rule: (rule.file, rule.line)):
        yield list(_of_template(grammar, list(rules), letters))


def _has_code(rule: Rule) -> bool:
    return any(symbol.startswith("{card") for symbol in rule.sequence)


def _of_template(grammar: Grammar, rules: list[Rule], letters: bool) -> Iterator[tuple[str, Intent]]:
    most = MAX_SHORT if max(len(rule.sequence) for rule in rules) <= 2 else MAX_LONG
    every = [[_forms(grammar, symbol, letters) for symbol in rule.sequence] for rule in rules]
    for limit in _LIMITS:
        kept = [[_spread(options, limit) for options in forms] for forms in every]
        if sum(map(_count, kept)) <= most:
            break
    for rule, forms in zip(rules, kept, strict=True):
        yield from _of_rule(grammar, rule, forms)


def _of_rule(grammar: Grammar, rule: Rule, forms: list[list[Form]]) -> Iterator[tuple[str, Intent]]:
    slots = [slot for _, slot in captures(rule.sequence)]
    is_slot = [symbol[0] == "{" for symbol in rule.sequence]
    articles = {words[-1] for words in grammar.markers.get("article", ())}
    for choice in product(*forms):
        if any(b.alphabet and not a.value and a.words[-1] in articles for a, b in pairwise(choice)):
            continue  # no bare letter follows an article
        values = [form.value for form, slot in zip(choice, is_slot, strict=True) if slot]
        row: dict[str, object] = {"kind": rule.kind, **dict(rule.slots)}
        for slot, value in zip(slots, values, strict=True):
            if slot != "_":
                row[slot] = int(value) if slot in ("number", "tricks") else value
        yield " ".join(word for form in choice for word in form.words), intent_in(row)


def _forms(grammar: Grammar, symbol: str, letters: bool) -> list[Form]:
    if symbol[0] == "<":
        return grammar.groups[symbol[1:-1]]
    if symbol[0] == "{":
        forms = grammar.classes[symbol[1:-1].partition(":")[0]]
        return [
            f
            for f in forms
            if (letters and f.alphabet != "heard")
            or not (f.alphabet or f.words[0].isdigit() or not f.words[0].isalpha())
        ]
    return [Form((symbol,))]


def _spread(options: list[Form], limit: int) -> list[Form]:
    """The first ``limit`` forms of every value."""
    count: dict[str, int] = {}
    kept = []
    for form in options:
        count[form.value] = count.get(form.value, 0) + 1
        if count[form.value] <= limit:
            kept.append(form)
    return kept


def _count(forms: list[list[Form]]) -> int:
    total = 1
    for options in forms:
        total *= len(options)
    return total
