"""Slips of the pen: every word that is one letter away from another."""

from __future__ import annotations


def slips(word: str, letters: str = "abcdefghijklmnopqrstuvwxyzåäö") -> set[str]:
    """A letter left out, swapped with the next, taken for another, or one too many."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    return (
        {a + b[1:] for a, b in cuts if b}
        | {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
        | {a + c + b[1:] for a, b in cuts if b for c in letters}
        | {a + c + b for a, b in cuts for c in letters}
    )
