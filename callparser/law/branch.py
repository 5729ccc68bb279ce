"""The branches of Laws 13, 67 to 71 and what they lead to: citation, outcome and our paraphrase, by edition.

A branch is one leaf or one fork of a law read as a tree. Its words stand in ``branches/*.yaml``, what differs
between editions in ``referee.yaml``; no code asks for a year.
"""

from __future__ import annotations

import os
from types import MappingProxyType

from callparser.files import PACKAGE
from callparser.law.edition import EDITIONS
from callparser.store import compiled
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: The files of ``branches/``, in the order in which a law is printed.
BRANCH_FILES: Final = ("law13", "law67", "law68", "calls", "others")

#: What a branch may come to; the word on the wire.
BRANCH_OUTCOMES: Final = (
    "nothing", "go_on", "correct_and_play", "play_on", "redeal", "cancel", "adjusted_score",
    "artificial_score", "correct_now", "supply_card", "restore_card", "restore_first", "find_trick",
    "fifth_card", "two_cards", "turn_card", "penalty_card", "revoke", "transfer", "no_transfer", "claim",
    "concession",
    "no_claim", "no_concession",
    "agreed", "void_play", "claim_allowed", "trick_restored", "score_stands", "first_stands",
    "second_stands", "called_card", "call_again", "specify", "defender_names", "card_back", "card_stays",
    "director",
)  # fmt: skip

#: Every parameter an edition must state for the referee, and the values it may have.
REFEREE_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "following_card_is_revoke": ("true", "false"),  # 67B1a
    "second_trick_of_same_card": ("true", "false"),  # 64A2
    "both_sides": ("neither", "revoked", "established"),  # 64B7
    "consent": ("four", "none"),  # 13
    "seen_card": ("consent", "judged", "play_first"),  # 13
    "accepts_to_play_on": ("true", "false"),  # 68D2b
    "play_after_claim": ("void", "evidence"),  # 68D, 70D3
    "given_up_trick": ("no_normal_play", "likely"),  # 69B
    "no_normal_play_until": ("next_call", "correction_period"),  # 71
    "contract_given_up": ("true", "false"),  # 71B
    "no_legal_play": ("true", "false"),  # 71A
    "partner_choice": ("true", "false"),  # 70D2
    "irrational": ("true", "false"),  # 70E1
    "agreeing_establishes": ("at_once", "when_final"),  # 63A3, 63A4
    "objection_undoes": ("concession", "both"),  # 68B2
    "dummy_excepted": ("true", "false"),  # 64B3 read into 67B1
    "withdrawn": ("16C", "16D"),
    "premature": ("forbid", "require_or_forbid"),  # 57A
    "change_window": ("without_pause", "until_partner_plays", "until_declarer_next_plays"),  # 45C4b
    "change_without_pause": ("true", "false"),  # 45C4b
    "declarer_follows": ("true", "false"),  # 45D
    "placed_too_late": ("silent", "stays"),  # 45D2
}

#: The situations of Law 13 that an edition may have a branch for.
LEAVES: Final = (
    "only_short", "called_playable", "called_unplayable", "not_called", "unseen", "seen", "seen_playable",
    "seen_unplayable", "after_play", "surplus", "surplus_quitted", "moved_card",
)  # fmt: skip


class Branch(Value):
    """One branch. ``cites`` by edition id: an edition that is not in it has no such branch.

    ``by`` is ``rule`` where the law leaves no judgement, else ``director``. ``text`` by language.
    """

    id: str
    cites: Mapping[str, str]
    outcome: str
    by: str
    text: Mapping[str, str]


class RefereeRules(Value):
    """What one edition says where the editions differ. ``params`` and ``leaves`` as in ``referee.yaml``."""

    edition: str
    params: Mapping[str, str]
    leaves: Mapping[str, str]
    link: str
    page_language: str
    unverified: tuple[str, ...]

    def is_verified(self, citation: str) -> bool:
        """Was every law in this citation read on a page for this edition?"""
        return not any(_cited_by(part, self.unverified) for part in parts(citation))

    def url(self, citation: str) -> str:
        """The page of the first law in a citation."""
        law = law_of(parts(citation)[0])
        return self.link.format(law=law, chapter=_chapter(int(law)))


def parts(citation: str) -> list[str]:
    """``"67B2, 50"`` -> the two clauses."""
    return [part.strip() for part in citation.split(",")]


def law_of(clause: str) -> str:
    """``"67B2a"`` -> ``"67"``."""
    digits = ""
    for char in clause:
        if not char.isdigit():
            break
        digits += char
    return digits


def _cited_by(clause: str, names: tuple[str, ...]) -> bool:
    """Is the clause one of these, or a part of one? 6 is no part of 67."""
    return any(
        clause == name or (clause.startswith(name) and law_of(clause) == law_of(name)) for name in names
    )


def _chapter(law: int) -> int:
    """The chapter of the 1997 code in which a law stands."""
    ends = ((5, 2), (8, 3), (16, 4), (40, 5), (71, 6), (76, 7), (79, 8), (80, 9))
    return next((chapter for last, chapter in ends if law <= last), 10)


_loaded: dict[str, Any] = {}


def branches() -> Mapping[str, Branch]:
    """Every branch by its id, in the order of the files. Raises :class:`EditionError` for a broken file."""
    if "branches" not in _loaded:
        rows = _table()["branches"]
        _loaded["branches"] = MappingProxyType({
            name: Branch(name, MappingProxyType(row["cites"]), row["outcome"], row["by"], row["text"])
            for name, row in rows.items()
        })  # fmt: skip
    found: Mapping[str, Branch] = _loaded["branches"]
    return found


def referee_rules(edition: str) -> RefereeRules:
    """The rules of an edition, by its id. Raises :class:`EditionError` for a broken file."""
    if edition not in _loaded:
        row = _table()["rules"][edition]
        _loaded[edition] = RefereeRules(
            edition, MappingProxyType(row["params"]), MappingProxyType(row["leaves"]), row["link"],
            row["page_language"], tuple(row["unverified"]),
        )  # fmt: skip
    rules: RefereeRules = _loaded[edition]
    return rules


def _table() -> Any:
    if "table" not in _loaded:
        folder = os.path.join(PACKAGE, "law")
        files = [os.path.join(folder, "branches", f"{name}.yaml") for name in BRANCH_FILES]
        rules = os.path.join(folder, "referee.yaml")
        code = [os.path.join(folder, name) for name in ("branch.py", "readbranch.py")]

        def build() -> Any:
            from callparser.law.readbranch import read_branches, read_rules

            return {"branches": read_branches(files), "rules": read_rules(rules, EDITIONS)}

        _loaded["table"] = compiled("referee", [*files, rules, *code], build)
    return _loaded["table"]
