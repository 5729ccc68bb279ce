"""callparser's whole path and its peers, side by side: each makes a meaning of a recording.

All get the same sound, prepared as callparser does (raised, with room before and after, over a floor of
noise), and read text with callparser's parser, so that only the recognising differs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain, pairwise
from typing import Any, Final, Protocol

from benchmarks.voice.calls import meant_by
from benchmarks.voice.cost import LANGUAGES, cpu_s
from callparser.designation import Designation, Intent, Understood
from callparser.outcome import Played
from callparser.understand import parse
from callparser.understand.phrases import phrases
from callparser.voice.audio import Audio, prepared
from callparser.voice.engines.vosk import VoskEngine, command
from callparser.voice.hearing import Hearing
from callparser.voice.models import find, words
from callparser.voice.worker import Worker
from callparser.wire import Situation, resolve_said

RATE_HZ: Final = 16_000
#: What is heard must not depend on what else the machine does.
PATIENCE_S: Final = 60.0
#: Narrower than its own: the same words in a tenth of the time.
SPHINX_BEAMS: Final = {"beam": 1e-30, "wbeam": 1e-20, "pbeam": 1e-30}


class Ear(Protocol):
    name: str
    languages: tuple[str, ...]

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        """What was meant, and the words that were heard. ``at`` is for those who look at the table."""

    def cpu_s(self) -> float:
        """CPU seconds spent so far."""

    def close(self) -> None: ...


class Whole:
    """The path that ships."""

    name = "callparser"
    languages = LANGUAGES

    def __init__(self, model: str | None) -> None:
        self._worker = Worker(command())
        self._engine = VoskEngine(model, self._worker)
        self._hearing = {lang: Hearing(self._engine, lang) for lang in LANGUAGES}

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        heard = self._hearing[lang].hear(sound.samples, sound.rate_hz, timeout_s=PATIENCE_S)
        return meant_by(heard, lang, at), heard.text

    def cpu_s(self) -> float:
        return time.process_time() + cpu_s(self._worker)

    def close(self) -> None:
        self._engine.close()


class Plain:
    """vosk's grammar mode as its examples use it: every sentence listed, the first hearing, no way out."""

    name = "vosk, first hearing"
    languages = LANGUAGES

    def __init__(self, model: str | None) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        self._vosk = vosk
        found = find(model, engine="vosk")
        self._model = vosk.Model(str(found.path))
        self.known = set(words(found))
        self._listeners: dict[str, Any] = {}

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        if lang not in self._listeners:
            self._listeners[lang] = self.listener(sayable(lang, self.known))
        return read(first(self._listeners[lang], sound), lang)

    def cpu_s(self) -> float:
        return time.process_time()

    def listener(self, listed: Iterable[str]) -> Any:
        return self._vosk.KaldiRecognizer(self._model, RATE_HZ, json.dumps(list(listed), ensure_ascii=False))

    def close(self) -> None:
        self._listeners.clear()


class Restricted(Plain):
    """The same, but listening only for what dummy can play: what callparser never does, and why."""

    name = "vosk, only legal cards"

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        if at is None:
            raise ValueError("found no table, expected one: its cards make the list")
        meanings = spelled(lang, frozenset(self.known))
        legal = (pairs for intent, pairs in meanings.items() if plays(intent, at))
        return read(first(self.listener(dict.fromkeys(chain.from_iterable(legal))), sound), lang)


class Sphinx:
    """pocketsphinx with the American English model in its wheel, and a grammar of words and their neighbours.

    Each word is a state that may go to the words that follow it in some sentence: what a right-recursive
    JSGF says, without its text. The sentences are those that the vosk model can hear, less those with a word
    that the dictionary lacks.
    """

    name = "pocketsphinx"
    languages = ("en",)

    def __init__(self, model: str | None) -> None:
        from pocketsphinx import Decoder, get_model_path  # type: ignore[import-untyped]

        self._decoder = Decoder(
            hmm=get_model_path("en-us/en-us"), dict=get_model_path("en-us/cmudict-en-us.dict"), lm=None,
            loglevel="FATAL", **SPHINX_BEAMS,
        )  # fmt: skip
        known = {word for word in words(find(model)) if self._decoder.lookup_word(word)}
        said = [phrase.split() for phrase in sayable("en", known)]
        self._decoder.add_fsg("calls", self._decoder.create_fsg("calls", 0, 1, transitions(said)))
        self._decoder.activate_search("calls")

    def hear(self, sound: Audio, lang: str, at: Situation | None) -> tuple[Understood, str]:
        self._decoder.start_utt()
        self._decoder.process_raw(prepared(sound, RATE_HZ).pcm(), full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return read(found.hypstr if found else "", lang)

    def cpu_s(self) -> float:
        return time.process_time()

    def close(self) -> None:
        del self._decoder


def transitions(said: list[list[str]]) -> list[tuple[int, int, float, str] | tuple[int, int, float]]:
    """From state, to state, probability and the word said on the way; from 0 to 1."""
    state = {word: number for number, word in enumerate(sorted({word for one in said for word in one}), 2)}
    firsts = sorted({one[0] for one in said})
    after: dict[str, set[str]] = {word: set() for word in state}
    for one in said:
        for left, right in pairwise(one):
            after[left].add(right)
    ends = {one[-1] for one in said}
    found: list[tuple[int, int, float, str] | tuple[int, int, float]] = []
    found += [(0, state[word], 1 / len(firsts), word) for word in firsts]
    for left, rights in after.items():
        share = 1 / (len(rights) + (left in ends))
        found += [(state[left], state[right], share, right) for right in sorted(rights)]
        found += [(state[left], 1, share)] if left in ends else []
    return found


def first(listener: Any, sound: Audio) -> str:
    """vosk starts afresh after each result, so that one listener serves all."""
    listener.AcceptWaveform(prepared(sound, RATE_HZ).pcm())
    return str(json.loads(listener.FinalResult())["text"])


def read(text: str, lang: str) -> tuple[Understood, str]:
    return parse(text, lang, fallback=False), text


def plays(intent: Intent, at: Situation) -> bool:
    return isinstance(resolve_said([Designation(intent, "")], at), Played)


def sayable(lang: str, known: Iterable[str]) -> list[str]:
    """The sentences of the call language whose every word is known."""
    vocabulary = set(known)
    return [phrase for phrase in phrases(lang) if all(word in vocabulary for word in phrase.split())]


@cache
def spelled(lang: str, known: frozenset[str]) -> Mapping[Intent, tuple[str, ...]]:
    """Every meaning with the words and pairs of words that say it."""
    found: dict[Intent, dict[str, None]] = {}
    for phrase in sayable(lang, known):
        said = parse(phrase, lang, fallback=False)
        if isinstance(said, Designation):
            parts = phrase.split()
            pairs = found.setdefault(said.intent, {})
            pairs.update(dict.fromkeys([*parts, *(f"{a} {b}" for a, b in pairwise(parts))]))
    return {intent: tuple(pairs) for intent, pairs in found.items()}
