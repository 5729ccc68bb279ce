"""``grammars/<lang>/{words,calls,examples}.yaml`` -> :class:`Grammar`, with file:line errors.

Scalars are read as strings only, so that ``no`` and ``on`` stay words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml

from callparser.designation import INTENTS
from callparser.errors import GrammarError, InputError
from callparser.grammar.model import FILLER_PLACES, MARKERS, SLOT_CLASSES, Example, Form, Grammar, Rule, Slips
from callparser.grammar.normalise import key
from callparser.grammar.tables import sources
from callparser.grammar.template import Sequence, expand
from callparser.intentform import intent_in, intent_out
from callparser.yamlfile import Node, YamlFile

_NUMBERS: Final = {"number", "tricks"}
_TRUTHS: Final = {"highest", "from_low", "yes", "request", "line", "hold"}


def load(lang: str) -> Grammar:
    """Read one language. Raises :class:`GrammarError` with file and line for any mistake."""
    words, calls, *lists = map(Path, sources(lang))
    grammar = Grammar(lang)
    _read_words(words, grammar)
    _read_calls(calls, grammar)
    for path in lists:
        if path.name == "common.txt":
            grammar.common = frozenset(_listed(path))
        else:
            grammar.counts = _counted(path)
    examples = words.parent / "examples.yaml"
    if examples.exists():
        _read_examples(examples, grammar)
    return grammar


def _listed(path: Path) -> Iterator[str]:
    """The words of a text file; lines that begin with ``#`` are remarks."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise GrammarError(f"cannot be read: {err}", f"{path.parent.name}/{path.name}") from err
    yield from (word for line in lines if not line.startswith("#") for word in line.split())


def _counted(path: Path) -> dict[str, int]:
    """``said.txt``: a word and how often it was said, by turns."""
    cells = list(_listed(path))
    words, counts = cells[::2], cells[1::2]
    if len(words) != len(counts) or not all(count.isdigit() and len(count) < 10 for count in counts):
        raise GrammarError("expected words and whole numbers by turns", f"{path.parent.name}/{path.name}")
    return dict(zip(words, map(int, counts), strict=True))


# --- words.yaml ------------------------------------------------------------------------------


def _read_words(path: Path, grammar: Grammar) -> None:
    source = YamlFile(path, GrammarError)
    readers = {
        "classes": _read_classes, "letters": _read_letters, "groups": _read_groups,
        "fillers": _read_fillers, "markers": _read_markers, "compounds": _read_compounds,
        "heard": _read_heard, "slips": _read_slips, "confusable": _read_confusable,
        "unspoken": _read_unspoken,
    }  # fmt: skip
    for section, value, name in source.items(source.root()):
        if section not in readers:
            raise source.error(f"unknown section {section!r}; there are {', '.join(readers)}", name)
        readers[section](source, value, grammar)


def _expanded(source: YamlFile, node: Node) -> Iterator[tuple[Sequence, Node]]:
    """Every sequence of every template of a list."""
    for text, child in source.strings(node):
        try:
            for sequence in expand(text):
                yield sequence, child
        except ValueError as err:
            raise source.error(str(err), child) from err


def _plain(source: YamlFile, node: Node) -> Iterator[Sequence]:
    """Phrases of words only, as they look after normalising."""
    for sequence, child in _expanded(source, node):
        if any(symbol[0] in "{<*" for symbol in sequence):
            raise source.error("a word list takes words, not slots or groups", child)
        words = tuple(key(" ".join(sequence)).split())
        if not words:
            raise source.error(f"nothing is left of {child.value!r} after normalising", child)
        yield words


def _read_classes(source: YamlFile, node: Node, grammar: Grammar) -> None:
    for name, values, where in source.items(node):
        if name not in SLOT_CLASSES:
            raise source.error(f"unknown class {name!r}; there are {', '.join(SLOT_CLASSES)}", where)
        forms = grammar.classes.setdefault(name, [])
        for value, phrases, _ in source.items(values):
            forms += (Form(words, value) for words in _plain(source, phrases))


