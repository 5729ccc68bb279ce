"""Makes ``models/freeform-a``: the statistical fallback, its certainties and its reliability table.

It learns from phrases written for it (``phrases/``), sentences drawn from frames (``frames/``) and from the
grammars, the program's own messages, and the talk of ``tests/cases/negatives_<lang>.txt``. The temperature
is from cross-validation over that; the reliability table from ``heldout.tsv``, which it never learns from.
About ten minutes on two cores.

    python training/understand/train.py [--epochs 6] [--folds 2] [--out DIR] [--work DIR]
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, Final

import spacy
import yaml
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

from callparser.designation import PLAY_KINDS
from callparser.explainer import load_messages
from callparser.grammar.load import load
from callparser.grammar.normalise import key
from callparser.grammar.sample import template_sentences
from callparser.grammar.tables import table
from callparser.grammar.template import expand
from callparser.intentform import intent_out
from callparser.languages import LANGUAGES
from callparser.understand.fallback import calibrated, category, parts, tokens
from callparser.understand.match import Matcher
from callparser.understand.sketch import Sketch, sketch
from callparser.value import Value

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
SEED: Final = 46
#: So many processes learn at a time.
WORKERS: Final = 2
#: Sentences of the grammar for each category and language: it knows those itself, they only show the kinds.
SAMPLED: Final = 150
#: Sentences drawn from each frame, and how often one has words before it, and after it.
DRAWN: Final = 60
WRAPPED: Final = 0.35
#: The same for what was written, which is learnt as it stands, too; and how often a word is as many say it.
WRAPPED_AGAIN: Final = 0.5
SPOKEN: Final = 0.25
#: What stands in these is never learnt from.
KEPT_BACK: Final = (
    ROOT / "tests" / "cases" / "paraphrases.tsv", ROOT / "tests" / "cases" / "negatives_wide.tsv",
    HERE / "heldout.tsv", HERE / "development.tsv", HERE / "development-b.tsv",
)  # fmt: skip
#: A word is known if it stands in so many phrases, a part of one if it stands in so many words; what is rarer
#: looks like the words of strangers.
KNOWN_FROM: Final = 2
#: How sure a proposal must be: talk and claims; calls that name a suit, rank or trump; calls such as "win",
#: which remarks are easily taken for, above all "again", "top" and "low". Chosen so that no more than
#: one line in 200 of ``tests/cases/negatives_wide.tsv`` is asked about.
TALK: Final = 0.35
NAMED: Final = 0.65
VAGUE: Final = 0.8
SUSPECT: Final = {"high": 0.95, "continue": 0.9, "low": 0.9}
_NAMED: Final = frozenset(
    ("card", "suit", "rank", "ruff.rank", "ruff.low", "ruff.high", "overruff", "cover.over")
)
_MODEL: Final = {
    "@architectures": "spacy.TextCatEnsemble.v2",
    "tok2vec": {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2", "width": 64, "attrs": ["NORM", "PREFIX", "SUFFIX"],
            "rows": [4000, 1500, 1500], "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2", "width": 64, "depth": 2, "window_size": 1,
            "maxout_pieces": 3,
        },
    },
    "linear_model": {
        "@architectures": "spacy.TextCatBOW.v3", "exclusive_classes": True, "ngram_size": 3,
        "no_output_layer": False, "length": 16384,
    },
}  # fmt: skip


class Phrase(Value):
    """One phrase to learn from or to check with."""

    lang: str
    category: str
    text: str
    seen: Sketch


class Sketcher:
    """Sketches of texts in any language."""

    def __init__(self) -> None:
        self._matchers = {lang: Matcher(table(lang)) for lang in LANGUAGES}

    def __call__(self, lang: str, name: str, text: str) -> Phrase:
        matcher = self._matchers[lang]
        return Phrase(lang, name, text, sketch(matcher, matcher.split(key(text).split())))


# --- what it learns from --------------------------------------------------------------------------


def written(path: Path) -> Iterator[tuple[str, str, str]]:
    """Language, category and text of the lines of a phrase file."""
    with open(path, encoding="utf-8", newline="") as file:
        for lang, intent, text in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield lang, category(json.loads(intent)), text


def sampled(lang: str) -> Iterator[tuple[str, str, str]]:
    chance = random.Random(SEED)
    texts: dict[str, set[str]] = {}
    for rows in template_sentences(load(lang), letters=False):
        for text, intent in chance.sample(rows, min(4, len(rows))):
            texts.setdefault(category(intent_out(intent)), set()).add(text)
    for name, found in texts.items():
        count = SAMPLED * (6 if name == "chatter" else 1)
        for text in chance.sample(sorted(found), min(count, len(found))):
            yield lang, name, text


class Frames:
    """The frames of a language: ways to say each kind of call, words around a call that change nothing, and
    words as many say them (``spoken``: word -> spellings)."""

    def __init__(self, lang: str) -> None:
        path = HERE / "frames" / f"{lang}.yaml"
        self.rows = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader) if path.exists() else {}
        self._lang = lang
        self._before, self._after = self.rows.pop("before", []), self.rows.pop("after", [])
        self._spoken: dict[str, list[str]] = self.rows.pop("spoken", {})
        self._chance = random.Random(SEED)

    def drawn(self) -> Iterator[tuple[str, str, str]]:
        """Sentences drawn from the frames, some of them in other dress."""
        forms = {f"{{{name}}}": _spoken_forms(self._lang, name) for name in ("suit", "rank")}
        for name, templates in self.rows.items():
            for template in templates:
                every = expand(template)
                for words in self._chance.sample(every, min(DRAWN, len(every))):
                    said = [self._chance.choice(forms[word]) if word in forms else word for word in words]
                    yield self._lang, name, self._dressed(" ".join(said), WRAPPED)

    def again(self, rows: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
        """What was written in this language once more, in other dress."""
        for lang, name, text in rows:
            if lang == self._lang and self.rows:
                yield lang, name, self._dressed(text, WRAPPED_AGAIN)

    def _dressed(self, text: str, wrapped: float) -> str:
        """The text with words before and after it at chance, its own as many say them at chance."""
        said = [
            self._chance.choice(self._spoken[word])
            if word in self._spoken and self._chance.random() < SPOKEN
            else word
            for word in text.split()
        ]
        if self._chance.random() < wrapped:
            said.insert(0, self._chance.choice(self._before))
        if self._chance.random() < wrapped:
            said.append(self._chance.choice(self._after))
        return " ".join(said)


def _spoken_forms(lang: str, name: str) -> list[str]:
    """The forms of a word class that are words, no letters or figures; of suits, those of the four."""
    forms = load(lang).classes[name]
    return [
        " ".join(form.words)
        for form in forms
        if not form.alphabet and form.value != "trump" and form.words[0].isalpha()
    ]


def talk(lang: str) -> Iterator[tuple[str, str, str]]:
    for line in (ROOT / "tests" / "cases" / f"negatives_{lang}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield lang, "chatter", line


def spoken(lang: str) -> Iterator[tuple[str, str, str]]:
    """What the program itself says: a microphone hears it again."""
    messages = load_messages(lang)
    names = {
        "card": messages.names["HK"],
        "rank": messages.ranks["K"],
        "window": "",
        "cards": "",
        "clause": "",
    }
    for group in ("answers", "endings", "readings", "flags", "sources"):
        for text in getattr(messages, group, {}).values():
            said = text.format_map(_Named(names | {"suit": messages.suits["H"]}))
            for sentence in re.split(r"[.:;!?]\s+", said):
                if 1 < len(sentence.split()) <= 14 and sentence.strip(". ") != names["card"]:
                    yield lang, "chatter", sentence


class _Named(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return ""


def everything(sketcher: Sketcher) -> list[Phrase]:
    rows = [row for path in sorted((HERE / "phrases").glob("*.tsv")) for row in written(path)]
    told = list(rows)
    for lang in LANGUAGES:
        frames = Frames(lang)
        rows += [*frames.drawn(), *frames.again(told), *sampled(lang), *talk(lang), *spoken(lang)]
    kept = set(kept_back())
    return [sketcher(*row) for row in dict.fromkeys(rows) if (row[0], key(row[2])) not in kept]


def kept_back() -> Iterator[tuple[str, str]]:
    """Language and words of what it is checked with, by whatever file."""
    for path in KEPT_BACK:
        for row in path.read_text("utf-8").splitlines():
            lang, _, text = row.split("\t") if row.count("\t") == 2 else ("", "", "")
            yield lang, key(text)


# --- learning -------------------------------------------------------------------------------------


def known_words(phrases: Sequence[Phrase]) -> dict[str, list[str]]:
    """For each language the words that are known, and the beginnings and ends that several words share."""
    count = Counter((one.lang, word) for one in phrases for word in set(one.seen.words) if not word.isupper())
    shared = Counter((lang, part) for lang, word in count for part in parts(word))
    known: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
    for (lang, word), often in sorted(count.items()) + sorted(shared.items()):
        if often >= KNOWN_FROM:
            known[lang].append(word)
    return known


class Learner:
    """A pipeline that has learnt from some phrases."""

    def __init__(self, phrases: Sequence[Phrase], epochs: int, title: str) -> None:
        fix_random_seed(SEED)
        self.known = known_words(phrases)
        self._words = {lang: frozenset(words) for lang, words in self.known.items()}
        self._nlp: Language = spacy.blank("xx")
        self._nlp.config["training"]["optimizer"]["use_averages"] = True
        classifier: Any = self._nlp.add_pipe("textcat", config={"model": _MODEL})
        self.names = names = sorted({one.category for one in phrases})
        for name in names:
            classifier.add_label(name)
        examples = [
            Example.from_dict(self._doc(one), {"cats": {name: float(name == one.category) for name in names}})
            for one in phrases
        ]
        self._nlp.initialize(lambda: examples[:200])
        self._optimizer = self._nlp.create_optimizer()
        chance = random.Random(SEED)
        for epoch in range(epochs):
            chance.shuffle(examples)
            losses: dict[str, float] = {}
            for batch in minibatch(examples, size=16 if epoch == 0 else 48):
                self._nlp.update(batch, sgd=self._optimizer, losses=losses, drop=0.3)
            print(f"{title}, epoch {epoch + 1} of {epochs}: loss {losses['textcat']:.2f}", flush=True)

    def _doc(self, one: Phrase) -> Doc:
        return Doc(self._nlp.vocab, words=tokens(one.seen, one.lang, self._words[one.lang]))

    def shares(self, phrases: Sequence[Phrase]) -> list[dict[str, float]]:
        with self._nlp.use_params(self._optimizer.averages):
            return [dict(doc.cats) for doc in self._nlp.pipe(map(self._doc, phrases))]

    def save(self, path: Path) -> None:
        with self._nlp.use_params(self._optimizer.averages):
            self._nlp.to_disk(path)


Judged = list[tuple[Phrase, dict[str, float]]]


class Fold(Value):
    """One fold of the cross-validation: learn from ``others``, judge ``mine``, keep the shares at ``path``.

    An interrupted run goes on with the folds that are kept.
    """

    mine: list[Phrase]
    others: list[Phrase]
    epochs: int
    path: Path

    def judge(self) -> Judged:
        if not self.path.exists():
            shares = Learner(self.others, self.epochs, self.path.stem).shares(self.mine)
            self.path.write_text(json.dumps(shares), "utf-8")
        return list(zip(self.mine, json.loads(self.path.read_text("utf-8")), strict=True))


def folds(phrases: Sequence[Phrase], count: int, epochs: int, work: Path) -> list[Fold]:
    found = []
    for at in range(count):
        mine = [one for one in phrases if _fold(one.text, count) == at]
        others = [one for one in phrases if _fold(one.text, count) != at]
        path = work / f"fold-{at}-of-{count}-{epochs}-{_digest(phrases)}.json"
        found.append(Fold(mine, others, epochs, path))
    return found


class Whole(Value):
    """What learnt from everything, once it is saved: its categories, its words, what it thinks of others."""

    names: list[str]
    known: dict[str, list[str]]
    judged: Judged


def whole(phrases: Sequence[Phrase], epochs: int, out: Path, held: Sequence[Phrase]) -> Whole:
    learner = Learner(phrases, epochs, "all of them")
    learner.save(out)
    return Whole(learner.names, learner.known, list(zip(held, learner.shares(held), strict=True)))


def _digest(phrases: Sequence[Phrase]) -> str:
    rows = "\n".join(f"{one.lang}\t{one.category}\t{' '.join(one.seen.words)}" for one in phrases)
    return hashlib.sha256(rows.encode()).hexdigest()[:12]


def _fold(text: str, folds: int) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % folds


# --- calibrating ----------------------------------------------------------------------------------


def temperature(judged: Judged) -> float:
    """The temperature at which the shares fit best what turned out right (least mean negative log)."""

    def surprise(degree: float) -> float:
        return sum(-math.log(calibrated(cats, degree).get(one.category, 1e-9) + 1e-9) for one, cats in judged)

    return min((step / 20 for step in range(14, 61)), key=surprise)


def certainties(names: Iterable[str]) -> dict[str, float]:
    """The probability that a proposal of each category needs."""
    found = {}
    for name in names:
        kind = name.partition(".")[0]
        usual = TALK if kind not in PLAY_KINDS else NAMED if name in _NAMED else VAGUE
        found[name] = SUSPECT.get(name, usual)
    return found


def reliability(judged: Judged, degree: float) -> list[tuple[str, int, float, float]]:
    """Bin, phrases, mean probability of the likeliest category, share that was right."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for one, cats in judged:
        shares = calibrated(cats, degree)
        name = max(shares, key=lambda each: shares[each])
        bins.setdefault(min(9, int(shares[name] * 10)), []).append((shares[name], name == one.category))
    return [
        (
            f"{at / 10:.1f} to {(at + 1) / 10:.1f}",
            len(rows),
            sum(share for share, _ in rows) / len(rows),
            sum(right for _, right in rows) / len(rows),
        )
        for at, rows in sorted(bins.items())
    ]


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--epochs", type=int, default=6)
    args.add_argument("--folds", type=int, default=2)
    args.add_argument("--out", type=Path, default=ROOT / "models" / "freeform-a")
    args.add_argument(
        "--work",
        type=Path,
        default=Path(tempfile.gettempdir()) / "callparser-training",
        help="what is kept between runs",
    )
    opts = args.parse_args()
    opts.out.mkdir(parents=True, exist_ok=True)
    opts.work.mkdir(parents=True, exist_ok=True)
    sketcher = Sketcher()
    phrases = everything(sketcher)
    held = [sketcher(*row) for row in written(HERE / "heldout.tsv")]
    print(f"{len(phrases)} phrases, {len({one.category for one in phrases})} categories")
    with ProcessPoolExecutor(WORKERS) as pool:
        all_of_them = pool.submit(whole, phrases, opts.epochs, opts.out / "pipeline", held)
        judged = list(chain(*pool.map(Fold.judge, folds(phrases, opts.folds, opts.epochs, opts.work))))
        made = all_of_them.result()
    degree = temperature(judged)
    meta = {"temperature": degree, "certainty": certainties(made.names), "words": made.known}
    (opts.out / "callparser.json").write_text(json.dumps(meta, ensure_ascii=False, indent=0), "utf-8")
    table_rows = reliability(made.judged, degree)
    print(f"temperature {degree}")
    print("| probability | phrases | mean probability | right |\n|---|---|---|---|")
    for name, count, share, right in table_rows:
        print(f"| {name} | {count} | {share:.2f} | {right:.2f} |")


if __name__ == "__main__":
    main()
