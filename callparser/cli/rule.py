"""``callparser rule 67``: a ruling from an incident, or from questions at the terminal.

Without ``--incident``, and on a terminal also with it, what is not known is asked: a number answers, ``?``
says why it is asked, ``b`` goes a step back, ``u`` is unknown. ``--save FILE`` keeps the answers, and goes on
from them. ``--record`` and ``--log`` fill in what a record of play, or the log of the service, tells;
``--report FILE`` writes the ruling as a page to print.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.cli.reporting import add_report_options, check_report, write_report
from callparser.cli.ruling import show, show_difference
from callparser.cli.sources import add_source_options, show_filled, show_warnings, source_of
from callparser.cli.timeline import show_timeline
from callparser.errors import InputError, NotKept
from callparser.jsonline import decode
from callparser.law.edition import EDITIONS, load_edition
from callparser.referee.compare import compare, other_rows
from callparser.referee.dialogue import Dialogue, resumed
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import LAWS
from callparser.referee.question import Question
from callparser.referee.rule import answer, ruling_row
from callparser.referee.source import FILLED, Source, filled
from callparser.referee.words import REFEREE_LANGUAGES, referee_words
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.jsonline import Row
    from callparser.report.content import Report

#: An incident with its tricks is a few kilobytes.
MAX_BYTES: Final = 65_536


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    check_report(args)
    words = referee_words(args.lang)
    source = source_of(args, words)
    if args.jsonl:
        from callparser.cli.stream import answer_lines

        return answer_lines(lambda row: answer(row, args.lang, args.edition or "", args.law or ""))
    out = Output(plain=args.plain)
    if source is not None and not args.json:
        show_warnings(out, source, words)
    given = _given(args) if source is None else filled(_given(args), source)
    dialogue = resumed(given, args.lang, args.edition or "", args.law or "")
    load_edition(dialogue.edition)
    if source is not None and not args.json:
        show_filled(out, source, dialogue, words)
    shown = not args.json and _may_ask(args) and _converse(out, dialogue, _Kept(args.save, source))
    editions = [dialogue.edition, *args.also]
    write_report(args, lambda date: _report(dialogue, source, args, date))
    if args.json:
        out.json(_row(dialogue, editions, args.lang) | (source.row() if source else {}))
        return ANSWERED
    if not shown:
        show(out, dialogue.ruling(), dialogue.words)
    for difference in compare(dialogue.incident, editions) if args.also else ():
        show_difference(out, difference, dialogue.words)
    return ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "callparser rule",
        description="A ruling: Laws 13, 67 to 71, a revoke (61 to 64), a disputed call (45C4, 45D, 46).",
    )
    parser.add_argument("law", nargs="?", choices=LAWS, help="the law; without it the facts decide")
    parser.add_argument("--edition", help=f"one of {', '.join(EDITIONS)} (default 2017)")
    parser.add_argument("--lang", default="sv", choices=REFEREE_LANGUAGES, help="language (default sv)")
    parser.add_argument(
        "--incident", metavar="FILE", help="the facts as JSON (docs/incident.md); - = standard input"
    )
    parser.add_argument(
        "--jsonl", action="store_true", help="lines of {id, law?, edition?, incident}, one answer each"
    )
    parser.add_argument("--save", metavar="FILE", help="keep the answers here; go on from them if it exists")
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="EDITION",
        help="rule under another edition too, side by side",
    )
    add_report_options(parser)
    add_source_options(parser)
    add_output_options(parser)
    return parser


# --- in ------------------------------------------------------------------------------------------------


def _given(args: Namespace) -> Row:
    """What is known already: the incident, or what was saved. ``{"incident": {...}}``."""
    path = args.incident or (args.save if args.save and os.path.isfile(args.save) else None)
    if not path:
        return {}
    data = _bytes(path)
    if not data.strip():
        way = "give the facts as JSON (docs/incident.md)" if args.incident else "remove it to begin anew"
        raise InputError(f"{path} is empty; {way}")
    row = decode(data)
    return row if _is_wrapped(row) else {"incident": row}


def _is_wrapped(row: Row) -> bool:
    """Does the incident stand beside its edition and answers? ``incident`` is also a group of facts."""
    inner = row.get("incident") if isinstance(row, dict) else None
    is_group = isinstance(inner, dict) and inner and all(f"incident.{name}" in BY_NAME for name in inner)
    return "incident" in row and not is_group


def _bytes(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if not os.path.isfile(path):
        raise InputError(f"{path} is no file; give the path of a JSON incident (docs/incident.md)")
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}") from None


def _may_ask(args: Namespace) -> bool:
    """Questions are for people: without an incident always, with one only at a terminal."""
    if args.incident == "-" or sys.stdin is None:
        return False
    return not args.incident or sys.stdin.isatty()


# --- the questions ---------------------------------------------------------------------------------------


def _converse(out: Output, dialogue: Dialogue, kept: _Kept) -> bool:
    """Ask until nothing more is needed; then any answer may be changed. Was the ruling shown at the end?

    The end of input ends it anywhere.
    """
    known = dialogue.ruling()
    if known.line.moments:
        show_timeline(out, known, dialogue.words)
        out.line()
    out.line(dialogue.words.labels["help"])
    while True:
        while (question := dialogue.question()) is not None:
            if not _ask(out, dialogue, question):
                return False
            kept.keep(dialogue)
        show(out, dialogue.ruling(), dialogue.words)
        chosen = _to_change(out, dialogue)
        if chosen is None:
            break
        if not _ask(out, dialogue, dialogue.of(chosen)):
            return False
        kept.keep(dialogue)
    if kept.path:
        out.line(dialogue.words.labels["saved"].format(file=kept.path))
    return True


def _ask(out: Output, dialogue: Dialogue, question: Question) -> bool:
    """One question until it is answered, passed over or taken back. ``False`` at the end of input."""
    labels = dialogue.words.labels
    out.line()
    out.line(out.strong(f"{labels['asks'].format(number=dialogue.number(question))}: {question.text}"))
    for number, (_, text) in enumerate(question.choices, 1):
        out.line(f"  {number}  {text}")
    while (typed := _line(out)) is not None:
        if typed == "?" or (typed.endswith("?") and typed[:-1].strip().isdecimal()):
            out.line(labels["why"].format(text=question.why))
        elif typed in ("b", "B"):
            if dialogue.back():
                return True
            out.line(labels["first"])
        elif typed in ("u", "U"):
            dialogue.pass_over(question)
            return True
        elif typed:
            try:
                dialogue.answer(question, typed)
                return True
            except InputError as err:
                out.line(str(err))
    return False


def _to_change(out: Output, dialogue: Dialogue) -> str | None:
    """The fact whose answer is to be changed; ``None`` for none."""
    if not dialogue.asked:
        return None
    out.line()
    for number, fact in enumerate(dialogue.asked, 1):
        out.line(f"  {number}  {dialogue.of(fact).text} {dialogue.shown(fact)}")
    labels = dialogue.words.labels
    out.line(labels["change"])
    while text := _line(out):
        if text in ("b", "B"):
            return dialogue.asked[-1]
        chosen = _asked_as(dialogue, text.removesuffix("?").strip())
        if chosen is None:
            out.line(labels["change_why"])
        elif text.endswith("?"):
            out.line(labels["why"].format(text=dialogue.of(chosen).why))
        else:
            return chosen
    return None


def _asked_as(dialogue: Dialogue, number: str) -> str | None:
    """The fact that was asked as that number."""
    is_one = number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(dialogue.asked)
    return dialogue.asked[int(number) - 1] if is_one else None


def _line(out: Output) -> str | None:
    """What is typed, or ``None`` at the end."""
    out.stream.write("> ")
    out.stream.flush()
    text = sys.stdin.readline(MAX_BYTES)
    if not sys.stdin.isatty():
        out.line(text.strip())
    return text.strip() if text else None


class _Kept(Value):
    """Where the answers are kept, if anywhere, and the source that they are about."""

    path: str | None
    source: Source | None

    def keep(self, dialogue: Dialogue) -> None:
        if self.path is None:
            return
        row = dialogue.saved() | ({FILLED: self.source.told()} if self.source else {})
        try:
            with open(f"{self.path}.new", "w", encoding="utf-8") as file:
                json.dump(row, file, ensure_ascii=False, indent=1)
            os.replace(f"{self.path}.new", self.path)
        except OSError as err:
            raise NotKept(f"{self.path} cannot be written: {err.strerror}; choose another --save") from None


# --- out -----------------------------------------------------------------------------------------------


def _report(dialogue: Dialogue, source: Source | None, args: Namespace, date: str) -> Report:
    from callparser.report.ruling import ruling_report

    return ruling_report(
        dialogue.incident,
        dialogue.edition,
        args.lang,
        date=date,
        asked=dialogue.answered,
        also=args.also,
        told=source.sheet if source else {},
    )


def _row(dialogue: Dialogue, editions: Sequence[str], lang: str) -> Row:
    row = ruling_row(dialogue.ruling(), lang)
    if len(editions) == 1:
        return row
    return row | {"also": other_rows(dialogue.incident, editions, lang)}
