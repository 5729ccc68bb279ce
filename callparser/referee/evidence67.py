"""What the tricks and the cards told show of a defective trick: the facts of Law 67 that are arithmetic.

Each ``from_...`` takes the facts known so far and gives those that follow from them.
"""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.defective import Defect, Record, Revoke
from callparser.referee.kinds import FactValue
from callparser.referee.played import record_of
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def chosen(facts: Mapping[str, FactValue], record: Record) -> Defect | None:
    """The defect that the incident is about: the one it names, else the first.

    Raises :class:`InputError` when it names one that the tricks do not show.
    """
    found = defective.defects(record.rows)
    for one in found:
        if facts.get("defect.offender") in (None, one.seat) and facts.get("defect.trick") in (
            None,
            one.trick,
        ):
            return one
    if not found:
        return None
    shown = ", ".join(f"{one.seat.letter} in trick {one.trick}" for one in found)
    raise InputError(
        f"defect.offender and defect.trick name no fault that the tricks show; they show {shown}"
    )


def from_tricks(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    record = record_of(facts)
    defect = chosen(facts, record) if record else None
    if record is None or defect is None:
        return {}
    led = defective.led_suit(record.rows[defect.trick - 1])
    found: dict[str, FactValue] = {
        "defect.offender": defect.seat,
        "defect.trick": defect.trick,
        "defect.played": "too_few" if defect.omitted else "too_many",
        "defect.both_sides_played": defective.both_sides_played(record.rows, defect.trick),
        "defect.led": led,
    }
    if defect.omitted:
        if all(one.omitted for one in defective.defects(record.rows) if one.seat == defect.seat):
            found["defect.hand"] = tuple(defective.left(record, defect.seat))
        won = defective.side_won(record, defect.seat, defect.trick)
        return found if won is None else found | {"defect.side_won": won}
    return found | {"defect.cards": defect.cards}


def kept_card(facts: Mapping[str, FactValue]) -> tuple[Card, ...]:
    """The card that stays in the trick (67B2a): the one that was faced, else the highest legal one.

    Empty where neither is known; two where neither is the higher.
    """
    faced: Any = facts.get("defect.faced")
    if faced is not None:
        return (faced,)
    cards: Any = facts.get("defect.cards")
    if facts.get("defect.face_known") is not False or not cards:
        return ()
    led: Any = facts.get("defect.led")
    record = record_of(facts)
    offender: Any = facts.get("defect.offender")
    trick: Any = facts.get("defect.trick")
    if record is None or offender is None or trick is None:
        return _highest_told(cards, led)
    return defective.highest_legal(cards, defective.held_at(record, offender, trick), led)


def _highest_told(cards: tuple[Card, ...], led: Suit | None) -> tuple[Card, ...]:
    """Without the hands: of one suit the highest, with the suit led among them the highest of that."""
    following = tuple(card for card in cards if card.suit == led)
    if following or len({card.suit for card in cards}) == 1:
        top = max(card.rank for card in following or cards)
        return tuple(card for card in following or cards if card.rank == top)
    return ()


def from_hand(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    hand: Any = facts.get("defect.hand")
    led: Any = facts.get("defect.led")
    if hand is None or led is None:
        return {}
    return {"defect.holds_suit_led": any(card.suit == led for card in hand)}


def from_faces(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    faced: Any = facts.get("defect.faced")
    cards: Any = facts.get("defect.cards")
    if faced is None:
        return {}
    if cards is not None and faced not in cards:
        codes = ", ".join(card.code for card in cards)
        raise InputError(
            f"defect.faced is {faced.code}, which is not among the cards laid to the trick ({codes})"
        )
    return {"defect.face_known": True}


def from_names(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """58B2: the card that he names is one of those that came together. Raises :class:`InputError`."""
    named: Any = facts.get("defect.named")
    cards: Any = facts.get("defect.cards")
    if named is not None and cards is not None and named not in cards:
        codes = ", ".join(card.code for card in cards)
        raise InputError(f"defect.named is {named.code}, which is not among the cards that came ({codes})")
    return {}


def restored_revokes(facts: Mapping[str, FactValue]) -> tuple[Revoke, ...]:
    """The tricks to which the offender did not follow, with the restored cards in hand all along.

    All of them (61A), those included that he made with other cards or in the defective trick itself.
    """
    kept = kept_card(facts)
    after = _restored(facts, kept[0]) if len(kept) == 1 else None
    return _of_offender(facts, after) if after else ()


def restored_revoke(facts: Mapping[str, FactValue]) -> tuple[Record, Revoke] | None:
    """The tricks as restored, and the revoke in them that is ruled on; ``None`` where there is none."""
    kept = kept_card(facts)
    after = _restored(facts, kept[0]) if len(kept) == 1 else None
    found = _of_offender(facts, after) if after else ()
    return (after, found[0]) if after and found and not several_suits(facts) else None


def _of_offender(facts: Mapping[str, FactValue], after: Record) -> tuple[Revoke, ...]:
    return tuple(one for one in defective.revokes(after) if one.seat == facts["defect.offender"])


def _restored(facts: Mapping[str, FactValue], kept: Card) -> Record | None:
    """The record with that card only in the defective trick, if the tricks are known."""
    record = record_of(facts)
    offender: Any = facts.get("defect.offender")
    trick: Any = facts.get("defect.trick")
    if record is None or facts.get("defect.played") != "too_many" or offender is None or trick is None:
        return None
    return defective.with_cards(record, trick, offender, (kept,))


def from_revoke(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Is there a revoke, and what has it won? Only a player's first in a suit counts (64B2).

    Revokes in two suits are each for themselves: what they cost is then nothing that can be found.
    """
    kept = kept_card(facts)
    if len(kept) != 1:
        return _sure_revoke(facts)
    after = _restored(facts, kept[0])
    if after is None:
        return {}
    found = _of_offender(facts, after)
    if not found:
        return {"defect.makes_revoke": False}
    if several_suits(facts):
        return {"defect.makes_revoke": True}
    claimed = claimed_by(facts)
    costs = revoke_facts(after, found[0].seat, found[0].trick, claimed)
    if claimed is not None and not costs["revoke.established"]:  # his side may have agreed to it
        del costs["revoke.established"]
    return {"defect.makes_revoke": True} | costs


def _sure_revoke(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """It is not known which card stays: is there a revoke whichever it is?"""
    cards: Any = facts.get("defect.cards") or ()
    all_after = [_restored(facts, card) for card in cards]
    sure = bool(all_after) and all(after and _of_offender(facts, after) for after in all_after)
    return {"defect.makes_revoke": True} if sure else {}


def several_suits(facts: Mapping[str, FactValue]) -> bool:
    """Has he revoked in more than one suit?"""
    record = record_of(facts)
    found = restored_revokes(facts)
    return record is not None and len({defective.led_suit(record.rows[one.trick - 1]) for one in found}) > 1


def revoke_facts(record: Record, seat: Seat, trick: int, claimed: Seat | None = None) -> dict[str, FactValue]:
    """Who won what after a revoke, as far as the tricks tell; ``claimed``: who claimed after them (63A3)."""
    led = defective.led_suit(record.rows[trick - 1])
    held = defective.held_at(record, seat, trick).in_suit(led)
    won_by = defective.winner(record, trick)
    found: dict[str, FactValue] = {
        "revoke.trick": trick,
        "revoke.established": _goes_on(record, seat, trick) or same_side(claimed, seat),
    }
    if won_by is not None:
        found["revoke.revoker_won"] = won_by == seat
        found["revoke.side_won"] = won_by % 2 == seat % 2
    later = defective.side_won(record, seat, trick + 1)
    if later is not None:
        found["revoke.side_won_later"] = later
    additional = defective.won_with(record, seat, trick + 1, held)
    additional = additional and defective.tricks_of_side(record, seat, trick) > 1
    if additional or defective.is_over(record):
        found["revoke.card_won_later"] = additional
    return found


def by_claim(facts: Mapping[str, FactValue], seat: Seat | None, trick: int | None) -> bool:
    """Is it a claim or concession of his side that has established a revoke (63A3), and no card?"""
    record = record_of(facts)
    if record is None or seat is None or trick is None or _goes_on(record, seat, trick):
        return False
    return same_side(claimed_by(facts), seat)


def claimed_by(facts: Mapping[str, FactValue]) -> Seat | None:
    """Who claimed or conceded after the tricks that are told, if that is known; dummy cannot (43A1)."""
    found: Any = facts.get("play.claimed_by")
    declarer: Any = facts.get("play.declarer")
    return None if declarer is not None and found == declarer.partner else found


def same_side(one: Seat | None, other: Seat) -> bool:
    """Are both of one side?"""
    return one is not None and one % 2 == other % 2


def _goes_on(record: Record, seat: Seat, trick: int) -> bool:
    """Has the side of a seat played to the trick after that one (Law 63A1)?"""
    row = record.rows[trick] if trick < len(record.rows) else ()
    return any(one.cards and one.seat % 2 == seat % 2 for one in row)
