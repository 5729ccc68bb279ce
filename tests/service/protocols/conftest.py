"""Recognisers for the clients of the dialects, and recordings to send them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
CALLS = {"sv": ("sv-klover-tia", "klöver tia"), "en": ("en-queen-of-hearts", "queen of hearts")}
TALKERS = 2
_HERE = ("starlette", "uvicorn", "websockets", "vosk", "soxr")
collect_ignore_glob = [] if all(map(find_spec, _HERE)) else ["test_*.py"]


@pytest.fixture(scope="package")
def pool():
    from callparser.service.pool import Pool

    with Pool(workers=1, talkers=TALKERS) as started:
        yield started


def recording(lang: str, rate_hz: int = 16_000, **quiet: float) -> bytes:
    from tests.service.player import clip

    return clip(EXAMPLES / f"{CALLS[lang][0]}.wav", rate_hz, **({"lead_s": 0.0} | quiet))
