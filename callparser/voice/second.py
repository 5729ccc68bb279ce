"""When the second opinion is asked, about which sentences, and what is made of its answer.

It runs in a thread beside the one that waits: a question that takes too long, or fails in any way, costs the
second opinion and nothing else.
"""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, Final

from callparser.designation import Designation, Intent, RankOnly, SuitOnly, Understood
from callparser.errors import CallparserError, EngineFailed
from callparser.voice.audio import Audio
from callparser.voice.engine import UNKNOWN, Alternative, Heard, Scorer
from callparser.voice.meaning import Outcome, intent_of, meaning
from callparser.voice.mixing import Kind, ruling

#: A first pass whose meaning has this share is not asked about. It is a lead of 4 in its scores, at which the
#: notes still found 2 wrong of 52; chosen with the recordings of the benchmark in sight.
TRUSTED: Final = 0.98
#: A second of sound takes 0.3 to 0.4 s of one core; ten times that means that something is wrong.
TIMEOUT_S: Final = 4.0
#: Setting up the list takes seconds, once for a network; afterwards it comes from the cache.
PREPARE_S: Final = 120.0
#: A hearing with so many words has neighbours outside the core; each costs up to 10 ms when it is new.
LONG: Final = 3
MAX_NEIGHBOURS: Final = 16


@dataclass(frozen=True, slots=True)
class Reconsidered:
    """``kind`` is what the two opinions came to; ``None`` if the second was not asked or failed, then with
    the ``failure``. ``heard`` is as before where nothing came of it."""

    heard: Heard
    kind: Kind | None = None
    failure: str = ""


def is_unsure(heard: Heard, parse: Callable[[str], Understood], outcome: Outcome = intent_of) -> bool:
    """Is it the hearing that is in doubt?

    It is when no sentence stood out, when :func:`callparser.voice.meaning.meaning` finds another outcome
    close, when only the fallback knows what was heard, and when all hearings of the outcome together have
    less than :data:`TRUSTED`. What is open in the words themselves ("D": dam or diamonds) no ear can settle.
    """
    if not any(_is_call(hearing, parse) for hearing in heard.alternatives):
        return False
    chosen = parse(heard.text)
    if not heard.in_language or not isinstance(chosen, Designation):
        return not heard.in_language
    own = outcome(chosen)
    same = (h.confidence for h in heard.alternatives if _key(parse(h.text), outcome) == own)
    known = isinstance(meaning(heard, parse, outcome), Designation)
    return chosen.guessed or sum(same) < TRUSTED or not known


def worth_scoring(heard: Heard, core: Sequence[str], parse: Callable[[str], Understood]) -> list[str]:
    """The core list, every sentence among the hearings, and the neighbours of the likeliest long one.

    Neighbours have another suit or rank in the place of one ("play the ten" for "play the two"): a sentence
    outside the core in which one word was misheard. Short ones have their neighbours in the core. What dummy
    holds has no say.
    """
    found = dict.fromkeys(core)
    outside = [h.text for h in heard.alternatives if h.text not in found and _is_call(h, parse)]
    found.update(dict.fromkeys(outside))
    if long := next((text for text in outside if len(text.split()) >= LONG), ""):
        near = _neighbours(long, _single_words(core, parse))
        found.update(dict.fromkeys(islice(near, MAX_NEIGHBOURS)))
    return list(found)


