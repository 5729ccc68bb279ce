"""``callparser transcribe call.wav``: a recording to words, to a call, and with a situation to a card."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Hashable, Sequence
from contextlib import ExitStack
from typing import BinaryIO

from callparser.cli.main import ANSWERED, BAD_INPUT, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options, in_words
from callparser.cli.progress import Progress, calls
from callparser.cli.recogniser import SECOND_HELP, SecondOpinions, chosen
from callparser.cli.resolve import row_from, show
from callparser.cli.stream import answer_lines, lines
from callparser.designation import Designation, NotUnderstood, Understood
from callparser.errors import CallparserError, InputError
from callparser.explainer.messages import load_messages
from callparser.intentform import understood_out
from callparser.jsonline import error_row, identity, type_name
from callparser.outcome import effect, ordered
from callparser.understand import LANGUAGES, parse
from callparser.voice.audio import RawFormat, read_audio
from callparser.voice.engine import UNKNOWN, Heard, Recogniser, Word
from callparser.voice.engines import open_engine
from callparser.voice.hearing import Hearing, hearings_out
from callparser.voice.meaning import intent_of, meaning
from callparser.voice.models import Model, check_language
from callparser.voice.second import Reconsidered
from callparser.wire import Situation, answer_row, resolve_said, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row

#: A recording in a file may take longer than a live call.
TIMEOUT_S: Final = 20.0
#: In the plain form of the progress, a line for so many calls.
_STEP: Final = 100


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    asked = _situation(row_from(args.situation)) if args.situation else None
    lang = _language(args.lang or (asked.lang if asked else "sv"))
    if not (args.files or args.jsonl or args.lines):
        raise InputError(
            "nothing to hear; give recordings, such as call.wav, or --jsonl and lines that name them"
        )
    if args.files and args.lines:
        raise InputError(
            f"recordings ({args.files[0]}) and lines (--from) were given; expected one of the two"
        )
    raw = RawFormat.parse(args.raw) if args.raw else None
    with ExitStack() as stack:
        model = chosen(args.model, lang, _say)
        opinions = SecondOpinions(args.second_opinion, model, stack) if args.second_opinion else None
        if opinions and args.files:
            opinions.of(lang)
        desk = Desk(stack.enter_context(open_engine(model, lang)), model, raw, opinions)
        if not args.files:
            return _answer_lines(args, desk, asked, lang)
        out = Output(plain=args.plain)
        codes = [_one(path, desk, lang, asked, out, args.json or args.jsonl) for path in args.files]
    return next((code for code in codes if code != ANSWERED), ANSWERED)


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser transcribe", description="A recording to words, a call, a card.")
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="recordings, one call each: WAV, FLAC and others")
    add("--lang", choices=LANGUAGES, help="language (default: the situation's, else sv)")
    add("--situation", metavar="S.json", help="the table; the call is resolved there")
    add("--model", metavar="NAME|DIR", help="a model by name or directory (default: the best here)")
    add("--raw", metavar="RATExCHANNELS", help="raw 16-bit sound, such as 48000x2")
    add("--second-opinion", metavar="DIR|NAME", help=SECOND_HELP)
    add(
        "--jsonl",
        action="store_true",
        help="one JSON object a file, a bad file included; without files: lines {id, file, lang, situation} "
        "from standard input",
    )
    add("--from", dest="lines", metavar="LINES", help="the lines are in this file (- : standard input)")
    add_output_options(parser)
    return parser


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise InputError(f"a recording is in one language; give one of {', '.join(LANGUAGES)}")
    return lang


def _situation(row: Row) -> Situation:
    """The situation in an object; its ``utterance`` is not needed and not used."""
    return situation(row | {"utterance": ""})


class Desk:
    """Takes recordings and gives answers: one recogniser for all of them, and what each language needs."""

    def __init__(
        self, engine: Recogniser, model: Model, raw: RawFormat | None, opinions: SecondOpinions | None
    ) -> None:
        self._engine = engine
        self._model = model
        self._raw = raw
        self._opinions = opinions
        self._hearings: dict[str, Hearing] = {}

    def transcribe(self, path: str, lang: str, asked: Situation | None) -> tuple[Understood, Row]:
        """What was meant, and the row of what was heard.

        Raises ``InputError``, ``EngineFailed``, and ``ModelMissing`` for a language that it does not hear.
        """
        check_language(self._model, lang)
        audio = read_audio(path, self._raw)
        if lang not in self._hearings:
            self._hearings[lang] = Hearing(self._engine, lang)
        heard = self._hearings[lang].hear(audio.samples, audio.rate_hz, timeout_s=TIMEOUT_S)
        outcome = _outcome_at(asked)
        row: Row = {}
        if self._opinions:
            found = self._opinions.of(lang).reconsider(audio, heard, lambda text: parse(text, lang), outcome)
            row = {"second_opinion": _settled(path, found)}
            heard = found.heard
        said = meaning(heard, lambda text: parse(text, lang, fallback=False), outcome)
        return said, _heard_row(heard) | row


def _outcome_at(asked: Situation | None) -> Callable[[Designation], Hashable]:
    """What a hearing is a vote for: at a table for what comes of it, else for its meaning."""
    if asked is None:
        return intent_of
    return lambda said: effect(resolve_said([said], asked), said.intent)


def _settled(path: str, found: Reconsidered) -> str | None:
    if not found.failure:
        return found.kind
    _say(f"{path}: no second opinion: {found.failure}")
    return "failed"


def _say(text: str) -> None:
    sys.stderr.write(f"callparser transcribe: {text}\n")


# --- files -------------------------------------------------------------------------------------------


def _one(path: str, desk: Desk, lang: str, asked: Situation | None, out: Output, as_json: bool) -> int:
    try:
        said, heard = desk.transcribe(path, lang, asked)
    except CallparserError as err:
        if not as_json:
            _say(str(err))
        else:
            out.json({"file": path, **error_row(err)})
        return BAD_INPUT
    understood = not isinstance(said, NotUnderstood)
    row = {"file": path, **heard, **(_resolution(said, asked) if asked else understood_out(said))}
    if as_json:
        out.json(row)
    else:
        _show(out, row, asked, lang, understood=understood)
    return ANSWERED if understood else NOT_UNDERSTOOD


def _resolution(said: Understood, asked: Situation) -> Row:
    """What the Laws make of it at a table; the cards of a question in hand order."""
    return answer_row([said], ordered(resolve_said([said], asked), lambda card: 0), asked)


def _heard_row(heard: Heard) -> Row:
    return {
        "text": heard.text, "in_language": heard.in_language,
        "words": [_word_row(word) for word in heard.words],
        "heard": hearings_out(heard),
    }  # fmt: skip


def _word_row(word: Word) -> Row:
    return {
        "word": word.text,
        "start_s": word.start_s,
        "end_s": word.end_s,
        "confidence": round(word.confidence, 3),
    }


def _show(out: Output, row: Row, asked: Situation | None, lang: str, *, understood: bool) -> None:
    """``understood``: it was, if not as one call."""
    labels = load_messages(lang).labels
    sure = f"   ({row['confidence']:.2f})" if row["confidence"] else ""
    words = " ".join(word for word in row["text"].split() if word != UNKNOWN)
    out.line(f"{labels['heard']}: {out.strong(words or labels['nothing'])}{sure}")
    if asked and row["outcome"] != "not_understood":
        show(out, row)
    elif row["intent"]:
        out.line("  " + in_words(row["intent"]))
    else:
        out.line(labels["either" if understood else "again"])
        before = "  " if understood else f"  {labels['nearest']}: "
        for intent in row["alternatives"]:
            out.line(before + in_words(intent))


# --- lines -------------------------------------------------------------------------------------------


def _answer_lines(args: Namespace, desk: Desk, asked: Situation | None, lang: str) -> int:
    """Answers the lines of a file or of standard input; a bar on standard error says how far it is."""
    progress = Progress(plain=args.plain, amount=calls, step=_STEP)
    progress.shown = progress.shown and not sys.stdout.isatty()  # it would run into the answers
    with ExitStack() as stack:
        stack.callback(progress.end)
        source, total, folder = sys.stdin.buffer, None, ""
        if args.lines and args.lines != "-":
            source = stack.enter_context(_opened(args.lines))
            total = sum(1 for _ in lines(source)) if progress.shown else None
            source.seek(0)
            folder = os.path.dirname(args.lines)
        return answer_lines(
            lambda row: _line(row, desk, asked, lang, folder),
            source,
            answered=lambda count: progress("transcribe", count, total),
        )


def _opened(path: str) -> BinaryIO:
    if not os.path.isfile(path):
        raise InputError(f"{path} is no file; give the path of a file of lines")
    try:
        return open(path, "rb")
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}") from None


def _line(row: Row, desk: Desk, asked: Situation | None, lang: str, folder: str) -> Row:
    """The answer to one line; the options of the command are the defaults of what it does not say."""
    try:
        file, given = row.get("file"), row.get("situation")
        if not isinstance(file, str):
            raise InputError("file is missing or no text; expected the path of a recording")
        if not file:
            raise InputError("file is an empty text; expected the path of a recording")
        if given is not None and not isinstance(given, dict):
            raise InputError(f"situation is {type_name(given)}; expected an object, or null")
        at = asked if given is None else _situation(given)
        own = row.get("lang") or (given or {}).get("lang") or lang
        said, heard = desk.transcribe(os.path.join(folder, file), _language(str(own)[:20]), at)
        found = {"text": heard.pop("text")} | understood_out(said) | heard
        return identity(row) | found | ({"resolution": _resolution(said, at)} if at else {})
    except CallparserError as err:
        return identity(row) | error_row(err)
