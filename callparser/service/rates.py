"""How many calls one address may make: a bucket for each, which fills steadily."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from callparser.service.settings import Limits, is_loopback

#: Of so many addresses the rate is known; whoever was longest away is forgotten, and begins again.
ADDRESSES: Final = 10_000


class Rates:
    """Addresses of this machine are not counted: its owner's, or those of a proxy that names nobody."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._rate = limits.rate
        self._burst = float(limits.burst)
        self._clock = clock
        self._local: dict[str, bool] = {}
        #: Address -> what was left at that time, the latest last.
        self._buckets: dict[str, tuple[float, float]] = {}

    def admit(self, address: str) -> float:
        """Count one call, if it may be made. Returns the seconds until it may: 0 if it was counted."""
        if self._is_local(address):
            return 0.0
        left = self._left(address)
        if left < 1.0:
            return (1.0 - left) / self._rate
        self._keep(address, left - 1.0)
        return 0.0

    def charge(self, address: str, calls: int) -> float:
        """Count calls that are being answered already. Returns the seconds until there is one left again."""
        if self._is_local(address):
            return 0.0
        left = self._left(address) - calls
        self._keep(address, left)
        return max(0.0, (1.0 - left) / self._rate)

    def _left(self, address: str) -> float:
        left, since = self._buckets.get(address, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - since) * self._rate)

    def _keep(self, address: str, left: float) -> None:
        self._buckets.pop(address, None)
        self._buckets[address] = left, self._clock()
        if len(self._buckets) > ADDRESSES:
            del self._buckets[next(iter(self._buckets))]

    def _is_local(self, address: str) -> bool:
        found = self._local.get(address)
        if found is None:
            if len(self._local) > ADDRESSES:
                self._local.clear()
            found = self._local[address] = is_loopback(address)
        return found
