"""PBN 2.1, rule by rule of the standard, in files of our own."""

from __future__ import annotations

from random import Random

import pytest

from callparser.audit import audit
from callparser.audit.finding import IRREGULARITY
from callparser.record.board import Board, Comment, Contract, Note, Tag
from callparser.record.pbnwrite import write_pbn
from callparser.table import Seat
from tests.deals import in_columns, random_board
from tests.reading import read_pbn

DEAL = "S:KQJ4.A64.K73.QJ4 92.QJT8.A954.T86 AT75.K93.QJ8.K53 863.752.T62.A972"


def boards(text: str) -> list[Board]:
    found, _, damages = read_pbn(text)
    assert damages.all() == ()
    assert read_pbn(write_pbn(found))[0] == found
    return found


def board(text: str) -> Board:
    (found,) = boards(text)
    return found


def calls(text: str) -> list[str]:
    return [f"{call.seat.letter} {call.text}" for call in board(text).auction]


def cards(text: str) -> list[str]:
    return [
        " ".join(f"{one.seat.letter}{one.cards[0].code if one.cards else '-'}" for one in trick.laid)
        for trick in board(text).tricks
    ]


def test_the_tags_that_are_facts() -> None:
    found = board(
        f'[Board "7"]\n[Dealer "S"]\n[Vulnerable "Both"]\n[Deal "{DEAL}"]\n[Declarer "^n"]\n'
        '[Contract "3ntx"]\n[Result "^EW 5"]\n[West "V"]'
    )
    assert (found.number, found.dealer, found.vulnerable) == ("7", Seat.SOUTH, "All")
    assert (found.declarer, found.swapped, found.contract) == (Seat.NORTH, True, Contract(3, None, 1))
    assert (found.result, found.result_differs) == (8, True)
    assert found.players == ("", "", "", "V")
    assert [len(hand or ()) for hand in found.hands] == [13] * 4


@pytest.mark.parametrize(
    ("value", "sizes"),
    [
        ("N:AK.Q.. - 2... -", [3, None, 1, None]),
        ("w:- ... AKQJT98765432.2.. -", [0, 14, None, None]),
        ("E:10.109.. 10... - -", [None, 3, 1, None]),
        ("N:A... E:K... S:Q... W:J...", [1, 1, 1, 1]),
        ("N:AA...", [2, None, None, None]),
    ],
)
def test_hands_of_any_number_of_cards(value: str, sizes: list[int | None]) -> None:
    found = board(f'[Deal "{value}"]')
    assert [None if hand is None else len(hand) for hand in found.hands] == sizes


@pytest.mark.parametrize(
    ("auction", "said"),
    [
        ('[Auction "N"]\n1D X XX AP', ["N 1D", "E X", "S XX", "W Pass", "N Pass", "E Pass"]),
        ('[Auction "N"]\nAP', ["N Pass", "E Pass", "S Pass", "W Pass"]),
        ('[Auction "N"]\n1C Pass AP', ["N 1C", "E Pass", "S Pass", "W Pass"]),
        ('[Auction "W"]\n- - 1nt p', ["E 1NT", "S Pass"]),
        ('[Auction "W"]\n- ^S 1D ^I 1C', ["N ^S", "E 1D", "S 1C"]),
        ('[Auction "W"]\n1D ^S ^S 2D *', ["W 1D", "N ^S", "E ^S", "S 2D"]),
        ('[Auction "W"]\n1D\n+', ["W 1D"]),
        ('[Dealer "E"]\n[Auction ""]\n1D', ["E 1D"]),
    ],
)
def test_calls(auction: str, said: list[str]) -> None:
    assert calls(auction) == said


def test_what_stands_around_a_call_and_a_card() -> None:
    found = board(
        '[Auction "N"]\n1D! =1= $14 {a comment;\n\nof two lines} ; and one to the end\n^I 1C ?? *\n'
        '[Note "1:three: or more"]\n[Play "E"]\nSK =2= $9 ^R H2\n% escaped\n^L S3 -\n[Note "2:from AK"]\n'
    )
    first, second = found.auction
    assert first.marks == ("!", "=1=", "$14", "{a comment;\n\nof two lines}", "; and one to the end")
    assert (second.text, second.before, second.marks) == ("1C", ("^I",), ("??",))
    assert found.auction_end == "*"
    assert found.notes == (Note("Auction", "1", "three: or more"), Note("Play", "2", "from AK"))
    east, south, west, north = found.tricks[0].laid
    assert (east.marks, south.before, south.marks) == (("=2=", "$9"), ("^R",), ("% escaped",))
    assert (west.before, north.cards) == (("^L",), None)


