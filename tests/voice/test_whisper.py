"""The second opinion on a network of random numbers: the search against brute force, and the noise."""

from __future__ import annotations

import subprocess
import sys
from array import array

import numpy as np
import pytest

from callparser.errors import InputError, ModelMissing
from callparser.voice.audio import Audio
from callparser.voice.whisper import noise, opinion
from callparser.voice.whisper.mel import log_mel, of_samples
from callparser.voice.whisper.network import Decoding
from callparser.voice.whisper.opinion import SecondOpinion
from callparser.voice.whisper.search import phrase_scores, search
from callparser.voice.whisper.spellings import spellings
from callparser.voice.whisper.trie import Trie
from tests.voice.tiny_whisper import write

PHRASES = ["ess", "esset", "spader ess", "spader två", "två", "hjärter", "hjärter åtta"]


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    return write(tmp_path_factory.mktemp("whisper") / "net")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def tone():
    return Audio(array("h", [round(9000 * np.sin(n * n / 90_000)) for n in range(12_000)]), 16_000)


def brute_force(net, states, phrase, lang):
    """``[(sum of the tokens, score of the end)]`` of every spelling: the whole sequence at once, no tree."""
    scorer = SecondOpinion(net)
    network, tokens = scorer._network, scorer._tokens
    table = network.rows(np.arange(network.tokens))
    kept = sorted({*tokens.latin(6000), *tokens.ends})
    out = []
    for text in spellings(phrase, lang):
        prompt, path = tokens.prompt(lang), tokens.of(text)
        row = np.array(prompt + path)
        made = Decoding(network, states).step(row, np.arange(len(row)), np.tri(len(row), dtype=bool))
        logits = (made @ table.T).astype(float)[len(prompt) - 1 :]
        steps = 0.0
        for at, token in enumerate(path):
            steps += logits[at, token] - np.logaddexp.reduce(logits[at, sorted({*kept, token})])
        ends = np.logaddexp.reduce(logits[-1, list(tokens.ends)]) - np.logaddexp.reduce(logits[-1, kept])
        out.append((steps, ends))
    return np.array(out)


def test_the_search_is_brute_force_when_nothing_is_cut(net, tone):
    scorer = SecondOpinion(net, correction=0.0, breadth=None)
    states = scorer._network.encode(log_mel(tone, 80))
    found = dict(scorer.score(tone, PHRASES, "sv"))
    assert found.keys() == set(PHRASES)
    for phrase in PHRASES:
        wanted = np.logaddexp.reduce(brute_force(net, states, phrase, "sv").sum(1))
        assert found[phrase] == pytest.approx(wanted, abs=1e-3)


def test_a_narrow_search_gives_the_same_scores_to_fewer(net, tone):
    every = dict(SecondOpinion(net, breadth=None).score(tone, PHRASES, "sv"))
    few = SecondOpinion(net, breadth=2).score(tone, PHRASES, "sv")
    assert 0 < len(few) <= len(PHRASES)
    assert [score for _, score in few] == sorted((score for _, score in few), reverse=True)
    assert all(score <= every[phrase] + 1e-3 for phrase, score in few)  # a spelling may have been cut
    assert dict(SecondOpinion(net, breadth=500).score(tone, PHRASES, "sv")) == pytest.approx(every)


def test_corrected_scores_are_less_by_a_share_of_the_noise(net, tone):
    scorer = SecondOpinion(net, correction=0.75, breadth=None)
    states = scorer._network.encode(log_mel(tone, 80))
    rooms = [scorer._network.encode(of_samples(sound, 80)) for sound in noise.sounds()]
    for phrase, score in scorer.score(tone, PHRASES, "sv"):
        mean = np.mean([brute_force(net, room, phrase, "sv") for room in rooms], axis=0)
        wanted = (brute_force(net, states, phrase, "sv") - 0.75 * mean).sum(1)
        assert score == pytest.approx(np.logaddexp.reduce(wanted), abs=2e-3)


def test_a_phrase_scores_the_same_in_every_list(net, tone):
    scorer = SecondOpinion(net, breadth=None)
    alone = {phrase: scorer.score(tone, [phrase], "sv")[0][1] for phrase in PHRASES}
    assert dict(scorer.score(tone, PHRASES, "sv")) == pytest.approx(alone, abs=1e-4)


def test_the_noise_is_computed_once_and_kept(net, tone, monkeypatch, cache):
    first = SecondOpinion(net)
    first.prepare(PHRASES, "sv")
    wanted = first.score(tone, PHRASES, "sv")
    monkeypatch.setattr(SecondOpinion, "_measured", lambda *_: pytest.fail("computed again"))
    second = SecondOpinion(net)
    second.prepare(PHRASES, "sv")
    assert second.score(tone, PHRASES, "sv") == wanted


