"""What the voices read: calls that the recogniser listens for, in words of the model."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("wordfreq")

from callparser.grammar.load import load
from callparser.voice.calllanguage import call_language
from training.acoustic import texts
from training.acoustic.lexicon import lexicon

LANGUAGES = ("sv", "en")


@pytest.fixture(scope="module", params=LANGUAGES)
def drawn(request):
    rng = Random(46)
    return request.param, [tuple(texts.call(request.param, rng)) for _ in range(1500)]


def test_calls_are_short_and_of_known_words(drawn):
    lang, calls = drawn
    known = lexicon(lang).keys()
    assert all(0 < len(words) <= 12 and known >= set(words) for words in calls)


def test_the_recogniser_listens_for_them(drawn):
    lang, calls = drawn
    graph = call_language(lang)
    leaving: dict[int, list] = {}
    for step in graph.steps:
        leaving.setdefault(step.source, []).append(step)

    def onward(states: set[int], word: str) -> set[int]:
        reached = {step.target for state in states for step in leaving.get(state, ()) if step.word == word}
        todo = list(reached)
        while todo:
            new = {step.target for step in leaving.get(todo.pop(), ()) if not step.word} - reached
            reached |= new
            todo += new
        return reached

    odd = {word for each in texts._CONFUSABLE.values() for word in each.split()}
    for words in [one for one in calls if len(one) > 2 or not odd & {*one}][:300]:  # "club a" is not
        states = {0}
        for word in words:
            states = onward(states, word)
        assert states & graph.ends, f"{lang}: {' '.join(words)!r}"


def test_usual_words_are_drawn_more_often_than_rare_ones(drawn):
    lang, calls = drawn
    counts = load(lang).counts
    said = [counts.get(word, 0) for words in calls for word in words]
    assert sum(count > 0 for count in said) > 0.8 * len(said)


def test_calls_are_many_and_the_same_every_time(drawn):
    lang, calls = drawn
    assert len(set(calls)) > 1000
    rng = Random(46)
    assert [tuple(texts.call(lang, rng)) for _ in range(50)] == calls[:50]
