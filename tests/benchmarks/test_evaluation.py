"""What the evaluation counts, writes and keeps."""

import json
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.voice import evaluate, picture, tally
from benchmarks.voice.calls import said
from benchmarks.voice.cost import Cost
from benchmarks.voice.ears import transitions
from benchmarks.voice.notes import Notes
from benchmarks.voice.talk import FEEDBACK, FOREIGN, LANGUAGES, TALK, feedback, foreign, talk
from benchmarks.voice.tasks import absent_tasks, chosen
from callparser.designation import Designation, Understood, is_play
from callparser.errors import EngineFailed
from callparser.voice.audio import Audio
from callparser.wire import Situation, resolve_said, situation

TABLE = {"utterance": "", "lang": "en", "trump": "S", "dummy": "AQ74.K82.A3.T2", "dummy_seat": "N"}


def at(**changes: object) -> Situation:
    return situation(TABLE | changes)


@pytest.mark.parametrize(
    ("wanted", "heard", "verdict"),
    [
        ("heart king", "heart king", "right"),
        ("heart king", "the king of hearts", "right"),
        ("heart king", "the king", "right"),
        ("heart king", "heart eight", "wrong"),
        ("heart", "heart two", "right"),
        ("heart king", "ace", "asked"),
        ("heart king", "club seven", "again"),
        ("heart king", "the director please", "again"),
        ("heart queen", "heart queen", "right"),
        ("heart queen", "heart jack", "right"),
        ("heart queen", "heart king", "wrong"),
    ],
)
def test_verdict_of_a_call(wanted: str, heard: str, verdict: str) -> None:
    table = at()
    meant = resolve_said([said(wanted, "en")], table)
    assert evaluate.verdict(said(heard, "en"), meant, table) == verdict


def test_a_recogniser_that_failed_has_heard_nothing() -> None:
    table = at()
    assert evaluate.verdict(None, resolve_said([said("heart king", "en")], table), table) == "again"
    assert evaluate.talk_verdict(None) == "nothing"


