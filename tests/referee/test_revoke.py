"""A plain revoke: Laws 61 to 64, by questions and from a record."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest

from callparser.audit.course import course
from callparser.audit.revoke import revokes, transfer
from callparser.errors import InputError
from callparser.law.branch import referee_rules
from callparser.law.edition import EDITIONS
from callparser.record.board import Board, Claim, Event
from callparser.record.playwrite import write_play_records
from callparser.referee.dialogue import Dialogue, resumed
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident, read_incident
from callparser.referee.recorded import record_source
from callparser.referee.rule import answer, rule
from callparser.referee.words import referee_words
from callparser.table import Seat
from callparser.value import replace
from tests.audit.test_generated import revoke
from tests.deals import random_board
from tests.referee.casebook import rows

MOST_QUESTIONS = 8


def _ways(dialogue: Dialogue) -> list[Dialogue]:
    """Every way through the questions."""
    question = dialogue.question()
    if question is None:
        return [dialogue]
    found = []
    for word, _ in question.choices:
        branch = Dialogue(dialogue.incident, dialogue.edition, "en")
        branch.asked, branch.unknown = list(dialogue.asked), set(dialogue.unknown)
        branch.answer(branch.of(question.fact), word)
        found += _ways(branch)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_way_has_at_most_eight_questions_and_ends_in_a_ruling(edition: str) -> None:
    start = Dialogue(Incident(), edition, "en")
    start.answer(start.of("incident.about"), "revoke")
    ways = _ways(start)
    assert max(len(way.asked) for way in ways) <= MOST_QUESTIONS
    for way in ways:
        ruling = way.ruling()
        assert ruling.branch
        walked = {step.verdict for step in ruling.trace}
        assert ("64C" in walked) == ("63A1" in walked), "equity after every revoke that is established"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("clause", ["61A", "62A", "62B", "62C"])
def test_what_was_not_read_is_said_to_be_unverified(edition: str, clause: str) -> None:
    assert not referee_rules(edition).is_verified(clause)


def _source(board: Board, trick: int | None) -> dict[str, Any]:
    data = write_play_records([board]).encode()
    return record_source(data, "x", referee_words("en"), board=None, trick=trick, law="revoke").facts


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(20))
def test_a_record_is_ruled_on_as_it_is_audited(edition: str, seed: int) -> None:
    """The tree and the audit count the same tricks by different code; only the late exceptions are asked."""
    made = revoke(random_board(seed), Random(seed))
    if made is None:
        return
    board = made[0]
    found = [one for one in revokes(board, course(board)) if one.established]
    if len(found) != 1:
        return
    (one,) = found
    facts = _source(board, one.step.number)
    incident = Incident(facts, "revoke").given("revoke.exception", "none")
    ruling = rule(incident, edition)
    assert ruling.ask == ()
    tricks, clause = transfer(one, found, course(board), 13, edition)
    if clause == "64B3":
        assert (ruling.branch, ruling.tricks_transferred) == ("64B", 0)
    else:
        assert (ruling.branch, ruling.tricks_transferred) == (clause if tricks else "64A-none", tricks)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"trick": 13}, "nobody can revoke"),
        ({"offender": "E", "trick": 2}, "name no revoke that the tricks show; they show W in trick 3"),
        ({"offender": "E"}, "name no revoke"),
        ({"exception": "twelfth"}, "leave only none, late"),
        ({"exception": "same_suit"}, "leave only none, late"),
        ({"won_by": "revoker"}, "won_by"),
        ({"happened": False}, "happened"),
    ],
)
def test_what_the_tricks_contradict_is_refused(told: dict[str, Any], says: str) -> None:
    (case,) = [row for row in rows("revokes") if row["id"] == "61-122"]
    incident = case["incident"] | {"revoke": told}
    got = answer({"incident": incident})
    assert got["outcome"] == "error"
    assert says in got["error"]["message"]


def test_a_record_without_a_revoke_says_so() -> None:
    facts = _source(random_board(3), None)
    ruling = rule(Incident(facts, "revoke"))
    assert (ruling.branch, ruling.tricks_transferred, ruling.ask) == ("61-none", 0, ())


def _tricks(letters: str) -> list[list[dict[str, Any]]]:
    """Tricks of four cards, each led by its first seat: ``"WHQ NH3 EH5 SHA; SS2 ..."``."""
    return [
        [{"seat": one[0], "cards": [one[1:]]} for one in row.split()] for row in letters.split(";") if row
    ]


DEAL = {"N": "8753.863.K64.843", "E": "K42.J42.AT5.AKT9", "S": "QT.KT9.QJ973.QJ5", "W": "AJ96.AQ75.82.762"}
#: East revokes in trick 3, West in trick 6, North (dummy) in trick 8; all clubs.
ROWS = (
    "WHQ NH6 EH2 SHT;WS6 NS5 ES4 SST;SC5 WC2 NC3 EH4;SD3 WD2 ND4 ED5;SDQ WD8 NDK EDA;EC9 SCJ WH5 NC8;"
    "SH9 WH7 NH3 EHJ;ECT SCQ WC6 NS3"
)


def _several(tricks: int = 8, **revoke: Any) -> dict[str, Any]:
    play = {"declarer": "S", "trump": "S", "deal": DEAL, "tricks": _tricks(ROWS)[:tricks]}
    return {"law": "revoke", "play": play, "revoke": revoke}


@pytest.mark.parametrize(
    ("tricks", "named", "asks"),
    [
        (8, {}, "revoke.offender"),
        (8, {"offender": "E"}, None),
        (8, {"trick": 6}, None),
        (5, {}, None),
        (2, {}, None),
    ],
)
def test_of_several_revokes_it_is_asked_which(tricks: int, named: dict[str, Any], asks: str | None) -> None:
    got = answer({"incident": _several(tricks, **named)})
    assert (got["ask"][:1] == ["revoke.offender"]) is (asks is not None)
    assert ("revoked" in got["facts"]) is (asks is None and tricks > 2)


def test_those_who_revoked_are_offered_and_the_ruling_names_the_one() -> None:
    dialogue = Dialogue(read_incident(_several()), "2007", "en")
    question = dialogue.question()
    assert question is not None
    assert [word for word, _ in question.choices] == ["N", "E", "W"]
    dialogue.answer(question, "3")
    assert dialogue.question() is None  # both sides revoked (64B7)
    ruling = dialogue.ruling()
    assert (ruling.branch, ruling.tricks_transferred) == ("64B", 0)
    assert ruling.facts["revoked"] == ("W 6: H5",)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("stated", ["none", "twelfth", "same_suit"])
def test_what_the_tricks_show_of_both_sides_is_not_denied(stated: str, edition: str) -> None:
    got = answer({"edition": edition, "incident": _several(offender="E", exception=stated)})
    assert "leave only late, both_sides, both_established, corrected" in got["error"]["message"]


@pytest.mark.parametrize(
    ("tricks", "named", "branch", "transferred"),
    [
        (2, {"trick": 3}, None, None),  # not told: asked
        (2, {}, "61-none", None),  # none in the tricks told
        (8, {"trick": 7}, "61-none", 0),
    ],
)
def test_a_trick_that_is_not_told_is_no_trick_without_a_revoke(
    tricks: int, named: dict[str, Any], branch: str | None, transferred: int | None
) -> None:
    got = answer({"incident": _several(tricks, **named)})
    assert (got["branch"], got["tricks_transferred"]) == (branch, transferred)
    assert bool(got["ask"]) is (branch is None)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"play": {"declarer": "S"}, "revoke": {"offender": "E", "role": "dummy"}}, "make it defender"),
        ({"play": {"declarer": "S"}, "revoke": {"offender": "N", "role": "defender"}}, "make it dummy"),
        ({"revoke": {"trick": 5, "exception": "twelfth"}}, "revoke.trick is 5"),
        ({"play": {"completed": 6}, "revoke": {"trick": 5, "established": False}}, "play.completed is 6"),
        ({"board": {"stage": "before_calls"}, "revoke": {"established": True}}, "stage is before_calls"),
        ({"board": {"stage": "auction"}, "revoke": {"trick": 4}}, "stage is auction"),
        ({"play": {"completed": 5}, "revoke": {"trick": 5, "side_won_later": True}}, "side_won_later is yes"),
        ({"play": {"completed": 5}, "revoke": {"trick": 5, "card_won_later": True}}, "card_won_later is yes"),
    ],
)
def test_facts_that_cannot_stand_together_are_refused(told: dict[str, Any], says: str) -> None:
    got = answer({"incident": {"law": "revoke"} | told})
    assert got["outcome"] == "error"
    assert says in got["error"]["message"]
    assert "correct one of them" in got["error"]["message"]


@pytest.mark.parametrize(
    ("declarer", "offender", "role"), [("S", "E", "defender"), ("S", "N", "dummy"), ("E", "E", "declarer")]
)
def test_the_role_follows_from_the_two_seats(declarer: str, offender: str, role: str) -> None:
    told = {"play": {"declarer": declarer}, "revoke": {"offender": offender, "established": False}}
    got = answer({"incident": {"law": "revoke"} | told})
    assert got["ask"] == []
    assert ("62B" in [step["branch"] for step in got["trace"]]) is (role == "defender")


@pytest.mark.parametrize(
    ("tricks", "possible"),
    [
        (10, ["none", "late", "both_sides", "both_established", "corrected", "faced"]),
        (11, ["none", "late", "both_sides", "corrected", "faced"]),
        (12, ["none", "late", "corrected", "faced"]),
        (13, ["none", "late", "corrected", "faced"]),
    ],
)
def test_only_what_the_tricks_leave_possible_is_offered(tricks: int, possible: list[str]) -> None:
    """What is not told may be another, in the twelfth trick not established."""
    facts = _one_revoke()
    told = facts | {"play.tricks": facts["play.tricks"][:tricks]}
    dialogue = Dialogue(Incident(told, "revoke"), "2017", "en")
    assert [word for word, _ in dialogue.of("revoke.exception").choices] == possible
    for word in BY_NAME["revoke.exception"].words:
        if word not in possible:
            with pytest.raises(InputError, match="leave only"):
                rule(Incident(told | {"revoke.exception": word}, "revoke"))


def _one_revoke() -> dict[str, Any]:
    """The facts of a whole record with one revoke, well before the end."""
    for seed in range(200):
        made = revoke(random_board(seed), Random(seed))
        if made is None:
            continue
        found = revokes(made[0], course(made[0]))
        if len(found) == 1 and found[0].step.number < 10:
            return _source(made[0], None)
    raise AssertionError("no seed makes one")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_faced_card_that_was_not_played_costs_nothing(edition: str) -> None:
    """64B3: a penalty card; as dummy's, everybody could see it."""
    facts = {"role": "defender", "established": True, "exception": "faced"}
    got = answer({"edition": edition, "incident": {"law": "revoke", "revoke": facts}})
    assert (got["branch"], got["tricks_transferred"], got["ask"]) == ("64B", 0, [])


