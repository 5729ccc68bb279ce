"""What ``play`` and ``seat`` share: who is listened to, and how it is shown."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from typing import Protocol

from callparser.cli.keyboard import Keyboard
from callparser.cli.output import Output, printable
from callparser.errors import CallparserError, InputError
from callparser.explainer.messages import load_messages
from callparser.session.dialog import MODES, Dialog, Talk
from callparser.session.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row
    from callparser.voice.engine import Heard

#: A list of calls may have so many bytes, a call so many characters; a directory so many recordings.
MAX_BYTES: Final = 1024 * 1024
MAX_LINE: Final = 2000
MAX_SOUNDS: Final = 1000
#: Before what is typed, and before what was said.
PROMPT: Final = "> "
_SOUNDS: Final = (".wav", ".flac", ".ogg")


class AtTable(Talk, Protocol):
    """A table at which one talks and things happen meanwhile."""

    @property
    def over(self) -> bool: ...
    def go_on(self) -> str: ...


def add_table_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--voice", action="store_true", help="listen to the microphone and speak, as 'listen' does")
    add("--script", metavar="FILE", help="typed calls, one a line (- : standard input)")
    add("--wav", metavar="DIR", help="recordings, one call a file, in the order of their names")
    add("--model", metavar="NAME|DIR", help="a speech model by name or directory (default: the best here)")
    add("--mode", choices=MODES, help="with --voice: push (space, then speak), toggle, hands-free")
    add("--device", metavar="NAME", help="with --voice: the microphone")
    add("--speak", metavar="WITH", default="auto", help="with --voice: auto, none, or a program")
    add("--wait", type=float, default=1.0, metavar="S",
        help="how long defenders wait for you to take a card back (default %(default)g)")  # fmt: skip


def check_table_options(args: Namespace) -> None:
    """Raises :class:`InputError` for options that do not go together."""
    given = [name for name in ("voice", "script", "wav") if getattr(args, name)]
    if len(given) > 1:
        raise InputError(f"--{given[0]} and --{given[1]} were given; expected one of the two")
    if not 0 <= args.wait <= 60:
        raise InputError(f"--wait is {args.wait:g}; expected seconds, 0 to 60")


# --- in ----------------------------------------------------------------------------------------------


def written(path: str) -> Iterator[str]:
    """The calls of a file, one a line; blank lines and those that begin with ``#`` are left out.

    They are read as they are needed, so that another program may write one after an answer. Raises
    :class:`InputError` for a file that cannot be read or is too long.
    """
    size = 0
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            while data := file.readline(MAX_BYTES + 1):
                size += len(data)
                if size > MAX_BYTES:
                    raise InputError(f"{path} has more than {MAX_BYTES} bytes; expected one call a line")
                line = data.decode("utf-8-sig", "replace").strip()[:MAX_LINE]
                if line and not line.startswith("#"):
                    yield line
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}; expected one call a line") from None


def sounded(folder: str, model: str | None, lang: str, stack: ExitStack, say: Callable[[str], None]
            ) -> Iterator[tuple[str, Heard]]:  # fmt: skip
    """The recordings of a directory by name, and what was heard in each.

    Raises :class:`InputError` where there is none; ``ModelMissing``, ``EngineFailed`` of the recogniser.
    """
    from callparser.cli.recogniser import chosen
    from callparser.cli.transcribe import TIMEOUT_S
    from callparser.voice.audio import read_audio
    from callparser.voice.engines import open_engine
    from callparser.voice.hearing import Hearing

    try:
        names = sorted(name for name in os.listdir(folder) if name.lower().endswith(_SOUNDS))
    except OSError as err:
        raise InputError(f"{folder} cannot be read: {err.strerror}; expected a directory") from None
    if not names or len(names) > MAX_SOUNDS:
        raise InputError(f"{folder} has {len(names)} recordings; expected 1 to {MAX_SOUNDS}, one call a file")
    hearing = Hearing(stack.enter_context(open_engine(chosen(model, lang, say), lang)), lang)
    for name in names:
        audio = read_audio(os.path.join(folder, name))
        yield name, hearing.hear(audio.samples, audio.rate_hz, timeout_s=TIMEOUT_S)


# --- through -----------------------------------------------------------------------------------------


def follow(args: Namespace, table: AtTable, lang: str, show: Callable[[Row], None]) -> None:
    """Answer a list of calls or recordings, until it ends or the table is done."""
    from callparser.voice.hearing import hearings_out

    with ExitStack() as stack:
        if args.wav:
            sounds = sounded(args.wav, args.model, lang, stack, _say)
            said: Iterator[tuple[Row, Callable[[], Reply]]] = (
                ({"by": "voice", "file": name, "heard": heard.text, "hearings": hearings_out(heard)},
                 lambda heard=heard: table.heard(heard))  # type: ignore[misc]
                for name, heard in sounds
            )  # fmt: skip
        else:
            said = (
                ({"by": "text", "heard": line}, lambda line=line: table.typed(line))  # type: ignore[misc]
                for line in written(args.script or "-")
            )
        table.go_on()
        for number, (row, answer) in enumerate(said, 1):
            try:
                reply = answer()
            except CallparserError:
                show({"event": "unanswered", "n": number, **row})
                raise
            show({"n": number, **reply.row, **row, "spoken": reply.speech})
            if reply.action == "quit":
                return
            if table.over:
                break
        table.go_on()


def _say(text: str) -> None:
    sys.stderr.write(f"callparser: {text}\n")


def converse(args: Namespace, table: AtTable, lang: str, show: Shower, opening: str) -> None:
    """The same live: typed, and with ``--voice`` spoken. ``opening`` is said first."""
    from callparser.cli.listen import open_hearing, open_source
    from callparser.understand import fallback
    from callparser.voice.ear import Ear
    from callparser.voice.mouth import Mouth
    from callparser.voice.speaker import find_speaker

    args.second_opinion = args.input = args.raw = None
    fallback.import_ahead()
    words = load_messages(lang).listening
    mouth = Mouth(find_speaker(args.speak) if args.voice else None, lang)

    def after() -> str:
        text = table.go_on()
        if table.over:
            dialog.leave()
        return text

    with ExitStack() as stack:
        hearing, second = open_hearing(args, lang, stack, show) if args.voice else (None, None)
        dialog = Dialog(table, mouth, show, hearing=hearing, second=second, after=after, quiet_s=args.wait)
        keyboard = show.keyboard = Keyboard(dialog.post, prompt="" if args.plain else PROMPT)
        dialog.mode = args.mode or ("push" if keyboard.keys else "hands-free")
        stack.callback(mouth.hush)
        source = open_source(args, dialog, show) if hearing else None
        if source is not None:
            ear = Ear(source, dialog.post)
            stack.callback(ear.close)
            dialog.listen(ear)
            show({"event": "notice", "notice": "ready",
                  "text": words[f"ready_{dialog.mode.replace('-', '_')}"]})  # fmt: skip
        stack.enter_context(keyboard)
        mouth.say(opening)
        dialog.run()


def is_live(args: Namespace) -> bool:
    """Does somebody sit there, or is it a list of calls?"""
    listed = args.script or args.wav
    return bool(args.voice or (not listed and sys.stdin is not None and sys.stdin.isatty()))


# --- out ---------------------------------------------------------------------------------------------


class Shower:
    """Shows a row: as JSON, or its words on a line of their own, above what is typed on ``keyboard``."""

    def __init__(self, out: Output, as_json: bool, command: str) -> None:
        self.keyboard: Keyboard | None = None
        self._out, self._as_json, self._command = out, as_json, command

    def __call__(self, row: Row) -> None:
        with self.keyboard.above() if self.keyboard else nullcontext():
            self._show(row)
            self._out.stream.flush()

    def _show(self, row: Row) -> None:
        if self._as_json:
            self._out.json(row)
        elif row.get("event") == "error":
            sys.stderr.write(printable(f"callparser {self._command}: {row['error']['message']}\n"))
        elif row.get("event") != "noise":
            self._words(row)

    def _words(self, row: Row) -> None:
        out = self._out
        seen = row.get("by") == "text" and self.keyboard is not None and self.keyboard.keys
        if "heard" in row and "by" in row and not seen:
            out.line(f"{PROMPT}{printable(row['heard']) or '-'}")
        text = row.get("spoken") or row.get("text")
        clause = row.get("clause")
        if text:
            text = printable(text)
            out.line(f"{text}   [{clause}]" if clause and not out.plain else text)
