"""A grammar as tables that load in milliseconds: word tries, rules, indexes for repair.

The table of a language (everything ``marshal`` can hold)::

    trie, wild    node = {edge: node, "": (rule numbers)}; an edge is a word, "{suit}", "<low>" or "*"
    rules         [(kind, constant slots, ((class, slot), ...)), ...]
    lexicon       node = {word: node, "": ((label, value, alphabets), ...)}
    fillers       place -> word trie;    markers  name -> word trie
    splits        "hjärterdam" -> ["hjärter", "dam"]
    remarks       the words that stand in templates of talk alone
    vocabulary    every word;            heard    word or phrase -> what it is often heard for
    spelling      how misspelled words are found (:mod:`callparser.grammar.spelling`)

``alphabets`` is ``""`` for a word and, for a letter, the alphabets it belongs to (``"en sv"``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from callparser.grammar.load import captures
from callparser.grammar.model import Form, Grammar
from callparser.grammar.spelling import spelling_index
from callparser.grammar.template import Sequence

Table = dict[str, Any]
Node = dict[str, Any]


def compile_grammar(grammar: Grammar) -> Table:
    lexicon = _lexicon(grammar)
    trie: Node = {}
    wild: Node = {}
    rules: dict[tuple[Any, ...], int] = {}  # sequences that make the same intent of the same slots share one
    for rule in grammar.rules:
        labels = [s.partition(":")[0] + "}" if s[0] == "{" and ":" in s else s for s in rule.sequence]
        meaning = (rule.kind, rule.slots, tuple(captures(rule.sequence)))
        _plant(wild if rule.is_wild else trie, labels, rules.setdefault(meaning, len(rules)))
    splits = _splits(grammar)
    vocabulary = _vocabulary(grammar, lexicon, splits)
    share = Shared()
    return {
        "lang": grammar.lang, "trie": share(trie), "wild": share(wild), "rules": list(rules),
        "lexicon": share(lexicon),
        "fillers": {place: share(_word_trie(phrases)) for place, phrases in grammar.fillers.items()},
        "markers": {name: share(_word_trie(phrases)) for name, phrases in grammar.markers.items()},
        "splits": splits, "vocabulary": frozenset(vocabulary), "heard": _heard(grammar),
        "remarks": frozenset(vocabulary).difference(_words_of_calls(grammar)),
        "spelling": spelling_index(grammar, _in_words(lexicon, vocabulary, splits)),
    }  # fmt: skip


def _plant(root: Node, path: Iterable[str], item: object) -> None:
    node = root
    for edge in path:
        node = node.setdefault(edge, {})
    items = node.setdefault("", [])
    if item not in items:
        items.append(item)


class Shared:
    """Tries with equal branches kept once: a tenth of the nodes, on disk and in memory.

    A node is ``{edge: node, end: items}``; lists of items become tuples.
    """

    def __init__(self, end: str = "") -> None:
        self._end = end
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._items: dict[Any, Any] = {}

    def __call__(self, node: Node) -> Node:
        whole: Node = {edge: self(child) for edge, child in node.items() if edge != self._end}
        same: tuple[Any, ...] = tuple((edge, id(child)) for edge, child in whole.items())
        if self._end in node:
            items = node[self._end]
            items = tuple(items) if isinstance(items, list) else items
            whole[self._end] = self._items.setdefault(items, items)
            same += ((self._end, items),)
        return self._nodes.setdefault(same, whole)


def _word_trie(phrases: Iterable[Sequence]) -> Node:
    root: Node = {}
    for words in phrases:
        _plant(root, words, True)
    return root


# --- the lexicon --------------------------------------------------------------------------------


def _lexicon(grammar: Grammar) -> Node:
    root: Node = {}
    for name, forms in grammar.classes.items():
        for (words, value), alphabets in _by_words(forms).items():
            _plant(root, words, (f"{{{name}}}", value, alphabets))
    for name, forms in grammar.groups.items():
        for form in forms:
            _plant(root, form.words, (f"<{name}>", "", ""))
    for token, readings in card_codes(grammar).items():
        for card, alphabets in readings.items():
            _plant(root, (token,), ("{card}", card, alphabets))
    return root


def _by_words(forms: Iterable[Form]) -> dict[tuple[Sequence, str], str]:
    """Equal forms from several alphabets as one; a form that is also a plain word needs no alphabet."""
    found: dict[tuple[Sequence, str], set[str]] = {}
    for form in forms:
        found.setdefault((form.words, form.value), set()).add(form.alphabet)
    return {at: "" if "" in names else " ".join(sorted(names)) for at, names in found.items()}


def card_codes(grammar: Grammar) -> dict[str, dict[str, str]]:
    """``"hq"`` -> ``{"HQ": "en"}``: suit and rank glued together, in either order.

    Where the letters of one alphabet give a reading, readings that mix two alphabets are dropped. Letters
    that are only ``heard`` are glued to nothing: "hjärterns" is no ace.
    """
    suits = [
        f for f in grammar.classes.get("suit", ()) if len(f.words) == 1 and f.value in ("S", "H", "D", "C")
    ]
    ranks = [
        f for f in grammar.classes.get("rank", ())
        if len(f.words) == 1 and (f.alphabet not in ("", "heard") or f.words[0].isdigit())
    ]  # fmt: skip
    found: dict[str, dict[str, set[str]]] = {}
    for suit in suits:
        for rank in ranks:
            if len(suit.words[0]) > 3 and rank.alphabet:
                continue  # a letter behind a whole word is an ending or a slip: "rutrarna", "heartt"
            letters = {name for name in (suit.alphabet, rank.alphabet) if name}
            alphabet = letters.pop() if len(letters) == 1 else "mixed" if letters else ""
            glued = [suit.words[0] + rank.words[0]]
            if suit.alphabet:
                glued.append(rank.words[0] + suit.words[0])
            for token in glued:
                found.setdefault(token, {}).setdefault(suit.value + rank.value, set()).add(alphabet)
    return {token: _unmixed(cards) for token, cards in found.items()}


def _unmixed(cards: dict[str, set[str]]) -> dict[str, str]:
    pure = {card: names - {"mixed"} for card, names in cards.items() if names - {"mixed"}}
    return {card: " ".join(sorted(names - {""})) for card, names in (pure or cards).items()}


def _splits(grammar: Grammar) -> dict[str, Sequence]:
    """Solid compounds: ``"hjärteråttan"`` -> ``("hjärter", "åttan")``."""
    found: dict[str, Sequence] = {}
    for pattern, stems in grammar.compounds.items():
        name = re.split(r"(?<=[}>])", pattern)[1][1:-1]
        forms = grammar.classes.get(name) or grammar.groups.get(name, [])
        tails = [f.words[0] for f in forms if len(f.words) == 1 and not f.alphabet and f.words[0].isalpha()]
        found.update({stem + tail: (stem, tail) for stem in stems for tail in tails})
    return found


def _heard(grammar: Grammar) -> dict[str, list[str]]:
    """What words are heard for, solid compounds included: ``"ruterknäckt"`` -> ``"ruter knekt"``."""
    ranks = {" ".join(form.words) for form in grammar.classes.get("rank", ()) if not form.alphabet}
    found = dict(grammar.heard)
    for stem in grammar.compounds.get("{suit}{rank}", ()):
        for said, meant in grammar.heard.items():
            glued = [f"{stem} {rank}" for rank in meant if rank in ranks]
            if glued and " " not in said:
                found.setdefault(stem + said, glued)
    return found


# --- indexes for repair ---------------------------------------------------------------------------


def _vocabulary(grammar: Grammar, lexicon: Node, splits: Iterable[str]) -> list[str]:
    words: set[str] = set(splits)
    for rule in grammar.rules:
        words.update(symbol for symbol in rule.sequence if symbol[0] not in "{<*")
    for phrases in (*grammar.fillers.values(), *grammar.markers.values()):
        words.update(word for phrase in phrases for word in phrase)
    _collect(lexicon, words)
    return sorted(words)


def _words_of_calls(grammar: Grammar) -> list[str]:
    """The words of all templates but those of talk; a group counts that stands in one of them."""
    rules = [rule for rule in grammar.rules if rule.kind != "chatter"]
    used = {symbol[1:-1] for rule in rules for symbol in rule.sequence if symbol[0] == "<"}
    groups = {name: forms for name, forms in grammar.groups.items() if name in used}
    calls = replace(grammar, rules=rules, groups=groups)
    return _vocabulary(calls, _lexicon(calls), _splits(grammar))


def _in_words(lexicon: Node, vocabulary: Iterable[str], splits: Iterable[str]) -> list[str]:
    """What may be misspelled: words, but no card codes, in which a slip cannot be seen, and no solid
    compounds: two of them are as near to each other as their ranks are ("klövertrea", "klövertia")."""
    glued = set(splits)
    readings = {word: lexicon.get(word, {}).get("", []) for word in vocabulary}
    codes = {word for word, found in readings.items() if found and all(letters for _, _, letters in found)}
    return [w for w in vocabulary if len(w) >= 2 and w.isalpha() and w not in glued and w not in codes]


def _collect(node: Node, words: set[str]) -> None:
    for word, child in node.items():
        if word:
            words.add(word)
            _collect(child, words)
