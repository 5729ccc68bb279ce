"""The JSON contract: what a situation may look like, and that anything else gets an error answer."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cli.stream import answer_lines
from callparser.errors import InputError
from callparser.jsonline import MAX_LINE, decode, encode
from callparser.outcome import OUTCOMES
from callparser.wire import answer

GOOD: dict[str, Any] = {
    "id": "x1", "utterance": "hjärter", "lang": "sv", "edition": "2017", "trump": "S",
    "dummy": {"S": "AQ74", "H": "K82", "D": "", "C": "T2"}, "dummy_seat": "N",
    "trick": [{"seat": "W", "card": "H7"}], "last_trick": None, "played": ["CA", "C3"], "intention": None,
}  # fmt: skip

KEYS = {
    "id", "outcome", "card", "candidates", "clause", "edition", "status", "readings", "intent", "understood",
    "confidence", "repairs", "lang", "trace", "explanation", "flags", "alternatives",
}  # fmt: skip


def test_the_example_of_the_contract() -> None:
    got = answer(GOOD)
    assert set(got) == KEYS
    assert (got["id"], got["outcome"], got["card"], got["clause"]) == ("x1", "played", "H2", "46B2")
    assert got["intent"] == {"kind": "suit", "suit": "H"}
    assert got["candidates"] == ["H2"]
    assert got["explanation"]


@pytest.mark.parametrize(
    ("change", "card"),
    [
        ({"edition": ["1997", "2017", "2007"]}, "H2"),
        ({"edition": "wbf-2007"}, "H2"),
        ({"edition": None}, "H2"),
        ({"edition": 2017}, "H2"),
        ({"edition": [1997, 2007]}, "H2"),
        ({"utterance": ["hjärter", "kungen"], "pause_s": 0.2}, "HK"),
        ({"utterance": ["hjärter", "kungen"], "pause_s": [0.2]}, "HK"),
        ({"intention": "HK"}, "HK"),
        ({"dummy": "S:AQ74 H:K82 D:- C:T2"}, "H2"),
        ({"dummy": "AQ74.K82..T2"}, "H2"),
        ({"dummy": {"H": "K82"}}, "H2"),
        ({"last_trick": {"won_by": "W", "won_with": "CK", "led": "C4"}}, "H2"),
        ({"lang": "auto", "utterance": "low heart"}, "H2"),
        ({"expected": {"card": "XX"}, "flags": 7, "nobody": {"knows": []}}, "H2"),
    ],
)
def test_forms_of_a_situation(change: dict[str, Any], card: str) -> None:
    assert answer(GOOD | change)["card"] == card


def test_the_newest_edition_of_a_list_counts() -> None:
    assert answer(GOOD | {"edition": ["1997", "2007"]})["edition"] == "wbf-2007"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"utterance": None}, "utterance is missing"),
        ({"utterance": []}, "empty list"),
        ({"utterance": 7}, "expected a text, or a list"),
        ({"utterance": ["a"] * 21}, "at most 20"),
        ({"utterance": [["a"]]}, "expected a text"),
        ({"lang": "fi"}, "expected one of"),
        ({"lang": 5}, "expected a text"),
        ({"edition": "1987"}, "1997"),
        ({"edition": []}, "edition"),
        ({"edition": {"a": 1}}, "expected a text"),
        ({"edition": 1950}, "1997"),
        ({"last_trick": {"won_by": "W", "won_with": "HK"}}, "last_trick"),
        ({"trump": None}, "trump is missing"),
        ({"trump": "X"}, "NT"),
        ({"trump": ["S"]}, "expected a text"),
        ({"dummy": None}, "dummy is missing"),
        ({"dummy": []}, "holdings"),
        ({"dummy": {"S": "AA"}}, "twice"),
        ({"dummy": {"S": "1"}}, "not a rank"),
        ({"dummy": {"Z": "A"}}, "not a suit"),
        ({"dummy": {"S": 5}}, "expected a text"),
        ({"dummy": {}}, "no cards left"),
        ({"dummy": "S AQ74"}, "no holding"),
        ({"dummy_seat": "Q"}, "not a seat"),
        ({"dummy_seat": None}, "expected a text"),
        ({"dummy": ["SA", "HK"]}, 'a list (["SA", "HK"]); expected holdings such as {"S": "AQ74"'),
        ({"trick": ["H7"]}, "holds the text 'H7'; expected plays in order, such as [{"),
        ({"trick": "W:H7"}, "the text 'W:H7'; expected plays"),
        ({"trick": [["W", "H7"]]}, 'holds a list (["W", "H7"]); expected plays'),
        ({"trick": [[[]] * 99]}, "[[], [], []"),
        ({"trick": {"W": "H7"}}, 'an object ({"W": "H7"}); expected plays'),
        ({"trick": [{"seat": "W"}]}, "trick.card is null"),
        ({"trick": [{"seat": "N", "card": "H7"}]}, "already played"),
        ({"trick": [{"seat": "W", "card": "HK"}]}, "HK: in two places"),
        ({"trick": [{"seat": "W", "card": "H7"}, {"seat": "S", "card": "H6"}]}, "clockwise"),
        ({"trick": [{"seat": seat, "card": "H3"} for seat in "ESWNE"]}, "at most 4"),
        ({"played": ["HK", "S4", "D2"]}, "S4, HK: in two places"),
        ({"played": "HK"}, "expected a list"),
        ({"played": ["CA"] * 53}, "at most 52"),
        ({"last_trick": "N:CK"}, "won_by"),
        ({"last_trick": {"won_by": "N"}}, "won_with is null"),
        ({"intention": "hearts"}, "not a card"),
        ({"pause_s": "soon"}, "expected seconds"),
        ({"pause_s": [-1]}, "expected seconds"),
        ({"pause_s": [float("nan")]}, "expected seconds"),
        ({"pause_s": [True]}, "expected seconds"),
        ({"alphabet": "de"}, "expected one of sv, en"),
        ({"correction": "maybe"}, "expected one of ask"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_that_says_so(change: dict[str, Any], says: str) -> None:
    got = answer(GOOD | {"utterance": ["a", "b"]} | change if "pause_s" in change else GOOD | change)
    assert got["outcome"] == "error"
    assert got["id"] == "x1"
    assert says in got["error"]["message"], got["error"]["message"]
    assert got["error"]["code"].startswith("bad-")


@pytest.mark.parametrize("given_id", ["a", 7, 7.5, "å" * 500])
def test_the_id_comes_back(given_id: object) -> None:
    assert str(answer(GOOD | {"id": given_id})["id"]) in str(given_id)


@pytest.mark.parametrize("given_id", [None, True, [1], {"a": 1}, 1e300])
def test_an_id_that_is_no_text_or_number_is_null(given_id: object) -> None:
    assert answer(GOOD | {"id": given_id})["id"] is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "empty"),
        (b"   ", "empty"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"{", "not JSON"),
        (b"[1]", "expected a JSON object"),
        (b"null", "expected a JSON object"),
        (b"[" * 50_000, "too deeply"),
        (b'{"a":' * 10_000, "too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'"' + b"x" * MAX_LINE + b'"', "bytes"),
    ],
)
def test_a_line_that_is_no_object(line: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        decode(line)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert decode(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_lone_surrogates_come_back_escaped() -> None:
    got = answer(GOOD | {"utterance": "\ud800 hj\udfff", "id": "\ud800"})
    assert json.loads(encode(got))["id"] == "\ud800"
    encode(got).encode("utf-8")


@pytest.mark.parametrize(("said", "lang"), [("hjärter åtta", "sv"), ("queen of hearts", "en")])
def test_a_lone_surrogate_anywhere_in_a_call_is_a_slip_like_any_other(said: str, lang: str) -> None:
    for at in range(len(said)):
        for rest in (said[at:], said[at + 1 :]):
            got = answer(GOOD | {"utterance": f"{said[:at]}\udcff{rest}", "lang": lang})
            assert got["outcome"] != "error"
            encode(got).encode("utf-8")


def _garbage(rng: random.Random) -> bytes:
    """One line of the kinds of rubbish that a socket can bring."""
    whole = json.dumps(GOOD, ensure_ascii=False).encode()
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(200)).replace(b"\n", b"")
        case 1:
            return whole[: rng.randrange(len(whole))]
        case 2:
            cut = rng.randrange(len(whole))
            return whole[:cut] + rng.randbytes(3).replace(b"\n", b"") + whole[cut:]
        case 3:
            name = rng.choice(list(GOOD))
            return json.dumps(
                GOOD | {name: rng.choice([[], {}, 1, -1.5, True, "x", None, [[[]]], {"S": {}}])}
            ).encode()
        case 4:
            return b"[" * rng.randrange(1, 30_000)
        case 5:
            return json.dumps(GOOD | {"utterance": "a" * rng.randrange(1, 90_000)}).encode()
        case 6:
            plays = [
                {"seat": rng.choice("NESW"), "card": rng.choice(["H7", "H8", "S2", "XX"])}
                for _ in range(rng.randrange(6))
            ]
            return json.dumps(GOOD | {"trick": plays}).encode()
    return json.dumps({"dummy": "".join(rng.choices("SHDC:AKQJT98765432 .", k=rng.randrange(40)))}).encode()


def test_every_line_gets_one_answer() -> None:
    """10,000 lines of rubbish: 10,000 answers, in order, each with a known outcome, no exception."""
    rng = random.Random(46)
    sent = [_garbage(rng) for _ in range(10_000)]
    sink = io.BytesIO()
    assert answer_lines(answer, io.BytesIO(b"\n".join(sent) + b"\n"), sink) == 0
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(answers) == len(sent)
    assert {a["outcome"] for a in answers} <= set(OUTCOMES)
    assert all(a["error"]["message"] for a in answers if a["outcome"] == "error")
    assert sum(a["outcome"] == "error" for a in answers) > 5000


@given(st.text(max_size=60), st.sampled_from(["sv", "en", "auto"]), st.sampled_from(["1997", "2007", "2017"]))
def test_any_text_gets_an_answer(text: str, lang: str, edition: str) -> None:
    got = answer(GOOD | {"utterance": text, "lang": lang, "edition": edition})
    assert got["outcome"] in OUTCOMES
    assert got["outcome"] != "error"
    assert (got["card"] is not None) == (got["outcome"] == "played")


JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.text(), JSON_LIKE), st.booleans())
def test_what_is_written_is_json(row: dict[str, Any], ascii_only: bool) -> None:
    """Infinite numbers and halves of characters are none."""

    def refuse(name: str) -> None:
        raise AssertionError(name)

    line = encode(row, ascii_only=ascii_only)
    assert json.loads(line.encode("utf-8"), parse_constant=refuse).keys() == row.keys()
