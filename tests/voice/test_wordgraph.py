"""A graph of words says what it was made of, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.voice.wordgraph import AGAIN, MAX_WORDS, WORD, WordGraph, listed

SENTENCES = st.lists(st.lists(st.sampled_from("abcd"), max_size=5).map(" ".join), max_size=30, unique=True)


def once(graph: WordGraph) -> set[str]:
    """What can be said without beginning again."""
    leaving: dict[int, list[tuple[str, int]]] = {}
    for step in graph.steps:
        leaving.setdefault(step.source, []).append((step.word, step.target))
    found, todo = set(), [(0, "")]
    while todo:
        state, said = todo.pop()
        if state in graph.ends:
            found.add(said.strip())
            continue
        todo += [(target, f"{said} {word}") for word, target in leaving.get(state, ())]
    return {" ".join(said.split()) for said in found}


@given(SENTENCES)
def test_it_says_the_sentences_of_known_words(sentences):
    graph = listed(sentences).within({"a", "b", "c"})
    assert once(graph) == {sentence for sentence in sentences if sentence and "d" not in sentence}


@given(SENTENCES)
def test_like_ends_are_shared_and_nothing_leads_nowhere(sentences):
    graph = listed(sentences).within("abcd")
    states = {0, *graph.ends, *(step.target for step in graph.steps)}
    assert states == set(range(len(states)))
    after = {frozenset(step[1:3] for step in graph.steps if step.source == state) for state in states}
    if graph.steps:
        assert len(after) == len(states)


@given(SENTENCES)
def test_words_and_the_start_of_another_sentence_have_their_price(sentences):
    for step in listed(sentences).steps:
        assert step.price in ({WORD} if step.word else {0.0, AGAIN})


@pytest.mark.parametrize("words", [MAX_WORDS + 1, 100_000])
def test_a_sentence_without_end_is_left_out(words):
    assert once(listed(["a " * MAX_WORDS, "a " * words])) == {("a " * MAX_WORDS).strip()}


@pytest.mark.parametrize(
    ("sentences", "pairs"),
    [
        ([], []), (["a"], []), (["a b c", "c a"], ["a b", "b c", "c a"]), (["a b", "b", "a"], ["a b"]),
        (["a x b", "a b"], ["a b"]), (["a b", "a b c"], ["a b", "b c"]),
    ],
)  # fmt: skip
def test_factored_is_the_words_and_their_neighbours_in_one_sentence(sentences, pairs):
    graph = listed(sentences).within("abc")
    words = sorted({word for sentence in sentences if "x" not in sentence for word in sentence.split()})
    assert sorted(graph.factored()) == sorted([*words, *pairs])
