"""The built-in model on clips of synthesised voices: a smoke test, not a claim of quality."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from array import array

import pytest

from callparser.errors import EngineFailed, ModelMissing
from callparser.voice import models
from callparser.voice.audio import Audio, read_wav
from callparser.voice.engine import Alternative, Heard
from callparser.voice.engines.vosk import VoskEngine
from callparser.voice.transcribe import choose, transcribe
from callparser.voice.wordgraph import listed
from tests.voice.phrases import RANKS_EN, RANKS_SV, SUITS, meanings, phrases

CALLS, EXACT, SAME = 22, 19, 20


@pytest.fixture(scope="module")
def engine():
    pytest.importorskip("vosk")
    with VoskEngine() as found:
        yield found


def hear(engine, path, lang):
    language = listed(phrases(lang))
    return transcribe(path, language=language, is_sentence=meanings(lang).__contains__, engine=engine)


def test_the_clips(engine, transcript):
    heard = [(path.name, lang, text, hear(engine, path, lang)) for path, lang, text in transcript]
    calls = [row for row in heard if "[unk]" not in row[2]]
    for name, _, text, found in calls:
        if found.text != text:
            print(f"{name}: said {text!r}, heard {found.text!r} ({found.confidence:.2f})")
    assert len(calls) == CALLS
    assert sum(found.text == text for *_, text, found in calls) >= EXACT
    means = {lang: meanings(lang) for lang in ("sv", "en")}
    assert sum(means[lang].get(found.text) == means[lang][text] for _, lang, text, found in calls) >= SAME
    assert all(text in [a.text for a in found.alternatives] for *_, text, found in calls)
    assert [found.in_language for *_, text, found in heard if "[unk]" in text] == [False] * 3


def test_no_word_begins_late(engine, transcript):
    """In the graph of the decoder many words are not told apart before their end."""
    for path, lang, text in transcript:
        found = hear(engine, path, lang)
        lasts = [round(word.end_s - word.start_s, 2) for word in found.words]
        assert all(one >= 0.06 for one in lasts), f"{path.name}: {text!r} has words of {lasts} s"


def test_twice_the_same(engine, transcript):
    path, lang, _ = transcript[1]
    first = hear(engine, path, lang)
    hear(engine, *transcript[2][:2])
    assert hear(engine, path, lang) == first
    with VoskEngine() as other:
        assert hear(other, path, lang) == first


def test_what_is_heard_has_times_and_confidences(engine, transcript):
    path, lang, text = transcript[1]
    heard = hear(engine, path, lang)
    length_s = read_wav(path).duration_s
    assert " ".join(word.text for word in heard.words) == text
    times = [time for word in heard.words for time in (word.start_s, word.end_s)]
    assert times == sorted(times)
    assert 0 <= times[0] <= times[-1] <= length_s
    assert all(0 < word.confidence <= 1 for word in heard.words)
    assert sum(a.confidence for a in heard.alternatives) == pytest.approx(1)


@pytest.mark.parametrize("rate", [8000, 11_025, 22_050, 44_100, 48_000])
def test_other_rates(engine, transcript, rate):
    path, lang, text = transcript[3]
    samples = read_wav(path).samples
    count = len(samples) * rate // 16_000
    there = Audio(array("h", [samples[n * 16_000 // rate] for n in range(count)]), rate)
    heard = engine.hear(there, listed(phrases(lang)))
    assert choose(heard, meanings(lang).__contains__).text == text


@pytest.mark.parametrize(
    "sound", [[0] * 16_000, [0], [32767, -32768] * 8000], ids=["silence", "one sample", "screech"]
)
def test_no_call_in_it(engine, sound):
    heard = engine.hear(Audio(array("h", sound), 16_000), listed(phrases("sv")))
    assert not choose(heard, meanings("sv").__contains__).in_language


def test_a_language_the_model_does_not_know(engine):
    with pytest.raises(ModelMissing, match="knows nothing"):
        engine.hear(Audio(array("h", [0] * 100), 16_000), listed(["schoppen", "kreuz as"]))


def test_a_directory_without_our_settings(tmp_path, transcript, engine):
    mine = shutil.copytree(models.find().path, tmp_path / "mine")
    path, lang, text = transcript[1]
    known = meanings(lang)
    heard = transcribe(path, language=listed(known), is_sentence=known.__contains__, model=mine)
    assert heard.text == text


def test_the_old_flat_layout(tmp_path, transcript, engine):
    flat = tmp_path / "flat"
    flat.mkdir()
    for file in models.find().files:
        if not file.path.endswith("model.conf"):
            shutil.copy(models.find().path / file.path, flat)
    path, lang, text = transcript[1]
    known = meanings(lang)
    heard = transcribe(path, language=listed(known), is_sentence=known.__contains__, model=flat)
    assert heard.text == text


@pytest.mark.parametrize(
    ("part", "error"), [("graph/HCLr.fst", ModelMissing), ("am/final.mdl", EngineFailed)]
)
def test_a_model_that_would_kill_vosk_is_an_error_here(tmp_path, transcript, engine, part, error):
    """The files keep their beginning and their size; in the weights only vosk can find out."""
    mine = shutil.copytree(models.find().path, tmp_path / "mine")
    damaged = mine / part
    damaged.write_bytes(damaged.read_bytes()[:70] + b"\xff" * (damaged.stat().st_size - 70))
    with pytest.raises(error):
        transcribe(transcript[1][0], language=listed(phrases("sv")), is_sentence=bool, model=mine)


def test_a_model_folder_with_circles_of_links(tmp_path, transcript, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "passing"))
    (tmp_path / "passing").mkdir()
    mine = shutil.copytree(models.find().path, tmp_path / "mine")
    for name in ("a", "am/b", "graph/c"):
        (mine / name).symlink_to(mine, target_is_directory=True)
    with VoskEngine(mine) as own:
        assert hear(own, *transcript[1][:2]).text == transcript[1][2]
        made = [path for path in (tmp_path / "passing").rglob("*") if "callparser-" in str(path)]
        assert len(made) < 40


def test_nothing_on_the_terminal(engine, transcript, capfd):
    with VoskEngine() as own:
        hear(own, *transcript[1][:2])
    assert capfd.readouterr() == ("", "")


def test_vosk_stays_out_of_this_process():
    code = (
        "import sys, callparser.voice, callparser.voice.transcribe, callparser.voice.engines.vosk;"
        "sys.exit(any(m in sys.modules for m in ('vosk', 'numpy', 'requests')))"
    )
    assert subprocess.run((sys.executable, "-c", code), check=False, env=dict(os.environ)).returncode == 0


def test_all_cards_can_be_heard(engine):
    for lang, ranks in (("sv", RANKS_SV), ("en", RANKS_EN)):
        words = listed(phrases(lang)).within(engine.words).factored()
        cards = [(suit, forms[0]) for suit in SUITS[lang] for forms in ranks]
        assert len(cards) == 52
        for suit, rank in cards:
            assert {suit, rank, f"{suit} {rank}"} <= {*words}


def hearings(*pairs):
    rows = tuple(Alternative(text, confidence) for text, confidence in pairs)
    return Heard(rows[0].text if rows else "", rows[0].confidence if rows else 0.0, (), rows)


@pytest.mark.parametrize(
    ("pairs", "text", "in_language"),
    [
        ([("ess i", 0.6), ("ess", 0.4)], "ess", True),
        ([("ess i", 0.99999), ("ess", 0.00001)], "ess", True),
        ([("[unk]", 0.9), ("ess", 0.1)], "ess", True),
        ([("[unk]", 0.99), ("ess", 0.01)], "[unk]", False),
        ([("", 0.99), ("ess", 0.01)], "", False),
        ([("i [unk]", 0.99), ("ess", 0.01)], "i [unk]", False),
        ([("ess i", 1.0)], "ess i", False),
        ([], "", False),
    ],
)
def test_the_first_sentence_is_chosen(pairs, text, in_language):
    heard = choose(hearings(*pairs), {"ess", "[unk]", ""}.__contains__)
    assert (heard.text, heard.in_language) == (text, in_language)
