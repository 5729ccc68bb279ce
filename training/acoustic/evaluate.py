"""Decodes the test split with vosk and counts what was right.

    python -m training.acoustic.evaluate --work DIR --model DIR [--lattice-beam 12] [--most N]

The grammar is the whole call language, as callparser uses it: words and pairs of words. *first* is the best
hearing, *legal* the first hearing of 20 that is a sentence of the language, *meaning* whether that sentence
means what was said.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
import time
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from callparser.designation import Designation, Intent
from callparser.understand import parse
from callparser.voice.audio import Audio, prepared
from callparser.voice.calllanguage import call_language
from callparser.voice.models import from_directory, words
from training.acoustic.corpus import Utterance, read

ALTERNATIVES: Final = 20
WIDE_BEAM: Final = 12.0
_RATE_HZ: Final = 16_000


@dataclass(frozen=True, slots=True)
class Result:
    """One utterance: what was said, the best hearing, the first legal one ("" if there was none)."""

    one: Utterance
    first: str
    legal: str
    cpu_s: float

    @property
    def right(self) -> tuple[bool, bool, bool]:
        """First, legal, meaning."""
        meant = intent(self.legal, self.one.lang)
        return (self.first == self.one.text, self.legal == self.one.text,
                meant is not None and meant == intent(self.one.text, self.one.lang))  # fmt: skip


@cache
def intent(text: str, lang: str) -> Intent | None:
    """What a sentence of the call language means; None for what it does not know word for word."""
    said = parse(text, lang, fallback=False) if text else None
    return said.intent if isinstance(said, Designation) and not said.repairs else None


class Listener:
    """vosk with a grammar for each language and a wide lattice."""

    def __init__(self, folder: Path, beam: float = WIDE_BEAM) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        self._vosk = vosk
        self._known = words(from_directory(folder))
        self._grammars: dict[str, str] = {}
        with tempfile.TemporaryDirectory() as copy:
            wide = Path(copy) / "model"
            shutil.copytree(folder, wide)
            conf = wide / "conf" / "model.conf"
            kept = re.sub(r"(?m)^--lattice-beam=.*\n?", "", conf.read_text(encoding="utf-8"))
            conf.write_text(f"{kept.rstrip()}\n--lattice-beam={beam}\n", encoding="utf-8")
            self._model: Any = vosk.Model(str(wide))

    def __call__(self, one: Utterance) -> Result:
        if one.lang not in self._grammars:
            listed = call_language(one.lang).within(self._known).factored()
            self._grammars[one.lang] = json.dumps(listed, ensure_ascii=False)
        sound = prepared(Audio(array("h", one.samples.tobytes()), _RATE_HZ), _RATE_HZ)
        start = time.process_time()
        listener = self._vosk.KaldiRecognizer(self._model, _RATE_HZ, self._grammars[one.lang])
        listener.SetMaxAlternatives(ALTERNATIVES)
        listener.AcceptWaveform(sound.pcm())
        texts = [row["text"].strip() for row in json.loads(listener.FinalResult()).get("alternatives", ())]
        cpu_s = time.process_time() - start
        legal = next((text for text in texts if intent(text, one.lang) is not None), "")
        return Result(one, texts[0] if texts else "", legal, cpu_s)


def evaluate(work: Path, folder: Path, *, beam: float = WIDE_BEAM, most: int = 0) -> list[Result]:
    """All sentences of the test split; ``most`` of each family and language, 0 for all."""
    listener = Listener(folder, beam)
    count: dict[tuple[str, str], int] = {}
    results = []
    for one in read(work, "test"):
        group = (one.family, one.lang)
        if intent(one.text, one.lang) is None or (most and count.get(group, 0) >= most):
            continue
        count[group] = count.get(group, 0) + 1
        results.append(listener(one))
    return results


def rates(results: Sequence[Result]) -> tuple[float, float, float]:
    """Share of utterances whose first, legal, meaning is right."""
    rows = [one.right for one in results]
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _groups(results: Sequence[Result]) -> Iterator[tuple[str, list[Result]]]:
    for lang in sorted({row.one.lang for row in results}, reverse=True):
        mine = [row for row in results if row.one.lang == lang]
        yield f"{lang} all", mine
        for family in sorted({row.one.family for row in mine}):
            rows = [row for row in mine if row.one.family == family]
            yield f"{lang} {family}", rows
            voices = sorted({row.one.voice.split(" p")[0] for row in rows})
            if 1 < len(voices) <= 12:
                for voice in voices:
                    yield f"{lang} {family} {voice}", [r for r in rows if r.one.voice.split(" p")[0] == voice]


def show(results: Sequence[Result]) -> None:
    """A Markdown table, and how long decoding took."""
    print("| test | n | first | legal | meaning |\n|---|---|---|---|---|")
    for name, rows in _groups(results):
        print(f"| {name} | {len(rows)} | " + " | ".join(f"{100 * rate:.0f} %" for rate in rates(rows)) + " |")
    speech_s = sum(len(row.one.samples) for row in results) / _RATE_HZ
    print(f"decoding: {sum(row.cpu_s for row in results) / speech_s:.3f} of the time of the speech")


def main(argv: Sequence[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--work", type=Path, required=True, help="where audio/test is")
    args.add_argument("--model", type=Path, required=True)
    args.add_argument("--lattice-beam", type=float, default=WIDE_BEAM)
    args.add_argument("--most", type=int, default=0, help="utterances of each family and language (0: all)")
    args.add_argument("--errors", type=int, default=0, help="show so many that were not understood")
    opts = args.parse_args(argv)
    results = evaluate(opts.work, opts.model, beam=opts.lattice_beam, most=opts.most)
    if not results:
        raise SystemExit(f"{opts.work}/audio/test: found no sentence of the call language")
    show(results)
    for row in [row for row in results if not row.right[2]][: opts.errors]:
        print(
            f"{row.one.family} {row.one.voice}: said {row.one.text!r}, heard {row.first!r} -> {row.legal!r}"
        )


if __name__ == "__main__":
    main()
