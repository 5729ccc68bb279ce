"""Law 67 as a tree: a trick to which somebody laid no card, or more than one."""

from __future__ import annotations

from callparser.cards import Hand
from callparser.outcome import Fact as StepFact
from callparser.referee import penalty, revoke
from callparser.referee.case import Case
from callparser.referee.defective import legal_to_supply
from callparser.referee.evidence67 import kept_card, restored_revokes, several_suits
from callparser.referee.piles import candidates
from callparser.referee.played import trump_suit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def law67(case: Case) -> None:
    """The card comes first; a claim that brought it to light is judged afterwards."""
    if case.known("defect.at_claim"):
        case.at("67-claim")
        case.note("63A3")
        return
    case.word("defect.role")  # everything below depends on it; people think of the player first
    few = case.word("defect.played") == "too_few"
    if not case.yes("defect.both_sides_played"):
        case.at("67A")
        (_supply if few else _too_many)(case)
        return
    if few:
        _omitted(case)
    else:
        _doubled(case)


# --- A: noticed in time --------------------------------------------------------------------------------


def _supply(case: Case) -> None:
    """67A1: he plays a card that he can legally play; 57A if his partner went ahead of him."""
    case.at("67A1", **_legal(case))
    case.note("44C")
    case.tricks = 0
    if case.word("defect.role") == "defender" and case.yes("defect.partner_went_ahead"):
        case.at("67A1-prem")
        penalty.went_ahead(case)


def _too_many(case: Case) -> None:
    """67A2: 45E or 58B."""
    case.at("67A2")
    if case.word("defect.how") == "separate":
        penalty.fifth_card(case)
    else:
        penalty.two_together(case)


def _legal(case: Case) -> dict[str, StepFact]:
    """The cards that he may lay, if hand and suit led are known."""
    hand, led = case.cards("defect.hand"), case.suit("defect.led")
    if hand is None or led is None:
        return {}
    return {"legal_cards": tuple(card.code for card in legal_to_supply(Hand.of(hand), led))}


# --- B: both sides have played to the next trick --------------------------------------------------------


def _begin(case: Case) -> None:
    case.at("67B")
    case.note("67B-count")


def _omitted(case: Case) -> None:
    """67B1: he has too many in hand."""
    role = case.word("defect.role")
    if role != "dummy" and case.yes("defect.still_to_play"):
        case.at("67Bx-prem")
        case.tricks = 0
        return
    _begin(case)
    trick = _which(case)
    case.note("67B1", **_legal(case))
    follows = case.yes("defect.holds_suit_led")
    branch = "67B1a" if follows else "67B1b"
    if role == "dummy" and case.says("dummy_excepted"):
        case.at(f"{branch}-dummy")
        case.note("64B", exception="dummy")
        case.note("64C")
        case.tricks = 0
        return
    case.at(branch)
    if follows and not case.says("following_card_is_revoke"):
        case.tricks = 0
        return
    case.tricks = revoke.deemed(case, trick)
    if case.known("revoke.exception") == "late" and not revoke.won_nothing(case):
        case.at("67B1-late")


def _which(case: Case) -> int:
    """67B-which: the director establishes the trick, and says which it was."""
    _looked_for(case)
    return case.number("defect.trick")


def _looked_for(case: Case) -> None:
    """From piles the candidates are laid out, none assumed. No ruling on cards that lie together needs it."""
    case.at("67B-which", **(_from_piles(case) if case.known("defect.trick") is None else {}))


def _from_piles(case: Case) -> dict[str, StepFact]:
    facts = case.incident.facts
    piles: Any = facts.get("play.piles")
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("defect.offender")
    completed: Any = facts.get("play.completed")
    if None in (piles, declarer, offender, completed, facts.get("play.trump")):
        return {}
    if any(len(pile) != completed for seat, pile in enumerate(piles) if seat != offender):
        return {}
    found = candidates(piles, declarer.after(1), trump_suit(facts), offender, completed)
    return {"candidates": tuple(_reason(one.trick, one.failures) for one in found)}


def _reason(trick: int, failures: tuple[int, ...]) -> str:
    """``"4"`` fits without a failure to follow; ``"5: 6 7"`` makes tricks 6 and 7 such."""
    return f"{trick}: {' '.join(map(str, failures))}" if failures else str(trick)


def _doubled(case: Case) -> None:
    """67B2: he has too few in hand, two or more cards lie in one trick."""
    _begin(case)
    case.at("67B2")
    case.note("58B4")
    case.tricks = 0  # 67B2 itself transfers nothing
    _what_stays(case)
    role = case.word("defect.role")
    if role == "defender":
        _penalty_card(case)
    _as_if_held(case)


def _what_stays(case: Case) -> None:
    if case.known("defect.cards") is None and case.known("defect.face_known") is None:
        _looked_for(case)
    face_known = case.yes("defect.face_known")
    if face_known and case.known("defect.cards"):
        case.at("67B2a-face")
        case.need("defect.faced")
    kept = kept_card(case.incident.facts)
    found: dict[str, StepFact] = {"stays": tuple(card.code for card in kept)} if kept else {}
    if len(kept) == 1:
        laid = case.cards("defect.cards") or ()
        found["goes_back"] = tuple(card.code for card in laid if card != kept[0])
    case.at("67B2a-face" if face_known else "67B2a-high", **found)


def _penalty_card(case: Case) -> None:
    """A card that goes back to a defender and was exposed is a penalty card."""
    case.note("67B2-noexp")
    if not case.yes("defect.exposed"):
        return
    kept = kept_card(case.incident.facts)
    case.at("67B2-pen")
    if len(kept) == 1:
        penalty.exposed(case, tuple(card for card in case.cards("defect.cards") or () if card != kept[0]))


def _as_if_held(case: Case) -> None:
    """67B2b: the card was in the hand all along; another trick may be a revoke."""
    makes_revoke = case.yes("defect.makes_revoke")
    case.note("67B2b")
    if not makes_revoke:
        case.at("67B2b-norev")
        return
    found = tuple(str(one.trick) for one in restored_revokes(case.incident.facts))
    case.at("67B2b-rev", **({"revokes": found} if found else {}))
    case.tricks = None
    if several_suits(case.incident.facts) and case.word("defect.role") != "dummy":
        case.at("67B2b-several")
        return
    case.tricks = revoke.cost(case)
