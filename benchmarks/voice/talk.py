"""Recordings of what is no call, by voices that no model was trained on.

    python -m benchmarks.voice.talk FOLDER [--voices WORK]

* ``talk``: 250 sentences a language said at the table, those of ``tests/cases/negatives_wide.tsv`` (written
  without sight of the grammars): none is a call.
* ``feedback``: what the program itself says, :data:`FEEDBACK` answers to the casebook a language.
* ``foreign``: sentences of :data:`FOREIGN` in languages that are not listened for.

It needs what ``training/acoustic/README.md`` lists for the families espeak, flite and joe; a family that is
not installed is left out, and said to be. ``WORK`` is where their downloads are. ``FOLDER`` gets the shards
that :mod:`benchmarks.voice.calls` describes. The same command always makes the same recordings.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from callparser import answer
from callparser.explainer.messages import load_messages

CASES: Final = Path(__file__).parents[2] / "tests" / "cases"
LANGUAGES: Final = ("sv", "en")
TALK: Final = 250
FEEDBACK: Final = 60
#: Each sentence in turn is read by the next of these; one that cannot say it leaves it to espeak-ng.
READERS: Final = ("espeak", "joe", "espeak", "flite")
FOREIGN: Final = {
    "de": """Wir sehen uns morgen Abend.|Wo hast du den Schlüssel hingelegt?|Das Wetter ist heute sehr schön.
        Ich hätte den König nicht gespielt.|Können Sie das Fenster schließen?|Er hat drei Stiche verloren.
        Mein Bruder wohnt in Hamburg.|Noch ein Stück Kuchen?|Das war ein schwieriges Spiel.
        Der Zug fährt um acht Uhr.|Wer gibt die Karten?|Danke, es war ein netter Abend.""",
    "fr": """On se voit demain soir.|Où as-tu mis les clés?|Il fait très beau aujourd'hui.
        Je n'aurais pas joué le roi.|Pouvez-vous fermer la fenêtre?|Il a perdu trois levées.
        Mon frère habite à Lyon.|Encore un peu de café?|C'était une partie difficile.
        Le train part à huit heures.|Qui donne les cartes?|Merci pour cette belle soirée.""",
    "fi": """Nähdään huomenna illalla.|Mihin sinä laitoit avaimet?|Tänään on hyvin kaunis ilma.
        En olisi pelannut kuningasta.|Voisitko sulkea ikkunan?|Hän hävisi kolme tikkiä.
        Veljeni asuu Tampereella.|Otatko lisää kahvia?|Se oli vaikea peli.
        Juna lähtee kello kahdeksan.|Kuka jakaa kortit?|Kiitos mukavasta illasta.""",
    "pl": """Do zobaczenia jutro wieczorem.|Gdzie położyłeś klucze?|Dzisiaj jest bardzo ładna pogoda.
        Nie zagrałbym tego króla.|Czy możesz zamknąć okno?|Stracił trzy lewy.
        Mój brat mieszka w Krakowie.|Chcesz jeszcze kawy?|To było trudne rozdanie.
        Pociąg odjeżdża o ósmej.|Kto rozdaje karty?|Dziękuję za miły wieczór.""",
}  # fmt: skip


def talk(lang: str) -> list[str]:
    """Sentences said at the table that are no calls; all different."""
    rows = (line.split("\t") for line in (CASES / "negatives_wide.tsv").read_text("utf-8").splitlines())
    found = [row[2] for row in rows if row[:2] == [lang, "table_talk"]]
    return found[:TALK]


def feedback(lang: str) -> list[str]:
    """What the program says while it is used: its answers, what it asks and what it tells; all different.

    A card's name alone ("Hjärter åtta.") is left out: nobody can tell it from a call.
    """
    cases = (CASES / f"law46_cases_{lang}.jsonl").read_text("utf-8").splitlines()
    answers = [answer(json.loads(case)) for case in cases]
    messages = load_messages(lang)
    told = [str(row.get("explanation") or "") for row in answers]
    told += [text for text in messages.listening.values() if "{" not in text and "|" not in text]
    played = dict.fromkeys(str(row["card"]) for row in answers if row.get("card"))
    told += [messages.listening["confirm"].format(what=messages.cards([card])) for card in played]
    different = [text for text in dict.fromkeys(told) if text.endswith((".", "?"))]
    Random(f"feedback {lang}").shuffle(different)
    return different[:FEEDBACK]


def foreign(lang: str) -> list[str]:
    return [text.strip() for text in re.split(r"[|\n]", FOREIGN[lang])]


def sentences() -> Iterator[tuple[str, str, str]]:
    """Kind, language and text of every recording."""
    for lang in LANGUAGES:
        yield from (("talk", lang, text) for text in talk(lang))
        yield from (("feedback", lang, text) for text in feedback(lang))
    for lang in FOREIGN:
        yield from (("foreign", lang, text) for text in foreign(lang))


class Readers:
    """The voices kept for tests, of whichever families are installed."""

    def __init__(self, work: Path) -> None:
        from training.acoustic.voices import licensed, open_family

        self._voices = {name: licensed()[name].voices["test"] for name in set(READERS)}
        self._families: dict[str, Any] = {}
        for name in set(READERS) - {"espeak"}:
            try:
                self._families[name] = open_family(name, work)
            except Exception as err:  # whatever a synthesiser that is not installed raises
                print(f"{name} is left out: {err!r}", file=sys.stderr)

    def read(self, number: int, lang: str, text: str) -> tuple[str, str, Any] | None:
        """Family, voice and samples; None when espeak-ng says nothing."""
        chance = Random(f"{number} {lang} {text}")
        family = READERS[number % len(READERS)]
        if family in self._families and lang in LANGUAGES and (said := self._phones(lang, text)):
            spoken = self._families[family].say(said, chance.choice(self._voices[family][lang]), chance)
            if spoken is not None:
                return family, spoken.voice, spoken.samples
        variant = chance.choice(self._voices["espeak"]["en"])
        return espeak(text, f"{lang}+{variant}" if lang != "en" else f"en-gb+{variant}", chance)

    @staticmethod
    def _phones(lang: str, text: str) -> Any:
        """The text as the families that are driven by phones take it; None if a word cannot be said."""
        from training.acoustic.lexicon import VOICES, espeak_phones
        from training.acoustic.texts import OTHER, Text

        words = tuple(re.findall(r"[\w']+", text.lower()))
        phones = espeak_phones(words, VOICES[lang][-1], lang)
        return Text("", lang, OTHER, words, tuple(filter(None, phones))) if all(phones) else None


def espeak(text: str, voice: str, chance: Random) -> tuple[str, str, Any] | None:
    """A sentence as espeak-ng reads it, in any of its languages, at a pitch and speed drawn by chance."""
    import soundfile

    from training.acoustic.voices.voice import finished

    pitch, speed = chance.randint(15, 85), chance.randint(115, 230)
    command = ["espeak-ng", "-v", voice, "-p", str(pitch), "-s", str(speed), "--stdout", "--", text]
    wave = subprocess.run(command, capture_output=True, check=True).stdout
    samples = finished(*soundfile.read(io.BytesIO(wave), dtype="float32"))
    return None if samples is None else ("espeak", f"{voice} p{pitch} s{speed}", samples)


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("folder", type=Path, help="where the recordings go")
    args.add_argument("--voices", type=Path, default=Path(), help="where the voices keep their downloads")
    opts = args.parse_args()
    readers = Readers(opts.voices)
    sounds: dict[str, list[Any]] = {}
    lines: dict[str, list[dict[str, object]]] = {}
    for number, (kind, lang, text) in enumerate(sentences()):
        if (said := readers.read(number, lang, text)) is None:
            print(f"{lang}: nothing was said for {text!r}; left out", file=sys.stderr)
            continue
        family, voice, samples = said
        start = sum(map(len, sounds.setdefault(kind, [])))
        sounds[kind].append(samples)
        lines.setdefault(kind, []).append(
            {"family": family, "voice": voice, "lang": lang, "kind": kind, "text": text, "start": start,
             "samples": len(samples)}
        )  # fmt: skip
    write(opts.folder, sounds, lines)


def write(folder: Path, sounds: dict[str, list[Any]], lines: dict[str, list[dict[str, object]]]) -> None:
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    for kind, rows in lines.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{kind}.jsonl").write_text(text, "utf-8")
        np.save(folder / f"{kind}.npy", np.concatenate(sounds[kind]))
        print(f"{kind}: {len(rows)} recordings, {sum(map(len, sounds[kind])) / 16_000:.0f} s")


if __name__ == "__main__":
    main()
