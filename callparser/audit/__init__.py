"""Every irregularity of a record, found by arithmetic: what lay on the table, and the clause about it.

An audit states facts. It asks nobody and rules on nothing: what was meant, seen or agreed is for the
director.
"""

from __future__ import annotations

from callparser.audit.auction import auction_findings
from callparser.audit.course import course
from callparser.audit.deal import deal_findings
from callparser.audit.finding import Finding
from callparser.audit.play import play_findings
from callparser.audit.result import claim_findings, result_findings
from callparser.audit.revoke import revoke_findings
from callparser.law.edition import NEWEST, load_edition
from callparser.record.board import Board

__all__ = ["Finding", "audit"]


def audit(board: Board, edition: str = NEWEST) -> tuple[Finding, ...]:
    """What is irregular about a board, in the order of deal, auction, tricks and result; and notes.

    Raises :class:`~callparser.errors.EditionError` for an edition that there is not.
    """
    name = load_edition(edition).id
    play = course(board)
    revoked = tuple(revoke_findings(board, play, name))
    tricks = sorted([*play_findings(board, play, name), *revoked], key=lambda one: one.trick or 0)
    return (
        *deal_findings(board, name),
        *auction_findings(board, name),
        *tricks,
        *claim_findings(board, name),
        *result_findings(board, play, revoked, name),
    )
