"""callparser: what declarer says to dummy at the bridge table, and what the Laws make of it.

::

    from callparser import Hand, Play, TableState, Trick, explain, parse, resolve

    said = parse("lågt", "sv")
    table = TableState(Hand.parse({"S": "AQ74", "H": "K82", "D": "", "C": "T2"}), ...)
    result = resolve(said, table, "wbf-2017")
    print(result.outcome, result.clause, explain(result, "sv"))

Names are loaded when they are first used; importing the package loads nothing heavy.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from callparser.cards import Card as Card
    from callparser.cards import Hand as Hand
    from callparser.cards import Rank as Rank
    from callparser.cards import Suit as Suit
    from callparser.designation import Ambiguous as Ambiguous
    from callparser.designation import Designation as Designation
    from callparser.designation import NotUnderstood as NotUnderstood
    from callparser.designation import intent_in as intent_in
    from callparser.designation import intent_out as intent_out
    from callparser.errors import CallparserError as CallparserError
    from callparser.explainer import explain as explain
    from callparser.law.edition import load_edition as load_edition
    from callparser.outcome import Ask as Ask
    from callparser.outcome import DefenderDesignates as DefenderDesignates
    from callparser.outcome import MustSpecify as MustSpecify
    from callparser.outcome import NoCall as NoCall
    from callparser.outcome import Played as Played
    from callparser.outcome import Reading as Reading
    from callparser.outcome import Step as Step
    from callparser.outcome import Void as Void
    from callparser.resolver import resolve as resolve
    from callparser.table import LastTrick as LastTrick
    from callparser.table import Play as Play
    from callparser.table import Seat as Seat
    from callparser.table import TableState as TableState
    from callparser.table import Trick as Trick
    from callparser.table import problems as problems
    from callparser.understand import parse as parse
    from callparser.wire import answer as answer

__version__: Final = "0.1.0"

#: Public name -> the module that defines it.
_HOME: Final = {
    **dict.fromkeys(("Card", "Hand", "Rank", "Suit"), "cards"),
    **dict.fromkeys(("LastTrick", "Play", "Seat", "TableState", "Trick", "problems"), "table"),
    **dict.fromkeys(("Ambiguous", "Designation", "NotUnderstood", "intent_in", "intent_out"), "designation"),
    **dict.fromkeys(
        ("Ask", "DefenderDesignates", "MustSpecify", "NoCall", "Played", "Reading", "Step", "Void"), "outcome"
    ),
    "CallparserError": "errors",
    "answer": "wire",
    "explain": "explainer",
    "load_edition": "law.edition",
    "parse": "understand",
    "resolve": "resolver",
}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"callparser.{_HOME[name]}"), name)
    raise AttributeError(f"module 'callparser' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