@pytest.mark.parametrize(
    ("play", "tricks"),
    [
        ("SK H3 S4\nS3 C5", ["WSK NH3 ES4 SS3", "WC5 N- E- S-"]),
        ("SK =1= H3\n S4 S3", ["WSK NH3 ES4 SS3"]),
        ("- - - H2\n*", ["W- N- E- SH2"]),
        ("H2 H3 H4 HA\n+ - - CQ", ["WH2 NH3 EH4 SHA", "W- N- E- SCQ"]),
        ("s10 h3 S4 S3", ["WST NH3 ES4 SS3"]),
    ],
)
def test_the_play_stands_in_columns(play: str, tricks: list[str]) -> None:
    assert cards(f'[Play "W"]\n{play}\n[Note "1:highest"]') == tricks


def test_a_card_to_be_played_next_is_marked() -> None:
    assert board('[Play "W"]\n+ - - CQ').tricks[0].laid[0].before == ("+",)


def test_values_are_inherited() -> None:
    found = boards(
        '[Event "##Spring"]\n[Site "Here"]\n[Board "1"]\n\n[Board "2"]\n[Site "#"]\n[Generator "x"]\n\n'
        '[Board "3"]\n[Event "Autumn"]\n[Generator "#"]\n\n[Board "#"]\n'
    )
    assert [one.number for one in found] == ["1", "2", "3", "3"]
    assert [{tag.name: tag.value for tag in one.tags} for one in found] == [
        {"Event": "Spring", "Site": "Here"},
        {"Event": "Spring", "Site": "Here", "Generator": "x"},
        {"Event": "Autumn", "Generator": "x"},
        {"Event": "Spring"},
    ]


def test_where_a_board_ends() -> None:
    assert (
        len(boards('[Board "1"]\n\n\n[Board "2"]\n[Board "3"]\n[Event "x"]\n[Event "4"]\n[Board "4"]')) == 4
    )
    (one,) = boards('[Board "1"]\n\n[Auction "N"]\nPass\n\n[Play "N"]\nS2\n')
    assert one.auction
    assert one.tricks


def test_what_is_not_known_is_kept() -> None:
    found = board(
        '{before} [Mystery "a \\"b\\" \\\\ c"] ; why\n[ScoreTable "Rank;Pair"]\n1 "Ann - Bo" {no comment}\n'
        '2 x\n% a line for somebody else\n[Board "3"]\n'
    )
    assert found.tags == (
        Tag("Mystery", 'a "b" \\ c'),
        Tag("ScoreTable", "Rank;Pair", ('1 "Ann - Bo" {no comment}', "2 x")),
    )
    assert found.comments == (
        Comment("", "{before}"),
        Comment("Mystery", "; why"),
        Comment("ScoreTable", "% a line for somebody else"),
    )


