"""The contract of the deal: as given, as the record has it, or the best that declarer's side can make."""

from __future__ import annotations

from callparser.cards import Hand, Suit
from callparser.doubledummy import DoubleDummy
from callparser.errors import InputError
from callparser.play.scoring import score
from callparser.record.board import Contract, contract_text
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.play.deal import Deal

#: Seats in the order in which they are preferred as declarer: the user sits south where he can.
_SEATS: Final = (Seat.SOUTH, Seat.NORTH)


def read_contract(text: str) -> Contract:
    """``"4S"``, ``"3NTX"`` -> the contract. Raises :class:`InputError`."""
    found = contract_text(text)
    if found is None or not found.level:
        raise InputError(f"{text[:20]!r} is no contract to play; expected such as 4S, 3NT, 2HX or 6CXX")
    return found


def settle_contract(
    deal: Deal, contract: Contract | None, declarer: Seat | None, solver: DoubleDummy | None
) -> tuple[Contract, Seat]:
    """As given, else as the deal has it, else the best by double dummy. Raises :class:`InputError`."""
    if contract is not None:
        return contract, Seat.SOUTH if declarer is None else declarer
    if deal.contract is not None and deal.declarer is not None:
        return deal.contract, deal.declarer if declarer is None else declarer
    if solver is None:
        raise InputError("the deal has no contract; give one, such as --contract 4S --declarer S")
    return best_contract(deal.hands, deal.vulnerable, solver, declarer)


def is_vulnerable(vulnerable: str, seat: Seat) -> bool:
    """``vulnerable`` as in PBN: None, NS, EW or All."""
    return vulnerable == "All" or seat.letter in vulnerable.removeprefix("None")


def best_contract(
    hands: tuple[Hand, ...], vulnerable: str, solver: DoubleDummy, declarer: Seat | None = None
) -> tuple[Contract, Seat]:
    """The contract of north and south, or of that declarer, that scores most double dummy, and its declarer.

    Of equals the lowest, and south before north. Where nothing can be made it is the cheapest at level one.
    """
    made = solver.table(hands)
    choices = [
        (Contract(level, trumps), seat, made[trumps, seat])
        for level in range(1, 8)
        for trumps in (*Suit, None)
        for seat in (_SEATS if declarer is None else (declarer,))
        if level == 1 or made[trumps, seat] >= level + 6
    ]
    contract, seat, _ = max(choices, key=lambda one: score(one[0], one[2], is_vulnerable(vulnerable, one[1])))
    return contract, seat
