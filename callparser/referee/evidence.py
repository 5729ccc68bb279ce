"""What the record shows: facts that need not be asked, because counts, hands and tricks tell them.

What somebody states stands beside it; where the two differ the incident is refused, and neither is believed.
"""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.defective import Defect, Record, Revoke
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident
from callparser.referee.kinds import Count, FactValue, Hands, TrickRow, written_fact
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def with_evidence(incident: Incident) -> Incident:
    """The incident with everything that follows from its record. Raises :class:`InputError`."""
    for step in (_from_deal, _from_counts, _from_role, _from_tricks, _from_hand, _from_faces, _from_revoke):
        for name, value in step(incident.facts).items():
            stated = incident.facts.get(name)
            if stated is None:
                incident = incident.given(name, value)
            elif stated != value:
                fact = BY_NAME[name]
                raise InputError(
                    f"{name} is stated as {written_fact(fact, stated)!r}, but the record gives "
                    f"{written_fact(fact, value)!r}; correct one of them"
                )
    return incident


def record_of(facts: Mapping[str, FactValue]) -> Record | None:
    """Deal and tricks, if both are there. Raises :class:`InputError` when they contradict each other."""
    deal: Any = facts.get("play.deal")
    rows: Any = facts.get("play.tricks")
    if deal is None or rows is None or any(len(hand) != 13 for hand in deal) or _twice(deal):
        return None
    _check(deal, rows)
    return Record(deal, rows, trump_suit(facts))


def trump_suit(facts: Mapping[str, FactValue]) -> Suit | None:
    """The trump suit; ``None`` at notrump."""
    letter: Any = facts.get("play.trump", "NT")
    return None if letter == "NT" else Suit.parse(letter)


def _twice(deal: Hands) -> bool:
    union = deal[0] | deal[1] | deal[2] | deal[3]
    return len(union) < sum(map(len, deal))


def _check(deal: Hands, rows: tuple[TrickRow, ...]) -> None:
    """Every card laid was dealt to that seat, and laid once."""
    gone: set[Card] = set()
    for number, row in enumerate(rows, 1):
        for one in row:
            for card in one.cards:
                if card not in deal[one.seat]:
                    raise InputError(
                        f"play.tricks: {one.seat.letter} lays {card.code} to trick {number}, "
                        "but the deal does not give it to him"
                    )
                if card in gone:
                    raise InputError(f"play.tricks: {card.code} is laid twice; each card is played once")
                gone.add(card)
    for number, row in enumerate(rows, 1):
        if not row:
            raise InputError(f"play.tricks: trick {number} is empty; leave it out if nobody has played to it")


# --- how many cards ------------------------------------------------------------------------------------


def _from_deal(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    deal: Any = facts.get("play.deal")
    if deal is not None and (_twice(deal) or any(len(hand) != 13 for hand in deal)):
        sizes = [len(hand) for hand in deal]
        return {"board.hands": "surplus" if _twice(deal) else _kind(sizes)}
    record = record_of(facts)
    if record is None:
        return {}
    return {"board.hands": "wrong_piles" if defective.defects(record.rows) else "right"}


def _from_counts(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    counts: Any = facts.get("board.counts")
    if counts is not None and all(counts):
        return _counted(counts, facts.get("play.completed"))
    return {}


def _counted(counts: tuple[Count, ...], completed: Any) -> dict[str, FactValue]:
    sizes = [count.hand + count.played for count in counts]
    if set(sizes) != {13}:
        return {"board.hands": _kind(sizes)}
    due = [completed if count.due is None else count.due for count in counts]
    if None in due:
        return {}
    wrong = any(count.played != number for count, number in zip(counts, due, strict=True))
    return {"board.hands": "wrong_piles" if wrong else "right"}


def _kind(sizes: list[int]) -> str:
    if max(sizes) > 13:
        return "long_and_short" if min(sizes) < 13 else "surplus"
    return "only_short" if min(sizes) < 13 else "right"


def _from_role(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("defect.offender")
    if offender is None:
        record = record_of(facts)
        defect = _chosen(facts, record) if record else None
        offender = defect.seat if defect else None
    if declarer is None or offender is None:
        return {}
    return {"defect.role": _role(declarer, offender)}


def _role(declarer: Seat, seat: Seat) -> str:
    if seat == declarer:
        return "declarer"
    return "dummy" if seat == declarer.partner else "defender"


# --- Law 67 from the tricks ----------------------------------------------------------------------------


def _chosen(facts: Mapping[str, FactValue], record: Record) -> Defect | None:
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


def _from_tricks(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    record = record_of(facts)
    defect = _chosen(facts, record) if record else None
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


def _from_hand(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    hand: Any = facts.get("defect.hand")
    led: Any = facts.get("defect.led")
    if hand is None or led is None:
        return {}
    return {"defect.holds_suit_led": any(card.suit == led for card in hand)}


def _from_faces(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
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


def restored_revokes(facts: Mapping[str, FactValue]) -> tuple[Revoke, ...]:
    """The tricks to which the offender did not follow, with the restored cards in hand all along."""
    after = _restored(facts)
    record = record_of(facts)
    if after is None or record is None:
        return ()
    found = defective.new_revokes(record, after)
    return tuple(one for one in found if one.seat == facts["defect.offender"])


def _restored(facts: Mapping[str, FactValue]) -> Record | None:
    """The record with one card only in the defective trick, if the tricks and that card are known."""
    record, kept = record_of(facts), kept_card(facts)
    offender: Any = facts.get("defect.offender")
    trick: Any = facts.get("defect.trick")
    if record is None or len(kept) != 1 or facts.get("defect.played") != "too_many":
        return None
    if offender is None or trick is None:
        return None
    return defective.with_cards(record, trick, offender, kept)


def _from_revoke(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Is there a revoke, and what has it won? Only a player's first in a suit counts (64B2).

    Restored cards of two suits may make a revoke in each: what they cost is then left to be asked.
    """
    after = _restored(facts)
    if after is None:
        return {}
    found = restored_revokes(facts)
    if not found:
        return {"defect.makes_revoke": False}
    suits = {defective.led_suit(after.rows[one.trick - 1]) for one in found}
    costs = revoke_facts(after, found[0].seat, found[0].trick) if len(suits) == 1 else {}
    return {"defect.makes_revoke": True} | costs


def revoke_facts(record: Record, seat: Seat, trick: int) -> dict[str, FactValue]:
    """Who won what after a revoke, as far as the tricks tell."""
    led = defective.led_suit(record.rows[trick - 1])
    held = defective.held_at(record, seat, trick).in_suit(led)
    won_by = defective.winner(record, trick)
    found: dict[str, FactValue] = {
        "revoke.trick": trick,
        "revoke.established": _goes_on(record, seat, trick),
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


def _goes_on(record: Record, seat: Seat, trick: int) -> bool:
    """Has the side of a seat played to the trick after that one (Law 63A1)?"""
    row = record.rows[trick] if trick < len(record.rows) else ()
    return any(one.cards and one.seat % 2 == seat % 2 for one in row)