def _cut(board: Board, trick: int, **claim: Any) -> Board:
    """The board as it was when that trick was over, and somebody claimed."""
    tricks = board.tricks[:trick]
    return replace(board, tricks=tricks, claim=Claim(**claim), result=None, play_end="")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("after", "played", "established"), [(0, None, True), (2, None, True), (1, None, None), (0, 3, None)]
)
def test_a_claim_of_his_side_establishes_a_revoke(
    edition: str, after: int, played: int | None, established: bool | None
) -> None:
    """63A3, in every edition. Of the other side's claim the record does not tell whether he agreed to it; one
    after which play went on is no end."""
    board, seat, trick = _revoking_board()
    claimed = _cut(board, trick, seat=seat.after(after), played=played)
    incident = Incident(_source(claimed, None), "revoke")
    ruling = rule(incident, edition)
    walked = [step.verdict for step in ruling.trace]
    assert ("63A3" in walked) == bool(established)
    assert ("revoke.established" in ruling.ask) == (established is None)
    assert "63A1" not in walked


def test_that_it_is_not_established_contradicts_his_claim() -> None:
    board, seat, trick = _revoking_board()
    facts = _source(_cut(board, trick, seat=seat), None) | {"revoke.established": False}
    with pytest.raises(InputError, match=r"revoke.established is stated as no, but the record gives yes"):
        rule(Incident(facts, "revoke"))


