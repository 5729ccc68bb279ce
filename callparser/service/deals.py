"""The deals that are played at the tables: which was asked for, how many there may be, and who defends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

from callparser.doubledummy import is_there
from callparser.doubledummy.solvers import Solvers
from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.play.contract import read_contract, settle_contract
from callparser.play.deal import Deal, deal_in, lessons, random_deal
from callparser.play.defence import DoubleDummyDefence
from callparser.play.hosted import HostedGame
from callparser.service.seats import Seats
from callparser.table import Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row
    from callparser.record.board import Contract
    from callparser.service.terms import Terms

#: How long the defenders wait for a card to be taken back, in seconds.
WAIT_S: Final = (0.0, 60.0)
_USUAL_WAIT_S: Final = 1.0
#: A record that is sent has no more characters, and numbers of deals are no greater.
MAX_RECORD: Final = 20_000
_MAX_SEED: Final = 2**31 - 1
_KEYS: Final = ("seed", "lesson", "record")


class DealAsked(Value):
    """A ``deal`` as a client names it. ``wait_s`` ``None``: the defenders play when they are told to."""

    seed: int = 1
    lesson: str = ""
    record: str = ""
    board: str | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    wait_s: float | None = _USUAL_WAIT_S


def deal_asked(row: Row) -> DealAsked:
    """A decoded ``deal``. Raises :class:`InputError`; whether a record can be read is seen later."""
    named = [key for key in ("lesson", "record") if row.get(key) is not None]
    if len(named) > 1:
        raise InputError("the deal has a lesson and a record; expected one of the two, or a seed")
    contract = _text(row, "contract", 10)
    declarer = _text(row, "declarer", 10)
    return DealAsked(
        seed=_seed(row.get("seed")),
        lesson=_lesson(_text(row, "lesson", 40)),
        record=_text(row, "record", MAX_RECORD),
        board=_text(row, "board", 20) or None,
        contract=read_contract(contract) if contract else None,
        declarer=Seat.parse(declarer) if declarer else None,
        wait_s=_wait(row),
    )


def _seed(value: object) -> int:
    if value is None:
        return 1
    if type(value) is not int or not 1 <= value <= _MAX_SEED:
        raise InputError(f"deal.seed is {str(value)[:20]}; expected a whole number, 1 to {_MAX_SEED}")
    return value


def _lesson(name: str) -> str:
    there = lessons()
    if name and name not in there:
        raise InputError(f"there is no lesson {name!r}; expected one of {', '.join(there)}")
    return name


def _text(row: Row, name: str, most: int) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"deal.{name} is {repr(value)[:20]}; expected a text")
    if len(value) > most:
        raise InputError(f"deal.{name} has {len(value)} characters; expected at most {most}")
    return value.strip()


def _wait(row: Row) -> float | None:
    value = row.get("wait_s", _USUAL_WAIT_S)
    if value is not None and (type(value) not in (int, float) or not WAIT_S[0] <= value <= WAIT_S[1]):
        found = str(value)[:20] if type(value) in (int, float) else type_name(value)
        raise InputError(f"deal.wait_s is {found}; expected seconds, {WAIT_S[0]:g} to {WAIT_S[1]:g}, or null")
    return None if value is None else float(value)


class Deals:
    """So many deals at a time, of which no other machine has more than half, and ``solvers`` processes that
    think for their defenders.

    A context manager. What asks the defence runs in a thread; there are as many as processes, so that a deal
    which must wait costs no thread.
    """

    def __init__(self, most: int, solvers: int = 1) -> None:
        self._seats = Seats(most)
        self.why_not = "" if is_there() else "no double dummy solver is installed here"
        if is_there() and not most:
            self.why_not = "no deals are played on this service"
        self.solver = Solvers(solvers)
        self._threads = ThreadPoolExecutor(solvers, "callparser-deal")

    def __enter__(self) -> Deals:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Whoever waits for an answer gets none."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.solver.close()
        self._threads.shutdown()

    def admit(self, address: str) -> bool:
        """Is there room for one more from there? Then it is taken."""
        return self._seats.take(address)

    def dismiss(self, address: str) -> None:
        """One of theirs is over."""
        self._seats.give_back(address)

    async def run(self, job: Callable[[], None]) -> None:
        """In a thread, after those that came before. Raises what it raises."""
        await asyncio.get_running_loop().run_in_executor(self._threads, job)

    def game(self, asked: DealAsked, terms: Terms, tell: Callable[[Row], None]) -> HostedGame:
        """The deal, with its contract and its defence. May take long. Raises :class:`InputError` for a record
        with no such deal, :class:`EngineFailed`."""
        deal = _deal(asked)
        contract, declarer = settle_contract(deal, asked.contract, asked.declarer, self.solver)
        defence = DoubleDummyDefence(self.solver, Random(asked.seed))
        return HostedGame(deal, contract, declarer, defence, tell, lang=terms.lang, edition=terms.edition)


def _deal(asked: DealAsked) -> Deal:
    if asked.record:
        return deal_in(asked.record.encode(), asked.board)
    return lessons()[asked.lesson] if asked.lesson else random_deal(asked.seed)
