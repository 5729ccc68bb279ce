"""``callparser parse "hjärter åtta"``: what was said, without looking at any card."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

from callparser.cli.main import ANSWERED, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options, in_words
from callparser.designation import NotUnderstood
from callparser.errors import CallparserError, InputError
from callparser.intentform import understood_out
from callparser.jsonline import error_row, identity
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.understand import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser("callparser parse", description="Say what was said. Never looks at a card.")
    parser.add_argument("text", nargs="*", help="the words")
    parser.add_argument("--lang", default="sv", choices=[*LANGUAGES, "auto"], help="language (default sv)")
    parser.add_argument("--alphabet", choices=ALPHABETS, help="whose letters: E K D Kn or A K Q J")
    parser.add_argument("--no-fallback", action="store_true", help="the grammar alone, no statistical guess")
    parser.add_argument(
        "--jsonl", action="store_true", help="lines {id, utterance, lang} from standard input"
    )
    add_output_options(parser)
    args = parser.parse_args(argv)
    if args.jsonl:
        from callparser.cli.stream import answer_lines

        return answer_lines(answer)
    if not args.text:
        raise InputError("nothing to parse; type the words, or give --jsonl and standard input")
    said = parse(" ".join(args.text), args.lang, alphabet=args.alphabet, fallback=not args.no_fallback)
    row = understood_out(said)
    out = Output(plain=args.plain)
    if args.json:
        out.json(row)
    else:
        _show(out, row)
        if row["repairs"] or row.get("guessed") or isinstance(said, NotUnderstood):
            from callparser.cli.hint import tell_language

            tell_language(" ".join(args.text), args.lang)
    return NOT_UNDERSTOOD if isinstance(said, NotUnderstood) else ANSWERED


def answer(row: Row) -> Row:
    """One line of ``--jsonl``."""
    from callparser.wire import parsed

    try:
        return identity(row) | parsed(row)
    except CallparserError as err:
        return identity(row) | error_row(err)


def _show(out: Output, row: Row) -> None:
    intent = row["intent"]
    if not row["understood"]:
        out.line("nothing was said")
        return
    out.line(f"understood  {row['understood']}")
    if intent is None:
        out.line("intent      " + ("ambiguous" if row["alternatives"] else "not understood"))
    else:
        out.line("intent      " + out.strong(in_words(intent)))
    for other in row["alternatives"]:
        out.line("  perhaps   " + in_words(other))
    for repair in row["repairs"]:
        out.line(f"repaired    {repair['said']} -> {repair['taken']} (cost {repair['cost']})")
    guessed = "  (a guess: the grammar does not know these words)" if row.get("guessed") else ""
    out.line(f"confidence  {row['confidence']}{guessed}")
