"""A claim position from a PBN deal: ``N:A4.K.. Q..J3. K.2..5 ..AK.2``, what each hand still holds.

The cards that are missing have been played. A trick in progress and hands that nobody knows are for the JSON
of :mod:`callparser.claims.position`.
"""

from __future__ import annotations

from callparser.cards import FULL, NO_CARDS, Hand
from callparser.claims.position import ClaimPosition, read_position
from callparser.errors import InvalidTable
from callparser.record.pbndeal import deal_hands
from callparser.record.scan import ranks_hint
from callparser.table import SEATS
from callparser.written import seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row

_FORM: Final = (
    'expected a deal such as "N:A4.K.. Q..J3. K.2..5 ..AK.2": the first seat, then four hands clockwise'
)
_TRICKS: Final = 13
#: Four hands with a seat each are shorter.
_LONGEST: Final = 200


def dealt_position(
    deal: str,
    *,
    trump: str,
    leader: str,
    claimer: str = "S",
    declarer: str | None = None,
    won: int | None = None,
) -> ClaimPosition:
    """``declarer``: the claimer, if not told. ``won``: tricks that declarer's side has won.

    Raises :class:`InvalidTable`, :class:`InputError`.
    """
    hands = _hands(deal)
    played = Hand(FULL)
    for held in hands:
        played -= held
    declares = seat(claimer if declarer is None else declarer)
    row: Row = {
        "trump": trump,
        "leader": leader,
        "claimer": claimer,
        "dummy_seat": declares.partner.letter,
        "declarer": hands[declares].holdings(),
        "dummy": hands[declares.partner].holdings(),
        "defenders": {at.letter: hands[at].holdings() for at in (declares.after(1), declares.after(3))},
        "played": [one.code for one in played],
    }
    if won is not None:
        gone = _TRICKS - len(hands[0])
        if won > gone:
            raise InvalidTable(f"won is {won}; {gone} tricks have been played")
        row["won"] = {"declarer": won, "defence": gone - won}
    return read_position(row)


def _hands(deal: str) -> tuple[Hand, ...]:
    """The four hands, north first: none unknown, none longer than another, no card in two of them."""
    deal = deal.strip().removeprefix('[Deal "').removesuffix('"]')
    found = deal_hands(deal) if len(deal) <= _LONGEST else None
    if found is None:
        raise InvalidTable(f"{deal[:40]!r} is no PBN deal; {_FORM}{ranks_hint(deal)}")
    lacking = [at.letter for at in SEATS if found[at] is None]
    if lacking:
        raise InvalidTable(
            f"the deal lacks the hand of {', '.join(lacking)}; {_FORM}. Where it is not known, use --position"
        )
    held = [one or () for one in found]
    counts = [len(one) for one in held]
    if len(set(counts)) > 1:
        told = ", ".join(f"{at.letter} {count}" for at, count in zip(SEATS, counts, strict=True))
        raise InvalidTable(
            f"the hands are of different length ({told} cards); expected the same number in each. "
            "A trick in progress needs --position"
        )
    seen = NO_CARDS
    for one in (card for cards in held for card in cards):
        if one in seen:
            raise InvalidTable(f"{one.code} stands twice in the deal; each card is in one hand")
        seen |= Hand.of((one,))
    return tuple(Hand.of(cards) for cards in held)
