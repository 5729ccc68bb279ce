"""Findings against the law, table by table: the one-trick formula by edition, defective tricks, the deal."""

from __future__ import annotations

import json

import pytest

from callparser.audit import Finding, audit
from callparser.audit.finding import CLAUSES, finding
from callparser.audit.words import finding_row, sentence
from callparser.cards import Card
from callparser.errors import EditionError
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.law.edition import load_edition
from callparser.record.board import Board, Call, Claim, Contract, Laid, Note, Trick, holding
from callparser.table import SEATS, Seat
from callparser.value import replace
from tests.audit.test_generated import FAULTS, faulty
from tests.reading import read_pbn

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


def whole(*tricks: str, **more: object) -> Board:
    """An ending that is played out: every hand is what it plays."""
    board = played(*tricks, **more)
    hands = [holding(card for one in board.tricks for card in one.by(seat)) for seat in SEATS]
    return replace(board, hands=tuple(hands))


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
        (["NS2 ES3 SS4 WH4", "SD9 WD3 ND4 ED5"], dict.fromkeys(EDITIONS, (0, "64A2"))),
        # partner won a later trick
        (["NS2 ESA SS4 WH4", "ED2 SD9 WD3 ND4"], dict.fromkeys(EDITIONS, (1, "64A2"))),
        # the offender won one later, with a card of another suit
        (["NS2 ES3 SS4 WSA", "WH4 NH9 EH6 SH7"], dict.fromkeys(EDITIONS, (1, "64A2"))),
        # with a card that he could have played: 1997 takes a second trick, if there is one to take
        (["NH5 EH6 SH7 WHA", "WD2 ND9 ED3 SD4"], dict.fromkeys(EDITIONS, (1, "64A2"))),
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
        found = the("revoke", whole(REVOKE, *then), edition)
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
    found = the("revoke", whole("NHQ EH2 SH3 WC2", *then, trumps="C"), edition)
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
    board = whole(REVOKE, "NDA ED2 SC3 WD4", "NDK ED5 SD6 WH4", "NS2 ESA SS3 WS4")
    rules = {
        edition: [one.facts["rule"] for one in audit(board, edition) if one.code == "revoke"]
        for edition in EDITIONS
    }
    assert rules == {"1997": ["64A2", "64A2"], "2007": ["64B7", "64B7"], "2017": ["64B7", "64B7"]}


@pytest.mark.parametrize(
    ("claimer", "by_edition"),
    [
        # the claim establishes north's revoke
        (Seat.SOUTH, {"1997": None, "2007": (0, "64B7"), "2017": (0, "64B7")}),
        # north's revoke is not established: enough in 2007, not in 2017
        (Seat.WEST, {"1997": None, "2007": (0, "64B7"), "2017": None}),
        # nobody knows who claimed
        (None, {"1997": None, "2007": (0, "64B7"), "2017": None}),
    ],
)
def test_the_other_side_revokes_in_the_last_trick_before_a_claim(
    claimer: Seat | None, by_edition: dict[str, tuple[int, str] | None]
) -> None:
    """64B7: in 2007 both sides have revoked; since 2017 both revokes are established. Not in 1997."""
    hands = (read_pbn('[Deal "N:K.2.Q.3 - - -"]')[0][0].hands[0], None, None, None)
    tricks = (REVOKE.replace("NHQ", "NDQ").replace("EH2", "ED2").replace("SH3", "SD3"), "NC3 EC4 SC5 WD4")
    board = played(*tricks, "WS2 NH2 ES3 SS4", hands=hands, claim=Claim(claimer, played=12))
    for edition, expected in by_edition.items():
        found = next(one for one in audit(board, edition) if one.code == "revoke")
        assert found.seat is Seat.WEST
        assert (found.facts["transfer"], found.facts["rule"]) == (expected or (None, "")), edition


def test_both_revokes_count_only_if_the_claim_does_not_decide_whether() -> None:
    """2017: the offender's side won a trick later, so one goes over unless north's revoke is established."""
    hands = (read_pbn('[Deal "N:K.2.Q.3 - - -"]')[0][0].hands[0], None, None, None)
    tricks = ("NDQ ED2 SD3 WC2", "NC3 EC9 SC5 WD4", "ES3 SS4 WS5 NH2")
    by_claimer = {Seat.SOUTH: 0, Seat.WEST: 1, None: None}
    for claimer, count in by_claimer.items():
        board = played(*tricks, hands=hands, claim=Claim(claimer, played=12))
        found = next(one for one in audit(board) if one.code == "revoke")
        assert (found.seat, found.facts["transfer"]) == (Seat.WEST, count)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tricks_that_are_not_told_may_be_anybodys(edition: str) -> None:
    """A record that stops tells the number of the whole record, or none; whoever claimed (64A)."""
    known = 0
    for number in range(40):
        board, trick, seat = faulty("a revoke", number)
        (full,) = [one for one in audit(board, edition) if one.code == "revoke"]
        for kept in range(trick or 0, 14):
            for claim in (None, Claim(seat, played=4 * kept)):
                short = replace(board, tricks=board.tricks[:kept], claim=claim)
                (found,) = [one for one in audit(short, edition) if one.code == "revoke"]
                if full.facts["established"]:
                    assert found.facts["transfer"] in (None, full.facts["transfer"]), (number, kept)
                    known += kept < 13 and found.facts["transfer"] is not None
    assert known


