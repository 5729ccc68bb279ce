"""Findings against the law, table by table: the one-trick formula by edition, defective tricks, the deal."""

from __future__ import annotations

import json

import pytest

from callparser.audit import Finding, audit
from callparser.audit.finding import CLAUSES
from callparser.audit.words import finding_row, sentence
from callparser.cards import Card
from callparser.errors import EditionError
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.record.board import Board, Claim, Contract, Laid, Note, Trick
from callparser.record.pbn import read_pbn
from callparser.table import Seat
from callparser.value import replace
from tests.audit.test_generated import FAULTS, faulty

EDITIONS = ("1997", "2007", "2017")


def trick(text: str, ordered: bool = True) -> Trick:
    """``"WHQ NH3+C4 E S-"``: west one card, north two together, east none, south not told."""
    laid = []
    for word in text.split():
        seat, rest = Seat.parse(word[0]), word[1:]
        cards = None if rest == "-" else tuple(Card.parse(code) for code in rest.split("+") if code)
        laid.append(Laid(seat, cards))
    return Trick(tuple(laid), ordered)


def played(*tricks: str, trumps: str = "NT", declarer: str = "S", **more: object) -> Board:
    (board,), _, _ = read_pbn(f'[Contract "3{trumps}"]\n[Declarer "{declarer}"]')
    return replace(board, tricks=tuple(trick(one) for one in tricks), **more)


def told(board: Board, edition: str = "2017") -> list[str]:
    return [
        f"{one.trick or ''}{one.seat.letter if one.seat is not None else ''} {one.code} {one.clause}"
        for one in audit(board, edition)
    ]


def the(code: str, board: Board, edition: str = "2017") -> Finding:
    (found,) = [one for one in audit(board, edition) if one.code == code]
    return found


# West revokes in hearts: a club on the queen of hearts led by north, dummy. He has the ace and a low heart.
REVOKE = "NHQ EH2 SH3 WC2"


@pytest.mark.parametrize(
    ("then", "by_edition"),
    [
        # his side won neither that trick nor a later one
        (["NS2 ES3 SS4 WH4"], {"1997": (0, "64A2"), "2007": (0, "64A2"), "2017": (0, "64A2")}),
        # partner won a later trick
        (["NS2 ESA SS4 WH4"], {"1997": (1, "64A2"), "2007": (1, "64A2"), "2017": (1, "64A2")}),
        # the offender won one later, with a card of another suit
        (["NS2 ES3 SS4 WSA", "WH4 NH9 EH6 SH7"], dict.fromkeys(EDITIONS, (1, "64A2"))),
        # with a card that he could have played: 1997 takes a second trick, if there is one to take
        (["NH5 EH6 SH7 WHA"], dict.fromkeys(EDITIONS, (1, "64A2"))),
        (
            ["NH5 EH6 SH7 WHA", "WS2 NS3 ESA SS4"],
            {"1997": (2, "64A2"), "2007": (1, "64A2"), "2017": (1, "64A2")},
        ),
    ],
)  # fmt: skip
def test_the_offender_did_not_win_the_revoke_trick(
    then: list[str], by_edition: dict[str, tuple[int, str]]
) -> None:
    for edition, expected in by_edition.items():
        found = the("revoke", played(REVOKE, *then), edition)
        assert (found.facts["transfer"], found.facts["rule"]) == expected
        assert found.facts["established"] is True
        assert found.facts["won_by"] is Seat.NORTH


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("then", "count"),
    [
        (["WD2 ND3 ED4 SD5", "SH9 WH4 NH5 EH6"], 1),
        (["WD2 ND3 EDA SD5", "EH6 SH9 WH4 NH5"], 2),
        (["WD2 ND3 EDA SD5", "ED6 SD7 WD8 ND9", "NH5 EH6 SH9 WHA"], 2),
    ],
)
def test_the_offender_won_the_revoke_trick(edition: str, then: list[str], count: int) -> None:
    """He ruffed with a heart in hand: that trick, and one more if his side won one later (64A1)."""
    found = the("revoke", played("NHQ EH2 SH3 WC2", *then, trumps="C"), edition)
    assert found.facts["won_by"] is Seat.WEST
    assert (found.facts["transfer"], found.facts["rule"]) == (count, "64A1")


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        # dummy revokes
        (played("EHQ SH2 WH3 NC2", "EH9 SH4 WH5 NH6"), (0, "64B3")),
        # the same player again in the same suit
        (played(REVOKE, "NHK EH5 SH6 WC3", "NHJ EH7 SH8 WC4", "NS2 ESA SS3 WHA"), (0, "64B2")),
    ],
)
def test_no_trick_goes_over(board: Board, expected: tuple[int, str]) -> None:
    found = [one for one in audit(board) if one.code == "revoke"][-1]
    assert (found.facts["transfer"], found.facts["rule"]) == expected


