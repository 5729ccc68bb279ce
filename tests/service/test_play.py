"""A whole deal at a table of the service: how it is played, kept, and what a client cannot do to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

pytest.importorskip("websockets")

from callparser.audit import audit
from callparser.errors import EngineFailed
from callparser.play.scoring import score
from callparser.record.read import read_records
from callparser.service.deals import MAX_RECORD
from callparser.service.socket import routes
from tests.play.scene import needs_endplay
from tests.service.conftest import serving
from tests.service.declarer import ByChance, Declarer
from tests.service.player import Player

TRUMPS = {"lesson": "trumps", "wait_s": 0}  # 4 spades by south; west leads
PATIENT = TRUMPS | {"wait_s": None}


class Faulty:
    """Fails so many times when it is asked."""

    def __init__(self) -> None:
        self.left = 0

    def __call__(self) -> None:
        if self.left:
            self.left -= 1
            raise EngineFailed("the double dummy solver stopped")


@pytest.fixture(scope="module")
def faulty() -> Faulty:
    return Faulty()


@pytest.fixture(scope="module")
def url(faulty: Faulty) -> Iterator[str]:
    with ByChance(4, faulty) as deals, serving(routes(deals=deals)) as address:
        yield address


@pytest.fixture
def declarer(url: str) -> Iterator[type]:
    """Makes one who has a deal, and it is his turn."""
    with ExitStack() as stack:

        def make(deal: dict | None = TRUMPS, **hello: object) -> Declarer:
            one = stack.enter_context(Declarer(url, deal, **hello))
            stack.callback(one.send, "bye")
            if deal is not None:
                one.until("turn")
            return one

        yield make


# --- a whole deal ----------------------------------------------------------------------------------------


@needs_endplay
def test_thirteen_tricks_typed_against_double_dummy() -> None:
    """The same seed and calls give the same record; the score is that of the tricks; the record is clean."""
    from callparser.service.deals import Deals

    records = []
    with Deals(1) as deals, serving(routes(deals=deals)) as address:
        for _ in range(2):
            with Declarer(address, {"seed": 5, "contract": "2S", "declarer": "S", "wait_s": 0}) as one:
                one.until("turn")
                told = one.play_on()
                records.append(one.until("record")["pbn"])
                assert [row["number"] for row in one.of("trick")] == list(range(1, 14))
                assert told["tricks"] == one.of("trick")[-1]["declarer"]
                one.send("bye")
                one.until("bye")
    assert records[0] == records[1]
    (board,) = read_records(records[0].encode()).boards
    assert (board.result, board.contract.text, len(board.notes)) == (told["tricks"], "2S", 26)
    assert told["score"] == score(board.contract, told["tricks"], board.vulnerable in ("NS", "All"))
    assert [len(trick.laid) for trick in board.tricks] == [4] * 13
    assert audit(board) == ()


def test_what_is_told_of_a_deal(declarer) -> None:
    one = declarer()
    kinds = [row["type"] for row in one.rows[1:]]
    assert kinds == ["deal", "played", "dummy", "turn"]
    deal, lead, dummy, turn = one.rows[1:]
    assert (deal["contract"], deal["name"], deal["declarer"], deal["trump"]) == ("4S", "4 spader", "S", "S")
    assert deal["say"].endswith("klöver dam, fem, två.")
    assert (lead["seat"], lead["by"], lead["clause"], lead["n"]) == ("W", "defence", None, None)
    assert (dummy["seat"], len(one.hands["N"])) == ("N", 13)
    assert (turn["seat"], turn["hand"]) == ("N", "dummy")


def test_a_card_of_dummys_has_its_clause_and_one_of_his_own_has_none(declarer) -> None:
    one = declarer()
    one.send("text", text="lågt")
    called = one.until("played")
    assert (called["seat"], called["by"], called["clause"]) == ("N", "call", "46B1c")
    turn = one.until("turn")
    if turn["hand"] == "own":
        own = one.call(one.choice("S"))
        assert (own["seat"], own["clause"]) == ("S", None)
        assert one.of("resolution")[-1]["answer"]["hand"] == "own"


def test_the_defenders_name_what_is_left_to_them(declarer) -> None:
    """46B5: the program answers, and what it named cannot be taken back."""
    one = declarer()
    one.send("text", text="vad som helst")
    assert one.until("notice")["code"] == "defenders"
    named = one.until("played")
    assert (named["by"], named["clause"], named["seat"], named["n"]) == ("defender", "46B5", "N", 1)
    one.until("turn")
    one.send("command", command="undo")
    assert one.until("notice")["say"].startswith("För sent")


@pytest.mark.parametrize("words", ["nästa", "next"])
@pytest.mark.parametrize("call", ["lågt", "vad som helst"])
def test_nothing_goes_on_before_it_is_said(declarer, call: str, words: str) -> None:
    one = declarer(PATIENT)
    one.send("text", text=call)
    one.until("played", "notice")
    assert one.until_none("turn", 0.7)
    if words == "next":
        one.send("command", command="next")
    else:
        one.send("text", text=words)
    one.until("turn")
    assert len(one.trick) in (0, 3)


@pytest.mark.parametrize("call", ["lågt", "vad som helst"])
def test_until_play_goes_on_a_call_can_be_taken_back(declarer, call: str) -> None:
    one = declarer(PATIENT)
    before = list(one.hands["N"])
    one.send("text", text=call)
    one.until("played", "notice")
    one.send("command", command="undo")
    one.until("taken_back")
    assert one.until_none("played", 0.3)
    assert one.call("H6")["seat"] == "N"
    assert len(before) == 13


def test_who_speaks_or_reads_aloud_is_waited_for(declarer) -> None:
    one = declarer(TRUMPS | {"wait_s": 0.3})
    one.send("speaking", on=True)
    one.send("text", text="lågt")
    one.until("played")
    assert one.until_none("turn", 1.0)
    one.send("speaking", on=False)
    one.until("turn")


def test_the_policy_of_the_table_holds_for_his_own_hand_too(declarer) -> None:
    one = declarer(confirm="always")
    one.send("text", text="lågt")
    assert one.until("prompt")["code"] == "confirm"
    one.send("text", text="ja")
    assert one.until("played")["by"] == "yes"
    turn = one.until("turn")
    one.send("text", text="hjärter fem" if turn["hand"] == "own" else "lågt")
    one.until("prompt")
    one.send("command", command="yes")
    one.until("turn", "score")


@pytest.mark.parametrize(
    ("words", "code"), [("min hand", "hand"), ("kontraktet", "contract"), ("ställningen", "score"),
                        ("vems tur", "turn"), ("förra sticket", "last-trick"), ("hjälp", "help")],
)  # fmt: skip
def test_what_can_be_asked_about_a_deal(declarer, words: str, code: str) -> None:
    one = declarer()
    one.send("text", text=words)
    notice = one.until("notice")
    assert notice["code"] == code
    assert notice["say"]
    assert one.of("played")[1:] == []


@needs_endplay
def test_a_claim_is_answered_and_ends_play_or_not() -> None:
    from callparser.service.deals import Deals

    with Deals(1) as deals, serving(routes(deals=deals)) as address, Declarer(address, TRUMPS) as one:
        one.until("turn")
        for words, code in (("resten är mina", "claim-untried"), ("ni får resten", "claim-good")):
            one.send("text", text=words)
            one.until("prompt")
            one.send("text", text="ja")
            one.until("claimed")
            assert one.until("notice")["code"] == code
            one.until("turn", "score")
        assert one.of("score")[-1]["tricks"] == 0
        assert 'ClaimSaid "ni får resten"' in one.until("record")["pbn"]
        one.send("text", text="lågt")
        assert one.until("notice")["code"] == "over"
        one.send("play", deal=TRUMPS)  # another one
        one.until("turn")


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("nej, inget", "avstår från det som är kvar"),
        ("tre", "anspråk på 3 av 13"),
        ("nej tre", "anspråk på 3 av 13"),
        ("hjärter två", "anspråk på 13 av 13"),
        ("hm", "anspråk på 13 av 13"),
    ],
)
def test_a_claim_that_waits_is_corrected_and_nothing_is_played(declarer, words: str, asks: str) -> None:
    one = declarer()
    one.send("text", text="resten är mina")
    one.until("prompt")
    one.send("text", text=words)
    assert asks in one.until("prompt")["say"]
    one.send("text", text="fel")
    one.until("notice")
    assert not [row for row in one.of("played") if row["by"] != "defence"]
    assert one.call("H2")["card"] == "H2"


#: What is said first of a claim while so many tricks are left.
LONG_EN = (
    "More than 10 tricks are left: unless your hand is on lead and nothing but winners, what the claim is "
    "worth is not worked out here, and play goes on."
)
LONG_SV = (
    "Fler än 10 stick är kvar: om handen inte är inne med bara vinnare räknas det inte ut här vad anspråket "
    "är värt, och spelet fortsätter."
)


@pytest.mark.parametrize(
    ("lang", "words", "asks"),
    [
        ("en", "two spades and you get the rest", f"{LONG_EN} How many of the 13 tricks do you claim?"),
        ("en", "low then you get the rest", f"{LONG_EN} How many of the 13 tricks do you claim?"),
        ("sv", "spader sen ger jag upp", f"{LONG_SV} Hur många av de 13 sticken gör du anspråk på?"),
    ],
)
def test_a_card_and_the_end_of_play_is_a_claim(declarer, lang: str, words: str, asks: str) -> None:
    """As at a table of one's own: in words that Law 68 does not know, it is asked about, and nothing is
    played."""
    one = declarer(lang=lang)
    one.send("text", text=words)
    assert one.until("prompt")["say"] == asks
    one.send("command", command="next")
    one.until("prompt")
    assert not [row for row in one.of("played") if row["by"] != "defence"]
    one.send("command", command="no")
    assert one.until("notice")["code"] == "no-claim"
    assert one.call("H2", lang)["card"] == "H2"


def test_how_many_tricks_is_no_question_for_a_yes(declarer) -> None:
    one = declarer()
    one.send("text", text="spader sen ger jag upp")
    asked = one.until("prompt")
    assert (asked["code"], asked["options"]) == ("choose", [])
    one.send("command", command="yes")
    assert one.until("prompt")["say"] == asked["say"]
    assert not one.of("claimed")
    one.send("text", text="tre")
    assert one.until("prompt")["code"] == "confirm"


# --- what a client cannot do -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "found"),
    [
        (3, "deal is a number"), ({"seed": 0}, "deal.seed is 0"), ({"seed": 2**31}, str(2**31)),
        ({"seed": True}, "True"), ({"seed": "1"}, "1"), ({"lesson": "../x"}, "there is no lesson"),
        ({"lesson": 3}, "deal.lesson is 3"), ({"lesson": "trumps", "record": "x"}, "a lesson and a record"),
        ({"record": "x" * (MAX_RECORD + 1)}, f"expected at most {MAX_RECORD}"),
        ({"record": "no record"}, "no record of boards"), ({"record": '[Board "1"]\n'}, "13 each"),
        ({"record": '[Board "1"]\n', "board": "7"}, "no board 7"), ({"contract": "8S"}, "8S"),
        ({"contract": ["4S"]}, "deal.contract"), ({"contract": "4S", "declarer": "Q"}, "Q"),
        ({"wait_s": -1}, "-1"), ({"wait_s": "soon"}, "a text"), ({"wait_s": 61}, "61"),
    ],
)  # fmt: skip
def test_what_is_no_deal(declarer, deal: object, found: str) -> None:
    one = declarer(None)
    one.send("play", deal=deal)
    error = one.until("error")
    assert (error["code"], error["fatal"]) == ("bad-deal", False)
    assert found in error["message"]
    one.send("play", deal=TRUMPS)
    one.until("turn")


def test_a_record_that_is_greater_than_a_frame_is_refused(declarer) -> None:
    one = declarer(None)
    one.send("play", deal={"record": "x" * 70_000})
    assert one.until("error")["code"] == "bad-message"
    one.send("play", deal=TRUMPS)
    one.until("turn")


def test_a_deal_that_could_not_be_made_leaves_the_table_to_the_client(declarer) -> None:
    one = declarer(None)
    one.send("play", deal={"record": "no record"})
    one.until("error")
    one.send("situation", situation={"trump": "S", "dummy": "K4.K5.Q7.T2"})
    one.until("notice")
    one.send("text", text="ruter dam")
    assert one.until("played")["card"] == "DQ"


def test_what_was_typed_before_the_turn_was_read_is_no_call(declarer) -> None:
    """Else a word about dummy's card that is late by a moment would be a call of declarer's own."""
    one = declarer()
    seq = one.rows[-1]["seq"]
    one.call("H2")
    turn = one.until("turn")
    one.send("text", text="kungen", seq=seq)
    assert one.until("notice")["say"] == turn["say"]
    one.send("text", text="ställningen", seq=turn["seq"])
    assert one.until("notice")["code"] == "score"
    assert one.of("played")[-1]["by"] == "defence"


@pytest.mark.parametrize(
    ("kind", "keys", "code"),
    [("play", {"deal": TRUMPS}, "bad-deal"), ("play", {}, "bad-deal"),
     ("situation", {"situation": None}, "bad-situation"),
     ("designate", {"card": "H2", "by": "E"}, "bad-message")],
)  # fmt: skip
def test_what_does_not_go_with_a_deal(declarer, kind: str, keys: dict, code: str) -> None:
    one = declarer(PATIENT)
    one.send(kind, **keys)
    assert one.until("error")["code"] == code
    assert one.call("H2")["card"] == "H2"


def test_a_card_that_is_not_there_is_not_played(declarer) -> None:
    one = declarer()
    one.send("text", text="hjärter kung")  # declarer has it, dummy has not
    assert one.until("prompt")["code"] == "again"
    assert one.of("resolution")[-1]["answer"]["clause"] == "46B4"
    one.send("text", text="ruter fem")  # dummy has hearts
    assert one.until("prompt")["code"] == "again"
    one.call("H2")
    while one.until("turn")["hand"] != "own":
        one.call(one.choice("N"))
    held = [card for card in ("S2", "S5", "S6", "S8") if card not in one.hands["S"]]
    one.send("text", text={"S2": "spader två", "S5": "spader fem"}.get(held[0], "spader två"))
    says = one.until("prompt")["say"]
    assert says in (
        "Det kortet finns inte på din hand. Säg ett annat.",
        "Du måste följa färg i hjärter (44C). Säg ett annat.",
    )
    assert one.of("played")[-1]["seat"] != "S"


def test_while_the_defenders_think_nothing_can_be_called(url: str, faulty: Faulty) -> None:
    with Declarer(url, PATIENT) as one:
        one.until("turn")
        faulty.left = 1
        one.call("H2")
        one.send("command", command="next")
        one.until("error")
        one.send("text", text="hjärter sex")
        assert (notice := one.until("notice"))["code"] == "turn"
        assert notice["say"] == "Öst är på tur."
        one.send("bye")


def test_a_solver_that_fails_is_told_and_the_deal_is_kept(declarer, faulty: Faulty) -> None:
    one = declarer(PATIENT)
    faulty.left = 2
    one.call("H2")
    for _ in range(2):
        one.send("command", command="next")
        assert one.until("error")["code"] == "solver_lost"
    one.send("command", command="next")
    one.until("turn")
    assert [row["seat"] for row in one.of("played")] in (["W", "N", "E"], ["W", "N", "E", "W"])


def test_one_in_a_hundred_is_let_in_while_there_is_room() -> None:
    with ByChance(3) as deals, serving(routes(deals=deals)) as address, ExitStack() as stack:
        all_of_them = [stack.enter_context(Declarer(address, PATIENT)) for _ in range(100)]
        first = [one.until("deal", "error") for one in all_of_them]
        full = [row for row in first if row["type"] == "error"]
        assert [row["code"] for row in full] == ["deals-full"] * 97
        there = next(one for one in all_of_them if one.of("deal"))
        other = next(one for one in all_of_them if not one.of("deal"))
        assert other.text("vems tur", "resolution", "notice")  # it is a table all the same
        there.send("play", deal=None)
        there.until("notice", where=lambda row: row["code"] == "no-deal")
        other.send("play", deal=PATIENT)
        other.until("turn")


def test_deals_are_not_begun_without_end(declarer) -> None:
    one = declarer(None)
    codes = set()
    for _ in range(20):
        one.send("play", deal=PATIENT)
        one.send("play", deal=None)
        one.until("notice", where=lambda row: row["code"] == "no-deal")
    codes = {row["code"] for row in one.of("error")}
    assert codes == {"too-fast"}


@pytest.mark.parametrize(("lang", "found"), [("da", "'da'"), ("no", "'no'")])
def test_the_languages_of_play(declarer, lang: str, found: str) -> None:
    one = declarer(None, lang=lang)
    one.send("play", deal=TRUMPS)
    assert (error := one.until("error"))["code"] == "no-play"
    assert found in error["message"]


def test_where_no_deals_are_played() -> None:
    with serving(routes()) as address, Player(address) as one:
        one.send("play", deal=TRUMPS)
        assert one.until("error")["code"] == "no-play"
        one.send("play", deal=None)
        assert one.until("notice")["code"] == "no-deal"


def test_after_a_deal_the_table_is_the_clients_again(declarer) -> None:
    one = declarer(PATIENT)
    one.call("H2")
    one.send("command", command="next")
    seat = one.until("turn")["seat"]
    one.call(one.choice(seat))
    one.send("command", command="next")
    one.until("trick")
    one.send("play", deal=None)
    assert one.until("record")["pbn"].count("[Note ") >= 1
    one.until("notice", where=lambda row: row["code"] == "no-deal")
    one.send("situation", situation={"trump": "S", "dummy": "K4.K5.Q7.T2"})
    one.until("notice", where=lambda row: row["code"] == "situation")
    one.send("text", text="ruter dam")
    assert "seat" not in one.until("played")


# --- a connection that breaks ----------------------------------------------------------------------------


@pytest.mark.parametrize("called", [True, False], ids=["a card stands", "nothing stands"])
def test_a_deal_outlives_its_connection(url: str, called: bool) -> None:
    with Declarer(url, TRUMPS | {"wait_s": 0.3}) as one:
        one.until("turn")
        if called:
            one.send("text", text="lågt")
            one.until("played")
        token, seq = one.rows[0]["token"], one.rows[-1]["seq"]
        hands = one.hands
    time.sleep(0.6)  # nobody reads: no card falls
    with Declarer(url, resume={"token": token, "seq": seq}) as one:
        assert one.rows[0]["resumed"]
        one.hands = hands
        if called:
            assert one.until("played")["seat"] == "E"
            one.until("turn")
        else:
            assert one.call("H2")["seat"] == "N"
            one.until("turn")
        one.send("bye")


def test_what_happened_meanwhile_is_told_again(url: str) -> None:
    with Declarer(url, PATIENT) as one:
        one.until("turn")
        token = one.rows[0]["token"]
        first = one.rows[1:]
    with Declarer(url, resume={"token": token, "seq": 1}) as one:
        one.until("turn")
        assert one.rows[1:] == first
        one.send("bye")


def test_every_place_is_given_back() -> None:
    """Whoever leaves, and however: in the middle, at the end, while the defenders think."""
    with ByChance(2) as deals, serving(routes(deals=deals)) as address:
        for leave in ("bye", "play", "nothing"):
            for _ in range(3):
                with Declarer(address, PATIENT) as one:
                    if leave != "nothing":
                        one.until("turn")
                    one.send("play", deal=None) if leave == "play" else one.send("bye")
                    one.until("bye", "notice")
                    if leave == "play":
                        one.send("bye")
                        one.until("bye")
        end_s = time.monotonic() + 10
        while deals._seats._taken and time.monotonic() < end_s:
            time.sleep(0.02)
        assert not deals._seats._taken
