"""Reads the corpora in ``tests/cases`` and says whether an understanding fits a label."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from callparser.designation import Ambiguous, Designation, Understood
from callparser.intentform import intent_out

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Line:
    """One phrase of the corpus and one of its labels."""

    lang: str
    label: str
    phrase: str
    source: str
    slots: dict[str, object]

    @property
    def noisy(self) -> bool:
        return bool(self.slots.get("noisy"))


def lines(lang: str) -> Iterator[Line]:
    with open(CASES / f"utterances_{lang}.tsv", encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        for row in rows:
            slots = json.loads(row[3]) if row[3:] and row[3].startswith("{") else {}
            yield Line(lang, row[0], row[1], row[2], slots)


_KINDS_SV = {
    "suit_rank": {"card"}, "suit_only": {"suit"}, "rank_only": {"rank"}, "play_anything": {"anything"},
    "confirm_yes": {"acknowledge"}, "confirm_no": {"acknowledge"}, "repeat": {"query"},
    "chatter": {"chatter"}, "bid_like": {"chatter"}, "filler": {"chatter", "acknowledge"},
    "asr_noise": {"chatter", None}, "exclusion": {"exclude"}, "ruff": {"ruff", "overruff"},
}  # fmt: skip
_KINDS_EN = {
    "ANY": "anything", "ACK": "acknowledge", "CLAIM": "claim", "CONCEDE": "concession", "NOT_CALL": "chatter",
    "LOOKUP": "deictic", "TRUMP": "suit",
}  # fmt: skip


def fits(line: Line, said: Understood) -> bool:
    """Is this understanding right under this label (see ``tests/cases/README.md``)?"""
    intent = said.intent if isinstance(said, Designation) else None
    got = intent_out(intent) if intent is not None else {"kind": None}
    return _fits_sv(line, got) if line.label.islower() else _fits_en(line.label, got)


def _fits_sv(line: Line, got: dict[str, object]) -> bool:
    slots = line.slots
    if line.label == "suit_only" and slots.get("kind") == "follow":
        return got["kind"] in ("play", "low")  # "follow suit": the lowest of the suit led
    kinds = _KINDS_SV.get(line.label, {line.label})
    if got["kind"] not in kinds:
        return False
    if line.label in ("confirm_yes", "confirm_no"):
        return got["yes"] is (line.label == "confirm_yes")
    wanted = {name: slots[name] for name in ("suit", "rank") if name in slots}
    return all(got.get(name) == value for name, value in wanted.items())


def _fits_en(label: str, got: dict[str, object]) -> bool:
    name, _, value = label.partition(":")
    wanted: dict[str, object]
    if name == "CARD":
        wanted = {"kind": "card", "suit": value[0], "rank": value[1]}
    elif name in ("SUIT_LOW", "SUIT_HIGH", "DISCARD_SUIT"):
        wanted = {"kind": {"SUIT_LOW": "low", "SUIT_HIGH": "high"}.get(name, "discard"), "suit": value}
    elif name in ("RUFF_LOW", "RUFF_HIGH"):
        levels = {"RUFF_LOW": ("low",), "RUFF_HIGH": ("high", "highest")}[name]
        return (got["kind"] == "ruff" and got.get("level") in levels) or (
            got["kind"] == name[5:].lower() and got.get("suit") == "trump"
        )
    elif name == "RUFF_RANK":
        wanted = {"kind": "ruff", "rank": value}
        if got == {"kind": "card", "suit": "trump", "rank": value}:
            return True
    elif name == "TRUMP_RANK":
        wanted = {"kind": "card", "suit": "trump", "rank": value}
    elif name == "TRUMP":
        return got.get("suit") == "trump" or got["kind"] == "ruff"
    elif name in ("SUIT", "RANK", "RUN"):
        wanted = {
            "kind": name.lower(),
            **({name.lower() if name != "RUN" else "suit": value} if value else {}),
        }
    else:
        wanted = {"kind": _KINDS_EN.get(name, name.lower())}
    return all(got.get(k) == v for k, v in wanted.items())


#: Kinds that say more exactly what a label says: (label, our kind). An honour is high, the middle card an
#: ordinal; a gesture at a card asks for it; with the card named, "cover with the king" is that card.
FINER = {
    ("high", "honour"),
    ("ordinal", "middle"),
    ("ack", "deictic"),
    ("cover", "rank"),
    ("finesse", "rank"),
}


def is_finer(line: Line, said: Understood) -> bool:
    """Is it no other answer than the label, but a more exact one?"""
    return isinstance(said, Designation) and (line.label.lower(), said.intent.kind) in FINER


def shares(lang: str, answers: dict[str, Understood]) -> str:
    """A row of the table in ``exceptions.md``: how much of what is not noisy fits its label, to the letter
    and with finer kinds. ``answers`` has what each phrase was understood as."""
    rows = [(labels, answers[phrase]) for phrase, labels in by_phrase(lang).items()]
    clean = [(labels, said) for labels, said in rows if not all(line.noisy for line in labels)]
    exact = sum(any(fits(line, said) for line in labels) for labels, said in clean)
    finer = sum(any(fits(line, said) or is_finer(line, said) for line in labels) for labels, said in clean)
    cells = (f"{100 * count / len(clean):.1f} % ({count} of {len(clean)})" for count in (exact, finer))
    return f"| {lang} | {' | '.join(cells)} |"


def describe(said: Understood) -> str:
    """An understanding in a few characters, for reports."""
    if isinstance(said, Designation):
        return json.dumps(intent_out(said.intent), ensure_ascii=False)
    if isinstance(said, Ambiguous):
        return " | ".join(json.dumps(intent_out(r.intent), ensure_ascii=False) for r in said.readings)
    return "not understood"


def by_phrase(lang: str) -> dict[str, list[Line]]:
    """All labels of each phrase: a phrase is right with any of them."""
    found: dict[str, list[Line]] = {}
    for line in lines(lang):
        found.setdefault(line.phrase, []).append(line)
    return found


if __name__ == "__main__":  # python -m tests.corpus sv: what is not right yet
    import sys

    from callparser.understand import LANGUAGES, parse

    for lang in sys.argv[1:] or LANGUAGES:
        wrong = right = noisy_right = noisy = 0
        for phrase, labels in by_phrase(lang).items():
            said = parse(phrase, lang)
            ok = any(fits(one, said) for one in labels)
            if all(one.noisy for one in labels):
                noisy += 1
                noisy_right += ok
                mark = "~"
            else:
                right += ok
                wrong += not ok
                mark = "-"
            if not ok:
                print(mark, labels[0].label, "|", phrase, "|", labels[0].slots or "", "=>", describe(said))
        print(f"{lang}: {right} right, {wrong} wrong; noisy: {noisy_right} of {noisy} right")
