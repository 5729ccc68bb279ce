"""Files of any encoding and line end, told by their content; and the play record's damages."""

from __future__ import annotations

import codecs
import json
from contextlib import suppress

import pytest

from callparser.errors import InputError
from callparser.record.board import Board
from callparser.record.read import read_records
from callparser.record.scan import MAX_BYTES, MAX_DAMAGES
from callparser.table import SEATS, Seat

FORMAT = '"format": "callparser-play-record"'
PBN = '% PBN 2.1\n[Board "7"]\n[West "Åsa"]\n\n[Board "8"]\n'


def utf16(text: str, end: str) -> bytes:
    return {"le": codecs.BOM_UTF16_LE, "be": codecs.BOM_UTF16_BE}[end] + text.encode(f"utf-16-{end}")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: text.encode("latin-1"),
        lambda text: utf16(text, "le"),
        lambda text: utf16(text, "be"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: codecs.BOM_UTF32_LE + text.encode("utf-32-le"),
        lambda text: text.encode() + b"\x00" * 9,
    ],
    ids=["utf-8", "bom", "latin-1", "utf-16-le", "utf-16-be", "bare-le", "bare-be", "utf-32", "padded"],
)
def test_encodings_and_line_ends(encode, line_end: str) -> None:
    found = read_records(encode(PBN.replace("\n", line_end)))
    assert found.format == "pbn"
    assert found.damages == ()
    assert [board.number for board in found.boards] == ["7", "8"]
    assert found.boards[0].players[Seat.WEST] == "Åsa"
    assert found.lines == (2, 5)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{ a comment } [Event "x"]', "pbn"), ('  [ Event "x" ]', "pbn"), ("% PBN 2.1", "pbn"),
        ("pn|a,b,c,d|md|3,,,|", "lin"), ("\n vg|x|", "lin"), ("MD|3,,,|", "lin"),
        ('{"a": 1, ' + FORMAT + "}", "json"), ("[\n {" + FORMAT + "}]", "json"), ('[Note "md|3,,,|"]', "pbn"),
    ],
)  # fmt: skip
def test_the_format_is_told_by_the_content(text: str, name: str) -> None:
    assert read_records(text.encode()).format == name


@pytest.mark.parametrize(
    "data", [b"", b"  \n", b"hello", b"\x00\x01\x02", b"\xff\xfe", b"%PDF-1.7", b"{}", b"null"]
)
def test_what_is_no_record(data: bytes) -> None:
    with pytest.raises(InputError, match="expected PBN"):
        read_records(data)


def test_what_is_too_long() -> None:
    with pytest.raises(InputError, match="4 MiB; split it"):
        read_records(b'[Board "1"]\n' + b" " * MAX_BYTES)


def test_damages_are_counted_after_a_while() -> None:
    found = read_records(b'[Board "1"]\n' + b'[Dealer "Q"]\n' * 1_000)
    assert len(found.damages) == MAX_DAMAGES + 1
    assert "800 more places" in found.damages[-1].message


def one(text: str) -> tuple[Board, list[str]]:
    found = read_records(text.encode())
    assert len(found.boards) == 1
    return found.boards[0], [damage.message for damage in found.damages]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('"dealer": "Q"', 'dealer is "Q"; expected one of N, E, S, W'),
        ('"dealer": 3', "dealer is 3; expected one of"),
        ('"hands": {"N": "AKQ"}', "hands is an object; expected hands by seat"),
        ('"hands": {"X": "..."}', "hands by seat"),
        ('"tricks": 4', "tricks is 4; expected a list"),
        ('"tricks": [4]', "tricks[0] is 4; expected a list of cards with their seats"),
        ('"tricks": [[{"cards": []}]]', "tricks[0].laid[0] is an object; expected an object with seat"),
        ('"tricks": [[{"seat": "N", "cards": ["XX"]}]]', "tricks[0].laid[0].cards is a list; expected"),
        ('"tricks": [[{"seat": "N", "cards": [], "t": "soon"}]]', "expected seconds"),
        ('"auction": [{"seat": "N"}]', "auction[0] is an object; expected an object with seat, call"),
        ('"contract": "9S"', 'contract is "9S"; expected such as 4S'),
        ('"claim": [1]', "claim is a list; expected an object"),
        ('"claim": {"tricks": 14}', "claim.tricks is 14; expected 0 to 13"),
        ('"piles": {"N": ["S2", "S2x"]}', "piles is an object; expected cards by seat"),
        ('"events": [{"kind": "show", "to": ["Q"]}]', "events[0].to is a list; expected a list of seats"),
        ('"result": 3, "result": 4', "'result' stands twice in one object; the last counts"),
        ('"club": {"a": 1, "a": 2}', "'a' stands twice"),
        ('"tricks": [[{"seat": "N", "cards": ["S2"]}]], "claim": {"played": 2}', "claim.played is 2"),
        ('"result": true', "result is true; expected declarer's tricks"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_read_is_said(text: str, complaint: str) -> None:
    board, damages = one("{" + FORMAT + ', "board": "5", ' + text + "}")
    assert board.number == "5"
    assert len(damages) == 1
    assert complaint in damages[0]


def test_broken_json_has_its_place_and_the_rest_is_read() -> None:
    first, third = (f'{{"board": "{number}", {FORMAT}}}' for number in (1, 3))
    found = read_records(f'{first}\n{{"board": }}\n{third}\n{{"board": "4"'.encode())
    assert [board.number for board in found.boards] == ["1", "3"]
    assert [(damage.line, damage.column) for damage in found.damages] == [(2, 11), (4, 14)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', "no format"), ('{"incident": {"law": "67"}}', "no format"),
        ('{"law": "67"}', "no format"), ('{"board": "1", "hands": {"N": "AK..."}}', "no format"),
        ('{"format": "other"}', 'the format "other"'),
        ('[{"format": 3}, {"format": null}]', "the format 3"), ('{"board": }', "not JSON"),
        ('[{"a": [' + "[" * 70 + "]" * 70 + "]}]", "not nested deeply"),
    ],
)  # fmt: skip
def test_json_that_is_no_play_record_is_refused(text: str, found: str) -> None:
    """Any object could be read as a board of which nothing is known, and would audit as a clean one."""
    with pytest.raises(InputError, match="the file has no board; line 1, column") as raised:
        read_records(text.encode())
    assert found in str(raised.value)
    records = read_records(f"{{{FORMAT}}}\n{text}".encode())
    assert len(records.boards) == 1
    assert found in records.damages[0].message


