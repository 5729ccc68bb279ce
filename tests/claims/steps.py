"""The steps of a line, each as a few words that a test can compare."""

from __future__ import annotations

from callparser.claims.stated import Stated


def steps_of(said: Stated) -> list[str]:
    """``"ruff H x1 in N high"``, ``"throw D"``"""
    rows = []
    for step in said.steps:
        parts = [step.kind.name.lower(), step.suit.letter if step.suit is not None else ""]
        parts += [step.card.code if step.card else "", f"x{step.count}" if step.count else ""]
        parts += [f"in {step.seat.letter}" if step.seat is not None else "", "high" if step.high else ""]
        rows.append(" ".join(part for part in parts if part))
    return rows + [f"throw {suit.letter}" for suit in said.discards]
