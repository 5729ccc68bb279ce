"""Penalty cards and cards played too many at a time, as far as Law 67 needs them: Laws 45E, 50, 57A, 58B."""

from __future__ import annotations

from callparser.referee.case import Case

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card


def fifth_card(case: Case) -> None:
    """45E: a defender's is a penalty card, declarer's or dummy's goes back, unless it is deemed a lead."""
    case.at("67A2-45E")
    defender = case.word("defect.role") == "defender"
    if case.yes("defect.deemed_lead"):
        case.at("45E1-lead" if defender else "45E2-lead")
    elif defender:
        case.note("45E1")
        exposed(case, case.cards("defect.cards") or ())
    else:
        case.note("45E2")
    case.tricks = 0


def two_together(case: Case) -> None:
    """58B: one visible card is played; of several he names one, a defender's others are penalty cards."""
    case.at("67A2-58B")
    case.tricks = 0
    if case.word("defect.faces") == "one":
        case.note("58B1")
        return
    case.note("58B2")
    case.note("58B3")
    if case.word("defect.role") == "defender":
        _not_named(case)


def _not_named(case: Case) -> None:
    """Which card is a penalty card, and of what kind, is open until he has named the one that he plays.

    Of more than two cards it is not told whose faces were visible.
    """
    cards, named = case.cards("defect.cards") or (), case.card("defect.named")
    if named is not None and len(cards) == 2:
        exposed(case, tuple(card for card in cards if card != named))


def exposed(case: Case, cards: tuple[Card, ...]) -> None:
    """50B, 50C: one card below an honour, shown by accident, is a minor penalty card; else they are major."""
    codes = tuple(card.code for card in cards)
    if len(cards) == 1 and not cards[0].rank.is_honour:
        case.note("50B", penalty_cards=codes, penalty_kind="minor")
        case.note("50C")
    elif cards:
        case.note("50B", penalty_cards=codes, penalty_kind="major")
        case.note("50D1")
        case.note("50D2")


def went_ahead(case: Case) -> None:
    """57A: the partner of the player who omitted went ahead; his card is a penalty card."""
    case.note("57A", restriction=case.param("premature"))
