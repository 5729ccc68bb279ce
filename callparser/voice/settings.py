"""What is remembered between runs: the microphone, the echo of the room, and whether to learn habits."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from callparser.errors import NotKept
from callparser.files import config_dir
from callparser.voice.microphone import Device

_FILE: Final = "voice.json"
_MAX_BYTES: Final = 65_536
#: An echo that is remembered is believed between these.
ECHO_TAIL_RANGE_S: Final = (0.1, 2.0)


@dataclass(frozen=True, slots=True)
class Settings:
    device: Device | None = None
    echo_tail_s: float | None = None
    learn: bool = False


def load() -> Settings:
    """What is remembered; nothing, if there is no file or it cannot be read."""
    try:
        with open(Path(config_dir(), _FILE), "rb") as file:
            row = json.loads(file.read(_MAX_BYTES))
        device, tail_s = row.get("device"), row.get("echo_tail_s")
        return Settings(
            Device(str(device["name"]), str(device["host_api"])) if device else None,
            _tail_s(float(tail_s)) if tail_s is not None else None,
            row.get("learn") is True,
        )
    except (OSError, ValueError, ArithmeticError, KeyError, TypeError, AttributeError, RecursionError):
        return Settings()


def _tail_s(value: float) -> float | None:
    low, high = ECHO_TAIL_RANGE_S
    return min(max(value, low), high) if math.isfinite(value) else None


def save(settings: Settings) -> None:
    """Remember it. Raises :class:`NotKept` where nothing can be written."""
    device = settings.device
    row = {
        "device": {"name": device.name, "host_api": device.host_api} if device else None,
        "echo_tail_s": settings.echo_tail_s,
        "learn": settings.learn,
    }
    path = Path(config_dir(), _FILE)
    try:
        os.makedirs(config_dir(), mode=0o700, exist_ok=True)
        path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    except OSError as err:
        raise NotKept(f"{path} cannot be written ({err.strerror}), so nothing is remembered; make it "
                      "writable, or set CALLPARSER_CONFIG to another directory") from None  # fmt: skip
