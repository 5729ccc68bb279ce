"""The template language: what a template stands for, and what it refuses."""

from __future__ import annotations

import pytest

from callparser.grammar.template import MAX_SEQUENCES, expand


@pytest.mark.parametrize(
    ("template", "phrases"),
    [
        ("spela vad som helst", ["spela vad som helst"]),
        ("[spela] {suit}", ["spela {suit}", "{suit}"]),
        ("(ta|stick) den", ["ta den", "stick den"]),
        ("{rank} (i|från) {suit}", ["{rank} i {suit}", "{rank} från {suit}"]),
        ("a [b [c]] d", ["a b c d", "a b d", "a d"]),
        ("[a|b] c", ["a c", "b c", "c"]),
        ("täck {rank:_}", ["täck {rank:_}"]),
        ("* resten *", ["* resten *"]),
        ("(a|a) b", ["a b"]),
    ],
)
def test_expand(template: str, phrases: list[str]) -> None:
    assert sorted(" ".join(sequence) for sequence in expand(template)) == sorted(phrases)


@pytest.mark.parametrize(
    "template", ["[a", "a]", "(a|b", "a)", "{suit", "suit}", "<low", "{SUIT}", "a ] b", "([)]"]
)
def test_a_template_that_does_not_parse_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"template|closed"):
        expand(template)


def test_a_template_that_explodes_is_refused() -> None:
    with pytest.raises(ValueError, match=str(MAX_SEQUENCES)):
        expand("(a|b|c) " * 10)
