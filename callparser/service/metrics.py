"""What is counted, in the format of Prometheus: routes and outcomes, nothing that was said."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

#: Where the workers of one service put their counts together.
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
KIND: Final = CONTENT_TYPE_LATEST.encode()
_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The counts of one process; of all workers where they share them."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "callparser_requests", "Requests answered", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "callparser_request_seconds", "From the head of a request to the end of its answer", ["route"],
            buckets=_SECONDS, registry=self._registry,
        )  # fmt: skip
        self._answers = Counter(
            "callparser_answers", "Situations resolved", ["outcome"], registry=self._registry
        )
        self._counts: dict[tuple[str, int], Counter] = {}
        self._times: dict[str, Histogram] = {}
        self._outcomes: dict[str, Counter] = {}

    def request(self, route: str, status: int, seconds: float) -> None:
        """Count one request; status 0: the client left before its answer."""
        count = self._counts.get((route, status))
        if count is None:
            count = self._counts[route, status] = self._requests.labels(route, str(status))
            self._times[route] = self._seconds.labels(route)
        count.inc()
        self._times[route].observe(seconds)

    def answer(self, outcome: str) -> None:
        count = self._outcomes.get(outcome)
        if count is None:
            count = self._outcomes[outcome] = self._answers.labels(outcome)
        count.inc()

    def page(self) -> bytes:
        """What ``/metrics`` shows."""
        if SHARED not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
