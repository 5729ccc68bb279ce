"""The second opinion with a real network: what it costs, what it gets right, what the mixture makes of both.

Every recording is heard as it is, under white noise, and at telephone rate; and backwards, where no call is
in it. The list has every sentence of the core and what the first pass heard, as ``callparser transcribe``
makes it. *alone* asks the second opinion about every recording, *mixed* as the command does: only when the
first pass is in doubt.

    python -m benchmarks.voice.second_opinion FOLDER [--wavs DIR] [--show]

With a Whisper network of size base in the format of CTranslate2, on the 25 synthesised clips of
``tests/voice/wavs`` (22 calls, 19 of them Swedish; the margin and the weight of the mixture were chosen
on these very recordings, and base is weak in Swedish):

    ==============  ====  ===========  ====================  ====================  =====
    recordings      n     right alone  first pass            with second opinion   asked
    ==============  ====  ===========  ====================  ====================  =====
    as it is        22    17           13 right, 3 wrong     18 right, 0 wrong     11
    noise, 20 dB    22    15           15 right, 2 wrong     15 right, 1 wrong     11
    noise, 10 dB    22    12           13 right, 2 wrong     16 right, 0 wrong     14
    noise, 5 dB     22    12           10 right, 1 wrong     9 right, 0 wrong      19
    8 kHz           22    14           11 right, 4 wrong     13 right, 0 wrong     16
    backwards       22    .            3 calls               0 calls               19
    other words     18    .            0 calls               0 calls               3
    ==============  ====  ===========  ====================  ====================  =====

The rest are questions, or not understood (15 of the 110 calls, 2 before: mostly those of weak voices that
the second opinion did not find). Both named the same call in 46 of the 110, rightly in all 46; where they
differed one of the two was right in 53 of 64. One list takes 0.35 to 0.4 CPU-seconds, 0.5 on average with the
sentences outside the core that are new; loading 0.2; setting up the core 4 s in Swedish and 2 s in English,
once. It takes 150 MB of memory, and 120 MB of the file are mapped.

A folder of recordings has a ``transcript.tsv`` (file, language, voice, words; tab separated, one head line).
"""

from __future__ import annotations

import argparse
import random
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood
from callparser.understand import parse
from callparser.voice.audio import Audio, read_wav
from callparser.voice.calllanguage import call_language
from callparser.voice.corelist import core
from callparser.voice.engine import Heard
from callparser.voice.engines.vosk import VoskEngine
from callparser.voice.meaning import meaning
from callparser.voice.second import Reconsidered, is_unsure, settled, worth_scoring
from callparser.voice.transcribe import choose
from callparser.voice.whisper.opinion import SecondOpinion

WAVS = Path(__file__).parents[2] / "tests" / "voice" / "wavs"
NO_CALL = "no call"

Parse = Callable[[str], Understood]


@dataclass
class Count:
    """What came of the recordings of one condition."""

    alone: int = 0
    top3: int = 0
    agreed: int = 0
    first: Counter[str] = field(default_factory=Counter)
    mixed: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    cpu_s: list[float] = field(default_factory=list)