@pytest.mark.parametrize("size", range(2, 14))
def test_the_last_trick_but_one_is_always_put_right(size: int) -> None:
    """62D: a revoke in it is not established by the play to the last; in the one before it is."""
    clubs = [f"NC{rank} EC{rank} SC{rank} WC{rank}" for rank in "3456789TJQK"][: size - 2]
    for at in (size - 2, size - 3):
        tricks = [*clubs[:at], "NHQ EH2 SH3 WC2", *clubs[at:], "NS2 ES3 SS4 WH4"]
        found = [one for one in audit(whole(*tricks)) if one.code == "revoke"] if at >= 0 else []
        assert [one.facts["established"] for one in found] == [at == size - 3] * len(found)


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
        # of hidden hands one may be too long: Law 13 cannot be ruled out
        ("N:AKQJT9876543... - - -", [" short-hand "]),
        ("N:AKQJT9876543... .AKQJT98765432.. ..AKQJT98765432. -", [" short-hand "]),
        ("N:AKQJT9876543... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", [" short-hand 14A"]),
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
        ("1S what AP", ["E unread-call "]),
        # what stands before it is checked all the same
        ("1S 1H - Pass ? 7NT XX X AP", ["E insufficient-bid 27", "S unread-call "]),
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


@pytest.mark.parametrize(
    "known", [Board(contract=Contract(0)), Board(auction=tuple(Call(seat, "Pass") for seat in SEATS))]
)
def test_play_of_a_board_that_all_have_passed(known: Board) -> None:
    board = replace(known, tricks=(trick("WHQ NH3 EH5 SHA"), trick("SSK")))
    assert told(board) == ["1W passed-out 22"]


def test_tricks_without_cards_are_not_told() -> None:
    """A record cannot say that a trick was not played; it can only leave it out."""
    board = played("WHQ NH3 EH5 SHA", "", "SSQ WS9 NS7 ES6")
    assert told(board) == [f"2{seat} not-recorded " for seat in "NESW"]


@pytest.mark.parametrize(
    ("piles", "expected"),
    [
        ({"N": "H3 S5", "S": "SK HA"}, []),
        ({"E": "H5"}, ["E pile-differs "]),
        ({"E": "H5 S3 S4", "W": "HQ S9"}, ["E pile-differs ", "W pile-differs "]),
        ({"N": "S5 H3 H3"}, ["N pile-differs "]),
        ({"N": ""}, ["N pile-differs "]),
    ],
)
def test_piles_are_the_cards_of_the_tricks(piles: dict[str, str], expected: list[str]) -> None:
    found = [
        tuple(map(Card.parse, piles[seat.letter].split())) if seat.letter in piles else None for seat in SEATS
    ]
    tricks = ("WHQ NH3 EH5 SHA", "SSK WS2 NS5 ES3")
    assert told(played(*tricks, piles=tuple(found))) == expected
    untold = played(*tricks, "SSQ W- N- E-", piles=tuple(found))
    assert {one for one in told(untold) if one[0] != "S"} == set()


def test_an_edition_that_is_not_there() -> None:
    with pytest.raises(EditionError):
        audit(Board(), "1950")


def test_unverified_clauses_are_said() -> None:
    board = played(REVOKE, "NS2 ES3 SS4 WH4")
    rows = {edition: finding_row(the("revoke", board, edition), "en") for edition in EDITIONS}
    assert [row.get("unverified") for row in rows.values()] == [True, True, True]
    assert [finding("short-hand", load_edition(year).id).verified for year in EDITIONS] == [
        False,
        True,
        False,
    ]
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
        "not_established", "claimer_untold", "claim_untold", "short_hidden", "board", "trick", "boards",
        "clean", "clean_as_read", "unverified", "damage", *"NESW",
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
    board = whole(REVOKE, "NS2 ES3 SS4 WH4", "SD9 WD3 ND4 ED5")
    assert sentence(the("revoke", board), lang) == text


@pytest.mark.parametrize(
    ("first_ordered", "declarer", "transfer"),
    [(True, "S", 0), (True, None, 0), (True, "N", 1), (False, "S", 0), (False, None, None)],
)
def test_where_nobody_tells_who_is_dummy_no_transfer_is_stated(
    first_ordered: bool, declarer: str | None, transfer: int | None
) -> None:
    """64B3: the opening lead of the first trick tells dummy too."""
    board = whole(
        "WD2 ND3 ED4 SD5", "SHA WHQ NC2 EH5", "SS2 WS3 NH3 ES4", "EC5 SC6 WC7 NC8", "WC9 NCT ECJ SCQ"
    )
    tricks = (replace(board.tricks[0], ordered=first_ordered), *board.tricks[1:])
    seat = None if declarer is None else Seat.parse(declarer)
    board = replace(board, tricks=tricks, declarer=seat)
    (found,) = [one for one in audit(board) if one.code == "revoke"]
    assert found.seat is Seat.NORTH
    assert dict(found.facts).get("transfer") == transfer
