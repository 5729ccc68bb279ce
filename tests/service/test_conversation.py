"""What is told of calls, and when a card is played: tables over a conversation with a clock of our own."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

from callparser.errors import InputError
from callparser.service.conversation import COMMANDS, Conversation, Spoken
from callparser.service.terms import terms
from callparser.table import Seat
from callparser.voice.engine import Alternative, Heard
from tests.service.scene import TABLE

#: Cards in the order of the hand.
ALL = ["SK", "S4", "HK", "H5", "DQ", "D7", "CT", "C2"]


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Voice:
    """Something said, as surely as that. Speech lasted ``lasts_s``, ended ``ago_s`` ago and settles
    ``later_s`` from now."""

    def __init__(
        self, text: str, confidence: float = 1.0, *, lasts_s=0.0, ago_s=0.0, later_s=0.0, continues=False
    ) -> None:
        self.heard = Heard(text, confidence, (), (Alternative(text, confidence),), True)
        self.lasts_s, self.ago_s, self.later_s, self.continues = lasts_s, ago_s, later_s, continues

    def to(self, talk: Talk) -> None:
        now_s = talk.clock.now_s
        end_s = now_s - self.ago_s
        start_s = end_s - self.lasts_s
        when = Spoken(end_s, now_s + self.later_s, start_s, end_s, self.ago_s, self.continues)
        talk.conversation.heard(self.heard, when)


class Unheard:
    def __init__(self, reason: str, **more: bool) -> None:
        self.reason, self.more = reason, more

    def to(self, talk: Talk) -> None:
        talk.conversation.unheard(self.reason, talk.clock.now_s, **self.more)


class Attend:
    def __init__(self, on: bool) -> None:
        self.on = on

    def to(self, talk: Talk) -> None:
        talk.conversation.attend(self.on)


SPEAKS, QUIET = Attend(True), Attend(False)


class Talk:
    """A conversation and all that it told."""

    def __init__(self, **hello: object) -> None:
        self.clock = Clock()
        self.conversation = Conversation(terms({"lang": "sv"} | hello), self.clock)
        self.rows: list[dict] = []
        self.do({"situation": TABLE})
        self.rows.clear()

    def do(self, *steps: object) -> list[str]:
        """Texts are typed, "/undo" is a command, a number lets time pass, a pair is a defender's card."""
        told = []
        for step in steps:
            if isinstance(step, (int, float)):
                self.clock.now_s += step
            elif isinstance(step, tuple):
                self.conversation.designate(step[0], Seat.parse(step[1]))
            elif isinstance(step, dict):
                self.conversation.situation(step["situation"])
            elif isinstance(step, str):
                (self.conversation.command if step[0] == "/" else self.conversation.typed)(step.lstrip("/"))
            else:
                step.to(self)
            rows = [event.row() for event in self.conversation.take()]
            self.rows += rows
            told += [short for row in rows if (short := brief(row))]
        return told


def brief(row: dict) -> str:
    """An event in a few words; nothing for what only repeats what was typed."""
    kind, n = row["type"], row.get("n")
    if kind == "resolution":
        return f"{n} {row['state']}"
    if kind == "prompt":
        cards = [one["card"] for one in row["options"]]
        assert [one["n"] for one in row["options"]] == list(range(1, len(cards) + 1))
        which = "all" if cards == ALL else ",".join(cards)
        timer = "" if row["plays_in_s"] is None else f" in {row['plays_in_s']:g}"
        return f"{n} {row['code']}? {which}{timer}".strip()
    if kind == "played":
        return f"{n} {row['card']} by {row['by']}"
    if kind == "taken_back":
        return f"{n} back {row['card']}"
    if kind == "not_understood":
        return f"{n} {row['reason']}"
    if kind == "claimed":
        return f"{n} {row['kind']}ed"
    return row.get("code", kind) if kind in ("notice", "bye") else ""


def told(hello: dict, *steps: object) -> list[str]:
    return Talk(**hello).do(*steps)


AT_ONCE, TIMER, ALWAYS = {}, {"confirm": "timer", "timer_s": 2}, {"confirm": "always"}
QUESTION = "1 confirm? DQ"