class Second:
    """A scorer in a thread of its own, for one language. Loading begins at once."""

    def __init__(self, make: Callable[[], Scorer], core: Sequence[str], lang: str) -> None:
        self._core = list(core)
        self._lang = lang
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._busy = threading.Event()
        threading.Thread(target=self._run, name="second-opinion", daemon=True).start()
        self._ready = self._submit(lambda: self._prepared(make))

    def reconsider(
        self,
        audio: Audio,
        heard: Heard,
        parse: Callable[[str], Understood],
        outcome: Outcome = intent_of,
        *,
        timeout_s: float = TIMEOUT_S,
    ) -> Reconsidered:
        """The hearing after a second opinion, if there is need of one. A scorer that fails raises nothing."""
        if not is_unsure(heard, parse, outcome):
            return Reconsidered(heard)
        phrases = worth_scoring(heard, self._core, parse)
        try:
            scorer: Scorer = _waited(self._ready, PREPARE_S)
            if self._busy.is_set():
                raise EngineFailed("it is still busy with an earlier call")
            scores = _waited(self._submit(lambda: scorer.score(audio, phrases, self._lang)), timeout_s)
        except CallparserError as err:
            return Reconsidered(heard, failure=str(err))
        return settled(heard, scores, parse, outcome)

    def _prepared(self, make: Callable[[], Scorer]) -> Scorer:
        scorer = make()
        if self._core:
            scorer.prepare(self._core, self._lang)
        return scorer

    def _submit(self, job: Callable[[], Any]) -> Future[Any]:
        result: Future[Any] = Future()
        self._busy.set()
        self._jobs.put((result, job))
        return result

    def _run(self) -> None:
        while True:
            result, job = self._jobs.get()
            try:
                done = job()
            except BaseException as err:  # native code throws its own: the asker is told, and on it goes
                self._busy.clear()
                result.set_exception(_as_ours(err))
            else:
                self._busy.clear()
                result.set_result(done)


def settled(
    heard: Heard,
    scores: Iterable[tuple[str, float]],
    parse: Callable[[str], Understood],
    outcome: Outcome = intent_of,
) -> Reconsidered:
    """The hearing after the second opinion's ``scores``: its alternatives are those that are left."""
    first = {
        hearing.text: math.log(max(hearing.confidence, 1e-300))
        for hearing in heard.alternatives
        if _is_call(hearing, parse)
    }
    found = ruling(first, dict(scores), cache(lambda text: _key(parse(text), outcome)))
    if found.kind == "no call":  # what was a question stays one; a card is not played on one doubtful ear
        played = isinstance(meaning(heard, parse, outcome), Designation)
        return Reconsidered(replace(heard, in_language=False) if played else heard, "no call")
    words = {hearing.text: hearing.words for hearing in heard.alternatives}
    left = tuple(Alternative(text, share, words.get(text, ())) for text, share in found.ranked)
    best = left[0]
    heard = replace(heard, text=best.text, confidence=best.confidence, words=best.words, alternatives=left,
                    in_language=True)  # fmt: skip
    return Reconsidered(heard, found.kind)


def _key(said: Understood, outcome: Outcome) -> Hashable:
    return outcome(said) if isinstance(said, Designation) else said


def _is_call(hearing: Alternative, parse: Callable[[str], Understood]) -> bool:
    if not hearing.text or UNKNOWN in hearing.text.split():
        return False
    said = parse(hearing.text)
    return isinstance(said, Designation) and not said.repairs and not said.guessed


def _single_words(core: Sequence[str], parse: Callable[[str], Understood]) -> dict[str, Intent]:
    """The suits and ranks of the core, in every form, and what they mean."""
    said = {word: parse(word) for word in core if " " not in word}
    return {
        word: found.intent
        for word, found in said.items()
        if isinstance(found, Designation) and isinstance(found.intent, (SuitOnly, RankOnly))
    }


def _neighbours(sentence: str, words: dict[str, Intent]) -> Iterator[str]:
    """One suit or rank replaced, by the first form of each of the others."""
    parts = sentence.split()
    firsts = {intent: word for word, intent in reversed(words.items())}
    for place, word in enumerate(parts):
        if word in words:
            for intent, other in firsts.items():
                if type(intent) is type(words[word]) and intent != words[word]:
                    yield " ".join([*parts[:place], other, *parts[place + 1 :]])


def _waited(result: Future[Any], timeout_s: float) -> Any:
    """What a job gave. Raises :class:`EngineFailed` when it is late, and what it raised."""
    try:
        return result.result(timeout_s)
    except TimeoutError as err:
        raise EngineFailed(f"the second opinion took more than {timeout_s:g} s") from err


def _as_ours(err: BaseException) -> CallparserError:
    if isinstance(err, CallparserError):
        return err
    return EngineFailed(f"the second opinion broke: {type(err).__name__}: {str(err)[:120]}")
