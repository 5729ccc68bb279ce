"""Who may speak: so many at a time, and no other machine has more than half of the seats."""

from __future__ import annotations

import threading
from collections import Counter

from callparser.service.settings import is_loopback

#: Whoever connects from this machine, or cannot be told.
HERE = "127.0.0.1"


class Seats:
    """Any thread may ask."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """A seat for somebody at this address, if there is one; :meth:`give_back` it."""
        most = self._count if is_loopback(address) else max(1, self._count // 2)
        with self._lock:
            if self._taken.total() >= self._count or self._taken[address] >= most:
                return False
            self._taken[address] += 1
            return True

    def give_back(self, address: str) -> None:
        with self._lock:
            assert self._taken[address] > 0
            self._taken[address] -= 1
            self._taken += Counter()  # forget who has none