# --- when a card is played -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hello", "steps", "expected"),
    [
        (AT_ONCE, ["ruter dam"], ["1 standing", "1 DQ by call"]),
        (AT_ONCE, ["hjrter kung", 9], ["1 confirm", "1 confirm? HK"]),
        (AT_ONCE, [Voice("ruter dam", 0.7), 9], ["1 confirm", QUESTION]),
        (AT_ONCE, [Voice("ruter dam", 0.7), "ja"], ["1 confirm", QUESTION, "1 standing", "1 DQ by yes"]),
        (AT_ONCE, [Voice("ruter dam", 0.7), "/yes"], ["1 confirm", QUESTION, "1 standing", "1 DQ by yes"]),
        (AT_ONCE, [Voice("ruter dam", 0.7), "/no"], ["1 confirm", QUESTION, "1 back None"]),
        (AT_ONCE, ["kung"], ["1 choose", "1 choose? SK,HK"]),
        (AT_ONCE, ["kung", "den andra"], ["1 choose", "1 choose? SK,HK", "2 standing", "2 HK by call"]),
        (AT_ONCE, ["kung", "/yes"], ["1 choose", "1 choose? SK,HK", "1 choose? SK,HK"]),
        (AT_ONCE, ["ruter dam", "/undo", "/undo"], ["1 standing", "1 DQ by call", "1 back DQ", "undo"]),
        (AT_ONCE, ["ruter dam", "nästa", "/undo"], ["1 standing", "1 DQ by call", "next", "undo"]),
        (AT_ONCE, ["ruter dam", "tack"], ["1 standing", "1 DQ by call", "2 standing"]),
        (AT_ONCE, ["ruter dam", "klöver två", "den första"],
         ["1 standing", "1 DQ by call", "1 back DQ", "2 choose", "2 choose? DQ,C2", "3 standing",
          "3 DQ by call"]),
        (AT_ONCE, ["sluta"], ["closed", "bye"]),
        (TIMER, ["ruter dam", 1.9], ["1 confirm", f"{QUESTION} in 2"]),
        (TIMER, ["ruter dam", 2], ["1 confirm", f"{QUESTION} in 2", "1 DQ by timer"]),
        (TIMER, ["ruter dam", 1, "ja"], ["1 confirm", f"{QUESTION} in 2", "1 standing", "1 DQ by yes"]),
        (TIMER, ["ruter dam", 2, "/undo", 9],
         ["1 confirm", f"{QUESTION} in 2", "1 DQ by timer", "1 back DQ"]),
        (TIMER, ["ruter dam", "/undo", 9], ["1 confirm", f"{QUESTION} in 2", "1 back None"]),
        (TIMER, ["ruter dam", "nej", 9], ["1 confirm", f"{QUESTION} in 2", "1 back None"]),
        (TIMER, ["hjrter kung", 9], ["1 confirm", "1 confirm? HK"]),  # never one in doubt
        (TIMER, [Voice("ruter dam", 0.7), 9], ["1 confirm", QUESTION]),
        (TIMER, [Voice("ruter dam"), 2], ["1 confirm", f"{QUESTION} in 2", "1 DQ by timer"]),
        (TIMER, ["ruter dam", "klöver två", 2],
         ["1 confirm", f"{QUESTION} in 2", "2 confirm", "2 confirm? C2 in 2", "2 C2 by timer"]),
        (TIMER, ["ruter dam", {"situation": TABLE}, 9], ["1 confirm", f"{QUESTION} in 2", "situation"]),
        (ALWAYS, ["ruter dam", 9], ["1 confirm", QUESTION]),
        (ALWAYS, ["ruter dam", "ruter dam", Voice("ruter dam", 0.7), 9, "ja"],
         ["1 confirm", QUESTION, "2 confirm", "2 confirm? DQ", "3 confirm", "3 confirm? DQ", "3 standing",
          "3 DQ by yes"]),
        (ALWAYS, ["ruter dam", "/next", 9], ["1 confirm", QUESTION, QUESTION]),
        (ALWAYS, ["ruter dam", "ja", "/repeat"],
         ["1 confirm", QUESTION, "1 standing", "1 DQ by yes", "repeat"]),
    ],
)  # fmt: skip
def test_policy(hello, steps, expected):
    assert told(hello, *steps) == expected


@pytest.mark.parametrize(
    ("what", "comes"),
    [
        ("blabla", ["2 confirm", "2 unclear"]),
        ("tack", ["2 confirm"]),
        ("vad har bordet", ["dummy"]),
        ("/repeat", []),
        ("/next", []),
        (Unheard("silence"), ["2 silence"]),
        (Unheard("noise", aloud=False), ["2 noise"]),
        (Unheard("cut"), ["2 cut"]),
        (Voice("blabla"), ["2 confirm", "2 unclear"]),
    ],
    ids=str,
)
def test_whatever_is_said_stops_the_timer_and_then_only_a_yes_plays(what, comes):
    talk = Talk(**TIMER)
    talk.do("ruter dam", 1.9)
    assert talk.do(what, 60) == [*comes, QUESTION]
    assert talk.do("ja") == ["1 standing", "1 DQ by yes"]


@pytest.mark.parametrize("hello", [AT_ONCE, TIMER, ALWAYS], ids=str)
def test_no_card_is_played_while_somebody_speaks(hello):
    talk = Talk(**hello)
    assert "1 DQ by" not in " ".join(talk.do(SPEAKS, "ruter dam", 60))
    first = talk.do(QUIET)
    assert first == {"timer": ["1 DQ by timer"], "always": []}.get(talk.conversation.terms.confirm,
                                                                  ["1 DQ by call"])  # fmt: skip


def test_half_a_call_is_not_played():
    """ "klöver" ... "klöver tio": the card of the first half never falls."""
    talk = Talk()
    assert talk.do(Voice("klöver", later_s=0.5)) == ["1 standing"]
    assert talk.do(0.3, SPEAKS, 0.4) == []
    assert talk.do(Voice("klöver tio", later_s=0.5, continues=True), QUIET) == ["2 standing"]
    assert talk.rows[-1]["replaces"] == 1
    assert talk.do(0.5) == ["2 CT by call"]


def test_a_call_that_goes_on_is_played_as_the_longer_one():
    talk = Talk()
    talk.do(Voice("klöver tio", later_s=0.5))
    assert talk.do(Voice("klöver tio tack", later_s=0.5, continues=True), 0.4) == ["2 standing"]
    assert talk.do(0.1) == ["2 CT by call"]


BETWEEN = ["/undo", "ångra", "nej", "klöver två", "tack", "resten är mina", "/next", {"situation": TABLE},
           {"situation": None}]  # fmt: skip


