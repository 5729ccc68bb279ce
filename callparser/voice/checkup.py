"""Measurements for ``doctor --audio``: the noise, the level, the rate, the echo, and a few words.

Each function reads a source for some seconds and gives back what it found; none of them prints.
"""

from __future__ import annotations

import math
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import mul
from typing import Final

from callparser.errors import MicrophoneMissing
from callparser.voice.endpoint import Endpoint, Utterance
from callparser.voice.hearing import Hearing
from callparser.voice.source import RATE_HZ, Block, Clock, Source
from callparser.voice.speaker import USUAL_RATE, Speaker

_FULL: Final = 32_768.0
_CLIPPED: Final = 32_700
#: Louder than this over the quiet room, the program hears itself.
ECHO_DB: Final = 6.0
#: How long an echo is waited for after the sound has ended.
_WAIT_S: Final = 1.5
_FIRST_S: Final = 4.0
_SPARE_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Quiet:
    """A room in which nobody speaks. Levels in decibels below full scale; ``clipped`` is a share of 1."""

    noise_db: float
    clipped: float
    rate_hz: float


@dataclass(frozen=True, slots=True)
class Echo:
    """The program's own voice in the microphone: ``over_db`` above the quiet room, gone ``tail_s`` after."""

    over_db: float
    tail_s: float


def level_db(samples: array[int]) -> float:
    """Decibels below full scale: 0 is the loudest, -96 the lowest."""
    mean = sum(map(mul, samples, samples)) / max(1, len(samples))
    return 10 * math.log10(max(mean, 0.25) / _FULL**2)


def quiet(source: Source, seconds: float = 2.0, *, clock: Clock = time.monotonic) -> Quiet:
    """Listen to the room. Raises :class:`MicrophoneMissing` when no sound comes."""
    next(_blocks(source, _FIRST_S, clock), None)  # some systems need seconds for the first
    blocks = list(_blocks(source, seconds, clock))
    if len(blocks) < 5:
        raise MicrophoneMissing(f"the microphone {source.name} gives no sound; see whether it is muted, and "
                                "whether this program may record")  # fmt: skip
    levels = sorted(level_db(block.samples) for block in blocks)
    samples = [abs(value) for block in blocks for value in block.samples]
    span_s = blocks[-1].at_s - blocks[0].at_s
    count = sum(len(block.samples) for block in blocks[1:])
    clipped = sum(value >= _CLIPPED for value in samples) / len(samples)
    return Quiet(levels[len(levels) // 2], clipped, count / span_s if span_s > 0 else 0.0)


def echo(
    source: Source, speaker: Speaker, lang: str, text: str, noise_db: float, *, clock: Clock = time.monotonic
) -> Echo:
    """Speak, and listen to it."""
    ended: list[float] = []

    def say() -> None:
        speaker.say(text, lang, USUAL_RATE)
        ended.append(clock())

    thread = threading.Thread(target=say, daemon=True)
    thread.start()
    loud: list[tuple[float, float]] = []
    while thread.is_alive() or clock() < ended[0] + _WAIT_S:
        block = source.read(0.1)
        if block is not None:
            loud.append((block.at_s, level_db(block.samples)))
    over = [at_s for at_s, db in loud if db > noise_db + ECHO_DB]
    top_db = max((db for _, db in loud), default=noise_db)
    tail_s = max(0.0, over[-1] - ended[0]) + _SPARE_S if over else 0.0
    return Echo(top_db - noise_db, tail_s)


def words(
    source: Source,
    hearing: Hearing,
    wanted: list[str],
    prompt: Callable[[str], None],
    *,
    patience_s: float = 6.0,
    clock: Clock = time.monotonic,
) -> Iterator[tuple[str, str, float, float]]:
    """For each phrase: the phrase, what was heard, the level of it, and the seconds to the answer."""
    for phrase in wanted:
        prompt(phrase)
        for _ in _blocks(source, 0.0, clock):
            pass  # what is waiting was said before the prompt
        yield phrase, *_one(source, hearing, patience_s, clock)


def _one(source: Source, hearing: Hearing, patience_s: float, clock: Clock) -> tuple[str, float, float]:
    ears = Endpoint()
    for block in _blocks(source, patience_s, clock):
        for found in ears.feed(block):
            if isinstance(found, Utterance) and found.final:
                heard = hearing.hear(found.samples, RATE_HZ)
                return heard.text, level_db(found.samples), clock() - found.last_s
    return "", -96.0, 0.0


def _blocks(source: Source, seconds: float, clock: Clock) -> Iterator[Block]:
    """What comes within so many seconds; with 0, what is there already."""
    end_s = clock() + seconds
    while clock() < end_s or not seconds:
        block = source.read(0.1 if seconds else 0.0)
        if block is not None:
            yield block
        elif source.ended or not seconds:
            return