def test_both_sides_revoke() -> None:
    """No automatic trick since 2007 (64B7)."""
    board = played(REVOKE, "NDA ED2 SC3 WD4", "NDK ED5 SD6 WH4", "NS2 ESA SS3 WS4")
    rules = {
        edition: [one.facts["rule"] for one in audit(board, edition) if one.code == "revoke"]
        for edition in EDITIONS
    }
    assert rules == {"1997": ["64A2", "64A2"], "2007": ["64B7", "64B7"], "2017": ["64B7", "64B7"]}


def test_trick_twelve_is_always_put_right() -> None:
    """62D: a revoke in trick 12 is not established by the play to trick 13."""
    for seed in range(60):
        board, number, _ = faulty("a revoke", seed)
        if number == 12:
            assert the("revoke", board).facts["established"] is False
            return
    pytest.fail("no revoke in trick 12 among the boards")


@pytest.mark.parametrize(
    ("tricks", "established"),
    [
        ([REVOKE], False), ([REVOKE, "NS2"], False), ([REVOKE, "NS2 ES3"], True),
        ([REVOKE, "NS2 ES3 SS4 WS5"], True),
    ],
)  # fmt: skip
def test_established_when_the_side_plays_on(tricks: list[str], established: bool) -> None:
    hands = (None, None, None, tuple(Card.parse(code) for code in ("HA", "H4", "S5", "C2")))
    assert the("revoke", played(*tricks, hands=hands)).facts["established"] is established


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        (["WHQ NH3 SHA"], ["1S play-out-of-turn 44B"]),
        (["WHQ NH3 E SHA"], ["1E too-few-cards 67A1"]),
        (["WHQ NH3 SHA", "SSK"], ["1E too-few-cards 67A1"]),
        (["WHQ NH3 SHA", "SSK WS2"], ["1E too-few-cards 67B1"]),
        (["WHQ NH3+H4 EH5 SHA"], ["1N too-many-cards 67A2"]),
        (["WHQ NH3 EH5 SHA NH4", "SSK WS2"], ["1N too-many-cards 67B2"]),
        (["WHQ NH3 EH5 SHA", "NSK ES2 SS4 WS3"], ["2N lead-out-of-turn 55"]),
        (["WHQ NH3 EH5 SHA", "ESK SS2 WS4 NS3"], ["2E lead-out-of-turn 56"]),
        (["NHQ EH3 SH5 WHA"], ["1N lead-out-of-turn 54"]),
        (["WHQ EH5 NH3 SHA"], ["1E play-out-of-turn 57A"]),
        (["WHQ NH3 EH5 S-", "SSK"], ["1S not-recorded "]),
        (["WHQ NH3 EH5 S-"], []),
        (["WHQ NH3 EH5"], []),
    ],
)
def test_leads_turns_and_numbers(tricks: list[str], expected: list[str]) -> None:
    assert told(played(*tricks)) == expected


def test_what_the_short_hand_may_supply() -> None:
    """67A1, 67B1a: of the suit led if he has one; 67B1b: any card."""
    east = tuple(Card.parse(code) for code in ("H9", "H8", "D2"))
    for cards, may in ((east, ("H9", "H8")), (east[2:], ("D2",))):
        hands = (None, cards, None, None)
        found = the("too-few-cards", played("WHQ NH3 SHA", "SSK WS2", hands=hands))
        assert tuple(card.code for card in found.facts["may_supply"]) == may
        assert (found.facts["sign"], found.facts["both_sides_played"]) == (-1, True)


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", []),
        ("N:AKQJT98765432.2.. .AKQJT9876543.. ..AKQJT98765432. ...AKQJT98765432", [" unequal-hands 13"]),
        ("N:AKQJT98765432.2.. - - -", [" unequal-hands 13"]),
        ("N:AKQJT9876543... - - -", [" short-hand 14A"]),
        ("N:AKQJT98765432... A..AKQJT9876543. - -", [" surplus-card 13C"]),
        ("N:AKQJT9876543.A.. A.KQJT98765432.. - -", [" surplus-card 13C"]),
        ("N:AK... QJ... T9... 87...", []),  # an ending
    ],
)
def test_the_deal(deal: str, expected: list[str]) -> None:
    assert told(read_pbn(f'[Deal "{deal}"]')[0][0]) == expected