def conditions(audio: Audio) -> Iterator[tuple[str, Audio]]:
    """The recording as it is and made worse, in ways that are the same every time."""
    yield "as it is", audio
    for decibels in (20, 10, 5):
        yield f"noise, {decibels} dB", noisy(audio, decibels)
    half = array("h", audio.samples[::2])
    yield "8 kHz", Audio(half, audio.rate_hz // 2)
    yield "backwards", Audio(audio.samples[::-1], audio.rate_hz)


def noisy(audio: Audio, decibels: float) -> Audio:
    source = random.Random(46)
    power = sum(value * value for value in audio.samples) / len(audio.samples)
    level = (power / 10 ** (decibels / 10)) ** 0.5
    loud = (round(value + source.gauss(0.0, level)) for value in audio.samples)
    return Audio(array("h", (max(-32768, min(32767, value)) for value in loud)), audio.rate_hz)


def outcome(heard: Heard, read: Parse, wanted: Understood | None) -> str:
    """``right``, ``wrong``, ``question`` or ``nothing``: what declarer would see."""
    said = meaning(heard, read)
    if isinstance(said, NotUnderstood):
        return "nothing"
    if isinstance(said, Ambiguous) or said.guessed:
        return "question"
    return "right" if isinstance(wanted, Designation) and said.intent == wanted.intent else "wrong"


def is_sentence(text: str, lang: str) -> bool:
    said = parse(text, lang)
    return isinstance(said, Designation) and not said.repairs


def weigh(audio: Audio, lang: str, text: str, engine: VoskEngine, scorer: SecondOpinion, to: Count) -> str:
    """Count one recording, and say what came of it."""

    def read(said: str) -> Understood:
        return parse(said, lang)

    language = call_language(lang)
    heard = choose(engine.hear(audio, language, timeout_s=120.0), lambda said: is_sentence(said, lang))
    start = time.process_time()
    scores = scorer.score(audio, worth_scoring(heard, core(lang), read), lang)
    to.cpu_s.append(time.process_time() - start)
    after = settled(heard, scores, read) if is_unsure(heard, read) else Reconsidered(heard)
    wanted = None if text == NO_CALL else read(text)
    best = [_key(read(phrase)) for phrase, _ in scores[:3]]
    to.alone += _key(wanted) == best[0]
    to.top3 += _key(wanted) in best
    to.agreed += _key(read(heard.text)) == best[0]
    before, then = outcome(heard, read, wanted), outcome(after.heard, read, wanted)
    to.first[before] += 1
    to.mixed[then] += 1
    kind = after.kind or "not asked"
    to.kinds[kind] += 1
    listed = ", ".join(f"{phrase!r} {score:.1f}" for phrase, score in scores[:3])
    return f"{text!r}: first {heard.text!r} {heard.confidence:.2f} {before}; {listed}; {kind}: {then}"


def _key(said: Understood | None) -> object:
    return said.intent if isinstance(said, Designation) else said


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("folder", help="a Whisper network in the format of CTranslate2")
    args.add_argument("--wavs", type=Path, default=WAVS)
    args.add_argument("--show", action="store_true", help="print every recording")
    opts = args.parse_args()
    start = time.process_time()
    scorer = SecondOpinion(opts.folder)
    print(f"loading: {time.process_time() - start:.2f} CPU seconds")
    rows = [line.split("\t") for line in (opts.wavs / "transcript.tsv").read_text("utf-8").splitlines()[1:]]
    counts: dict[str, Count] = {}
    for lang in sorted({row[1] for row in rows}):
        start = time.process_time()
        scorer.prepare(core(lang), lang)
        spent = time.process_time() - start
        print(f"{lang}: {len(core(lang))} sentences prepared in {spent:.2f} CPU seconds")
    with VoskEngine() as engine:
        for file, lang, _, text in rows:
            for name, audio in conditions(read_wav(opts.wavs / file)):
                other = "[unk]" in text
                what = NO_CALL if other or name == "backwards" else text
                count = counts.setdefault("other words" if other else name, Count())
                said = weigh(audio, lang, what, engine, scorer, count)
                if opts.show:
                    print(f"{name}, {file}: {said}", flush=True)
    report(counts)


def report(counts: dict[str, Count]) -> None:
    head = "".join(f"{what:>9}" for what in ("n", "CPU s", "alone", "top 3", "agree"))
    print(f"\n{'':<14}{head}   first pass -> with the second opinion")
    for name, count in counts.items():
        n = len(count.cpu_s)
        outcomes = "  ".join(
            f"{what} {count.first[what]}->{count.mixed[what]}"
            for what in ("right", "wrong", "question", "nothing")
        )
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(count.kinds.items()))
        cells = "".join(f"{number:>9}" for number in (count.alone, count.top3, count.agreed))
        print(f"{name:<14}{n:>9}{sum(count.cpu_s) / n:>9.2f}{cells}   {outcomes}   ({kinds})")


if __name__ == "__main__":
    main()
