"""Which cards go back when a call or dummy's card is put right, in the order in which they are taken up."""

from __future__ import annotations

from callparser.referee.moment import Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def rewind(moments: Sequence[Moment], *, declarer_follows: bool) -> tuple[str, ...]:
    """Of the cards laid in these moments those from dummy's first on, the last first: ``"E H9 may"``.

    ``must``: dummy's card goes back. ``may``: a defender may take his back and play another. ``if_rho``:
    declarer may, if the defender to his right does (``declarer_follows``: the edition says so). ``silent``:
    the law does not say.
    """
    lying = _lying(moments)
    start = next((place for place, one in enumerate(lying) if one.by_dummy), None)
    if start is None:
        return ()
    number = lying[start].number
    found = []
    for place, one in reversed(list(enumerate(lying))):
        if place < start or one.what.card is None or one.seat is None:
            continue
        verb = _verb(one, lying[start:place], number, declarer_follows)
        found.append(f"{one.seat.letter} {one.what.card.code} {verb}")
    return tuple(found)


def _lying(moments: Sequence[Moment]) -> list[Moment]:
    """The cards that were laid and not taken back."""
    lying: list[Moment] = []
    for one in moments:
        if one.what.kind == "card":
            lying.append(one)
        elif one.what.kind == "back":
            lying = [other for other in lying if other.what.card != one.what.card]
    return lying


def _verb(one: Moment, before: Sequence[Moment], number: int, declarer_follows: bool) -> str:
    if one.by_dummy:
        return "must" if one.number == number else "silent"
    if one.role == "defender":
        return "may"
    right = one.seat.after(3) if one.seat is not None else None
    after_right = one.number == number and any(other.seat == right for other in before)
    return "if_rho" if declarer_follows and after_right else "silent"
