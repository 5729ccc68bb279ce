"""Where an utterance begins and ends in live sound, by its energy.

The recogniser's own end-point waits for half a second of what it believes to be silence, and half of what
it takes besides is spent before it notices. Here a fifth of a second of quiet ends an utterance.

Energy is measured twice: between 0.2 and 2 kHz, where vowels stand out of any noise and hum is gone, and
on the differences of neighbouring samples, where the "s" at the end of a word does. Each has a floor of its
own, which follows the noise; speech is what stands well above either.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from dataclasses import dataclass
from operator import add, mul, sub
from typing import Final

from callparser.voice.source import RATE_HZ, Block

FRAME_S: Final = 0.01
#: Quiet for so long ends an utterance: longer than the closure of a "t" or "k" within a word.
QUIET_S: Final = 0.20
#: After so much of it the recogniser may begin: if the quiet lasts, its answer is ready when it ends.
PAUSE_S: Final = 0.10
PRE_ROLL_S: Final = 0.30
#: A call never takes longer; if something does, the noise has risen and the floor is measured again.
CAP_S: Final = 8.0
#: Shorter than this is a click.
SHORTEST_S: Final = 0.08

#: Decibels above the floor at which speech begins, and below which it is quiet again.
ON_DB: Final = 9.0
OFF_DB: Final = 5.0
#: So far below the loudest part it is quiet, too: the echo of a room is not speech.
RANGE_DB: Final = 34.0
#: The floors are never put below this (some 10 steps of 16-bit sound): digital silence has none.
LOWEST_DB: Final = 20.0
#: How fast the floor follows noise that rises, in decibels a second, while it is quiet.
RISE_DB_S: Final = 4.0
_LOUD_OF: Final = (4, 6)  # so many loud frames of so many begin an utterance
_FRAME: Final = int(FRAME_S * RATE_HZ)
_ROLL: Final = round(PRE_ROLL_S / FRAME_S)
_LAG: Final = 8  # samples: what repeats after so many is 2 kHz or nothing

#: Decibels of one frame: of the vowels' band and of the differences.
Levels = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Utterance:
    """From the pre-roll to the quiet after it, as 16 kHz sound. Times are on the clock of the source.

    ``first_s`` and ``last_s`` are when speech began and when it was last heard, ``end_s`` is where the
    sound ends. ``continues``: it begins with the utterance before it, which ended too early. Not
    ``final``: a pause that may turn out to be the end.
    """

    samples: array[int]
    first_s: float
    last_s: float
    end_s: float
    continues: bool = False
    final: bool = True


@dataclass(frozen=True, slots=True)
class Dropped:
    """An utterance that is not handed on. ``why``: ``lost``, ``long``, ``cut`` (its start is missing)."""

    why: str
    at_s: float


class Endpoint:
    """Feed it blocks in order; it gives back what ended in them. Quiet costs 4 ms of a second."""

    def __init__(self, *, quiet_s: float = QUIET_S) -> None:
        self._quiet = max(1, round(quiet_s / FRAME_S))
        self._pause = round(PAUSE_S / FRAME_S)
        self.floor_db: Levels = (LOWEST_DB, LOWEST_DB)
        self._first: list[Levels] = []  # the first frames, from which the floors are taken
        self._left = array("h")
        self._before: deque[array[int]] = deque(maxlen=_ROLL)
        self._at_s = 0.0
        self.reset()

    def reset(self) -> None:
        """Forget the utterance under way and the pre-roll; the floor stays."""
        self._left = array("h")
        self._before.clear()
        self._recent: deque[bool] = deque(maxlen=_LOUD_OF[1])
        self._speech: list[array[int]] | None = None
        self._lost = False

    @property
    def speaking(self) -> bool:
        """Is an utterance under way?"""
        return self._speech is not None

    def feed(self, block: Block) -> list[Utterance | Dropped]:
        """What ended in this block."""
        if block.lost:
            self._lost = self._lost or self.speaking
            self._left = array("h")
        self._left.extend(block.samples)
        found: list[Utterance | Dropped] = []
        while len(self._left) >= _FRAME:
            frame, self._left = self._left[:_FRAME], self._left[_FRAME:]
            ended = self._frame(frame, block.at_s - len(self._left) / RATE_HZ)
            found += [ended] if ended else []
        return found

    def finish(self) -> Utterance | Dropped | None:
        """End the utterance under way now: the key was released."""
        return self._end() if self.speaking else None

    def _frame(self, frame: array[int], at_s: float) -> Utterance | Dropped | None:
        self._at_s = at_s
        levels = _levels(frame)
        if len(self._first) < _ROLL:
            self._first.append(levels)
            self.floor_db = _low(self._first)
        over = (levels[0] - self.floor_db[0], levels[1] - self.floor_db[1])
        if self._speech is None:
            self._listen(frame, levels, over)
            return None
        return self._follow(frame, levels, over)

    def _listen(self, frame: array[int], levels: Levels, over: Levels) -> None:
        """No utterance yet: keep the pre-roll, follow the noise, and see whether one begins."""
        self._before.append(frame)
        self._recent.append(max(over) > ON_DB)
        if sum(self._recent) >= _LOUD_OF[0]:
            self._begin()
        elif not self._recent[-1]:
            vowels, steps = map(_followed, self.floor_db, levels)
            self.floor_db = (vowels, steps)

    def _begin(self) -> None:
        self._speech = list(self._before)
        self._before.clear()
        since = len(self._recent) - list(self._recent).index(True)
        self._first_s = self._at_s - since * FRAME_S
        self._last_s = self._at_s
        self._peak: Levels = (ON_DB, ON_DB)
        self._loud = since
        self._run = 0
        self._levels: list[Levels] = []

    def _follow(self, frame: array[int], levels: Levels, over: Levels) -> Utterance | Dropped | None:
        assert self._speech is not None
        self._speech.append(frame)
        self._levels.append(levels)
        self._peak = (max(self._peak[0], over[0]), max(self._peak[1], over[1]))
        loud = any(db > max(OFF_DB, top - RANGE_DB) for db, top in zip(over, self._peak, strict=True))
        self._run = 0 if loud else self._run + 1
        if loud:
            self._last_s = self._at_s
            self._loud += 1
        if self._run >= self._quiet:
            return self._end()
        if self._run == self._pause and self._loud * FRAME_S >= SHORTEST_S and not self._lost:
            return Utterance(_joined(self._speech), self._first_s, self._last_s, self._at_s, final=False)
        if self._at_s - self._first_s >= CAP_S:
            self.floor_db = _low(self._levels)
            self.reset()
            return Dropped("long", self._at_s)
        return None

    def _end(self) -> Utterance | Dropped | None:
        assert self._speech is not None
        samples = _joined(self._speech)
        tail, lost, loud = self._speech[-_ROLL:], self._lost, self._loud
        self.reset()
        self._before.extend(tail)
        if lost:
            return Dropped("lost", self._at_s)
        if loud * FRAME_S < SHORTEST_S:
            return None
        return Utterance(samples, self._first_s, self._last_s, self._at_s)


def _joined(frames: list[array[int]]) -> array[int]:
    samples = array("h")
    for frame in frames:
        samples.extend(frame)
    return samples


def _levels(frame: array[int]) -> Levels:
    smooth = list(map(add, map(add, frame, frame[1:]), map(add, frame[2:], frame[3:])))
    vowels = list(map(sub, smooth[_LAG:], smooth))
    steps = list(map(sub, frame[1:], frame))
    return _decibels(vowels), _decibels(steps)


def _decibels(values: list[int]) -> float:
    return 10 * math.log10(sum(map(mul, values, values)) / len(values) + 1)


def _low(frames: list[Levels]) -> Levels:
    """A floor for these frames: a fifth of them are quieter."""
    vowels, steps = (max(LOWEST_DB, sorted(one)[len(one) // 5]) for one in zip(*frames, strict=True))
    return vowels, steps


def _followed(floor_db: float, db: float) -> float:
    """The floor after one more quiet frame: slowly up, quickly down."""
    step = min(RISE_DB_S * FRAME_S, db - floor_db) if db > floor_db else 0.1 * (db - floor_db)
    return max(LOWEST_DB, floor_db + step)