def _revoking_board(*, by_dummys_side: bool = False) -> tuple[Board, Seat, int]:
    """A board with one revoke well before the end, a defender's unless asked for, who made it and when."""
    for seed in range(200):
        made = revoke(random_board(seed), Random(seed))
        found = revokes(made[0], course(made[0])) if made else ()
        if made and len(found) == 1 and found[0].step.number < 10:
            dummy = course(made[0]).dummy
            if dummy is not None and (found[0].seat % 2 == dummy % 2) == by_dummys_side:
                return made[0], found[0].seat, found[0].step.number
    raise AssertionError("no seed makes one")


def _timed(board: Board) -> Board:
    """The same with a time at each card: one second after the one before."""
    clock = count(1)
    return replace(
        board,
        tricks=tuple(
            replace(trick, laid=tuple(replace(one, at_s=float(next(clock))) for one in trick.laid))
            for trick in board.tricks
        ),
    )


def _asks_whether_established(board: Board) -> bool:
    """Neither the ruling nor the audit calls it established."""
    ruling = rule(Incident(_source(board, None), "revoke"), "2017")
    (found,) = revokes(board, course(board))
    assert found.established is None
    return "revoke.established" in ruling.ask and not {"63A1", "63A3"} & {one.verdict for one in ruling.trace}