@pytest.mark.parametrize(
    ("heard", "verdict"),
    [("heart king", "played"), ("low", "played"), ("what a lovely day", "nothing"), ("undo", "nothing")],
)
def test_verdict_of_talk(heard: str, verdict: str) -> None:
    assert evaluate.talk_verdict(said(heard, "en")) == verdict


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    texts = ["heart king", "low", "what a lovely day", "the ace of spades"]
    rows = [
        {"family": "one", "voice": f"v{n}", "lang": "en", "kind": "call", "text": text, "start": 800 * n,
         "samples": 800}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    np.save(tmp_path / "a.npy", np.arange(800 * len(texts), dtype=np.int16))
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return tmp_path


def test_calls_that_play_no_card_are_not_chosen(shards: Path) -> None:
    texts = [call.clip.text for call in chosen(shards, 9)]
    assert sorted(texts) == ["heart king", "low", "the ace of spades"]
    assert [call.clip.text for call in chosen(shards, 1)] == texts[:1]


def test_an_absent_card_is_void_and_any_card_is_wrong(shards: Path) -> None:
    tasks = list(absent_tasks(chosen(shards, 9), "en"))
    assert sorted(task.clip.text for task in tasks) == ["heart king", "the ace of spades"]
    for task in tasks:
        assert task.wanted is not None
        assert task.at is not None
        assert task.wanted.outcome == "void"
        assert evaluate.verdict(said(task.clip.text, "en"), task.wanted, task.at) == "right"


class Parrot:
    """Hears what it is told to."""

    name = tally.OURS
    languages = ("en",)

    def __init__(self, *said: Understood | None) -> None:
        self.said = list(said)

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        if (one := self.said.pop(0)) is None:
            raise EngineFailed("the recogniser failed: no answer within 60 s; try again")
        return one, getattr(one, "understood", "")

    def cpu_s(self) -> float:
        return 0.0

    def close(self) -> None: ...


def test_a_run_is_kept_and_goes_on(shards: Path, tmp_path: Path) -> None:
    tasks = list(absent_tasks(chosen(shards, 9), "en"))
    path = tmp_path / "hearings.jsonl"
    notes = Notes(path, {"model": "a"})
    evaluate.cell(Parrot(None), "first", tasks[:1], notes)
    notes.close()
    with path.open("a") as file:
        file.write('{"system": "callpar')  # stopped here
    again = Notes(path, {"model": "a"})
    parrot = Parrot(said("the ace of spades", "en"))
    evaluate.cell(parrot, "all", tasks, again)
    assert not parrot.said
    assert [row["verdict"] for row in again.rows] == ["again", "right"]
    assert again.rows[0]["heard"].startswith("failed")
    again.close()
    assert len(path.read_text().splitlines()) == 3


def test_another_model_begins_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hearings.jsonl"
    path.write_text('{"model": "a"}\n' + json.dumps(row()) + "\n")
    notes = Notes(path, {"model": "b"})
    notes.close()
    assert not notes.rows
    assert "begun anew" in capsys.readouterr().err


def row(**changes: object) -> tally.Row:
    base: tally.Row = {
        "system": tally.OURS, "condition": tally.CLEAN, "lang": "en", "kind": "call", "family": "one",
        "voice": "v", "text": "heart king", "heard": "heart king", "verdict": "right", "sure": True,
        "sentence": True, "intent": True, "confidence": 1.0, "cpu_s": 0.1,
    }  # fmt: skip
    return base | changes


ROWS = [
    row(), row(text="low", verdict="wrong", heard="slow", sure=False), row(text="win", verdict="wrong"),
    row(system="peer", verdict="asked"), row(system="peer", text="duck", verdict="again"),
    row(condition=tally.ABSENT), row(kind="talk", text="tea", verdict="played"),
]  # fmt: skip


def test_counts() -> None:
    (cell,) = tally.tables(ROWS)["language"].values()
    assert cell.counts() == {
        "n": 3, "sentence": 3, "intent": 3, "right": 1, "wrong": 2, "asked": 0, "again": 0, "silent": 1,
        "proposed": 1,
    }  # fmt: skip


def test_systems_are_compared_on_what_all_of_them_heard() -> None:
    cells = tally.tables(ROWS)["systems"]
    assert {key[2]: cell.n for key, cell in cells.items()} == {tally.OURS: 1, "peer": 1}


def test_systems_stand_beside_one_another() -> None:
    rows = [row(system=s, condition=c) for s in (tally.OURS, "peer") for c in ("clean", "babble")]
    cells = list(tally.tables(rows)["systems"])
    assert cells == [("en", c, s) for c in ("clean", "babble") for s in (tally.OURS, "peer")]


def test_every_wrong_card_and_false_accept_is_listed() -> None:
    lines = tally.mistakes(ROWS).splitlines()
    assert [line.split("\t")[5] for line in lines] == ["text", "low", "win", "tea"]


def test_report_picture_and_data_say_the_same() -> None:
    costs = [Cost("load", 0.2, "CPU s", 0.5)]
    report = tally.report(ROWS, costs, "Model a.")
    assert "| en | 3 | 33.3 % (6-79) | 66.7 % (21-94) | 1 |" in report
    assert "| load | 0.2 CPU s | at most 0.5 CPU s |" in report
    assert tally.data(ROWS, costs, {})["tables"]["talk"] == [
        {"of": ["talk", "en", tally.OURS], "n": 1, "silent": 1, "proposed": 0, "asked": 0}
    ]
    root = ElementTree.fromstring(picture.drawn(tally.tables(ROWS)))
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "right: 33.3 %" in titles
    assert "taken for a call: 100.0 %" in titles


def test_a_report_of_nothing_is_a_report() -> None:
    assert tally.report([], [], "Nothing.").startswith("# How well it hears")
    ElementTree.fromstring(picture.drawn(tally.tables([])))


def test_the_word_pair_grammar_says_every_sentence_and_shares_add_up() -> None:
    sentences = [["low"], ["heart", "king"], ["king"], ["the", "king"]]
    found = transitions(sentences)
    shares: dict[int, float] = {}
    for step in found:
        shares[step[0]] = shares.get(step[0], 0.0) + step[2]
    assert list(shares.values()) == pytest.approx([1.0] * len(shares))
    state = {step[3]: step[1] for step in found if len(step) == 4}
    steps = {(step[0], step[1]) for step in found}
    for sentence in sentences:
        path = [0, *(state[word] for word in sentence), 1]
        assert all(pair in steps for pair in pairwise(path))


def calls(texts: list[str], lang: str) -> list[str]:
    read = {text: said(text, lang) for text in texts}
    return [text for text, one in read.items() if isinstance(one, Designation) and is_play(one.intent)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_talk_is_no_call(lang: str) -> None:
    assert len(set(talk(lang))) == TALK
    assert set(calls(talk(lang), lang)) <= {
        "if the finesse works we score a top"
    }  # the grammar is wrong there


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_program_says_is_never_a_call_alone(lang: str) -> None:
    assert len(set(feedback(lang))) == FEEDBACK
    assert not calls(feedback(lang), lang)


def test_foreign_sentences_are_as_many_in_each_language() -> None:
    assert {len(set(foreign(lang))) for lang in FOREIGN} == {12}


def test_a_folder_without_recordings_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["evaluate", str(tmp_path), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as found:
        evaluate.main()
    assert found.value.code == 2
    assert "found no calls, expected" in capsys.readouterr().err