@pytest.mark.parametrize(
    ("auction", "expected"),
    [
        ("1D ^I 1C AP", ["E insufficient-bid 27"]),
        ("1D ^S 2D AP", ["S call-out-of-turn 29"]),
        ("X AP", ["N inadmissible-call 35"]),
        ("1S X X AP", ["S inadmissible-call 35"]),
        ("1S XX AP", ["E inadmissible-call 35"]),
        ("1S X XX AP", []),
        ("Pass Pass Pass Pass 1S", ["N inadmissible-call 35"]),
        ("7NT AP", []),
        ("- 1S AP", ["E dealer-differs 17"]),
        ("1S what AP", []),
    ],
)
def test_the_auction(auction: str, expected: list[str]) -> None:
    assert told(read_pbn(f'[Dealer "N"]\n[Auction "N"]\n{auction}')[0][0]) == expected


def test_a_hidden_hand_is_known_by_what_it_plays_later() -> None:
    """West's hand is not told, but he plays a heart after he did not follow in hearts."""
    found = the("revoke", played(REVOKE, "NS2 ES3 SS4 WH4"))
    assert [card.code for card in found.facts["could"]] == ["H4"]


def test_a_marked_revoke_of_a_hidden_hand_is_believed() -> None:
    (board,), _, _ = read_pbn('[Contract "3NT"]\n[Declarer "E"]\n[Play "S"]\nHQ ^R C2 H3 H4\n*')
    assert the("revoke", board).facts["marked"] is True


def test_a_claim_in_1997_and_now() -> None:
    board = played("WHQ NH3 EH5 SHA", "SSK WS2", claim=Claim(Seat.SOUTH, 9, played=5))
    found = [told(board, edition) for edition in EDITIONS]
    assert found == [
        ["S claim 68A", "2W play-after-claim 68D"], ["S claim 68A", "2W play-after-claim 68D"],
        ["S claim 68A", "2W play-after-claim 68D2"],
    ]  # fmt: skip


def test_a_passed_out_board_and_an_empty_one() -> None:
    assert audit(Board()) == ()
    assert audit(Board(contract=Contract(0), notes=(Note("Auction", "1", "x"),))) == ()


def test_an_edition_that_is_not_there() -> None:
    with pytest.raises(EditionError):
        audit(Board(), "1950")


def test_unverified_clauses_are_said() -> None:
    board = played(REVOKE, "NS2 ES3 SS4 WH4")
    rows = {edition: finding_row(the("revoke", board, edition), "en") for edition in EDITIONS}
    assert [row.get("unverified") for row in rows.values()] == [True, None, None]
    assert all(len(row) == 3 for row in CLAUSES.values())


# --- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_has_words(lang: str) -> None:
    for name in FAULTS:
        for number in range(8):
            for one in audit(faulty(name, number)[0], "2017"):
                text = sentence(one, lang)
                assert "{" not in text
                assert text[0].isupper()
                assert text.endswith(".")
                json.dumps(finding_row(one, lang))


def test_no_sentence_is_idle() -> None:
    """Every key is a code, a seat, one of the additions of a finding, or a word of the screen."""
    codes = {name.partition(":")[0] for name in CLAUSES}
    added = {
        "early", "late", "may_supply", "could", "marked", "established", "established_untold",
        "not_established", "claimer_untold", "board", "trick", "boards", "clean", "unverified", "damage",
        *"NESW",
    }  # fmt: skip
    assert set(load_messages("en").audit) == codes | added


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "Väst spelar klöver två till ett stick i hjärter. På handen i färgen: hjärter fyra. "
               "Fullbordad; stick som förs över: 0 (64A2)."),
        ("en", "West plays the two of clubs to a trick in hearts. Held in the suit: the four of hearts. "
               "Established; tricks that go over: 0 (64A2)."),
    ],
)  # fmt: skip
def test_sentences(lang: str, text: str) -> None:
    assert sentence(the("revoke", played(REVOKE, "NS2 ES3 SS4 WH4")), lang) == text
