"""No position and no words bring it down: an answer, or an error that says what is wrong."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.claims import check, read_position
from callparser.claims.vocabulary import read_claim_words, tokens
from callparser.claims.words import understood
from callparser.errors import CallparserError, GrammarError
from callparser.files import data_dir

ROW: dict[str, Any] = {
    "trump": "S", "dummy_seat": "N", "dummy": ".43..", "declarer": "7..A.", "leader": "S", "trick": [],
    "defenders": {"W": "...JT", "E": "9...A"}, "voids": {"W": "S"}, "won": {"declarer": 8, "defence": 3},
    "claimer": "S", "forgotten": [], "played": ["C2"],
}  # fmt: skip
AT = read_position(ROW)
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["S", "AK...", "H7", "W"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("SHDCNEW"), inner, max_size=4)
    ),
    max_leaves=6,
)
WORDS = {
    lang: sorted(read_claim_words(f"{data_dir('grammars')}/{lang}/claims.yaml")) for lang in ("sv", "en")
}
CARDS = [
    "hearts",
    "spade",
    "ace",
    "two",
    "ten",
    "of",
    "trumps",
    "hjärter",
    "ess",
    "två",
    "trumf",
    "xyzzy",
    ",",
    "!",
]


@given(st.sampled_from(sorted(ROW)), JUNK)
def test_any_position(key: str, value: Any) -> None:
    with suppress(CallparserError):
        read_position(ROW | {key: value})


@given(st.sampled_from(["sv", "en"]), st.data())
def test_any_words(lang: str, data: st.DataObject) -> None:
    said = " ".join(data.draw(st.lists(st.sampled_from(WORDS[lang] + CARDS), max_size=8)))
    stated = understood(said, lang, AT)
    claimed = stated.claimed(2, 11)
    assert claimed is None or 0 <= claimed <= 2 or stated.wins is not None
    found = check(AT, stated)
    assert (found.word is None) is not stated.is_claim
    if (stated.unread or stated.few) and found.word is not None:
        assert found.word != "GOOD"


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    assert len(tokens(text, "sv")) <= 400
    found = check(AT, text)
    assert found.word is None or found.said.is_claim


def test_the_words_of_a_line_are_checked(tmp_path: Path) -> None:
    source = Path(data_dir("grammars"), "en", "claims.yaml").read_text("utf-8")
    path = tmp_path / "claims.yaml"
    for change in (
        ("  draw: [", "  drew: ["),
        ("ruff: [ruff,", "ruff: [draw, ruff,"),
        ("language: en\n", ""),
    ):
        path.write_text(source.replace(*change), "utf-8")
        with pytest.raises(GrammarError, match=r"claims\.yaml"):
            read_claim_words(path)