@pytest.mark.parametrize("table", [{}, [], None, {(): ("a", "b")}, {(): (float("nan"), 0.0)}], ids=repr)
def test_a_cache_with_something_else_in_it(net, tone, monkeypatch, table):
    wanted = dict(SecondOpinion(net).score(tone, PHRASES, "sv"))
    monkeypatch.setattr(opinion, "compiled", lambda *_: table)
    scorer = SecondOpinion(net)
    scorer.prepare(PHRASES, "sv")
    assert dict(scorer.score(tone, PHRASES, "sv")) == pytest.approx(wanted)


def test_the_cache_is_made_again_for_another_network(net, tmp_path, cache):
    SecondOpinion(net).prepare(PHRASES, "sv")
    SecondOpinion(write(tmp_path / "other")).prepare(PHRASES, "sv")
    assert len(list(cache.glob("noise-sv-*"))) == 2


def test_the_tree_shares_beginnings():
    trie = Trie([[(1, 2), (1, 3)], [(1, 2)], [(1,)]])
    assert trie.paths == [(), (1,), (1, 2), (1, 3)]
    assert trie.parents == [-1, 0, 1, 1]
    assert trie.ends == {2: [0, 1], 3: [0], 1: [2]}
    assert (len(trie), trie.phrases) == (4, 3)


def test_a_phrase_that_was_not_reached_has_no_score(net):
    scorer = SecondOpinion(net)
    states = scorer._network.encode(np.zeros((80, 40), np.float32))
    trie = Trie([[(1, 2)], [(3, 4)], [(5, 6)]])
    found = search(Decoding(scorer._network, states), scorer._output, (250,), trie, breadth=1)
    assert np.isfinite(phrase_scores(trie, found)).sum() == 1


@pytest.mark.parametrize(
    ("phrase", "lang", "found"),
    [
        ("hjärter åtta", "sv", (" hjärter åtta", " Hjärter åtta", " hjärter 8", " Hjärter 8")),
        ("åtta", "sv", (" åtta", " Åtta", " 8")),
        ("ten of clubs", "en", (" ten of clubs", " Ten of clubs", " 10 of clubs")),
        ("lågt", "xx", (" lågt", " Lågt")),
    ],
)
def test_spellings(phrase, lang, found):
    assert spellings(phrase, lang) == found


@pytest.mark.parametrize("rate", [8000, 11_025, 16_000, 22_050, 44_100, 48_000])
def test_every_rate_gives_much_the_same_picture(rate):
    def tone(rate_hz):
        return Audio(
            array("h", [round(9000 * np.sin(2 * np.pi * 440 * n / rate_hz)) for n in range(rate_hz)]), rate_hz
        )

    found, wanted = log_mel(tone(rate), 80), log_mel(tone(16_000), 80)
    assert found.shape == wanted.shape
    assert found.shape[1] % 2 == 0
    assert found[:, 80:100].argmax(0).tolist() == wanted[:, 80:100].argmax(0).tolist()
    assert np.isfinite(found).all()


@pytest.mark.parametrize(
    "samples", [[0], [0] * 16_000, [32767, -32768] * 8000], ids=["one", "silence", "screech"]
)
def test_any_sound_has_scores(net, samples):
    assert SecondOpinion(net).score(Audio(array("h", samples), 16_000), PHRASES, "sv")


def test_too_long_a_recording(net):
    with pytest.raises(InputError, match="31 s of sound"):
        SecondOpinion(net).score(Audio(array("h", [0] * 31 * 8000), 8000), PHRASES, "sv")


def test_lists_that_are_too_long(net, tone):
    for phrases in ([], ["ess"] * (opinion.MAX_PHRASES + 1), ["ess " * 40]):
        with pytest.raises(InputError):
            SecondOpinion(net).score(tone, phrases, "sv")


def test_a_phrase_with_more_tokens_than_the_network_has_places(tmp_path, tone):
    short = write(tmp_path / "net", decoder__position_encodings__encodings=np.ones((9, 8), "<f2"))
    assert SecondOpinion(short).score(tone, ["ess"], "sv")
    with pytest.raises(InputError, match="tokens to score"):
        SecondOpinion(short).score(tone, ["spader"], "sv")


def test_a_language_the_network_does_not_know(net, tone):
    with pytest.raises(ModelMissing, match="'da'"):
        SecondOpinion(net).score(tone, PHRASES, "da")


def test_numpy_is_not_loaded_before_it_is_needed():
    code = (
        "import sys, callparser.voice.second, callparser.voice.whisper,"
        "callparser.voice.corelist, callparser.cli.transcribe;"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'tokenizers')))"
    )
    assert subprocess.run((sys.executable, "-c", code), check=False).returncode == 0
