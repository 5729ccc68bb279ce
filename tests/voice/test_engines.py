"""What every recogniser must do, for each that is installed. How well it hears is measured elsewhere."""

from __future__ import annotations

import os
import signal
import threading
import time
from array import array
from importlib import util
from pathlib import Path

import pytest

from callparser.errors import EngineFailed, ModelMissing
from callparser.voice.audio import Audio, read_wav
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines import open_engine
from callparser.voice.transcribe import choose
from callparser.voice.wordgraph import listed
from tests.voice.phrases import meanings, phrases

WAVS = Path(__file__).parent / "wavs"
#: Clips that both hear.
CLIPS = {"19_en_espeak.wav": "heart three", "21_en_espeak.wav": "queen of hearts"}
MODELS = {"vosk": "dummycall-sv-en", "pocketsphinx": "pocketsphinx-en-us"}


@pytest.fixture(scope="module", params=MODELS)
def engine(request):
    if util.find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with open_engine(MODELS[request.param], "en") as found:
        yield found


@pytest.fixture(scope="module")
def language(engine):
    return listed(phrases("en"))


def clip(name: str) -> Audio:
    return read_wav(WAVS / name)


@pytest.mark.parametrize(("name", "text"), CLIPS.items())
def test_a_call_is_heard_with_times_and_shares(engine, language, name, text):
    heard = engine.hear(clip(name), language)
    assert choose(heard, meanings("en").__contains__).text == text
    shares = [hearing.confidence for hearing in heard.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert (heard.text, heard.confidence) == (heard.alternatives[0].text, shares[0])
    assert " ".join(word.text for word in heard.words) == text
    times = [time for word in heard.words for time in (word.start_s, word.end_s)]
    assert times == sorted(times)
    assert 0 <= times[0] <= times[-1] <= clip(name).duration_s
    assert all(0 < word.confidence <= 1 for word in heard.words)
    assert len({hearing.text for hearing in heard.alternatives}) == len(shares)


def test_an_utterance_leaves_no_trace(engine, language):
    """Not in the same grammar, not in another, and not where the first one was the first of all."""
    name = next(iter(CLIPS))
    first = engine.hear(clip(name), language)
    for other in (clip("21_en_espeak.wav"), Audio(array("h", bytes(8000)), 16_000)):
        engine.hear(other, language)
        engine.hear(other, listed(["queen", "three"]))
    assert engine.hear(clip(name), language) == first
    with open_engine(engine.model.name, "en") as fresh:
        assert fresh.hear(clip(name), language) == first


def test_more_grammars_than_are_kept(engine, language):
    name, text = next(iter(CLIPS.items()))
    first = engine.hear(clip(name), language)
    for word in [*text.split(), "queen", "king", "ace", "low"]:
        alternatives = engine.hear(clip(name), listed([word])).alternatives
        assert {heard for hearing in alternatives for heard in hearing.text.split()} <= {word, UNKNOWN}
    assert engine.hear(clip(name), language) == first


def test_only_the_words_of_the_phrases_are_heard(engine):
    heard = engine.hear(clip("19_en_espeak.wav"), listed(["heart three", "heart two"]))
    assert heard.text == "heart three"
    words = {word for hearing in heard.alternatives for word in hearing.text.split()}
    assert words <= {"heart", "three", "two", UNKNOWN}


@pytest.mark.parametrize("rate", [8000, 11_025, 22_050, 44_100, 48_000])
def test_other_rates(engine, language, rate):
    samples = clip("21_en_espeak.wav").samples
    count = len(samples) * rate // 16_000
    there = Audio(array("h", [samples[n * 16_000 // rate] for n in range(count)]), rate)
    heard = engine.hear(there, language)
    assert heard.alternatives
    if rate >= 16_000:
        assert choose(heard, meanings("en").__contains__).text == "queen of hearts"


@pytest.mark.parametrize(
    "sound", [[0] * 16_000, [0], [32767, -32768] * 8000], ids=["silence", "one sample", "screech"]
)
def test_no_call_in_it(engine, language, sound):
    heard = engine.hear(Audio(array("h", sound), 16_000), language)
    assert not choose(heard, meanings("en").__contains__).in_language


HOSTILE = [
    "", " ", "\t", "qwertyuiop", "queen qwertyuiop", "\\end\\", "\\data\\", "<s>", "</s>", "</s> queen",
    "<sil>", "<UNK>", "[NOISE]", "queen(2)", "queen\0", "\0", '"queen"', "quéen", "♥", "x" * 10_000, "%s%n",
    "-99 queen -99", "\ud800", "QUEEN", "#0", "<eps>",
]  # fmt: skip


@pytest.mark.parametrize("phrase", HOSTILE, ids=lambda p: ascii(p)[:20])
def test_a_phrase_that_it_cannot_hear_is_left_out(engine, phrase):
    with pytest.raises(ModelMissing, match="knows nothing"):
        engine.hear(clip("19_en_espeak.wav"), listed([phrase]))
    heard = engine.hear(clip("19_en_espeak.wav"), listed([phrase, "heart", "three", "heart three"]))
    assert heard.text == "heart three"


def test_no_phrases_at_all(engine):
    with pytest.raises(ModelMissing):
        engine.hear(clip("19_en_espeak.wav"), listed([]))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_killed_in_the_middle_of_an_utterance(engine, language):
    name, text = next(iter(CLIPS.items()))
    engine.hear(clip(name), language)
    worker = engine._worker
    os.kill(worker.pid, signal.SIGSTOP)  # it has the question, and never gets to the end of it
    killer = threading.Thread(target=_kill_soon, args=(worker.pid,))
    killer.start()
    with pytest.raises(EngineFailed, match="SIGKILL"):
        engine.hear(clip(name), language)
    killer.join()
    assert choose(engine.hear(clip(name), language), meanings("en").__contains__).text == text


def _kill_soon(pid: int) -> None:
    time.sleep(0.2)
    os.kill(pid, signal.SIGKILL)


def test_one_that_does_not_answer_in_time(engine, language):
    engine.hear(clip("19_en_espeak.wav"), language)
    with pytest.raises(EngineFailed, match="no answer within"):
        engine.hear(clip("19_en_espeak.wav"), language, timeout_s=0.001)


def test_it_may_be_closed_twice_and_hears_again(engine, language):
    name, text = next(iter(CLIPS.items()))
    with open_engine(engine.model.name, "en") as own:
        own.hear(clip(name), language)
        own.close()
        own.close()
        assert choose(own.hear(clip(name), language), meanings("en").__contains__).text == text


def test_nothing_on_the_terminal(engine, language, capfd):
    with open_engine(engine.model.name, "en") as own:
        own.hear(clip("19_en_espeak.wav"), language)
    assert capfd.readouterr() == ("", "")
