"""``callparser transcribe call.wav``: a recording to words, to a call, and with a situation to a card."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import util

from callparser.cli.main import ANSWERED, BAD_INPUT, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options, in_words
from callparser.cli.resolve import row_from, show
from callparser.designation import NotUnderstood, Understood
from callparser.errors import CallparserError, InputError, ModelMissing
from callparser.explainer.messages import load_messages
from callparser.intentform import understood_out
from callparser.jsonline import error_row
from callparser.understand import LANGUAGES, parse
from callparser.understand.phrases import phrases
from callparser.voice.audio import RawFormat, read_audio
from callparser.voice.corelist import core
from callparser.voice.engine import Engine, Heard, Scorer, Word
from callparser.voice.engines import open_engine
from callparser.voice.engines.pocketsphinx import NAME
from callparser.voice.hearing import is_sentence
from callparser.voice.meaning import meaning
from callparser.voice.models import find
from callparser.voice.second import Reconsidered, Second
from callparser.voice.secondear import SecondEar
from callparser.voice.transcribe import factored, transcribe
from callparser.wire import Situation, answer_row, resolve_said, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    asked = _situation(args.situation) if args.situation else None
    lang = args.lang or (asked.lang if asked else "sv")
    if lang not in LANGUAGES:
        raise InputError(f"a recording is in one language; give --lang {' or --lang '.join(LANGUAGES)}")
    raw = RawFormat.parse(args.raw) if args.raw else None
    out = Output(plain=args.plain)
    worst = ANSWERED
    with ExitStack() as stack:
        second = _second(args.second_opinion, lang, stack) if args.second_opinion else None
        engine = stack.enter_context(open_engine(args.model, lang))
        language = factored(phrases(lang), set(engine.words))
        for path in args.files:
            code = _one(path, raw, lang, language, engine, second, asked, out, args.json or args.jsonl)
            worst = code if worst == ANSWERED else worst
    return worst


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser transcribe", description="A recording to words, a call, a card.")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="recordings, one call each: WAV, FLAC and others"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language (default: the situation's, else sv)")
    parser.add_argument("--situation", metavar="S.json", help="the table; the call is resolved there")
    parser.add_argument(
        "--model", metavar="NAME|DIR", help="a model by name or directory (default: the best here)"
    )
    parser.add_argument("--raw", metavar="RATExCHANNELS", help="raw 16-bit sound, such as 48000x2")
    parser.add_argument(
        "--second-opinion",
        metavar="DIR|NAME",
        help="a Whisper network (CTranslate2) or pocketsphinx-en-us, asked when in doubt",
    )
    parser.add_argument("--jsonl", action="store_true", help="one JSON object a file, a bad file included")
    add_output_options(parser)
    return parser


def _situation(path: str) -> Situation:
    """The situation in a file; its ``utterance`` is not needed and not used."""
    return situation(row_from(path) | {"utterance": ""})


def _second(which: str, lang: str, stack: ExitStack) -> Second | SecondEar:
    """The second opinion: another recogniser, or a network that loads while the first pass listens.

    What is missing is an error now.
    """
    if which == NAME:
        if lang not in find(which).languages:
            raise ModelMissing(f"{which} does not hear {lang}; give another second opinion")
        ear = stack.enter_context(open_engine(which, lang))
        return SecondEar(ear, factored(phrases(lang), set(ear.words)))
    if any(util.find_spec(name) is None for name in ("numpy", "tokenizers")):
        raise ModelMissing("the second opinion needs numpy and tokenizers; pip install 'callparser[whisper]'")
    folder = find(which, engine="whisper").path

    def make() -> Scorer:
        from callparser.voice.whisper.opinion import SecondOpinion

        return SecondOpinion(folder)

    return Second(make, core(lang), lang)


def _one(
    path: str,
    raw: RawFormat | None,
    lang: str,
    language: list[str],
    engine: Engine,
    second: Second | SecondEar | None,
    asked: Situation | None,
    out: Output,
    as_json: bool,
) -> int:
    try:
        heard = transcribe(
            path, phrases=language, is_sentence=lambda text: is_sentence(text, lang), engine=engine, raw=raw
        )
        found = Reconsidered(heard)
        if second is not None:
            found = second.reconsider(read_audio(path, raw), heard, lambda text: parse(text, lang))
    except CallparserError as err:
        if not as_json:
            sys.stderr.write(f"callparser transcribe: {err}\n")
        else:
            out.json({"file": path, **error_row(err)})
        return BAD_INPUT
    heard = found.heard
    said = meaning(heard, lambda text: parse(text, lang, fallback=False))
    row = {"file": path, **_heard_row(heard), **_meaning(said, asked)}
    if second:
        row["second_opinion"] = "failed" if found.failure else found.kind
    if found.failure:
        sys.stderr.write(f"callparser transcribe: {path}: no second opinion: {found.failure}\n")
    if as_json:
        out.json(row)
    else:
        _show(out, row, asked, lang)
    return NOT_UNDERSTOOD if isinstance(said, NotUnderstood) else ANSWERED


def _heard_row(heard: Heard) -> Row:
    return {
        "text": heard.text, "in_language": heard.in_language,
        "words": [_word_row(word) for word in heard.words],
        "heard": [{"text": a.text, "confidence": round(a.confidence, 3)} for a in heard.alternatives],
    }  # fmt: skip


def _word_row(word: Word) -> Row:
    return {
        "word": word.text,
        "start_s": word.start_s,
        "end_s": word.end_s,
        "confidence": round(word.confidence, 3),
    }


def _meaning(said: Understood, asked: Situation | None) -> Row:
    """What was meant and, at a table, what the Laws make of it."""
    return answer_row([said], resolve_said([said], asked), asked) if asked else understood_out(said)


def _show(out: Output, row: Row, asked: Situation | None, lang: str) -> None:
    labels = load_messages(lang).labels
    sure = f"   ({row['confidence']:.2f})" if row["confidence"] else ""
    out.line(f"{labels['heard']}: {out.strong(row['text'] or labels['nothing'])}{sure}")
    if (row["intent"] is None and not row["alternatives"]) or (asked and row["outcome"] == "not_understood"):
        out.line(labels["again"])
    elif asked:
        show(out, row)
    else:
        for intent in [row["intent"]] if row["intent"] else row["alternatives"]:
            out.line("  " + in_words(intent))
