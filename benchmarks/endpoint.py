"""From the last sound to the card, beside vosk's own end-point with its default rules, on the same clips.

``python -m benchmarks.endpoint``: each clip in a quiet room, in blocks of 20 ms. Ours: when the end is
known, plus what decoding still takes then (it begins at the pause before, and is measured by the clock: run
it on an idle machine). vosk's: when it says that the utterance has ended, nothing else counted. Both count
from the last sample above 3 % of the clip's peak.
"""

from __future__ import annotations

import json
import math
import random
import re
import shutil
import tempfile
import time
from array import array
from pathlib import Path

from callparser.voice.audio import read_wav
from callparser.voice.calllanguage import call_language
from callparser.voice.endpoint import QUIET_S, Endpoint, Utterance
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines.vosk import VoskEngine
from callparser.voice.hearing import Hearing
from callparser.voice.models import find
from callparser.voice.source import Block

WAVS = Path(__file__).parents[1] / "tests/voice/wavs"
STEP = 320


def main() -> None:
    rows = [line.split("\t") for line in (WAVS / "transcript.tsv").read_text("utf-8").splitlines()[1:]]
    with VoskEngine() as engine:
        hearing = {lang: Hearing(engine, lang) for lang in ("sv", "en")}
        for one in hearing.values():
            one.warm()
        scenes = [(file, lang, text, *scene(read_wav(WAVS / file).samples)) for file, lang, _, text in rows]
        ours = [(file, *heard(sound, hearing[lang], last_s)) for file, lang, _, sound, last_s in scenes]
        lists = {
            lang: [*call_language(lang).within(set(engine.words)).factored(), UNKNOWN] for lang in hearing
        }
    theirs = vosk_ends([(lists[lang], sound, last_s) for _, lang, _, sound, last_s in scenes])
    shares = sorted(mine / other for (_, mine, _), other in zip(ours, theirs, strict=True))
    mine = sorted(one for _, one, _ in ours)
    print(f"clips: {len(ours)}; cut: {sum(count != 1 for *_, count in ours)}")
    print(f"last sound to card, ours: median {middle(mine):.3f} s, at most {mine[-1]:.3f} s")
    print(f"vosk's own end-point, default rules: median {middle(sorted(theirs)):.3f} s")
    print(f"ratio: median {middle(shares):.2f}, at most {shares[-1]:.2f}")


def middle(values: list[float]) -> float:
    return values[len(values) // 2]


def scene(samples: array[int]) -> tuple[array[int], float]:
    """The recording in a quiet room, and when its last sound is there."""
    peak = max(map(abs, samples))
    last = max(at for at, value in enumerate(samples) if abs(value) > 0.03 * peak)
    source = random.Random(46)
    clean = [0] * 9600 + list(samples) + [0] * 48_000
    return array("h", [round(value + source.gauss(0, 20)) for value in clean]), (9600 + last) / 16_000


def blocks(sound: array[int]) -> list[Block]:
    return [Block(sound[at : at + STEP], (at + STEP) / 16_000) for at in range(0, len(sound) - STEP, STEP)]


def heard(sound: array[int], hearing: Hearing, last_s: float) -> tuple[float, int]:
    """Seconds to the card (infinite if it was not noticed), and into how many utterances the clip was cut."""
    endpoint, delays, ready = Endpoint(), [], (0.0, 0.0)
    for block in blocks(sound):
        for found in endpoint.feed(block):
            if not isinstance(found, Utterance):
                continue
            if found.final:
                end_s = block.at_s + QUIET_S if found.last_s != ready[0] else block.at_s
                delays.append(max(end_s, ready[1]) - last_s)
            else:
                start = time.perf_counter()
                hearing.hear(found.samples, 16_000)
                ready = (found.last_s, block.at_s + time.perf_counter() - start)
    return (delays[-1] if delays else math.inf), len(delays)


def vosk_ends(scenes: list[tuple[list[str], array[int], float]]) -> list[float]:
    import vosk

    vosk.SetLogLevel(-1)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model")  # the model's own conf has default end-point rules but for the phones
        shutil.copytree(find().path, path)
        conf = path / "conf" / "model.conf"
        conf.write_text(re.sub(r"(?m)^--endpoint\.rule.*\n", "", conf.read_text("utf-8")), "utf-8")
        model = vosk.Model(str(path))
        for words, sound, last_s in scenes:
            listener = vosk.KaldiRecognizer(model, 16_000, json.dumps(words, ensure_ascii=False))
            ends = (
                b.at_s
                for b in blocks(sound)
                if listener.AcceptWaveform(b.samples.tobytes()) and b.at_s > last_s
            )
            found.append(next(ends, len(sound) / 16_000) - last_s)
    return found


if __name__ == "__main__":
    main()
