"""A festival that stays open: scheme in, waveforms out."""

from __future__ import annotations

import os
import select
import subprocess
import time
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import soundfile

_DONE: Final = b"DONE"
_PATIENCE: Final = 30.0


class Scheme:
    """One festival process. It is started again when it dies or hangs."""

    def __init__(self, work: Path) -> None:
        self._wave = work / f"festival-{os.getpid()}-{id(self)}.wav"
        self._process: subprocess.Popen[bytes] | None = None
        self._voice = ""

    def speak(self, voice: str, setup: str, text: str) -> tuple[npt.NDArray[np.float32], int] | None:
        """The sound of a text in a voice after some scheme; None when festival had nothing to say."""
        self._wave.unlink(missing_ok=True)
        try:
            if voice != self._voice or self._process is None:
                self._run(f"(voice_{voice})")
                self._voice = voice
            self._run(f'{setup} (utt.save.wave (SynthText "{text}") "{self._wave}" (quote riff))')
        except (EOFError, TimeoutError, BrokenPipeError):
            self._close()
            return None
        if not self._wave.exists():
            return None
        audio, rate = soundfile.read(self._wave, dtype="float32")
        return audio, rate

    def _close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process, self._voice = None, ""

    def _run(self, scheme: str) -> None:
        """Runs some scheme and waits for it; an error of festival's ends in the same mark."""
        if self._process is None:
            self._process = subprocess.Popen(
                ["festival", "--pipe"],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        source, sink = self._process.stdout, self._process.stdin
        if source is None or sink is None:
            raise EOFError
        # festival keeps what it prints until it is told to let go of it
        sink.write(f'(begin {scheme})\n(format t "{_DONE.decode()}\\n")\n(fflush nil)\n'.encode("latin-1"))
        heard, until = b"", time.monotonic() + _PATIENCE
        while _DONE not in heard:
            if not select.select([source], [], [], max(0.0, until - time.monotonic()))[0]:
                raise TimeoutError
            if not (more := os.read(source.fileno(), 4096)):
                raise EOFError
            heard += more