@pytest.mark.parametrize("late", [False, True])
def test_a_claim_before_the_last_card_told_ended_nothing(late: bool) -> None:
    """63A3, 68D: by its time, where the record does not count the cards before it."""
    board, seat, trick = _revoking_board()
    cut = _timed(_cut(board, trick))
    claimed = replace(cut, claim=Claim(seat=seat, at_s=4 * trick + 0.5 if late else 4 * trick - 2.5))
    if late:
        assert "63A3" in [step.verdict for step in rule(Incident(_source(claimed, None), "revoke")).trace]
    else:
        assert _asks_whether_established(claimed)


def test_a_partner_who_speaks_after_a_defender_s_claim_may_have_objected() -> None:
    """68B2: then play goes on."""
    board, seat, trick = _revoking_board()
    cut = _timed(_cut(board, trick))
    said = Event("say", seat.partner, 4 * trick + 1.5, "no, play on")
    claimed = replace(cut, claim=Claim(seat=seat, at_s=4 * trick + 1.0), events=(said,))
    assert _asks_whether_established(claimed)


def test_dummy_can_claim_nothing() -> None:
    """43A1."""
    board, _, trick = _revoking_board(by_dummys_side=True)
    dummy = course(board).dummy
    assert dummy is not None
    claimed = _cut(board, trick, seat=dummy)
    assert _asks_whether_established(claimed)
    facts = _source(claimed, None) | {"play.claimed_by": dummy}
    assert "63A3" not in [step.verdict for step in rule(Incident(facts, "revoke")).trace]


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_that_was_corrected_costs_nothing(edition: str) -> None:
    """2017: 64B8; 2007: 64B7, both sides revoked; 1997: it is none established."""
    facts = {"role": "defender", "established": True, "exception": "corrected"}
    got = answer({"edition": edition, "incident": {"law": "revoke", "revoke": facts}})
    assert (got["branch"], got["tricks_transferred"], got["ask"]) == ("64B", 0, [])


