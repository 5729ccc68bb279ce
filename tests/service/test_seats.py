"""Seats for those who speak: so many, and no other machine has more than half of them."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette")

from callparser.service.seats import Seats


@pytest.mark.parametrize(
    ("count", "address", "most"),
    [(20, "127.0.0.1", 20), (20, "::1", 20), (20, "192.0.2.1", 10), (1, "192.0.2.1", 1), (3, "192.0.2.1", 1)],
)
def test_so_many_at_one_address(count, address, most):
    seats = Seats(count)
    assert [seats.take(address) for _ in range(count + 1)].count(True) == most
    seats.give_back(address)
    assert seats.take(address)


def test_nobody_sits_on_a_taken_seat():
    """Whatever order they come and go in, from many threads, never more than there are."""
    seats, addresses = Seats(8), ["127.0.0.1", "192.0.2.1", "192.0.2.2"]

    def comes_and_goes(seed: int) -> int:
        chance, held, most = random.Random(seed), Counter(), 0
        for _ in range(300):
            address = chance.choice(addresses)
            if held[address] and chance.random() < 0.5:
                seats.give_back(address)
                held[address] -= 1
            elif seats.take(address):
                held[address] += 1
            most = max(most, held.total())
        for address, count in held.items():
            for _ in range(count):
                seats.give_back(address)
        return most

    with ThreadPoolExecutor(8) as pool:
        assert max(pool.map(comes_and_goes, range(8))) <= 8
    assert [seats.take("127.0.0.1") for _ in range(9)] == [True] * 8 + [False]
