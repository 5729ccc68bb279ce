"""Double dummy: what every card is worth when all four see all hands (extra ``claims``: endplay's DDS)."""

from __future__ import annotations

from callparser.doubledummy.solver import DoubleDummy, Solver, is_there

__all__ = ["DoubleDummy", "Solver", "is_there"]
