"""The graph of the call language: what people say is in it, and no rank or suit costs more than another."""

from __future__ import annotations

from itertools import product

import pytest

from callparser.errors import GrammarError
from callparser.grammar import tables
from callparser.grammar.load import load
from callparser.languages import LANGUAGES
from callparser.understand.phrases import phrases
from callparser.voice.calllanguage import call_language
from callparser.voice.wordgraph import WordGraph

SUITS = {
    "sv": "spader hjärter ruter klöver", "en": "spades hearts diamonds clubs",
    "no": "spar hjerter ruter kløver", "da": "spar hjerter ruder klør",
}  # fmt: skip
RANKS = {
    "sv": "ess kung dam knekt tio nio åtta sju sex fem fyra tre två",
    "en": "ace king queen jack ten nine eight seven six five four three two",
    "no": "ess konge dame knekt ti ni åtte sju seks fem fire tre to",
    "da": "es konge dame knægt ti ni otte syv seks fem fire tre to",
}
#: The usual ways to call a card, and what stands around calls: lead-ins, refusals, corrections.
CARDS = {
    "sv": ["{suit} {rank}", "{rank} i {suit}"], "en": ["{rank} of {suit}", "{suit} {rank}"],
    "no": ["{suit} {rank}", "{rank} i {suit}"], "da": ["{suit} {rank}", "{rank} i {suit}"],
}  # fmt: skip
AROUND = {
    "sv": ["{call}", "kan jag få {call}", "jag tar {call}", "{call} tack", "inte {call}", "allt utom {call}",
           "{call} nej {call}"],
    "en": ["{call}", "play the {call} please", "not the {call}", "not {call}", "anything but {call}",
           "{call} no {call}", "no i mean {call}"],
    "no": ["{call}", "ikke {call}", "{call} takk", "{call} nei {call}"],
    "da": ["{call}", "ikke {call}", "{call} tak", "{call} nej {call}"],
}  # fmt: skip


class Ways:
    """Walks a graph; the cheapest price at which words can be said."""

    def __init__(self, graph: WordGraph) -> None:
        self._ends = graph.ends
        self._leaving: dict[int, list[tuple[str, int, float]]] = {}
        for step in graph.steps:
            self._leaving.setdefault(step.source, []).append((step.word, step.target, step.price))

    def price(self, said: str) -> float | None:
        at = self._silently({0: 0.0})
        for word in said.split():
            after: dict[int, float] = {}
            for state, so_far in at.items():
                for one, target, price in self._leaving.get(state, ()):
                    if one == word:
                        after[target] = min(after.get(target, 99.0), so_far + price)
            at = self._silently(after)
        return min((price for state, price in at.items() if state in self._ends), default=None)

    def _silently(self, at: dict[int, float]) -> dict[int, float]:
        todo = list(at)
        while todo:
            state = todo.pop()
            for word, target, price in self._leaving.get(state, ()):
                if not word and at[state] + price < at.get(target, 99.0):
                    at[target] = at[state] + price
                    todo.append(target)
        return at


@pytest.fixture(scope="module", params=LANGUAGES)
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def ways(lang):
    return Ways(call_language(lang))


def test_every_card_can_be_called_in_the_usual_ways_and_refused(lang, ways):
    cards = product(CARDS[lang], SUITS[lang].split(), RANKS[lang].split())
    calls = [form.format(suit=suit, rank=rank) for form, suit, rank in cards]
    said = [around.replace("{call}", call) for around in AROUND[lang] for call in calls]
    assert [words for words in said if ways.price(words) is None] == []


@pytest.mark.parametrize("lang", ["sv", "en"], indirect=True)
def test_what_is_said_of_a_suit_is_no_call_of_it(lang, ways):
    for said in {"sv": ["inga hjärter", "ingen hjärter"], "en": ["no hearts", "no spades"]}[lang]:
        assert ways.price(said) is not None


def test_no_suit_and_no_rank_is_likelier_than_another(lang, ways):
    """That would decide between two that sound alike, whatever was said."""
    for form in CARDS[lang]:
        for rank in RANKS[lang].split():
            prices = {ways.price(form.format(suit=suit, rank=rank)) for suit in SUITS[lang].split()}
            assert len(prices) == 1, (form, rank, prices)
        for suit in SUITS[lang].split():
            prices = {ways.price(form.format(suit=suit, rank=rank)) for rank in RANKS[lang].split()}
            assert len(prices) == 1, (form, suit, prices)


def test_the_sentences_of_the_dictionary_are_in_it(lang, ways):
    unspoken = load(lang).unspoken
    said = [
        sentence
        for number, sentence in enumerate(phrases(lang))
        if number % 41 == 0
        and all(len(word) > 2 and word.isalpha() and word not in unspoken for word in sentence.split())
    ]
    assert len(said) > 100
    assert [words for words in said if ways.price(words) is None] == []


def test_what_nobody_says_is_not_in_it(lang):
    words = call_language(lang).words
    assert not words & load(lang).unspoken
    assert not {word for word in words if not any(map(str.isalpha, word))}


def test_prices_are_no_rewards(lang):
    assert min(step.price for step in call_language(lang).steps) >= 0


@pytest.mark.parametrize("content", ["ess", "ess 3 kung", "ess tre", "3 ess", "ess -1", "ess 3.5"])
def test_a_damaged_count_is_an_error(tmp_path, monkeypatch, content):
    own = tmp_path / "sv"
    own.mkdir()
    for path in tables.sources("sv"):
        (own / path.rsplit("/", 1)[1]).symlink_to(path)
    (own / "said.txt").unlink()
    (own / "said.txt").write_text(f"# a remark\n{content}\n")
    monkeypatch.setattr(tables, "data_dir", lambda _: str(tmp_path))
    with pytest.raises(GrammarError, match=r"sv/said\.txt"):
        load("sv")