def _read_letters(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``letters: {sv: {suit: {S: S}, rank: {E: A}}}``: alphabet -> class -> value -> letters."""
    for alphabet, classes, _ in source.items(node):
        for name, values, where in source.items(classes):
            if name not in ("suit", "rank"):
                raise source.error(f"letters are of a suit or a rank, not {name!r}", where)
            for value, phrases, _ in source.items(values):
                for words in _plain(source, phrases):
                    grammar.classes.setdefault(name, []).append(Form(words, value, alphabet))


def _read_groups(source: YamlFile, node: Node, grammar: Grammar) -> None:
    for name, phrases, _ in source.items(node):
        grammar.groups[name] = [Form(words) for words in _plain(source, phrases)]


def _read_fillers(source: YamlFile, node: Node, grammar: Grammar) -> None:
    for place, phrases, where in source.items(node):
        if place not in FILLER_PLACES:
            raise source.error(f"unknown place {place!r}; there are {', '.join(FILLER_PLACES)}", where)
        grammar.fillers[place] = list(_plain(source, phrases))


def _read_markers(source: YamlFile, node: Node, grammar: Grammar) -> None:
    for name, phrases, where in source.items(node):
        if name not in MARKERS:
            raise source.error(f"unknown marker {name!r}; there are {', '.join(MARKERS)}", where)
        grammar.markers[name] = list(_plain(source, phrases))


def _read_compounds(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``compounds: {"{suit}{rank}": [spader, hjärter]}``: stems of the first part that may be glued to any
    word of the second, a class or a group."""
    for pattern, phrases, where in source.items(node):
        if not re.fullmatch(r"[{<]\w+[}>][{<]\w+[}>]", pattern):
            raise source.error(
                f"{pattern!r} is no compound; expected two parts, such as {{suit}}<spot>", where
            )
        grammar.compounds[pattern] = tuple(" ".join(words) for words in _plain(source, phrases))


def _read_slips(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``slips: {keyboard: [...], sounds: {ck: k}, own: [tack], letters: [i]}``; see :class:`Slips`."""
    lists = ("keyboard", "own", "letters", "refusals")
    rows = source.mapping(node, "slips", ("sounds", *lists))
    texts = {name: tuple(text for text, _ in source.strings(rows[name])) for name in lists}
    sounds = tuple((name, value.value) for name, value, _ in source.items(rows["sounds"]))
    grammar.slips = Slips(**texts, sounds=sounds)


def _read_confusable(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``confusable: [tio nio]``: pairs of names that are known to be alike; see ``lint``."""
    for text, child in source.strings(node):
        pair = tuple(text.split())
        if len(pair) != 2:
            raise source.error(f"{text!r} is no pair; expected two words", child)
        grammar.confusable.append(pair)


def _read_unspoken(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``unspoken: [heart's]``: words that no recogniser need listen for."""
    grammar.unspoken = frozenset(word for words in _plain(source, node) for word in words)


def _read_heard(source: YamlFile, node: Node, grammar: Grammar) -> None:
    """``heard: {knekt: [knäckt]}``: what a word is often written or recognised as."""
    for word, phrases, _ in source.items(node):
        for words in _plain(source, phrases):
            grammar.heard.setdefault(" ".join(words), []).append(key(word))


# --- calls.yaml and examples.yaml --------------------------------------------------------------


def _read_calls(path: Path, grammar: Grammar) -> None:
    source = YamlFile(path, GrammarError)
    for kind, entries, where in source.items(source.root()):
        if kind not in INTENTS:
            raise source.error(f"unknown intent {kind!r}; there are {', '.join(INTENTS)}", where)
        for entry in source.list(entries, "templates"):
            _read_entry(source, kind, entry, grammar)


def _read_entry(source: YamlFile, kind: str, entry: Node, grammar: Grammar) -> None:
    slots: list[tuple[str, object]] = []
    say = entry
    if isinstance(entry, yaml.MappingNode):
        row = {name: value for name, value, _ in source.items(entry)}
        if "say" not in row:
            raise source.error("an entry with slots needs a key 'say'", entry)
        say = row.pop("say")
        slots = [(name, _constant(name, value.value)) for name, value in row.items()]
    for sequence, child in _expanded(source, say):
        _check_symbols(source, sequence, child, grammar)
        rule = Rule(kind, _normal(sequence), tuple(slots), source.name, child.start_mark.line + 1)
        _check_slots(source, rule, child)
        grammar.rules.append(rule)


def _constant(name: str, text: str) -> object:
    if name in _NUMBERS and text.isdigit():
        return int(text)
    return text == "true" if name in _TRUTHS else text


def _normal(sequence: Sequence) -> Sequence:
    symbols: list[str] = []
    for symbol in sequence:
        symbols += [symbol] if symbol[0] in "{<*@" else key(symbol).split()
    return tuple(symbols)


def captures(sequence: Sequence) -> list[tuple[str, str]]:
    """The slots of a sequence in order: (class, name of the slot); the name is ``_`` if not kept."""
    found = []
    for symbol in sequence:
        if symbol[0] == "{":
            name, _, slot = symbol[1:-1].partition(":")
            found.append((name, slot or name))
    return found


def _check_symbols(source: YamlFile, sequence: Sequence, node: Node, grammar: Grammar) -> None:
    if not sequence:
        raise source.error("the template can stand for nothing at all", node)
    for symbol in sequence:
        if symbol[0] == "<" and symbol[1:-1] not in grammar.groups:
            raise source.error(f"there is no group {symbol} in words.yaml", node)
    for name, _ in captures(sequence):
        if name not in grammar.classes and name != "card":
            raise source.error(f"there is no class {{{name}}} in words.yaml", node)


_SAMPLE_VALUES: Final = {"suit": "S", "rank": "A", "level": "low", "number": 1, "tricks": 1}


def _check_slots(source: YamlFile, rule: Rule, node: Node) -> None:
    """Can the intent be made from these slots at all?"""
    row: dict[str, object] = {"kind": rule.kind, **dict(rule.slots)}
    for name, slot in captures(rule.sequence):
        if name == "card":
            row |= {"suit": "S", "rank": "A"} if slot == "card" else {}
        elif slot != "_":
            row[slot] = _SAMPLE_VALUES[name]
    try:
        intent_in(row)
    except InputError as err:
        raise source.error(str(err), node) from err


def _read_examples(path: Path, grammar: Grammar) -> None:
    """``- {say: "hjärterdam, tack", kind: card, suit: H, rank: Q}``"""
    source = YamlFile(path, GrammarError)
    for section, rows, where in source.items(source.root()):
        if section != "examples":
            raise source.error("expected one list called 'examples'", where)
        for entry in source.list(rows, "examples"):
            row: dict[str, object] = {}
            for name, value, _ in source.items(entry):
                row[name] = _constant(name, value.value)
            say = str(row.pop("say", ""))
            if row.get("kind") != "not_understood":
                try:
                    row = intent_out(intent_in(row))
                except InputError as err:
                    raise source.error(str(err), entry) from err
            grammar.examples.append(Example(say, row, source.name, entry.start_mark.line + 1))
