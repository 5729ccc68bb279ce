"""What the recogniser lives through: being killed, hostile phrases, damaged models, many utterances."""

from __future__ import annotations

import os
import random
import shutil
import signal
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.voice.soak import grown_mib, made, soak
from callparser.errors import CallparserError, EngineFailed, ModelMissing
from callparser.voice import models, worker
from callparser.voice.audio import read_wav
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines.vosk import WORKER, VoskEngine
from callparser.voice.wordgraph import listed
from callparser.voice.worker import Worker, command

CALL = read_wav(Path(__file__).parent / "wavs/01_sv_espeak.wav")  # "klöver trea"
#: A slow machine is no crash; "[unk]" among the phrases takes a hundred times as long.
PATIENCE_S = 120.0
FEW = ["klöver trea", "klöver", "trea", "hjärter", "hjärter åtta", "ess"]
LANGUAGE = listed(FEW)


@pytest.fixture(scope="module")
def running():
    """The process, which must be the same at the end, and the engine that asks it."""
    pytest.importorskip("vosk")
    process = Worker(command(WORKER))
    with VoskEngine(worker=process) as engine:
        assert engine.hear(CALL, LANGUAGE).text == "klöver trea"
        yield process, engine


# --- killed in mid-utterance -----------------------------------------------------------------------------

ENDS = {"SIGKILL": "SIGKILL", "SIGABRT": "SIGABRT", "SIGSEGV": "SIGSEGV", "SIGSTOP": "no answer within 1 s"}


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("name", "said"), ENDS.items(), ids=ENDS)
def test_one_that_ends_in_mid_utterance_is_reported_and_replaced(monkeypatch, name, said):
    pytest.importorskip("vosk")
    process = Worker(command(WORKER))
    read_json = worker.read_json

    def struck(pipe):
        """The question is on its way, the answer is waited for."""
        os.kill(process.pid, getattr(signal, name))
        return read_json(pipe)

    with VoskEngine(worker=process) as engine:
        whole = engine.hear(CALL, LANGUAGE)
        first = process.pid
        with monkeypatch.context() as patched:
            patched.setattr(worker, "read_json", struck)
            with pytest.raises(EngineFailed, match=f"the recogniser failed: .*{said}.*; try again"):
                engine.hear(CALL, LANGUAGE, timeout_s=1.0 if name == "SIGSTOP" else 20.0)
        assert process.pid is None
        assert engine.hear(CALL, LANGUAGE) == whole
        assert process.pid not in (None, first)


# --- phrases from anywhere -------------------------------------------------------------------------------

HOSTILE = {
    "none": [],
    "an empty one": [""],
    "blanks": [" ", "\t", "\n"],
    "a text": "abc",
    "a tuple": ("ess",),
    "very long": ["x" * 3_000_000],
    "very long, known": ["klöver " * 3_000],
    "many": [f"w{n}" for n in range(1_000_000)],
    "control characters": ["\x01", "klöver\x07", "\x1b[2J", "\x7f"],
    "NUL": ["\0", "klöver\0trea", "klöver \0"],
    "surrogates": ["\ud800", "klöver \udfff"],
    "right to left": ["\u202eklöver", "klöver\u200f", "\u2066trea\u2069"],
    "quotes": ['"', '"]', "klöver\\", "kl\\u00f6ver", '", "ess', "'"],
    "unknown speech": ["[unk]", "klöver [unk]", "[unk] [unk]", "[UNK]", "<unk>"],
    "symbols of graphs": ["#nonterm_begin", "#0", "#1", "<eps>", "<s>", "</s>", "!SIL", "klöver <eps>"],
    "another case": ["KLÖVER", "Klöver trea"],
    "combining marks": ["klo\u0308ver", "klöver\u0301"],
    "numbers": ["3", "klöver 3", "-1", "1e9"],
    "separators": ["klöver\ttrea", "klöver\u00a0trea", "klöver\u2028trea"],
    "bytes": ["klöver".encode(), b"ess"],
    "other writing": ["三", "трефы", "\U0001f0a1", "\ufb01"],
    "good among bad": ["\0", "klöver trea", "#0", "", "klöver x"],
}


