"""Unicode, punctuation, symbols: what the look-up form of a text is."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.grammar.normalise import composed, fold, key
from callparser.understand.pieces import pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hjärter  DAM!", "hjärter dam"),
        (unicodedata.normalize("NFD", "Hjärter åtta"), "hjärter åtta"),
        ("♥D", "♥ d"),
        ("♡️ 8", "♥ 8"),
        ("“low heart”", "low heart"),
        ("run ’em", "run em"),
        ("heart’s ace", "heart's ace"),
        ("\ufeffhjärter\u200b dam", "hjärter dam"),
        ("hjärter\u00a0dam", "hjärter dam"),
        ("over-ruff", "over-ruff"),
        ("- low -", "low"),
        ("ＨＱ", "hq"),
        ("10", "10"),
        ("", ""),
        ("  ...  ", ""),
    ],
)
def test_key(text: str, expected: str) -> None:
    assert key(text) == expected


@given(st.text(max_size=80))
def test_key_is_stable(text: str) -> None:
    """Normalising twice is normalising once, and nothing but words and single spaces is left."""
    once = key(text)
    assert key(once) == once
    assert once == " ".join(once.split())


@pytest.mark.parametrize(
    ("word", "plain"),
    [("åtta", "atta"), ("hjärter", "hjarter"), ("kløver", "klover"), ("æss", "ass"), ("low", "low")],
)
def test_fold(word: str, plain: str) -> None:
    assert fold(word) == plain


def test_pieces_keep_what_the_form_says() -> None:
    cut = pieces("di.. club, (points) then thr- four?")
    assert cut.words == ["di", "club", "then", "thr", "four"]
    assert (cut.trailing, cut.broken) == ({0}, {3})
    assert {1, 2} <= cut.breaks
    assert cut.asides == ["points"]
    assert cut.is_question


@given(st.text("abåé5٣²<>'- ", max_size=12))
def test_edges_and_compared_figures_are_what_expressions_say(text: str) -> None:
    """``key`` does without regular expressions; they say the same."""
    compared = re.sub(r"[<>]+(?=\d)", "‹", unicodedata.normalize("NFKC", text))
    plain = re.sub(r"(?<!\w)['-]+|['-]+(?!\w)", " ", re.sub("[<>]", " ", compared.casefold()))
    assert key(text) == " ".join(plain.split())


@given(st.text(st.one_of(st.sampled_from("abåäöøéÉ½\u0308\udc80"), st.characters()), max_size=12))
def test_composed_and_folded_are_what_unicode_says(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFKC", text)
    apart = unicodedata.normalize("NFKD", text.translate(str.maketrans("øæðł", "oadl")))
    assert fold(text) == "".join(sign for sign in apart if not unicodedata.combining(sign))