@pytest.mark.parametrize(
    "text",
    ['[Play "N"]\nS2\0S3 S4 S5\n', "md|3,,,|pc|S\0002|", '{"format": "callparser-play-record",\0"a":1}'],
)
def test_a_zero_byte_between_two_words_is_said(text: str) -> None:
    with suppress(InputError):
        assert read_records(text.encode()).damages


def test_unknown_keys_are_kept() -> None:
    board, damages = one("{" + FORMAT + ', "board": "1", "dealer": "Q", "club": {"b": [1], "a": null}}')
    assert board.extras == '{"club": {"a": null, "b": [1]}, "dealer": "Q"}'
    assert len(damages) == 1


def test_a_trick_or_a_card_that_cannot_be_read_keeps_its_place() -> None:
    """It is not told: left out it would look like an omitted card, and the tricks behind it would move up."""
    laid = [{"seat": seat, "cards": ["S2"]} for seat in "NESW"]
    for at in range(4):
        row = [*laid[:at], {"seat": "X"}, *laid[at + 1 :]]
        text = json.dumps([row, 5, laid])
        board, damages = one("{" + FORMAT + f', "board": "5", "tricks": {text}}}')
        first, second, third = board.tricks
        assert len(damages) == 2
        assert [first.untold(seat) for seat in SEATS] == [place == at for place in range(4)]
        assert not first.ordered
        assert (second.laid, len(third.laid)) == ((), 4)


@pytest.mark.parametrize(
    ("text", "hinted"),
    [
        ('[Play "N"]\nHE H2 H3 H4', True), ('[Play "N"]\nSKn H2 H3 H4', True),
        ('[Play "N"]\nHD H2 H3 H4', True),
        ('[Play "N"]\nZZ H2 H3 H4', False), ('[Deal "N:AED.K.2.3 - - -"]', True),
        ('[Deal "N:KD3.K.2.3 - - -"]', True), ('[Deal "E:AKX.K.2.3 - - -"]', False),
        ("md|3SKE2HK,,,|", True), ("md|3SK2HKX,,,|", False), ("md|3,,,|pc|SE|", True),
        ("md|3,,,|pc|S1|", False),
        ("{" + FORMAT + ', "hands": {"N": "EKD.Kn2.3.4"}}', True),
        ("{" + FORMAT + ', "hands": {"N": "AKQ"}}', False),
        ("{" + FORMAT + ', "tricks": [[{"seat": "N", "cards": ["HKn"]}]]}', True),
    ],
)  # fmt: skip
def test_cards_that_look_swedish_are_said_to(text: str, hinted: bool) -> None:
    _, (damage, *_) = one(text)
    assert ("not E K D Kn" in damage) == hinted, damage


@pytest.mark.parametrize("name", ["Board", "Bricka", "bricka", "Spil", "Spill"])
def test_a_board_of_lin_is_named_in_four_languages(name: str) -> None:
    board, damages = one(f"md|3,,,|ah|{name} 12|")
    assert (board.number, damages) == ("12", [])
    assert one("md|3,,,|ah|Round 12|")[0].number == ""


OBJECTS = [f'{{{FORMAT}, "board": "{number}"}}' for number in range(1, 6)]
PRETTY = json.dumps([json.loads(one) for one in OBJECTS], indent=2)
TURNED = json.dumps([dict(reversed(json.loads(one).items())) for one in OBJECTS], indent=4)


@pytest.mark.parametrize(
    "text",
    [
        "[" + ", ".join(OBJECTS) + "]",
        "[" + ",\n ".join(OBJECTS) + "]",
        " ".join(OBJECTS),
        PRETTY,
        TURNED,
        PRETTY.replace("\n", "\r\n"),
    ],
)
@pytest.mark.parametrize("broken", ['"board": "2",,', '"board": ', '"board": "2" oops'])
def test_of_a_list_only_the_damaged_board_is_lost(text: str, broken: str) -> None:
    found = read_records(text.replace('"board": "2"', broken).encode())
    assert [board.number for board in found.boards] == ["1", "3", "4", "5"]
    assert len(found.damages) == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("place", ['"result": %s', '"x": [%s]', '"events": [{"kind": "say", "t": %s}]'])
def test_a_number_that_json_does_not_have_is_a_damage(number: str, place: str) -> None:
    """And the boards around it are read."""
    objects = [f"{{{FORMAT}, {what}}}" for what in ('"board": "1"', place % number, '"board": "3"')]
    found = read_records("\n".join(objects).encode())
    assert [board.number for board in found.boards] == ["1", "3"]
    (damage,) = found.damages
    assert f"{number} is no number in JSON" in damage.message
    assert (damage.line, damage.message.endswith("the board is left out")) == (2, True)