def test_a_trick_that_he_won_himself_his_side_won() -> None:
    facts = {"role": "defender", "established": True, "exception": "none", "won_by": "partner"}
    facts |= {"side_won_later": False, "card_won_later": True}
    got = answer({"edition": "1997", "incident": {"law": "revoke", "play": {"over": True}, "revoke": facts}})
    assert "card_won_later is yes, but revoke.side_won_later is no" in got["error"]["message"]


def _omitting(revokes_too: str = "") -> dict[str, Any]:
    """East lays nothing to the third trick of spades; and what another, or East before, revoked with."""
    deal = {
        "N": "AKQ2.AKQ2.K32.32", "E": "J43.J43.QJ4.QJ54", "S": "T65.T65.T65.T976", "W": "987.987.A987.AK8",
    }  # fmt: skip
    rows = ["N:SA E:S3 S:S5 W:S7", "N:SK E:S4 S:S6 W:S8", "N:SQ E: S:ST W:S9", "N:HA E:H3 S:H5 W:H7"]
    if revokes_too:
        seat, card = revokes_too.split(":")
        at = 1 if seat == "E" else 3
        rows[at] = " ".join(f"{seat}:{card}" if one[0] == seat else one for one in rows[at].split())
    tricks = [
        [{"seat": one[0], "cards": [one[2:]] if one[2:] else []} for one in row.split()] for row in rows
    ]
    return {
        "law": "67", "play": {"declarer": "S", "trump": "NT", "deal": deal, "tricks": tricks},
        "defect": {"still_to_play": False},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("revokes_too", "possible"),
    [
        ("", {"none", "late", "both_sides", "both_established", "corrected", "faced"}),
        ("W:DA", {"none", "late", "both_sides", "both_established", "corrected", "faced"}),
        ("S:DT", {"late", "both_sides", "both_established", "corrected", "faced"}),
    ],
)
def test_under_law_67_the_exceptions_are_those_of_the_trick_without_a_card(
    revokes_too: str, possible: set[str]
) -> None:
    """64B: whoever else revoked, it is asked of the one that he is deemed to have made (67B1)."""
    dialogue = resumed({"incident": _omitting(revokes_too)}, "en")
    question = dialogue.question()
    assert question is not None
    assert question.fact == "revoke.exception"
    words = {"none" if word in ("won", "lost", "open") else word for word, _ in question.choices}
    assert words == possible
    for word in set(BY_NAME["revoke.exception"].words) - possible:
        row = _omitting(revokes_too) | {"revoke": {"exception": word}}
        assert answer({"incident": row})["outcome"] == "error", word


@pytest.mark.parametrize(("edition", "tricks"), [("1997", 0), ("2007", 0), ("2017", 0)])
def test_under_law_67_a_revoke_before_in_that_suit_excepts(edition: str, tricks: int) -> None:
    """64B2, found and not asked."""
    row = _omitting("E:D4")
    got = answer({"edition": edition, "incident": row | {"defect": {"still_to_play": False}}})
    assert (got["tricks_transferred"], got["ask"]) == (tricks, [])
    stated = answer({"incident": row | {"revoke": {"exception": "none"}}})
    assert "the tricks leave only same_suit" in stated["error"]["message"]


def test_one_of_the_twelfth_trick_is_of_no_other() -> None:
    """67B1: the revoke that he is deemed to have made is that of the defective trick."""
    defect = {"role": "defender", "played": "too_few", "both_sides_played": True, "trick": 4}
    row: dict[str, Any] = {"law": "67", "board": {"hands": "wrong_piles"}, "defect": defect}
    row["revoke"] = {"exception": "twelfth"}
    assert "defect.trick is 4" in answer({"incident": row})["error"]["message"]
    dialogue = resumed({"incident": row | {"revoke": {}}}, "en")
    dialogue.answer(dialogue.of("defect.still_to_play"), "no")
    dialogue.answer(dialogue.of("defect.holds_suit_led"), "no")
    question = dialogue.question()
    assert question is not None
    assert "twelfth" not in [word for word, _ in question.choices]
