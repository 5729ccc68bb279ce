"""What is said at the table and calls no card: claims, questions, remarks. One function per kind."""

from __future__ import annotations

from callparser.designation import (
    Acknowledge,
    Chatter,
    Claim,
    Concession,
    CurrentTrick,
    DirectorCall,
    Objection,
    Query,
)
from callparser.law.engine import Row, View
from callparser.outcome import Resolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def a68_claim(view: View, intent: Claim) -> Resolution:
    """68A: a statement about the tricks that remain is a claim; play stops. For the referee."""
    return view.no_call("claim", "68A", {"tricks": intent.tricks})


def b68_concession(view: View, intent: Concession) -> Resolution:
    """68B: to say that tricks will be lost is to concede them; play stops."""
    return view.no_call("concession", "68B", {"tricks": intent.tricks})


def l68_current_trick(view: View, intent: CurrentTrick) -> Resolution:
    """68: a statement about the trick in progress only is no claim; play goes on."""
    return view.no_call("current_trick", "68", {})


def b2_objection(view: View, intent: Objection) -> Resolution:
    """68B2: partner objects at once to a concession. For the director."""
    return view.no_call("objection", "68B2", {})


def c81_director(view: View, intent: DirectorCall) -> Resolution:
    """81C: the director is called."""
    return view.no_call("director", "81C", {})


def query(view: View, intent: Query) -> Resolution:
    """45C4a: a question or an order to the program names no card."""
    return view.no_call("query", "45C4a", {"about": intent.about})


def acknowledge(view: View, intent: Acknowledge) -> Resolution:
    """45C4a: yes or no, and nothing is called."""
    return view.no_call("acknowledge", "45C4a", {"yes": intent.yes})


def chatter(view: View, intent: Chatter) -> Resolution:
    """45C4a: a remark names no card."""
    return view.no_call("not_a_call", "45C4a", {})


TABLE_TALK: Final[tuple[Row, ...]] = (
    Row("81C", c81_director, ("director",), ("director.81C.director",)),
    Row("68A", a68_claim, ("claim",), ("claim.68A.claim",)),
    Row("68B", b68_concession, ("concession",), ("concession.68B.concession",)),
    Row("68", l68_current_trick, ("current_trick",), ("current_trick.68.current_trick",)),
    Row("68B2", b2_objection, ("objection",), ("objection.68B2.objection",)),
    Row("45C4a", query, ("query",), ("query.45C4a.query",)),
    Row("45C4a", acknowledge, ("acknowledge",), ("acknowledge.45C4a.acknowledge",)),
    Row("45C4a", chatter, ("chatter",), ("not_a_call.45C4a.not_a_call",)),
)
