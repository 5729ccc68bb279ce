"""One definition of the JSON: the types of the schema against the reader and the writer of ``wire``."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.designation import INTENTS
from callparser.errors import CallparserError
from callparser.jsonline import error_row, identity
from callparser.lawbook import casebook, lawbook
from callparser.outcome import OUTCOMES
from callparser.service import schema
from callparser.service.rows import read, write
from callparser.wire import answer, parsed, resolved, situation
from tests.service.running import SITUATION

#: Values that fit somewhere, and values that fit nowhere.
ODD = st.sampled_from(
    [
        None, True, False, 0, 1, 7, 2017, -1, 1.5, 90_000, "", "x", "H7", "hk", "N", "sv", "auto",
        "en", "2017",
        "S", "NT", "ask", "first", "lågt", [], ["H7"], ["H7", 7], [None], ["1997", 2017], [1997, None], [0.5],
        [None, 3], ["a"] * 21, ["H7"] * 53, [[]], {}, {"S": "A"}, {"S": 5}, {"seat": "W", "card": "H7"},
        [{"seat": "W", "card": "H7"}], [{"seat": "W"}], [{"seat": 1, "card": "H7"}], [{}] * 5,
        {"won_by": "N", "won_with": "CK"}, {"won_by": "N", "won_with": "CK", "led": None}, {"won_by": "N"},
        {"won_by": "N", "won_with": "CK", "led": 3}, dict.fromkeys("SHDCshdcx", ""), "AQ74.K82..T2",
    ]
)  # fmt: skip
KEYS = st.sampled_from([*msgspec.structs.asdict(msgspec.convert(SITUATION, schema.Situation)), "nobody"])
TEXTS = st.sampled_from(
    ["hjärter", "dam", "ok hjrter ått", "jag lutar nog åt ruter dam", "resten är mina", "hj D", ""]
)


class Watched(dict[str, Any]):
    """A row that knows what was asked of it."""

    def __init__(self, row: dict[str, Any]) -> None:
        super().__init__(row)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)


def admits(row: object, shape: type) -> bool:
    try:
        msgspec.convert(row, shape)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("through", "shape"),
    [(lambda row: resolved(situation(row)), schema.Situation), (parsed, schema.Words)],
    ids=["resolve", "parse"],
)
def test_the_reader_asks_for_what_the_schema_has_and_for_nothing_else(through: Any, shape: Any) -> None:
    row = Watched(SITUATION)
    identity(row)
    through(row)
    assert row.asked == set(shape.__struct_fields__)


@given(TEXTS, st.dictionaries(KEYS, ODD, max_size=3), st.lists(KEYS, max_size=1))
def test_what_the_schema_refuses_the_reader_refuses(
    text: str, changes: dict[str, Any], gone: list[str]
) -> None:
    row = SITUATION | {"utterance": text} | changes
    for key in gone:
        row.pop(key, None)
    for through, shape in ((lambda one: resolved(situation(one)), schema.Situation), (parsed, schema.Words)):
        try:
            through(row)
        except CallparserError as err:
            msgspec.convert(error_row(err) | {"id": None}, schema.ErrorRow)
        else:
            assert admits(row, shape)


@given(TEXTS, st.dictionaries(KEYS, ODD, max_size=2))
def test_what_the_writer_writes_is_in_the_schema(text: str, changes: dict[str, Any]) -> None:
    row = answer(SITUATION | {"utterance": text} | changes)
    msgspec.convert(row, schema.ErrorRow if row["outcome"] == "error" else schema.Answered)
    assert msgspec.json.decode(write(row)) == msgspec.to_builtins(row)


def test_the_whole_casebook_is_in_the_schema() -> None:
    kinds = set()
    for case in casebook():
        for edition in case["edition"] if isinstance(case["edition"], list) else [case["edition"]]:
            row = answer(case | {"edition": edition, "fallback": False})
            msgspec.convert(row, schema.Answered)
            kinds.add((row["intent"] or {}).get("kind"))
    assert (
        {"card", "suit", "rank", "high", "low", "sequence", "claim", None}
        <= kinds
        <= {*INTENTS, "sequence", None}
    )


def test_outcomes_are_those_there_are() -> None:
    assert {*schema.Outcome.__args__, "error"} == set(OUTCOMES)


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
@pytest.mark.parametrize("lang", ["sv", "en"])
def test_the_law_is_in_the_schema(edition: str, lang: str) -> None:
    for asked in ("46", "45", "44C"):
        msgspec.convert(lawbook(asked, edition, lang), schema.Lawbook)


@pytest.mark.parametrize(
    "line",
    [
        b'{"a": 1, "a": 2}', b'{"a": 123456789012345678901234567890}',
        b'{"a": "\\ud800"}', b'\xef\xbb\xbf{"a": 1}', b' {"a": [1, {"b": null}]} ', b'{"\\ud800": 1}',
        b'{"a": 1.5e3, "b": "\\u00e5", "c": true}', '{"a": "åäö♥"}'.encode(),
    ],
    ids=repr,
)  # fmt: skip
def test_the_fast_reader_reads_what_the_careful_one_does(line: bytes) -> None:
    from callparser.jsonline import decode

    assert repr(read(line)) == repr(decode(line))
    write(read(line)).decode("utf-8")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "[[1e400]]"])
def test_neither_reads_a_number_that_json_does_not_have(number: str) -> None:
    from callparser.errors import InputError
    from callparser.jsonline import decode

    for reader in (read, decode):
        with pytest.raises(InputError, match="is no number in JSON; write a finite one"):
            reader(b'{"a": %s}' % number.encode())