def test_export_format() -> None:
    text = write_pbn(
        boards(f'[Dealer "S"][Deal "{DEAL}"]\n[Board "1"]\n[Auction "S"]\n1S AP\n[Generator "x"]')
    )
    assert text.startswith("% PBN 2.1\n% EXPORT\n")
    names = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]
    assert names == [
        "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal",
        "Scoring", "Declarer", "Contract", "Result", "Generator", "Auction",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ('[Board "1"]\n[Dealer "Q"]', (2, 1), "Dealer is 'Q'; expected one of N, E, S, W"),
        ('[Board "1"]\n[Dealer "NE"]', (2, 1), "Dealer is 'NE'; expected one of"),
        ('[Deal "N:AK"]', (1, 1), "expected hands"),
        ('[Vulnerable "maybe"]', (1, 1), "None, NS, EW or All"),
        ('[Contract "8S"]', (1, 1), "3NTX"),
        ('[Result "14"]', (1, 1), "0 to 13"),
        ("[Board 7]", (1, 1), "quoted"),
        ('[Board "7"', (1, 1), "not closed"),
        ('[Board "1"]\n[Dealer "N"]\n[Dealer "E"]', (3, 1), "stands twice"),
        ('[Auction "N"]\n1S 9H', (2, 4), "'9H' is no call"),
        ('[Play "N"]\nS2 ZZ S3', (2, 4), "'ZZ' is no card"),
        ('[Play "N"]\nS2 ?= S3', (2, 5), "'=' cannot be read"),
        ('[Board "1"]\nstray words', (2, 1), "'stray words' stands outside"),
        ('[Board "1"]\n{never closed\n[Dealer "N"]', (2, 1), "never closed"),
        ('[Note "x"]', (1, 1), "none of a section"),
        ('[Board "1"]\n[[', (2, 1), "cannot be read"),
    ],
)
def test_a_damage_has_its_place_and_the_rest_is_read(
    text: str, place: tuple[int, int], complaint: str
) -> None:
    found, lines, damages = read_pbn(f'{text}\n\n[Board "2"]\n[Dealer "W"]\n')
    assert [(one.line, one.column) for one in damages.all()] == [place]
    assert complaint in damages.all()[0].message
    assert found[-1].number == "2"
    assert found[-1].dealer == Seat.WEST
    assert len(lines) == len(found) == 2
    assert read_pbn(write_pbn(found))[0] == found


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('[Dealer "Q"]', 'Dealer "Q"'), ('[Auction "N"]\n9H', "9H"), ('[Play "N"]\nS2 ZZ', "ZZ"),
        ('[Board "1"]\nstray words', "stray words"), ('[Board "1"]\n{never closed', "never closed"),
        ('[Result "EW 4"]', "EW 4"), ('[Play "Q"]\nS2', 'Play "Q"'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_written_again(text: str, kept: str) -> None:
    assert kept in write_pbn(read_pbn(text)[0])


#: So many cards stand on a line.
LAYOUTS = (4, 2, 1, 8, 13, 52)


def broken(words: list[str], at: int, fault: str) -> list[str]:
    """One card is lost, stands twice, is cut in two, or something stands before it."""
    new = {
        "lost": [], "twice": [words[at]] * 2, "cut": [*words[at]], "garbage": ["zz", words[at]],
        "tag": ["<b>"], "untold": ["-"],
    }[fault]  # fmt: skip
    return [*words[:at], *new, *words[at + 1 :]]


@pytest.mark.parametrize("fault", ["lost", "twice", "cut", "garbage", "tag", "untold"])
@pytest.mark.parametrize("width", LAYOUTS)
def test_a_broken_row_invents_no_irregularity(width: int, fault: str) -> None:
    """Of a correct board with one fault in the writing of its play the audit says nothing that is not so."""
    for seed in range(12):
        dice = Random(f"{width} {fault} {seed}")
        made = in_columns(random_board(seed))
        head, _, rest = write_pbn([made]).partition('[Play "')
        words = [one.cards[0].code for trick in made.tricks for one in trick.laid]
        lines = [words[at : at + width] for at in range(0, 52, width)]
        row = dice.randrange(len(lines))
        lines[row] = broken(lines[row], dice.randrange(len(lines[row])), fault)
        text = f'{head}[Play "{rest[0]}"]\n' + "\n".join(" ".join(line) for line in lines if line) + "\n*\n"
        (found,), _, damages = read_pbn(text)
        irregular = [one.code for one in audit(found) if one.level == IRREGULARITY]
        assert irregular == [], (seed, row, text)
        if width == 4:  # the rows before it are whole
            assert [one.cards for trick in found.tricks[:row] for one in trick.laid] == [
                one.cards for trick in made.tricks[:row] for one in trick.laid
            ]
        assert damages.all() or found.tricks[-1].laid[-1].cards is None or fault == "untold", seed
        assert read_pbn(write_pbn([found]))[0] == [found]


@pytest.mark.parametrize("damage", ["{ ", "{ why "])
def test_a_comment_that_takes_a_row_invents_no_irregularity(damage: str) -> None:
    """A brace that is never closed, or only by one in the next board, hides all that follows."""
    for seed in range(8):
        made = in_columns(random_board(seed))
        head, play, rest = write_pbn([made]).partition("[Play ")
        first, *rows = rest.split("\n")
        at = Random(seed).randrange(13)
        rows[at] = damage + rows[at]
        text = head + play + "\n".join([first, *rows])
        for after in ("", '\n[Board "next"]\n{a comment}\n'):
            found, _, damages = read_pbn(text + after)
            assert len(found) == 1 + bool(after)
            assert [one.code for one in audit(found[0]) if one.level == IRREGULARITY] == []
            assert [one.line for one in damages.all()] == [text[: text.index(rows[at])].count("\n") + 1]
            assert read_pbn(write_pbn(found))[0] == found


@pytest.mark.parametrize("leader", ["N", "E", "S", "W", "?", "Q", ""])
def test_a_wrong_first_column_makes_no_card_another_hands(leader: str) -> None:
    for seed in range(4):
        made = in_columns(random_board(seed))
        head, _, rest = write_pbn([made]).partition('[Play "')
        right = leader == rest[0]
        (found,), _, damages = read_pbn(f'{head}[Play "{leader}"]{rest[3:]}')
        codes = {one.code for one in audit(found) if one.level == IRREGULARITY}
        assert right or codes <= {"lead-out-of-turn"}
        assert bool(damages.all()) != right or leader in "?"
