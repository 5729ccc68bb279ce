"""The graph of the call language says what the list of its sentences says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.languages import LANGUAGES
from callparser.understand.phrases import phrases
from callparser.voice.wordgraph import MAX_WORDS, WordGraph, word_graph

SENTENCES = st.lists(st.lists(st.sampled_from("abcd"), max_size=5).map(" ".join), max_size=30, unique=True)


def paths(graph: WordGraph) -> set[str]:
    leaving: dict[int, list[tuple[str, int]]] = {}
    for source, word, target in graph.steps:
        leaving.setdefault(source, []).append((word, target))
    found, todo = set(), [(0, "")]
    while todo:
        state, said = todo.pop()
        if state in graph.ends:
            found.add(said.strip())
        todo += [(target, f"{said} {word}") for word, target in leaving.get(state, ())]
    return found


@given(SENTENCES)
def test_its_paths_are_the_sentences_of_known_words(sentences):
    graph = word_graph(sentences, {"a", "b", "c"})
    known = {sentence for sentence in sentences if sentence and "d" not in sentence}
    assert paths(graph) == known
    assert graph.left_out == sum(not sentence or "d" in sentence for sentence in sentences)


@given(SENTENCES)
def test_no_two_states_are_followed_by_the_same(sentences):
    graph = word_graph(sentences, "abcd")
    states = {0, *graph.ends, *(step.target for step in graph.steps)}
    after = {
        (state in graph.ends, frozenset((word, to) for source, word, to in graph.steps if source == state))
        for state in states
    }
    assert len(after) == len(states)
    assert states == set(range(len(states)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dictionary_gives_the_graph_of_its_list(lang):
    sentences = list(phrases(lang))
    known = {word for sentence in sentences for word in sentence.split() if len(word) < 6}
    short, by_list = word_graph(phrases(lang), known), word_graph(sentences, known)
    assert len(short.steps) == len(by_list.steps) < len(sentences) / 2
    assert paths(short) == paths(by_list)
    assert short.left_out == by_list.left_out > 0


def test_a_sentence_without_end_is_left_out():
    graph = word_graph(["a " * MAX_WORDS, "a " * (MAX_WORDS + 1), "a " * 100_000], "a")
    assert (len(graph.steps), graph.left_out) == (MAX_WORDS, 2)
