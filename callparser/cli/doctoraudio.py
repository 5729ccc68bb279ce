"""``callparser doctor --audio``: microphone, speech output, echo, and with ``--words`` five calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

from callparser.errors import CallparserError, MicrophoneMissing, NotKept
from callparser.explainer.messages import load_messages
from callparser.understand import parse
from callparser.voice import checkup, settings
from callparser.voice.engines import open_engine
from callparser.voice.hearing import Hearing
from callparser.voice.microphone import Microphone
from callparser.voice.mouth import ECHO_TAIL_S
from callparser.voice.speaker import Speaker, find_speaker

Check = tuple[str, bool, str]

#: The self-test: words of every kind, all known to the built-in model.
FIVE = {
    "sv": ["hjärter åtta", "klöver kung", "ruter dam", "lågt", "ja"],
    "en": ["heart eight", "king of clubs", "queen of diamonds", "low", "yes"],
    "no": ["hjerter åtte", "kløver konge", "ruter dame", "lavt", "ja"],
    "da": ["hjerter otte", "klør konge", "ruder dame", "lavt", "ja"],
}
#: A room louder than this drowns quiet voices; a voice quieter than that is hard to hear.
NOISY_DB = -40.0
FAINT_DB = -50.0
RATE_TOLERANCE = 0.03


def audio_checks(device: str | None, lang: str, *, words: bool) -> list[Check]:
    """Everything that can be measured here; what fails says what to do."""
    speaker = find_speaker()
    with ExitStack() as stack:
        try:
            microphone = Microphone(device, remembered=settings.load().device)
            stack.callback(microphone.close)
            quiet = checkup.quiet(microphone)
        except MicrophoneMissing as err:
            return [("microphone", False, str(err)), _speech(speaker)]
        checks = [*_room(microphone, quiet), _speech(speaker)]
        if speaker is not None:
            checks.append(_echo(microphone, speaker, lang, quiet.noise_db))
        if words:
            checks += _words(microphone, speaker, lang, stack)
        return checks


def _room(microphone: Microphone, quiet: checkup.Quiet) -> Iterator[Check]:
    rate = microphone.device.rate_hz
    yield "microphone", True, f"{microphone.name}, {rate} Hz, delay {1000 * microphone.latency_s:.0f} ms"
    loud = "; a noisy room: move closer to the microphone" if quiet.noise_db > NOISY_DB else ""
    yield "noise", True, f"{quiet.noise_db:.0f} dB below full scale{loud}".replace("-", "", 1)
    why = "; turn the microphone down" if quiet.clipped else ""
    yield "clipping", not quiet.clipped, f"{100 * quiet.clipped:.2f} % of the samples{why}"
    share = quiet.rate_hz / 16_000
    ok = abs(share - 1) < RATE_TOLERANCE
    yield (
        "rate",
        ok,
        f"{100 * share:.1f} % of what the device promises"
        + ("" if ok else "; sound is lost or the clock is wrong: choose another device"),
    )


def _speech(speaker: Speaker | None) -> Check:
    if speaker is None:
        return "speech", True, "not installed: espeak-ng or speech-dispatcher; answers are shown, not spoken"
    return "speech", True, speaker.name


def _echo(microphone: Microphone, speaker: Speaker, lang: str, noise_db: float) -> Check:
    """Measured and remembered: so long the ear stays deaf after the program has spoken."""
    text = load_messages(lang).card("HQ")
    found = checkup.echo(microphone, speaker, lang, text, noise_db)
    low, high = settings.ECHO_TAIL_RANGE_S
    tail_s = min(max(found.tail_s + 0.1, low), high) if found.tail_s else ECHO_TAIL_S
    heard = f"{found.over_db:.0f} dB over the room" if found.tail_s else "not heard"
    kept = "remembered"
    try:
        settings.save(replace(settings.load(), echo_tail_s=round(tail_s, 2)))
    except NotKept as err:
        kept = str(err)
    return "echo", True, f"own voice {heard}; deaf for {1000 * tail_s:.0f} ms after speaking ({kept})"


def _words(microphone: Microphone, speaker: Speaker | None, lang: str, stack: ExitStack) -> list[Check]:
    try:
        engine = stack.enter_context(open_engine(None, lang))
        hearing = Hearing(engine, lang)
        hearing.warm()
        rows = list(checkup.words(microphone, hearing, FIVE[lang], _prompt(speaker, lang)))
    except CallparserError as err:
        return [("words", False, str(err))]
    right = sum(_same(phrase, heard, lang) for phrase, heard, *_ in rows)
    details = "; ".join(f"{phrase}: {heard or '-'}" for phrase, heard, *_ in rows)
    spoken = [row for row in rows if row[1]]
    checks = [("words", right >= 4, f"{right} of {len(rows)} ({details})")]
    if spoken:
        level = sum(row[2] for row in spoken) / len(spoken)
        faint = "; speak up or turn the microphone up" if level < FAINT_DB else ""
        checks.append(("level", not faint, f"{-level:.0f} dB below full scale{faint}"))
        slowest = max(row[3] for row in spoken)
        checks.append(("latency", slowest < 1.0, f"last sound to answer at most {slowest:.2f} s"))
    return checks


def _same(phrase: str, heard: str, lang: str) -> bool:
    """Do the two mean the same?"""
    wanted, found = parse(phrase, lang), parse(heard, lang)
    return getattr(wanted, "intent", phrase) == getattr(found, "intent", heard)


def _prompt(speaker: Speaker | None, lang: str) -> Callable[[str], None]:
    talk = load_messages(lang).listening["talk"]

    def prompt(phrase: str) -> None:
        sys.stderr.write(f"{talk} {phrase}\n")
        if speaker is not None:
            speaker.say(f"{talk} {phrase}.", lang, 2)

    return prompt
