"""What is to be heard: calls under a condition, calls for a card that dummy lacks, and what is no call."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.voice.calls import Clip, clips, said, table_for
from benchmarks.voice.cost import LANGUAGES
from benchmarks.voice.sounds import CLEAN, RATE_HZ, Condition, noises
from benchmarks.voice.talk import FOREIGN
from benchmarks.voice.tally import ABSENT, CALL
from callparser import value
from callparser.cards import Hand
from callparser.designation import Designation, NamedCard
from callparser.outcome import Played, Resolution
from callparser.voice.audio import Audio
from callparser.voice.endpoint import CAP_S, QUIET_S
from callparser.wire import Situation, resolve_said

#: Babble is made of so many of the other recordings of a language.
_OTHERS: Final = 40
_NOISES: Final = 10
_BACKWARDS: Final = 30


@dataclass(frozen=True, slots=True)
class Task:
    """One recording to be heard, by a listener in ``lang``.

    ``wanted`` is what the Laws make of its words at a table, ``at``; both are ``None`` if it is no call.
    """

    condition: str
    clip: Clip
    sound: Audio
    lang: str
    at: Situation | None = None
    wanted: Resolution | None = None


class Call(NamedTuple):
    clip: Clip
    at: Situation
    wanted: Played

    @property
    def names_a_card(self) -> bool:
        words = said(self.clip.text, self.clip.lang)
        return isinstance(words, Designation) and isinstance(words.intent, NamedCard)


def chosen(shards: Path, most: int) -> list[Call]:
    """So many calls of each family and language that play a card at some table, drawn by a fixed seed.

    All families read the same texts in the same order; each is shuffled by itself, so that theirs differ.
    """
    spoken: dict[tuple[str, str], list[Clip]] = defaultdict(list)
    for clip in clips(shards):
        if clip.kind == CALL:
            spoken[clip.lang, clip.family].append(clip)
    found: list[Call] = []
    for lang, family in sorted(spoken, key=lambda key: (LANGUAGES.index(key[0]), key[1])):
        some = spoken[lang, family]
        Random(f"{lang} {family}").shuffle(some)
        found += islice(_playing(some), most)
    return found


def _playing(some: Sequence[Clip]) -> Iterator[Call]:
    for clip in some:
        if (at := table_for(clip.text, clip.lang)) is not None:
            wanted = resolve_said([said(clip.text, clip.lang)], at)
            assert isinstance(wanted, Played)
            yield Call(clip, at, wanted)


def call_tasks(calls: Sequence[Call], condition: Condition, lang: str) -> Iterator[Task]:
    some = [call for call in calls if call.clip.lang == lang]
    for clip, at, wanted in some:
        others = [other.clip.samples for other in some if other.clip.voice != clip.voice][:_OTHERS]
        sound = condition.sound(clip.samples, others, key=f"{clip.family} {clip.voice} {clip.text}")
        yield Task(condition.name, clip, sound, lang, at, wanted)


def absent_tasks(calls: Sequence[Call], lang: str) -> Iterator[Task]:
    """Calls that name a card in full, at a table where dummy has just not got it."""
    for call in calls:
        if call.clip.lang == lang and call.names_a_card:
            held = Hand(call.at.table.dummy.bits & ~call.wanted.card.bit)
            at = value.replace(call.at, table=value.replace(call.at.table, dummy=held))
            wanted = resolve_said([said(call.clip.text, lang)], at)
            yield Task(ABSENT, call.clip, CLEAN.sound(call.clip.samples), lang, at, wanted)


def other_tasks(talk: Path | None, calls: Sequence[Call], lang: str, most: int | None) -> Iterator[Task]:
    """What is no call, at most so many of a kind; talk in the languages of others is for every listener.

    What takes longer than the live path hands on is left out.
    """
    taken: dict[str, int] = defaultdict(int)
    for clip in clips(talk) if talk else ():
        if clip.lang in (lang, *FOREIGN) and len(clip.samples) < (CAP_S - QUIET_S) * RATE_HZ:
            taken[clip.kind] += 1
            if most is None or taken[clip.kind] <= most:
                yield Task(CLEAN.name, clip, CLEAN.sound(clip.samples), lang)
    own = [call.clip for call in calls if call.clip.lang == lang]
    for clip in own[:: -(-len(own) // _BACKWARDS) or 1][:most]:
        back = replace(clip, kind="calls backwards", samples=clip.samples[::-1])
        yield Task(CLEAN.name, back, CLEAN.sound(back.samples), lang)
    for name, number, sound in noises(min(most or _NOISES, _NOISES)):
        yield Task(CLEAN.name, Clip("noise", str(number), lang, name, "", array("h")), sound, lang)
