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

__version__ = "0.1.0"

#: Public name -> the module that defines it.
_HOME = {
    **dict.fromkeys(("Card", "Hand", "Rank", "Suit"), "cards"),
    **dict.fromkeys(("LastTrick", "Play", "Seat", "TableState", "Trick", "problems"), "table"),
    **dict.fromkeys(("Ambiguous", "Designation", "NotUnderstood"), "designation"),
    **dict.fromkeys(("intent_in", "intent_out"), "intentform"),
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


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"callparser.{_HOME[name]}"), name)
    raise AttributeError(f"module 'callparser' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
