"""The parts of the pocketsphinx engine that need no pocketsphinx, and which engine is opened."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

from callparser.errors import EngineFailed, ModelMissing
from callparser.voice import models, sphinxmodel
from callparser.voice.calllanguage import call_language
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines import open_engine
from callparser.voice.engines.pocketsphinx import MISFIT, NAME, PocketsphinxEngine
from callparser.voice.engines.pocketsphinx_worker import pairs
from callparser.voice.models import Model
from callparser.voice.transcribe import transcribe
from callparser.voice.wordgraph import listed
from callparser.voice.worker import Worker
from tests.voice.phrases import RANKS_EN

FOLDER = Path(__file__).parents[2] / "models" / NAME
RANKS = [forms[:1] for forms in RANKS_EN]

needs_pocketsphinx = pytest.mark.skipif(
    util.find_spec("pocketsphinx") is None, reason="pocketsphinx is not installed"
)


class Answers(Worker):
    """A worker that gives one answer to everything."""

    def __init__(self, answer):
        super().__init__(())
        self.answer = answer

    def ask(self, question, payload, timeout_s):
        return self.answer


@pytest.fixture
def without(monkeypatch):
    """Make packages disappear."""
    found = util.find_spec

    def hide(*names: str) -> None:
        monkeypatch.setattr(util, "find_spec", lambda name, *a: None if name in names else found(name, *a))

    return hide


# --- the language of pairs --------------------------------------------------------------------------


def arcs(text: str) -> dict[tuple[str, str], float]:
    """The pairs of an ARPA file, with their probabilities."""
    part = text.split("\\2-grams:\n")[1].split("\n\n")[0]
    rows = (line.split() for line in part.splitlines())
    return {(one, other): 10 ** float(log) for log, one, other in rows}


@pytest.mark.parametrize("listed", [["a"], ["a b"], ["a b c", "b", "c a"], ["a", "a", "a a"], ["a b", "b a"]])
def test_the_pairs_are_those_of_the_phrases(listed):
    found = arcs(pairs(listed))
    wanted = {
        pair
        for phrase in listed
        for pair in zip(["<s>", *phrase.split()], [*phrase.split(), "</s>"], strict=True)
    }
    assert set(found) == wanted
    for first in {first for first, _ in found}:
        total = sum(share for pair, share in found.items() if pair[0] == first)
        assert total == pytest.approx(1, abs=0.01)


def test_the_counts_in_the_head_are_right():
    text = pairs(listed(["ace of hearts", "low", "heart ace"]).factored())
    counts = [int(line.split("=")[1]) for line in text.splitlines() if line.startswith("ngram ")]
    parts = [part.split("\n\n")[0].splitlines()[1:] for part in text.split("\n\\")[1:3]]
    assert counts == [len(part) for part in parts]


# --- the dictionary -----------------------------------------------------------------------------------


def test_the_dictionary_is_what_its_script_makes():
    pytest.importorskip("numpy")
    from training.acoustic.sphinx_words import written

    assert (FOLDER / "words.dict").read_text("utf-8") == written()


def test_every_card_and_the_words_of_bridge_can_be_heard():
    known = sphinxmodel.words(Model(NAME, FOLDER))
    assert {"ruff", "overruff", "finesse", "dummy's", "trey", "deuce", "discard"} <= known
    heard = {*call_language("en").within(known).factored()}
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        for (rank,) in RANKS:
            assert {rank, f"{rank} of", f"of {suit}", suit, f"{suit} {rank}"} <= heard


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1"), (b"queen K W IY N\nking\n", "line 2"), (b"\xff\xfe", "cannot be read"),
        (b"queen k w", "line 1"), (b"queen(x) K", "line 1"), (b"queen K" + b" K" * 6_000_000, "too large"),
    ],
    ids=["empty", "no phones", "no text", "small phones", "no number", "too large"],
)  # fmt: skip
def test_a_damaged_dictionary_is_an_error(tmp_path, content, says):
    (tmp_path / "words.dict").write_bytes(content)
    with pytest.raises(ModelMissing, match=says):
        sphinxmodel.words(Model(NAME, tmp_path))


# --- what is made of an answer ------------------------------------------------------------------------


def engine_answering(answer):
    return PocketsphinxEngine(worker=Answers(answer))


@needs_pocketsphinx
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"failed": "no luck"}, "no luck"), ({}, "unreadable"), ({"hearings": 7}, "unreadable"),
        ({"hearings": [{"text": "a"}], "words": [], "frames": 1}, "unreadable"),
        ({"hearings": [{"text": "a", "score": float("nan")}], "words": [], "frames": 1}, "unreadable"),
        ({"hearings": [{"text": "a", "score": -1.0}], "words": [], "frames": None}, "unreadable"),
        ({"hearings": [{"text": "a", "score": -1.0}], "words": [["a", 0]], "frames": 1}, "unreadable"),
    ],
)  # fmt: skip
def test_an_answer_that_makes_no_sense(answer, said, clip_audio):
    with pytest.raises(EngineFailed, match=said):
        engine_answering(answer).hear(clip_audio, listed(["ace"]))


@needs_pocketsphinx
@pytest.mark.parametrize(("misfit", "first"), [(0.5, "ace"), (2.0, UNKNOWN)])
def test_what_fits_badly_is_unknown(misfit, first, clip_audio):
    hearings = [{"text": "ace", "score": -misfit * MISFIT * 100}]
    answer = {"hearings": hearings, "words": [["ace", 0.4, 0.6]], "frames": 100}
    assert engine_answering(answer).hear(clip_audio, listed(["ace"])).text == first


@needs_pocketsphinx
def test_nothing_heard_is_nothing(clip_audio):
    heard = engine_answering({"hearings": [], "words": [], "frames": 9}).hear(clip_audio, listed(["ace"]))
    assert (heard.text, heard.confidence, heard.alternatives) == ("", 0.0, ())


def test_pocketsphinx_stays_out_of_this_process():
    code = (
        "import sys, callparser.voice.engines.pocketsphinx, callparser.voice.engines.pocketsphinx_worker;"
        "sys.exit(any(m in sys.modules for m in ('pocketsphinx', 'numpy', 'sounddevice')))"
    )
    assert subprocess.run((sys.executable, "-c", code), check=False).returncode == 0


# --- which engine -------------------------------------------------------------------------------------


def test_it_is_not_there_without_its_package(without):
    without("pocketsphinx")
    assert NAME not in [model.name for model in models.available()]
    with pytest.raises(ModelMissing, match=r"needs pocketsphinx; pip install 'callparser\[pocketsphinx\]'"):
        open_engine(NAME, "en")


def test_a_recogniser_that_is_not_installed(without):
    without("vosk", "pocketsphinx")
    with pytest.raises(ModelMissing, match="no recogniser is installed; pip install vosk"):
        open_engine(None, "sv")


@needs_pocketsphinx
def test_what_is_installed_is_used(without):
    without("vosk")
    with open_engine(None, "en") as engine:
        assert engine.model.name == NAME


@needs_pocketsphinx
def test_an_acoustic_model_that_is_not_whole_is_named(tmp_path, monkeypatch):
    folder = shutil.copytree(sphinxmodel.acoustic(), tmp_path / "en-us")
    (folder / "mdef").unlink()
    monkeypatch.setattr(sphinxmodel, "acoustic", lambda: folder)
    with pytest.raises(ModelMissing, match="found no mdef"):
        models.find(NAME)


def test_a_model_for_another_engine():
    with pytest.raises(ModelMissing, match="expected one for pocketsphinx"):
        PocketsphinxEngine("dummycall-sv-en")
    other = Model("whisperer", FOLDER, engine="whisper")
    with pytest.raises(ModelMissing):
        open_engine(other.path, "en")


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ([], "dummycall-sv-en"),
        ([("en", NAME, 90, 1), ("en", "dummycall-sv-en", 70, 1)], NAME),
        ([("en", NAME, 90, 4), ("en", "dummycall-sv-en", 70, 1)], "dummycall-sv-en"),
        ([("sv", NAME, 90, 1), ("en", "no-such-model", 100, 0)], "dummycall-sv-en"),
    ],
    ids=["none measured", "more right", "too many wrong", "others"],
)
@needs_pocketsphinx
def test_merit_chooses(rows, name, monkeypatch):
    path, content = models.manifest()
    keys = ("lang", "model", "right", "wrong")
    merit = [dict(zip(keys, row, strict=True)) for row in rows]
    monkeypatch.setattr(models, "manifest", lambda: (path, content | {"merit": merit}))
    assert models.best("en").name == name


@pytest.mark.parametrize("merit", [[{"lang": "en"}], [7], 7, [{"lang": "en", "model": "dummycall-sv-en"}]])
def test_a_merit_table_that_cannot_be_read(merit, monkeypatch):
    path, content = models.manifest()
    monkeypatch.setattr(models, "manifest", lambda: (path, content | {"merit": merit}))
    with pytest.raises(ModelMissing, match="merit"):
        models.best("en")


def test_the_merit_table_names_models_that_are_listed():
    _, content = models.manifest()
    listed = {row["name"]: row["languages"] for row in content["model"]}
    for row in content["merit"]:
        assert row["lang"] in listed[row["model"]]
        assert 0 <= row["wrong"] <= row["right"] <= 100
        assert row["measured"]


@needs_pocketsphinx
def test_the_library_opens_what_the_command_opens(transcript):
    path, lang, _ = next(row for row in transcript if row[1] == "en")
    heard = transcribe(path, language=call_language(lang), is_sentence=bool, lang=lang, model=NAME)
    with open_engine(NAME, lang) as engine:
        assert heard == transcribe(path, language=call_language(lang), is_sentence=bool, engine=engine)


@needs_pocketsphinx
def test_its_size_counts_what_is_in_the_wheel():
    assert models.size(models.find(NAME)) > 1_000_000
    assert models.size(models.find("dummycall-sv-en")) == sum(
        file.size for file in models.find("dummycall-sv-en").files
    )


@pytest.mark.parametrize("lang", ["no", "da"])
def test_a_language_that_no_model_hears(lang):
    with pytest.raises(ModelMissing, match="typed calls work"):
        models.best(lang)
