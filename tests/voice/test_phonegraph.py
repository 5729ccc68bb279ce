"""Language and words in one graph: it lets through what they do together, at the same cost."""

from __future__ import annotations

from itertools import product
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.errors import ModelMissing
from callparser.voice import fst, lexicon
from callparser.voice.fst import Arc
from callparser.voice.lexicon import Lexicon, Phone
from callparser.voice.models import find, labels
from callparser.voice.phonegraph import joined
from callparser.voice.wordgraph import Step, WordGraph
from tests.voice.graphs import MARK, heard

SILENCE = Phone(2, 1)
STRAIGHT, PAUSE = 0.25, 0.75
LABELS = {"ace": 1, "king": 2, "aces": 3, "kings": 4}
PHONES = st.integers(2, 4).map(lambda number: Phone(10 * number, 10 * number + 1))
PRONUNCIATIONS = st.lists(
    st.lists(PHONES, min_size=1, max_size=3).map(tuple), min_size=1, max_size=2, unique=True
)
LEXICONS = st.fixed_dictionaries(dict.fromkeys(LABELS.values(), PRONUNCIATIONS))
STATES = st.integers(0, 3)
STEPS = st.builds(Step, STATES, st.sampled_from(sorted(LABELS)), STATES, st.integers(0, 6).map(float))
#: Saying nothing leads onward only, and so into no circle.
SILENT = st.builds(
    lambda at, on, price: Step(at, "", at + on, price), STATES, st.integers(1, 2), st.just(1.0)
)
LANGUAGES = st.builds(
    lambda steps, ends: WordGraph(tuple(steps), frozenset(ends)),
    st.lists(STEPS | SILENT, min_size=1, max_size=8),
    st.sets(STATES, min_size=1, max_size=2),
)
Sentences = dict[tuple[str, ...], float]


@given(language=LANGUAGES, words=LEXICONS)
def test_every_sentence_costs_what_it_did(
    language: WordGraph, words: dict[int, list[tuple[Phone, ...]]]
) -> None:
    graph = joined(language, LABELS, Lexicon(words, SILENCE, STRAIGHT, PAUSE), MARK)
    assert graph is not None
    said = _sentences(language, most=2)
    for sound in _sounds(words, said):
        assert heard(graph, sound) == pytest.approx(_expected(sound, words, said))


def test_what_the_words_lack_is_not_joined() -> None:
    language = WordGraph((Step(0, "queen", 1),), frozenset([1]))
    assert joined(language, {"queen": 9}, Lexicon({}, SILENCE, STRAIGHT, PAUSE), MARK) is None
    assert joined(language, {}, Lexicon({}, SILENCE, STRAIGHT, PAUSE), MARK) is None


def test_all_words_of_our_model_come_back() -> None:
    model = find(engine="vosk")
    found = lexicon.read(model.part("HCLr.fst"))
    assert found is not None
    assert found.words.keys() == {label for word, label in labels(model).items() if word != "[unk]"}


@pytest.mark.parametrize(
    ("arcs", "why"),
    [
        ([Arc(0, 0, 0, 0.5, 1), Arc(1, 5, 1, 0.0, 0)], "no silence"),
        ([Arc(0, 0, 0, 0.5, 1), Arc(0, 2, 0, 0.5, 1), Arc(1, 5, 1, 0.0, 1)], "silence that does not last"),
        ([Arc(0, 4, 1, 0.5, 1)], "words at the start"),
    ],
)
def test_another_kind_of_graph_has_no_lexicon(tmp_path: Path, arcs: list[Arc], why: str) -> None:
    fst.write(tmp_path / "a.fst", arcs, {1: 0.0})
    assert lexicon.read(tmp_path / "a.fst") is None, why


@pytest.mark.parametrize("cut", [1, 5, 17])
def test_a_graph_cut_short_is_an_error(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.fst"
    fst.write(path, [Arc(0, 1, 1, 0.0, 1)], {1: 0.0})
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ModelMissing, match=r"a\.fst"):
        fst.read(path)


def test_an_arc_into_nowhere_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.fst"
    fst.write(path, [Arc(0, 1, 1, 0.0, 1), Arc(1, 1, 1, 0.0, 0)], {0: 0.0})
    path.write_bytes(path.read_bytes()[:-4] + (7).to_bytes(4, "little"))
    with pytest.raises(ModelMissing, match="leads to no state"):
        fst.read(path)


def _sentences(language: WordGraph, most: int) -> Sentences:
    """What can be said in at most so many words, and the least that it costs."""
    found: Sentences = {}
    todo: list[tuple[int, tuple[str, ...], float]] = [(0, (), 0.0)]
    while todo:
        state, words, price = todo.pop()
        if state in language.ends:
            found[words] = min(price, found.get(words, inf))
        for step in language.steps:
            longer = words + ((step.word,) if step.word else ())
            if step.source == state and len(longer) <= most:
                todo.append((step.target, longer, price + step.price))
    return found


def _sounds(words: dict[int, list[tuple[Phone, ...]]], said: Sentences) -> list[tuple[int, ...]]:
    """The labels that go in for every sentence: pronounced in every way, without silence and with it before
    the first word, phones held for a moment. And one that is no sentence."""
    sounds: list[tuple[int, ...]] = [(30, 31, 30, 31, 40, 41)]
    for sentence in list(said)[:6]:
        for way in product(*(words[LABELS[word]] for word in sentence)):
            spoken = tuple(label for phones in way for phone in phones for label in (phone.enter, phone.stay))
            sounds += [spoken, (SILENCE.enter, SILENCE.stay, *spoken)]
    return sounds


def _expected(
    sound: tuple[int, ...], words: dict[int, list[tuple[Phone, ...]]], said: Sentences
) -> dict[tuple[int, ...], float]:
    """The sentences that sound so, without silence but at the start, and what each costs."""
    hushed = sound[:2] == tuple(SILENCE)
    found: dict[tuple[int, ...], float] = {}
    for sentence, price in said.items():
        for way in product(*(words[LABELS[word]] for word in sentence)):
            spoken = tuple(label for phones in way for phone in phones for label in (phone.enter, phone.stay))
            if spoken == sound[2 if hushed else 0 :]:
                cost = price + STRAIGHT * len(sentence) + (PAUSE if hushed else STRAIGHT)
                key = tuple(LABELS[word] for word in sentence)
                found[key] = min(cost, found.get(key, inf))
    return found
