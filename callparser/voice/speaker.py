"""Speech out: whatever the system has. None is fine: everything spoken is shown as well.

Each program gets the text on its standard input or as its last argument, never through a shell, and is
ended when it takes too long or the player interrupts it.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

#: Longer texts are cut at the end of a sentence.
MAX_CHARACTERS: Final = 400
#: Speaking takes at most a start and so long for a character, at the slowest rate.
_START_S: Final = 5.0
_CHARACTER_S: Final = 0.25

#: Words a minute, in which the player may ask for slower and faster.
RATES: Final = (110, 140, 170, 210, 260)
USUAL_RATE: Final = 2

_CULTURES: Final = {"sv": "sv-SE", "en": "en-GB", "no": "nb-NO", "da": "da-DK"}
_WINDOWS: Final = (
    "$text = [Console]::In.ReadToEnd(); Add-Type -AssemblyName System.Speech; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; $voice.Rate = {rate}; "
    "$culture = [Globalization.CultureInfo]::GetCultureInfo('{culture}'); "
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $culture) }} catch {{ }}; $voice.Speak($text)"
)


class Speaker(Protocol):
    """Says one text at a time."""

    @property
    def name(self) -> str:
        """What speaks, for people."""

    def say(self, text: str, lang: str, rate: int) -> bool:
        """Speak, and return when the sound has ended: ``True`` unless it failed. ``rate`` indexes RATES."""

    def hush(self) -> None:
        """Stop at once, from any thread."""


@dataclass(frozen=True, slots=True)
class Program:
    """How to run a program that speaks: its command, and whether the text goes to its standard input."""

    name: str
    command: Callable[[str, int], Sequence[str]]
    by_stdin: bool = True


def _espeak(name: str) -> Program:
    voices = {"no": "nb"}
    return Program(
        name, lambda lang, rate: [name, "-v", voices.get(lang, lang), "-s", str(RATES[rate]), "--stdin"]
    )


def _spd_say() -> Program:
    voices = {"no": "nb"}
    return Program(
        "spd-say",
        lambda lang, rate: ["spd-say", "-w", "-l", voices.get(lang, lang), "-r", str(30 * (rate - 2)), "--"],
        by_stdin=False,
    )


def _mac_say() -> Program:
    return Program("say", lambda lang, rate: ["say", "-r", str(RATES[rate]), *_mac_voice(lang), "-f", "-"])


def _mac_voice(lang: str) -> list[str]:
    """The first voice of the language among those installed, or the system's own."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        listed = subprocess.run(
            ["say", "-v", "?"], capture_output=True, text=True, timeout=5, check=True
        ).stdout
        wanted = _CULTURES[lang].split("-")[0] + "_"
        for line in listed.splitlines():
            found = re.match(rf"(.+?)\s+{wanted}\w\w\s", line)
            if found:
                return ["-v", found.group(1)]
    return []


def _windows() -> Program:
    def command(lang: str, rate: int) -> list[str]:
        script = _WINDOWS.format(rate=2 * (rate - 2), culture=_CULTURES[lang])
        return ["powershell", "-NoProfile", "-NonInteractive", "-Command", script]

    return Program("Windows speech", command)


def programs() -> list[Program]:
    """What this system may have, the best first."""
    own = {"darwin": [_mac_say()], "win32": [_windows()]}.get(sys.platform, [])
    return [*own, _espeak("espeak-ng"), _espeak("espeak"), _spd_say()]


def find_speaker(wish: str = "auto") -> Speaker | None:
    """The speaker of that name, or the first that is installed; ``None`` if there is none, or for "none"."""
    if wish == "none":
        return None
    for program in programs():
        if wish in ("auto", program.name) and shutil.which(program.command("en", USUAL_RATE)[0]):
            return ProgramSpeaker(program)
    return None


class ProgramSpeaker:
    """Speaks with a program, a process for each text."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._hushed = False

    @property
    def name(self) -> str:
        return self._program.name

    def say(self, text: str, lang: str, rate: int) -> bool:
        text = speakable(text)
        if not text:
            return True
        command = [*self._program.command(lang, rate), *([] if self._program.by_stdin else [text])]
        with self._lock:
            self._hushed = False
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )  # fmt: skip
            except OSError:
                return False
        process = self._process
        try:
            process.communicate(
                text.encode() if self._program.by_stdin else b"", _START_S + _CHARACTER_S * len(text)
            )
        except (subprocess.TimeoutExpired, OSError):
            process.kill()
            process.wait()
        return self._hushed or process.returncode == 0

    def hush(self) -> None:
        with self._lock:
            self._hushed = True
            if self._process is not None and self._process.poll() is None:
                self._process.kill()


def speakable(text: str) -> str:
    """One line, without control characters, at most :data:`MAX_CHARACTERS`, cut after a sentence."""
    line = " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
    if len(line) <= MAX_CHARACTERS:
        return line
    head = line[:MAX_CHARACTERS]
    cut = max(head.rfind(mark) for mark in (". ", "; ", "? "))
    return head[: cut + 1] if cut > 0 else head