@pytest.mark.parametrize("phrases", HOSTILE.values(), ids=HOSTILE)
def test_no_phrases_can_end_the_process(running, phrases):
    process, engine = running
    first = process.pid
    heard = heard_or_refused(engine, phrases)
    assert heard <= {word for phrase in phrases for word in phrase.split()} | {UNKNOWN}
    assert process.pid == first


@pytest.mark.parametrize("phrases", [None, 7, [None], [7], [["klöver"]], [object()]], ids=str)
def test_what_is_no_text_never_reaches_the_process(running, phrases):
    process, engine = running
    first = process.pid
    with pytest.raises((CallparserError, TypeError, AttributeError)):
        engine.hear(CALL, listed(phrases))
    assert process.pid == first


def heard_or_refused(engine, phrases):
    """The words of all hearings; none where the phrases are refused in words."""
    try:
        heard = engine.hear(CALL, listed(phrases), timeout_s=PATIENCE_S)
    except ModelMissing:
        return set()
    return {word for hearing in heard.alternatives for word in hearing.text.split()}


PIECES = st.sampled_from([*FEW, "#0", "<eps>", "!SIL", "\0", '"', "\\", "KLÖVER"]) | st.text(max_size=5)
PHRASES = st.lists(st.lists(PIECES, max_size=4).map(" ".join), max_size=6)


@settings(max_examples=60)
@given(phrases=PHRASES)
def test_only_what_was_asked_for_is_heard(running, phrases):
    process, engine = running
    first = process.pid
    known = [phrase.split() for phrase in phrases if all(word in engine.words for word in phrase.split())]
    assert heard_or_refused(engine, phrases) <= {word for words in known for word in words} | {UNKNOWN}
    assert process.pid == first


def test_symbols_of_the_graph_are_no_words_of_a_model():
    assert not models.words(models.find()) & {"", "<eps>", "<s>", "</s>", "!SIL", "#0", "#nonterm_begin"}


# --- damaged models --------------------------------------------------------------------------------------

PARTS = ("am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst", "graph/words.txt",
         "conf/mfcc.conf", "conf/model.conf")  # fmt: skip
DAMAGES = ("emptied", "cut", "a byte", "twenty bytes", "a large number")


def damaged(data: bytes, how: str, chance: random.Random) -> bytes:
    """In the first kilobytes as often as elsewhere: that is where sizes and types are."""

    def somewhere() -> int:
        return chance.randrange(min(len(data), chance.choice((2_000, len(data)))))

    changed = bytearray(data)
    if how in ("emptied", "cut"):
        return data[: somewhere() if how == "cut" else 0]
    if how == "a large number":
        at = somewhere()
        return data[:at] + b"\xff\xff\xff\x7f" + data[at + 4 :]
    for _ in range(1 if how == "a byte" else 20):
        changed[somewhere()] ^= 1 << chance.randrange(8)
    return bytes(changed)


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("part", PARTS)
def test_a_damaged_model_is_refused_or_heard_with_but_nothing_worse(tmp_path, part, how):
    pytest.importorskip("vosk")
    mine = shutil.copytree(models.find().path, tmp_path / "mine")
    data = (mine / part).read_bytes()
    (mine / part).write_bytes(damaged(data, how, random.Random(f"{part} {how}")))
    with suppress(ModelMissing, EngineFailed):
        with VoskEngine(mine) as engine:
            heard = engine.hear(CALL, LANGUAGE, timeout_s=10.0)
        assert {word for one in heard.alternatives for word in one.text.split()} <= engine.words | {UNKNOWN}


# --- many ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_stays_flat(running):
    process, engine = running
    first = process.pid
    sounds = [made(seed, 0.3) for seed in range(10)]
    reports = [*soak(lambda audio: engine.hear(audio, LANGUAGE), process, islice(cycle(sounds), 200), 50)]
    assert [one.count for one in reports] == [50, 100, 150, 200]
    assert grown_mib(reports) < 10
    assert process.pid == first
