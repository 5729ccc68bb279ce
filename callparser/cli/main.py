"""``callparser COMMAND ...``: finds the command's module and runs it.

Exit codes: 0 answered, 2 bad input, 3 not understood; 1 when a standard stream is closed or full, or a
setting cannot be kept.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module

from callparser.cli.waiting import explain_waiting
from callparser.errors import CallparserError, NotKept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final, TextIO

ANSWERED: Final = 0
BAD_INPUT: Final = 2
NOT_UNDERSTOOD: Final = 3
BROKEN: Final = 1  # a standard stream is closed or full, or a setting cannot be kept

COMMANDS: Final = {
    "parse": "what was said",
    "resolve": "which card it is, or what the law says instead",
    "transcribe": "a WAV file to words, to a call, to a card",
    "listen": "a live conversation: microphone or typed, spoken back, undo",
    "play": "a whole deal: you declare, by voice or typed; the program defends",
    "seat": "one of the four seats at a table manager's table (protocol 18)",
    "serve": "the service over HTTP, for other programs",
    "voice-worker": "recognisers for services on other machines",
    "audit": "what is irregular in a record of play (PBN, LIN or our JSON)",
    "habits": "show or forget what 'listen' has learnt of how you are heard",
    "claim": "is a claim good: words, position, the line on which it fails",
    "rule": "a director's ruling: Laws 13, 67, 68, a revoke, a disputed call; from facts or from questions",
    "log": "verify, show or export the audit log of the service",
    "law": "a law clause by clause, per edition",
    "grammar": "sample, try or lint a grammar",
    "models": "list, install, verify, remove speech models",
    "doctor": "what is installed and what works",
}


def usage() -> str:
    rows = "\n".join(f"  {name:<13} {what}" for name, what in COMMANDS.items())
    return (
        "usage: callparser COMMAND [options]\n\n"
        "Understands what declarer says to dummy at the bridge table, and what Law 46 makes of it.\n\n"
        f"commands:\n{rows}\n\n"
        "callparser COMMAND --help shows the options of one command; callparser --version the version.\n"
    )


def main(argv: Sequence[str]) -> int:
    """Run one command. Returns the exit code; no traceback for anything a user can do."""
    if not argv or argv[0] in ("-h", "--help", "help"):
        sys.stdout.write(usage())
        return ANSWERED if argv else BAD_INPUT
    if argv[0] in ("-V", "--version"):
        from callparser import __version__

        sys.stdout.write(f"callparser {__version__}\n")
        return ANSWERED
    if argv[0] not in COMMANDS:
        sys.stderr.write(f"callparser: there is no command {argv[0][:40]!r}\n\n{usage()}")
        return BAD_INPUT
    explain_waiting()
    try:
        code: int = import_module(f"callparser.cli.{argv[0].replace('-', '')}").run(list(argv[1:]))
        if sys.stdout is not None:
            sys.stdout.flush()
    except CallparserError as err:
        _say(argv, err)
        return BROKEN if isinstance(err, NotKept) else BAD_INPUT
    except KeyboardInterrupt:
        return 130
    return code


def _say(argv: Sequence[str], err: CallparserError) -> None:
    if "--json" in argv:
        from callparser.jsonline import encode, error_row

        sys.stdout.write(encode(error_row(err), ascii_only=True) + "\n")
    else:
        from callparser.cli.output import printable

        sys.stderr.write(printable(f"callparser {argv[0]}: {err}\n"))


def run() -> None:
    """The console script. A reader that leaves, a closed stream or a full disk leaves no traceback."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = main(sys.argv[1:])
    except BrokenPipeError:
        code = ANSWERED
        _silence(sys.stdout)
    except OSError as err:
        if err.errno not in (errno.ENOSPC, errno.EBADF):
            raise
        code = BROKEN
        _silence(sys.stdout)
    except AttributeError:
        if None not in (sys.stdin, sys.stdout, sys.stderr):
            raise
        code = BROKEN  # a stream was closed before the start: there is nothing to read from or write to
    raise SystemExit(code)


def _silence(stream: TextIO | None) -> None:
    """What is left in the buffer goes nowhere, so that nothing complains at exit."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
