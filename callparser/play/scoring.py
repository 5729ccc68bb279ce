"""The score of one board, by the table of duplicate bridge (Law 77)."""

from __future__ import annotations

from callparser.cards import Suit
from callparser.errors import InputError
from callparser.record.board import Contract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Trick points from which a contract is a game.
_GAME: Final = 100
#: Undertricks, doubled: the first, the second and third, and each after those; by vulnerability.
_DOWN_DOUBLED: Final = {False: (100, 200, 300), True: (200, 300, 300)}
_SLAMS: Final = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Declarer's points for that many of the 13 tricks; negative when the contract is defeated.

    Raises :class:`InputError` for a contract without a level and for tricks that cannot be.
    """
    if contract.level is None or not 0 <= tricks <= 13:
        raise InputError(f"{contract.text} with {tricks} tricks has no score; expected a level, and 0 to 13")
    if contract.level == 0:
        return 0
    over = tricks - contract.level - 6
    return _made(contract, over, vulnerable) if over >= 0 else -_down(contract, -over, vulnerable)


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    level, times = contract.level or 0, 1 << contract.doubled
    each = 20 if contract.trumps in (Suit.CLUBS, Suit.DIAMONDS) else 30
    points = (each * level + (10 if contract.trumps is None else 0)) * times
    overtrick = (100 if vulnerable else 50) * times if contract.doubled else each
    bonus = (500 if vulnerable else 300) if points >= _GAME else 50
    slam = _SLAMS[level][vulnerable] if level in _SLAMS else 0
    return points + over * overtrick + bonus + slam + 50 * contract.doubled


def _down(contract: Contract, under: int, vulnerable: bool) -> int:
    if not contract.doubled:
        return under * (100 if vulnerable else 50)
    first, second, later = _DOWN_DOUBLED[vulnerable]
    points = first + min(under - 1, 2) * second + max(under - 3, 0) * later
    return points * contract.doubled
