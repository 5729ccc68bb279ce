"""Double dummy for many tables: a few processes, each asked by one at a time."""

from __future__ import annotations

import queue
from typing import Any

from callparser.doubledummy.solver import TIMEOUT_S, DoubleDummy, Solver
from callparser.errors import EngineFailed


class Solvers(DoubleDummy):
    """May be asked from any thread; who finds all processes busy waits.

    A process is started when it is first needed (it takes 300 MB), and anew after one that died or took too
    long, of which :class:`EngineFailed` tells.
    """

    def __init__(self, count: int, patience_s: float = TIMEOUT_S) -> None:
        self._patience_s = patience_s
        self._places: queue.SimpleQueue[Solver | None] = queue.SimpleQueue()
        self._started: list[Solver] = []
        self._closed = False
        for _ in range(count):
            self._places.put(None)
        self._count = count

    def close(self) -> None:
        """End the processes; what is asked now or later fails."""
        self._closed = True
        for solver in list(self._started):
            solver.stop()
        for _ in range(self._count):
            self._gone(self._places.get())
        for _ in range(self._count):
            self._places.put(None)

    def _ask(self, row: dict[str, Any]) -> Any:
        solver = self._places.get()
        try:
            solver = self._ready(solver)
            return solver._ask(row)
        except EngineFailed:
            self._gone(solver)
            solver = None
            raise
        finally:
            self._places.put(solver)

    def _ready(self, solver: Solver | None) -> Solver:
        if self._closed:
            raise EngineFailed("the double dummy solver is closed; start the service again")
        if solver is not None and solver.is_alive:
            return solver
        self._gone(solver)
        made = Solver(self._patience_s)
        self._started.append(made)
        return made

    def _gone(self, solver: Solver | None) -> None:
        if solver is not None:
            solver.close()
            self._started.remove(solver)