@pytest.mark.parametrize("between", BETWEEN, ids=str)
@pytest.mark.parametrize("confidence", [1.0, 0.7])
def test_a_call_that_was_answered_is_not_played_because_it_goes_on(between, confidence):
    """Something comes between the halves: the whole is asked about, or not understood, or the card had been
    called before. It never plays again what was taken back."""
    talk = Talk()
    talk.do(Voice("klöver tio", confidence, later_s=0.5), 0.1)
    talk.do(between)
    before = len(talk.rows)
    there = [row["card"] for row in talk.rows if row["type"] == "played"]
    stood = talk.conversation.session.stands
    talk.do(SPEAKS, 0.3, Voice("klöver tio tack", confidence, later_s=0.5, continues=True), QUIET, 9)
    rows = talk.rows[before:]
    assert all(row["replaces"] is None for row in rows if row["type"] == "resolution")
    played = [row["card"] for row in rows if row["type"] == "played"]
    assert played == ([stood.code] if stood and not there else [])


def test_a_yes_after_an_undo_plays_what_went_on():
    talk = Talk()
    talk.do(Voice("klöver tio", later_s=0.5), "/undo")
    assert talk.do(Voice("klöver tio tack", continues=True), 9) == ["2 confirm", "2 confirm? CT"]
    assert talk.do("ja") == ["2 standing", "2 CT by yes"]


def test_a_yes_that_goes_on_is_one_yes():
    """ "ja" ... "ja tack" plays when it is certain to be over; "ja" ... "ja nej" does not."""
    talk = Talk()
    talk.do(Voice("klöver tio", 0.7), Voice("ja", later_s=0.5))
    assert talk.do(0.3, Voice("ja tack", later_s=0.5, continues=True), 0.4) == ["1 standing"]
    assert talk.do(0.2) == ["1 CT by yes"]
    talk.do("/undo", Voice("ruter dam", 0.7), Voice("ja", later_s=0.5))
    assert "by" not in " ".join(talk.do(0.3, Voice("ja nej vänta", later_s=0.5, continues=True), 9))


def test_a_call_that_goes_on_from_noise_or_from_a_lost_recogniser_replaces_no_other():
    for reason in ("noise", "overflow"):
        talk = Talk()
        talk.do(Voice("klöver tio"), 1, Unheard(reason, aloud=False))
        talk.do(Voice("ruter dam", continues=True), 9)
        assert [row["card"] for row in talk.rows if row["type"] == "played"] == ["CT"]
        assert talk.rows[-1]["code"] == "choose"


def test_a_card_that_was_taken_back_is_not_played_for_a_remark():
    """A call makes a question of the card that was played; it goes on into nothing."""
    talk = Talk()
    talk.do("ruter dam", Voice("klöver", later_s=0.5))
    assert talk.rows[-1]["code"] == "choose"
    told = talk.do(Voice("klöver blabla", later_s=0.5, continues=True), 9)
    assert told == ["3 standing", "3 unclear"]
    assert talk.do("ruter dam") == ["4 standing", "4 DQ by call"]


def test_of_two_calls_before_the_first_is_played_neither_is():
    talk = Talk()
    talk.do(Voice("klöver tio", later_s=0.5))
    assert talk.do(Voice("ruter dam", later_s=0.5), 9) == ["2 choose", "2 choose? CT,DQ"]
    assert not [row for row in talk.rows if row["type"] in ("played", "taken_back")]


# --- one tempo, one wording ------------------------------------------------------------------------------

AGAIN = "Uppfattade inte; säg om."


