"""``callparser voice-worker``: recognisers on this machine for services on others (``docs/scaling.md``)."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import util

from callparser.cli.main import ANSWERED
from callparser.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What the extras ``voice`` and ``scaling`` install.
_NEEDS: Final = ("vosk", "soxr", "nats", "msgspec")


def run(argv: Sequence[str]) -> int:
    args = _parsed(argv)
    missing = [name for name in _NEEDS if util.find_spec(name) is None]
    if missing:
        raise InputError(f'{", ".join(missing)} is not installed; pip install "callparser[voice,scaling]"')
    from callparser.service.broker import shown
    from callparser.service.pool import Pool
    from callparser.service.voiceworker import WAITING, work

    logging.basicConfig(level=logging.WARNING, format="callparser voice-worker: %(message)s")
    shown(args.broker)
    with Pool(args.recognisers, talkers=0) as pool:
        if not pool.pids:
            raise InputError(f"nothing can be heard here: {pool.why_not('sv')}")
        asyncio.run(work(args.broker, pool, WAITING * args.recognisers, _ready))
    return ANSWERED


def _parsed(argv: Sequence[str]) -> Namespace:
    parser = ArgumentParser(
        "callparser voice-worker",
        description="Recognise what services elsewhere hear, by way of a NATS broker (docs/scaling.md).",
    )
    add = parser.add_argument
    add("--broker", metavar="URL", help="nats://HOST:PORT or tls://HOST:PORT; or in CALLPARSER_VOICE_BROKER")
    add("--recognisers", type=int, default=2, metavar="N", help="processes that listen (default 2)")
    args = parser.parse_args(argv)
    args.broker = args.broker or os.environ.get("CALLPARSER_VOICE_BROKER", "")
    if not 1 <= args.recognisers <= 64:
        raise InputError(f"recognisers is {args.recognisers}; expected 1 to 64")
    return args


def _ready(where: str) -> None:
    print(f"callparser voice-worker listens at {where}", file=sys.stderr, flush=True)
