"""``callparser serve``: the service over HTTP."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import util

from callparser.cli.main import ANSWERED
from callparser.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.service.settings import Settings

#: What the extra ``service`` installs that the service cannot do without.
_NEEDS: Final = ("starlette", "uvicorn", "httptools", "msgspec", "prometheus_client")
#: A file of tokens, one a line, has no more bytes.
_MAX_TOKENS: Final = 65_536


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    missing = [name for name in _NEEDS if util.find_spec(name) is None]
    if missing:
        raise InputError(
            f"{', '.join(missing)} is not installed; the service needs the extra 'service': "
            'pip install "callparser[service]"'
        )
    from callparser.service.server import serve

    serve(_settings(args))
    return ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "callparser serve",
        description="Answer over HTTP (docs/integrating.md) and at tables over WebSocket (docs/protocol.md), "
        "with a page to play on (docs/web.md).",
    )
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1, this machine only)")
    add("--port", type=int, default=8646, help="port (default 8646; 0 is any that is free)")
    add("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
    add("--token-file", metavar="FILE", help="tokens, one a line; or one in CALLPARSER_TOKEN")
    add("--origin", action="append", default=[], metavar="URL", help="web page that may ask (repeatable)")
    add(
        "--proxy",
        action="append",
        metavar="ADDRESS",
        help="whose X-Forwarded-For is believed (default loopback)",
    )
    add(
        "--rate", type=float, default=200.0, metavar="N", help="calls a second from one address (default 200)"
    )
    add("--no-fallback", action="store_true", help="the grammar alone, no statistical guess")
    add("--recognisers", type=int, default=2, metavar="N", help="processes that listen (default 2; 0: none)")
    add("--talkers", type=int, default=20, metavar="N", help="so many may speak at a time (default 20)")
    add(
        "--deals",
        type=int,
        default=20,
        metavar="N",
        help="so many whole deals at a time (default 20; 0: none)",
    )
    add(
        "--solvers",
        type=int,
        default=1,
        metavar="N",
        help="processes that think for the defenders (default 1)",
    )
    add("--log", default="", metavar="FILE", help="keep what players consent to; see 'callparser log'")
    add(
        "--keep-days",
        type=float,
        metavar="N",
        help="sessions from now on: delete from the log what is older (default: never)",
    )
    add("--keep-audio-days", type=float, default=30.0, metavar="N", help="the same of sound (default 30)")
    add(
        "--voice-broker",
        metavar="URL",
        help="let voice workers listen that are at this NATS broker (docs/scaling.md); or in "
        "CALLPARSER_VOICE_BROKER",
    )
    add("--vosk-port", type=int, metavar="PORT", help="listen for vosk clients there, too (they expect 2700)")
    add("--wyoming", default="", metavar="HOST:PORT", help="listen for Home Assistant (docs/dialects.md)")
    add(
        "--wyoming-peer",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="who may come there, beside this machine (repeatable)",
    )
    add("--access-log", action="store_true", help="a line for each request, without what was said")
    return parser


def _settings(args: Namespace) -> Settings:
    from callparser.service.settings import Limits, Settings, checked

    if not 0 < args.rate <= 1e6:
        raise InputError(f"rate is {args.rate:g}; expected more than 0 calls a second, at most a million")
    settings = Settings(
        host=args.host,
        port=args.port,
        tokens=_tokens(args.token_file),
        origins=tuple(args.origin),
        proxies=tuple(args.proxy or ("127.0.0.1", "::1")),
        workers=args.workers,
        access_log=args.access_log,
        fallback=not args.no_fallback,
        recognisers=args.recognisers,
        talkers=args.talkers,
        deals=args.deals,
        solvers=args.solvers,
        log=args.log,
        keep_days=args.keep_days,
        keep_audio_days=args.keep_audio_days,
        voice_broker=args.voice_broker or os.environ.get("CALLPARSER_VOICE_BROKER", ""),
        vosk_port=args.vosk_port,
        wyoming=args.wyoming,
        wyoming_peers=tuple(args.wyoming_peer),
        limits=Limits(rate=args.rate, burst=max(1, int(5 * args.rate))),
    )
    return checked(settings)


def _tokens(path: str | None) -> tuple[str, ...]:
    """From the file, and from the environment, where no list of processes shows them."""
    found = [os.environ.get("CALLPARSER_TOKEN", "")]
    if path:
        try:
            with open(path, "rb") as file:
                found += file.read(_MAX_TOKENS).decode("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as err:
            reason = err.strerror if isinstance(err, OSError) else "it is not UTF-8"
            raise InputError(
                f"{path} cannot be read: {reason}; expected a file with one token a line"
            ) from None
    tokens = tuple(token.strip() for token in found if token.strip())
    if path and not tokens:
        raise InputError(f"{path} holds no token; expected one a line")
    return tokens
