"""Laws 13 and 14 as a tree. The situations are those of all editions; the branch each has is data.

The forks: a wrong hand has called or not, a card of another was seen or not, it is found before or after the
end of play, a card is not of the pack, hands are only short.
"""

from __future__ import annotations

from callparser.referee.case import Case


def law13(case: Case) -> None:
    """Somebody has more than thirteen cards and somebody fewer."""
    if case.word("board.stage") == "after_play":
        case.at(case.rules.leaves["after_play"])
        _beside(case, "86", "90")
    elif case.yes("board.wrong_hand_called"):
        _called(case)
    else:
        _not_called(case)


def _called(case: Case) -> None:
    """A player with a wrong hand has made a call: may the deal be put right and played?"""
    playable = case.yes("board.correctable") and _all_consent(case)
    case.at(case.rules.leaves["called_playable" if playable else "called_unplayable"])
    if playable and "moved_card" in case.rules.leaves:
        case.note(case.rules.leaves["moved_card"])
    if not playable:
        _beside(case, "12C", "90")


def _all_consent(case: Case) -> bool:
    """All four must agree in an edition that says so."""
    return case.param("consent") == "none" or case.yes("board.all_four_agree")


def _not_called(case: Case) -> None:
    if "not_called" in case.rules.leaves:
        case.at(case.rules.leaves["not_called"])
    if case.yes("board.card_seen"):
        _seen(case)
    else:
        case.at(case.rules.leaves["unseen"])
        if case.has("13A1-97"):
            _how_to_correct(case)


def _how_to_correct(case: Case) -> None:
    """13A1 to 13A3, which only the 1997 text spells out. With none of them it stays with the director."""
    if case.yes("board.hand_record"):
        case.at("13A1-97")
    elif case.yes("board.played_before"):
        case.at("13A2-97")
    elif case.yes("board.misdealt"):
        case.at("13A3-97")
        _beside(case, "6D1")


def _seen(case: Case) -> None:
    """A player has seen a card of another hand."""
    leaves, how = case.rules.leaves, case.param("seen_card")
    if "seen" in leaves:
        case.at(leaves["seen"])
    if how == "play_first":
        case.at(leaves["seen_playable"])
        return
    playable = not case.yes("board.serious") and _all_consent(case)
    case.at(leaves["seen_playable" if playable else "seen_unplayable"])
    if not playable:
        _beside(case, "12C", "90")
    elif "moved_card" in leaves:
        case.note(leaves["moved_card"])


def surplus(case: Case) -> None:
    """A card that is not of this pack, or that stands twice."""
    if case.rules.leaves["surplus"] == case.rules.leaves["surplus_quitted"]:
        case.at(case.rules.leaves["surplus"])
        return
    quitted = case.yes("board.surplus_in_quitted_trick")
    case.at(case.rules.leaves["surplus_quitted" if quitted else "surplus"])


def law14(case: Case) -> None:
    """Nobody has more than thirteen cards, somebody has fewer. Goes on to 14B1 where Law 67 takes over."""
    if "only_short" in case.rules.leaves:
        case.at(case.rules.leaves["only_short"])
    found = case.word("board.missing_card")
    if case.word("board.stage") in ("before_calls", "auction"):
        case.at("14A2" if found == "not_found" else "14A1")
        case.note("14A3")
    elif found == "not_found":
        case.at("14B3")
    else:
        case.note("14B2")
        case.at("67-14")
        if case.known("defect.role") == "defender" and case.known("defect.exposed"):
            case.note("50B")
    if case.has("14C"):
        case.note("14C")


def _beside(case: Case, *branches: str) -> None:
    for name in branches:
        case.note(name)