@pytest.mark.parametrize(
    "what",
    ["ruter dam", "hjärter nio", "blabla", "kung", "vad som helst", "hjrter kung", Unheard("silence"),
     Unheard("overflow"), Voice("hjärter nio"), Voice("blabla"), Voice("ruter dam", 0.7)],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("confirm", ["at_once", "timer", "always"])
def test_everything_is_answered_after_the_same_time(confirm, what):
    talk = Talk(tempo_s=0.8, confirm=confirm)
    assert talk.do(what, 0.79) == []
    assert talk.do(0.01) != []


def test_recognition_takes_part_of_that_time():
    talk = Talk(tempo_s=0.8)
    assert talk.do(Voice("ruter dam", ago_s=0.5), 0.29) == []
    assert talk.do(0.01) == ["1 standing", "1 DQ by call"]


def test_what_is_undone_in_that_time_was_never_played():
    assert told({"tempo_s": 1}, "ruter dam", 0.5, "/undo", 9) == ["1 standing", "1 back None"]


@pytest.mark.parametrize(
    ("lang", "void", "noise"),
    [
        ("sv", "hjärter nio", "blabla"),
        ("en", "nine of hearts", "xyzzy"),
        ("no", "hjerter ni", "blabla"),
        ("da", "hjerter ni", "blabla"),
    ],
)
def test_void_unclear_and_unheard_are_asked_about_in_the_same_words(lang, void, noise):
    said = []
    for what in (void, noise, Voice(void), Voice(noise), Unheard("silence"), Unheard("cut")):
        talk = Talk(lang=lang)
        talk.do(what)
        said.append([row["say"] for row in talk.rows if row.get("say")])
    assert all(one == said[0] and len(one) == 1 for one in said), said


@pytest.mark.parametrize(
    ("lang", "void", "why"),
    [
        ("sv", "hjärter nio", "varför"), ("en", "nine of hearts", "why"), ("no", "hjerter ni", "hvorfor"),
        ("da", "hjerter ni", "hvorfor"), ("sv", "hjärter nio", "why"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("how", [str, Voice], ids=["typed", "spoken"])
def test_the_reason_is_told_to_who_asks_for_it(lang, void, why, how):
    talk = Talk(lang=lang)
    talk.do(how(void))
    (reason,) = [row["answer"]["explanation"] for row in talk.rows if row["type"] == "resolution"]
    assert reason not in [row.get("say") for row in talk.rows]
    assert talk.do(how(why))[-1] == "why"
    assert talk.rows[-1]["say"] == reason


WAITS = [[], ["hjrter kung"], ["kung"], ["ruter dam", "klöver två"], ["resten är mina"],
         ["ruter dam", "resten är mina"], ["vad som helst"], ["vad som helst", "resten är mina"]]  # fmt: skip


@pytest.mark.parametrize(
    ("hello", "waits"),
    [(hello, waits) for hello in (AT_ONCE, TIMER, ALWAYS) for waits in WAITS]
    + [(hello, ["ruter dam"]) for hello in (TIMER, ALWAYS)],
    ids=str,
)
@pytest.mark.parametrize("made", [str, Voice], ids=["typed", "spoken"])
def test_a_void_call_and_an_unclear_one_leave_what_waits_alike(hello, waits, made):
    """The same is said, and asked again, in both; and the same comes of a yes."""
    after = []
    for what in ("hjärter nio", "blabla"):
        talk = Talk(**hello)
        talk.do(*waits, 0.5)
        before = len(talk.rows)
        talk.do(made(what), 60)
        said = [row["say"] for row in talk.rows[before:] if row.get("say")]
        after.append((said, talk.conversation.waiting, talk.do("/yes")))
    assert after[0] == after[1]


def test_of_an_echo_it_speaks_once():
    talk = Talk(mode="hands-free")
    talk.do(Unheard("cut"), Unheard("cut"), Unheard("noise", aloud=False), Voice("ruter dam"), Unheard("cut"))
    assert [row["say"] for row in talk.rows if row["type"] == "not_understood"] == [AGAIN, "", "", AGAIN]


# --- 46B5: a defender designates -------------------------------------------------------------------------

OPEN = ["1 idle", "1 defenders? all"]
CLAIM = ["2 confirm", "2 confirm?"]


@pytest.mark.parametrize(
    ("hello", "steps", "expected"),
    [
        (AT_ONCE, ["vad som helst", 60], OPEN),
        (AT_ONCE, ["vad som helst", ("H5", "E")], [*OPEN, "1 H5 by defender"]),
        (AT_ONCE, ["vad som helst", ("H5", "W"), "/undo", "ruter dam", 60],
         [*OPEN, "1 H5 by defender", "undo", "2 idle", "no-table"]),
        (AT_ONCE, ["vad som helst", "/repeat", "/yes", "/next"], [*OPEN, *OPEN[1:] * 3]),
        (AT_ONCE, ["vad som helst", "ruter dam", "tack", Voice("hjärter nio"), Unheard("cut")],
         [*OPEN, "2 idle", OPEN[1], "3 idle", OPEN[1], "4 idle", OPEN[1], "5 cut", OPEN[1]]),
        (AT_ONCE, ["vad som helst", "sluta"], [*OPEN, "closed", "bye"]),
        (AT_ONCE, ["vad som helst", "resten är mina", "ja", ], [*OPEN, *CLAIM, "2 claimed"]),
        (AT_ONCE, ["vad som helst", Voice("resten är mina"), "/yes", ], [*OPEN, *CLAIM, "2 claimed"]),
        (AT_ONCE, ["vad som helst", "resten är mina", "nej", ("H5", "E")],
         [*OPEN, *CLAIM, "no-claim", OPEN[1], "1 H5 by defender"]),
        (AT_ONCE, ["vad som helst", "resten är mina", "/no", "ångra"],
         [*OPEN, *CLAIM, "no-claim", OPEN[1], "1 back None"]),
        (AT_ONCE, ["vad som helst", "resten är mina", "ruter dam", "nej"],
         [*OPEN, *CLAIM, "3 confirm", CLAIM[1], "no-claim", OPEN[1]]),
        (ALWAYS, ["vad som helst", "resten är mina", "nej", "ja"],
         ["1 idle", "1 confirm?", *CLAIM, "no-claim", "1 confirm?", "1 defenders? all"]),
        (AT_ONCE, [Voice("vad som helst"), Voice("vad som helst nej ruter dam", continues=True)],
         [*OPEN, "2 choose", "2 choose? DQ"]),
        (AT_ONCE, [Voice("vad som helst"), Voice("ruter dam", continues=True)],
         [*OPEN, "2 standing", "2 DQ by call"]),
        (AT_ONCE, [Voice("vad som helst"), "blabla", Voice("ruter dam", continues=True)],
         [*OPEN, "2 idle", OPEN[1], "3 idle", OPEN[1]]),
        (AT_ONCE, [Voice("vad som helst"), "/undo", Voice("ruter dam", continues=True)],
         [*OPEN, "1 back None", "2 confirm", "2 confirm? DQ"]),
        (AT_ONCE, ["vad som helst", "ångra", "ruter dam"],
         [*OPEN, "1 back None", "3 standing", "3 DQ by call"]),
        (AT_ONCE, ["vad som helst", "/no"], [*OPEN, "1 back None"]),
        (AT_ONCE, ["vad som helst", Voice("nej", 0.5)], [*OPEN, OPEN[1]]),
        (AT_ONCE, ["vad som helst", {"situation": TABLE}, "ruter dam"],
         [*OPEN, "situation", "2 standing", "2 DQ by call"]),
        (AT_ONCE, [Voice("vad som helst", 0.6)], ["1 idle", "1 confirm?"]),
        (AT_ONCE, [Voice("vad som helst", 0.6), "ja", ("CT", "W")],
         ["1 idle", "1 confirm?", "1 defenders? all", "1 CT by defender"]),
        (AT_ONCE, [Voice("vad som helst", 0.6), Voice("ja", 0.5)], ["1 idle", "1 confirm?", "1 confirm?"]),
        (AT_ONCE, [Voice("vad som helst", 0.6), "nej"], ["1 idle", "1 confirm?", "1 back None"]),
        (ALWAYS, ["vad som helst"], ["1 idle", "1 confirm?"]),
        (TIMER, ["vad som helst", 60], OPEN),
    ],
)  # fmt: skip
def test_a_defender_designates(hello, steps, expected):
    assert told(hello, *steps) == expected


@pytest.mark.parametrize(
    ("card", "by", "found"),
    [("H5", "N", "no defender"), ("H5", "S", "no defender"), ("H9", "E", "may not be played"),
     ("", "W", "may not be played")],
)  # fmt: skip
def test_only_a_defender_and_only_a_legal_card(card, by, found):
    talk = Talk()
    talk.do("vad som helst")
    with pytest.raises(InputError, match=found):
        talk.do((card, by))
    assert talk.do(("H5", "E")) == ["1 H5 by defender"]
    with pytest.raises(InputError, match="no defender is asked"):
        talk.do(("H5", "E"))


def test_declarer_is_asked_before_the_defenders_are():
    talk = Talk(**ALWAYS)
    talk.do("vad som helst")
    with pytest.raises(InputError, match="no defender is asked"):
        talk.do(("H5", "E"))


@pytest.mark.parametrize(
    ("hello", "steps", "found", "then"),
    [
        (AT_ONCE, ["resten är mina"], "claim or concession waits", ["nej"]),
        (AT_ONCE, ["resten är era", "blabla", "vad har bordet"], "claim or concession waits", ["/no"]),
        (AT_ONCE, [Voice("resten är mina")], "claim or concession waits", ["/undo"]),
        (AT_ONCE, [SPEAKS], "declarer speaks", [QUIET]),
        (AT_ONCE, [SPEAKS, "resten är mina"], "claim or concession waits", ["nej", QUIET]),
        ({"tempo_s": 1}, [0.9], "no defender is asked", [0.1]),
        ({"tempo_s": 1}, [1, Unheard("cut"), 0.9], "no defender is asked", [0.1]),
        ({"tempo_s": 1}, [0.5, "resten är mina", 0.6], "claim or concession waits", ["nej", 1]),
    ],
    ids=str,
)
def test_no_card_of_a_defender_before_he_is_asked_or_while_declarer_is_not_ready(hello, steps, found, then):
    """It is refused; when what was in the way is over, the defenders are asked as before."""
    talk = Talk(**hello)
    talk.do("vad som helst", *steps)
    with pytest.raises(InputError, match=found):
        talk.do(("H5", "E"))
    talk.do(*then)
    assert brief([row for row in talk.rows if row["type"] == "prompt"][-1]) == OPEN[1]
    assert talk.do(("H5", "E")) == ["1 H5 by defender"]
    assert not talk.conversation.waiting


# --- claims ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hello", "steps", "expected"),
    [
        (AT_ONCE, ["resten är mina", 60], ["1 confirm", "1 confirm?"]),
        (AT_ONCE, ["resten är mina", "ja", "ruter dam", 60],
         ["1 confirm", "1 confirm?", "1 claimed", "3 idle", "no-table"]),
        (AT_ONCE, ["resten är mina", "/yes"], ["1 confirm", "1 confirm?", "1 claimed"]),
        (AT_ONCE, ["resten är mina", "blabla", "ja"],
         ["1 confirm", "1 confirm?", "2 confirm", "2 unclear", "1 claimed"]),
        (AT_ONCE, ["resten är mina", "nej", "ruter dam"],
         ["1 confirm", "1 confirm?", "no-claim", "3 standing", "3 DQ by call"]),
        (AT_ONCE, ["ruter dam", "resten är mina", "nej", "/undo"],
         ["1 standing", "1 DQ by call", "2 confirm", "2 confirm?", "no-claim", "1 back DQ"]),
        (AT_ONCE, ["ruter dam", "resten är mina", "nästa", "nej", "/undo"],
         ["1 standing", "1 DQ by call", "2 confirm", "2 confirm?", "2 confirm?", "no-claim", "1 back DQ"]),
        (ALWAYS, ["ruter dam", "resten är mina", "nej", "ja"],
         ["1 confirm", QUESTION, "2 confirm", "2 confirm?", "no-claim", QUESTION, "1 standing",
          "1 DQ by yes"]),
        (TIMER, ["ruter dam", "resten är mina", 9, "nej", 9],
         ["1 confirm", f"{QUESTION} in 2", "2 confirm", "2 confirm?", "no-claim", QUESTION]),
    ],
)  # fmt: skip
def test_a_claim_waits_for_a_yes(hello, steps, expected):
    assert told(hello, *steps) == expected


@pytest.mark.parametrize(
    ("hello", "before", "after"),
    [
        (AT_ONCE, [], []),
        (AT_ONCE, ["ruter dam"], []),
        (AT_ONCE, ["hjrter kung"], ["1 confirm? HK"]),
        (AT_ONCE, ["kung"], ["1 choose? SK,HK"]),
        (TIMER, ["ruter dam"], [QUESTION]),
        (ALWAYS, ["ruter dam"], [QUESTION]),
    ],
)
@pytest.mark.parametrize(
    "claims",
    [["resten är mina"], ["resten är mina"] * 2, ["resten är mina", "resten är era", "blabla"],
     ["resten är mina", "hjärter nio"], ["resten är mina", "nästa stick"],
     ["resten är mina", "/next", "/repeat"],
     [Voice("resten är mina"), Voice("resten är mina tack", continues=True)]],
    ids=lambda steps: "-".join(getattr(step, "text", str(step)) for step in steps),
)  # fmt: skip
def test_after_a_no_to_claims_the_question_beneath_waits(hello, before, after, claims):
    talk = Talk(**hello)
    talk.do(*before)
    talk.do(*claims)
    assert not [row for row in talk.rows if row["type"] == "taken_back"]
    assert talk.do("nej", 9) == ["no-claim", *after]
    told = talk.do("/yes")
    assert not [one for one in told if one.endswith("ed") or "confirm?" in one], told


@pytest.mark.parametrize("claim", ["resten är mina", Voice("resten är mina")], ids=["typed", "spoken"])
@pytest.mark.parametrize("end", [[0.1, "nej"], [0.1, "/undo"], [0.8, "ja"]], ids=str)
def test_a_card_that_was_called_is_played_in_its_time_whatever_comes_of_a_claim(claim, end):
    talk = Talk(tempo_s=0.8)
    talk.do("ruter dam", 0.1, claim, *end, 9)
    played = [(row["n"], row["card"]) for row in talk.rows if row["type"] == "played"]
    assert played == [(1, "DQ")]
    order = [row["type"] for row in talk.rows if row["type"] in ("played", "claimed", "taken_back")]
    assert order == ["played", "claimed"] if "ja" in end else order == ["played"]


# --- an answer follows its question ----------------------------------------------------------------------

#: What is asked, and what would answer it.
ASKED = [
    (AT_ONCE, ["resten är mina"], "ja"), (AT_ONCE, ["resten är era"], "ja"),
    (AT_ONCE, ["ruter dam", "resten är mina"], "ja"), (AT_ONCE, ["hjrter kung"], "ja"),
    (AT_ONCE, ["kung"], "den andra"), (AT_ONCE, ["kung"], "hjärter"),
    (AT_ONCE, ["ruter dam", "klöver två"], "den första"),
    (AT_ONCE, ["vad som helst", "resten är mina"], "ja"), (AT_ONCE, ["resten är mina"], "ruter dam"),
    (ALWAYS, ["ruter dam"], "ja"),
    (ALWAYS, ["vad som helst"], "ja"), (TIMER, ["hjrter kung"], "ja"),
]  # fmt: skip


def done(rows: list[dict]) -> list[dict]:
    """What a "yes" or a choice comes to."""
    return [row for row in rows if row["type"] in ("played", "claimed") or row.get("code") == "defenders"]


@pytest.mark.parametrize(("hello", "asked", "answer"), ASKED, ids=str)
@pytest.mark.parametrize("under_way_s", [0.01, 0.15, 2])
def test_what_began_before_the_question_does_not_answer_it(hello, asked, answer, under_way_s):
    talk = Talk(**hello)
    talk.do(*asked, 0.15)
    before = len(talk.rows)
    talk.do(Voice(answer, lasts_s=0.15 + under_way_s), 9)
    assert not done(talk.rows[before:])
    assert talk.conversation.waiting
    assert [row for row in talk.rows[before:] if row["type"] == "prompt"]  # it is asked again


@pytest.mark.parametrize(("hello", "asked", "answer"), ASKED, ids=str)
@pytest.mark.parametrize("made", [str, Voice], ids=["typed", "spoken"])
def test_what_begins_after_the_question_answers_it(hello, asked, answer, made):
    talk = Talk(**hello)
    talk.do(*asked, 0.15)
    before = len(talk.rows)
    talk.do(made(answer), 9)
    assert done(talk.rows[before:])


@pytest.mark.parametrize(("hello", "asked", "answer"), ASKED, ids=str)
@pytest.mark.parametrize("made", [str, Voice, lambda _: "/yes"], ids=["typed", "spoken", "command"])
def test_nothing_answers_a_question_before_it_was_sent(hello, asked, answer, made):
    """The same, where ``tempo_s`` holds the question back."""
    talk = Talk(**hello | {"tempo_s": 1})
    talk.do(*asked[:-1], 5, asked[-1], 0.9)
    before = len(talk.rows)
    talk.do(made(answer), 9)
    assert not done(talk.rows[before:])
    assert talk.conversation.waiting
    assert len([row for row in talk.rows[before:] if row["type"] == "prompt"]) <= 2


@pytest.mark.parametrize("back", ["nej", "/no", "/undo", "ångra", Voice("nej", lasts_s=5)], ids=str)
@pytest.mark.parametrize("asked", ["hjrter kung", "resten är mina"])
def test_to_take_back_it_is_never_too_early(asked, back):
    talk = Talk(tempo_s=1)
    talk.do(asked, 0.5, back, 9)
    assert not talk.conversation.waiting
    assert not done(talk.rows)


def test_a_no_to_a_claim_asks_what_is_beneath_anew():
    """A "yes" that began while the claim was asked about is not one to the card beneath."""
    talk = Talk(**ALWAYS)
    talk.do("ruter dam", "resten är mina", 5, "nej")
    assert talk.do(Voice("ja", lasts_s=1)) == [QUESTION]
    assert talk.do(1, Voice("ja", lasts_s=1)) == ["1 standing", "1 DQ by yes"]


def test_a_card_that_falls_due_does_not_wait_behind_another_answer():
    """With a ``tempo_s``, something else is answered later: by then the key may be down."""
    talk = Talk(tempo_s=3)
    talk.do("ruter dam", 1.8, "blabla")
    assert talk.do(1.2) == ["1 standing", "1 DQ by call"]
    talk = Talk(tempo_s=3)
    talk.do("ruter dam", 1.8, "blabla", 1.1, SPEAKS)
    assert talk.do(0.1, 1.8, 9) == ["1 standing", "2 standing", "2 unclear"]
    assert talk.do(QUIET) == ["1 DQ by call"]


# --- play goes on ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("on", ["/next", "nästa", "nästa stick", Voice("nästa stick"), {"situation": TABLE}],
                         ids=str)  # fmt: skip
@pytest.mark.parametrize("call", ["ruter dam", Voice("ruter dam", later_s=0.7)], ids=["typed", "spoken"])
@pytest.mark.parametrize("tempo_s", [0, 0.8])
def test_a_card_that_stands_is_played_before_play_goes_on(on, call, tempo_s):
    talk = Talk(tempo_s=tempo_s)
    talk.do(call, 0.1, on, 9)
    (card,) = (at for at, row in enumerate(talk.rows) if row["type"] == "played")
    (notice,) = (at for at, row in enumerate(talk.rows) if row["type"] == "notice")
    assert card < notice
    assert talk.rows[card]["n"] == 1
    assert talk.do("/undo") == ["undo"]


@pytest.mark.parametrize("on", ["/next", "nästa stick", Voice("nästa stick"), {"situation": TABLE}], ids=str)
@pytest.mark.parametrize("before", [["ruter dam"], []], ids=str)
def test_after_a_final_card_nothing_is_played_until_the_next_situation(on, before):
    talk = Talk()
    talk.do(*before, on)
    if before and on != {"situation": TABLE}:
        for call in ("klöver två", Voice("klöver två", later_s=0.7), Voice("klöver två", 0.7), "kung"):
            told = talk.do(call, 9)
            assert told[-1] == "no-table", told
            assert not [one for one in told if " by " in one]
        talk.do({"situation": TABLE})
    assert "C2 by call" in " ".join(talk.do("klöver två"))


@pytest.mark.parametrize("hello", [AT_ONCE, TIMER, ALWAYS], ids=str)
@pytest.mark.parametrize("end", [["ruter dam", 9, "/yes", "/next"], ["vad som helst", "/yes", ("H5", "E")],
                                 ["resten är mina", "ja"]], ids=str)  # fmt: skip
@pytest.mark.parametrize("call", ["klöver två", "kung", "hjrter kung", Voice("klöver två", 0.7)], ids=str)
def test_a_call_without_a_table_leads_to_no_question(hello, end, call):
    """There is nothing that a "yes" to it could play."""
    talk = Talk(**hello)
    with suppress(InputError):
        talk.do(*end)
    before = len(talk.rows)
    assert [one.split()[-1] for one in talk.do(call, 9)] == ["idle", "no-table"]
    assert not [row for row in talk.rows[before:] if "?" in row.get("say", "")]
    assert not talk.conversation.waiting
    assert [one for one in talk.do("/yes", "ja", 9) if one != "repeat"] in ([], ["3 idle"], ["4 idle"])


@pytest.mark.parametrize("step", ["hjrter kung", "kung"])
def test_play_does_not_go_on_over_a_question(step):
    talk = Talk()
    talk.do(step)
    assert not [one for one in talk.do("/next", 9) if "by" in one or one == "next"]


# --- whatever comes --------------------------------------------------------------------------------------

SAID = ["ruter dam", "klöver två", "kung", "hjärter nio", "vad som helst", "resten är mina", "ja", "nej",
        "ångra", "blabla", "hjrter kung", "nästa", "tack", "den andra", "vad har bordet"]  # fmt: skip


@pytest.mark.parametrize("say", [str, Voice], ids=["typed", "spoken"])
@pytest.mark.parametrize(
    ("lang", "before", "word"),
    [
        ("sv", ["vad som helst", ("H5", "E")], "nästa"),
        ("en", ["anything", ("H5", "E")], "next"),
        ("no", ["hva som helst", ("H5", "E")], "neste"),
        ("da", ["hvad som helst", ("H5", "E")], "næste"),
        ("en", ["king of hearts"], "next"),
        ("en", ["king of hearts", "next"], "next"),
    ],
)  # fmt: skip
def test_next_plays_on_whoever_named_the_card(lang, before, word, say) -> None:
    """A card that a defender named (46B5) cannot be taken back; the trick is to be turned all the same."""
    talk = Talk(lang=lang)
    assert any(" by " in one for one in talk.do(*before))
    assert talk.do(say(word)) == ["next"]


@pytest.mark.parametrize("seed", range(60))
def test_a_card_on_the_table_is_played_once_and_taken_back_before_another(seed):
    """Random talk: what a client shows by ``played`` and ``taken_back`` alone is always one card or none."""
    chance = random.Random(seed)
    talk = Talk(confirm=chance.choice(["at_once", "timer", "always"]), tempo_s=chance.choice([0, 0.5]))
    for _ in range(40):
        what = chance.choice(SAID)
        goes_on = chance.random() < 0.3
        voice = Voice(
            what, chance.choice([1.0, 0.6]), ago_s=0.2, later_s=chance.choice([0, 0.5]), continues=goes_on
        )
        step = chance.choice(
            [what, voice, Unheard("cut"), "/" + chance.choice(COMMANDS), SPEAKS, QUIET, 0.4, 3,
             {"situation": TABLE}]
        )  # fmt: skip
        talk.do(step)
    talk.do(QUIET, 9)
    table: dict[int, str] = {}
    for row in talk.rows:
        json.dumps(row)
        if row["type"] == "played":
            assert not table, talk.rows
            assert row["card"] in ALL
            table[row["n"]] = row["card"]
            assert row["by"] != "timer" or talk.conversation.terms.confirm == "timer"
            assert row["by"] == "yes" or talk.conversation.terms.confirm != "always"
        elif row["type"] == "taken_back" and row["card"] is not None:
            assert table.pop(row["n"]) == row["card"]
        elif row["type"] == "notice" and row["code"] in ("next", "situation"):
            table.clear()
        elif row["type"] == "bye":
            break


def anything(chance: random.Random, *, on: bool) -> object:
    """A step of random talk; whether play goes ``on`` too."""
    said = [one for one in SAID if one != "nästa"]
    voice = Voice(
        chance.choice(said), chance.choice([1.0, 0.6]), lasts_s=chance.choice([0, 0.3, 2]), ago_s=0.2,
        later_s=chance.choice([0, 0.5]), continues=chance.random() < 0.3,
    )  # fmt: skip
    goes_on = ["/next", "nästa stick", {"situation": TABLE}] if on else []
    command = chance.choice(["/undo", "/repeat", "/yes", "/no"])
    card = (chance.choice(ALL), chance.choice("EW"))
    return chance.choice(
        [chance.choice(said), chance.choice(["resten är mina", "vad som helst", "ruter dam"]), voice,
         Unheard("cut"), command, card, SPEAKS, QUIET, 0.4, 3, *goes_on]
    )  # fmt: skip


def at_random(chance: random.Random) -> Talk:
    return Talk(confirm=chance.choice(["at_once", "timer", "always"]), tempo_s=chance.choice([0, 0.5, 3]))


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_asked_can_be_left(seed):
    """No question waits for ever: after some "no" there is none, and the next call is heard."""
    chance = random.Random(seed)
    talk = at_random(chance)
    for _ in range(30):
        with suppress(InputError):
            talk.do(anything(chance, on=True))
    talk.do(QUIET, 9, "/no", 9, "/no", 9, "/no", 9)
    assert not talk.conversation.waiting
    assert "DQ" in " ".join(talk.do({"situation": TABLE}, "ruter dam", 9))


@pytest.mark.parametrize("seed", range(60))
def test_while_somebody_speaks_no_card_is_played_whatever_comes(seed):
    """But that play stops: what stood has been played before a claim is."""
    chance = random.Random(seed)
    talk, speaks = at_random(chance), False
    for _ in range(60):
        step = anything(chance, on=False)
        speaks = step is SPEAKS or (speaks and step is not QUIET)
        with suppress(InputError):
            told = talk.do(step)
            played = [one for one in told if " by " in one]
            assert not speaks or not played or told[-1].endswith("ed"), (step, told)


@pytest.mark.parametrize("seed", range(60))
def test_while_a_claim_waits_no_card_is_played_whatever_comes(seed):
    chance = random.Random(seed)
    talk = at_random(chance)
    session = talk.conversation.session
    for _ in range(60):
        waited, step = session.ending, anything(chance, on=True)
        with suppress(InputError):
            told = talk.do(step)
            played = [one for one in told if " by " in one]
            assert not (waited and session.ending and played), (step, told)


@pytest.mark.parametrize("claim", ["resten är mina", "resten är era"])
def test_a_card_called_while_the_key_is_down_waits_for_the_claim(claim):
    talk = Talk(**AT_ONCE)
    assert not [one for one in talk.do(SPEAKS, "ruter dam", claim, QUIET, 9) if " by " in one]
    assert talk.do("bra", 9)[-1] == "2 confirm?"
    assert "1 DQ by call" in talk.do("nej", 9)


@pytest.mark.parametrize("name", ["", "quit", "talk", "YES", "x" * 1000])
def test_unknown_commands_are_told(name):
    with pytest.raises(InputError, match="expected one of undo, repeat"):
        Talk().conversation.command(name)


def test_without_a_table_no_card_is_played():
    talk = Talk()
    talk.do({"situation": None})
    assert talk.do("ruter dam", 9) == ["1 standing"]


@pytest.mark.parametrize("situation", [None, TABLE])
def test_a_claim_is_asked_about_with_and_without_a_table(situation):
    talk = Talk()
    talk.do({"situation": situation}, "resten är mina")
    (prompt,) = [row for row in talk.rows if row["type"] == "prompt"]
    assert (prompt["code"], len(prompt["options"])) == ("confirm", 0)
    talk.do("/yes")
    assert [row["kind"] for row in talk.rows if row["type"] == "claimed"] == ["claim"]
