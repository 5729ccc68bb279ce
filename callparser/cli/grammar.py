"""``callparser grammar sample|try|lint``: look into a grammar."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial

from callparser.cli.main import ANSWERED, BAD_INPUT, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options
from callparser.designation import INTENTS, NotUnderstood
from callparser.errors import InputError
from callparser.grammar.tables import languages, table
from callparser.intentform import intent_out, understood_out
from callparser.understand import parse
from callparser.understand.match import Matcher


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser("callparser grammar", description="Look into a grammar.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="sample|try|lint")
    sample = actions.add_parser("sample", help="sentences of the call language, with their intents")
    sample.add_argument("--kind", help="only this intent, such as card or ruff")
    sample.add_argument("--limit", type=int, default=50, help="at most so many (0 = all; default 50)")
    sample.add_argument("--spoken", action="store_true", help="no letters and digits: what can be said")
    attempt = actions.add_parser("try", help="how a phrase is read: words, readings, repairs")
    attempt.add_argument("text", nargs="+")
    lint = actions.add_parser("lint", help="overmatches, missing words, examples that fail")
    for sub in (sample, attempt, lint):
        sub.add_argument("--lang", choices=languages(), help="language (lint: default all; else sv)")
        add_output_options(sub)
    args = parser.parse_args(argv)
    return {"sample": _sample, "try": _try, "lint": _lint}[args.action](args, Output(plain=args.plain))


def _sample(args: Namespace, out: Output) -> int:
    from callparser.grammar.load import load
    from callparser.grammar.sample import sentences

    if args.kind and args.kind not in INTENTS:
        raise InputError(f"there is no intent {args.kind[:20]!r}; there are {', '.join(INTENTS)}")
    shown = 0
    for text, intent in sentences(load(args.lang or "sv"), letters=not args.spoken):
        if args.kind and intent.kind != args.kind:
            continue
        row = {"say": text, "intent": intent_out(intent)}
        if args.json:
            out.json(row)
        else:
            out.line(f"{text}\t{intent_out(intent)}")
        shown += 1
        if shown == args.limit:
            break
    return ANSWERED


def _try(args: Namespace, out: Output) -> int:

    lang = args.lang or "sv"
    matcher = Matcher(table(lang))
    said = parse(" ".join(args.text), lang)
    words = matcher.split(said.understood.split())
    known = [{"word": word, "labels": _labels(matcher, words, at)} for at, word in enumerate(words)]
    if args.json:
        out.json({"words": known, **understood_out(said)})
        return NOT_UNDERSTOOD if isinstance(said, NotUnderstood) else ANSWERED
    for one in known:
        out.line(f"{one['word']:<16} {', '.join(one['labels']) or '-'}")
    row = understood_out(said)
    out.line(f"intent           {row['intent'] or row['alternatives'] or 'not understood'}")
    for repair in row["repairs"]:
        out.line(f"repaired         {repair['said']} -> {repair['taken']} (cost {repair['cost']})")
    return NOT_UNDERSTOOD if isinstance(said, NotUnderstood) else ANSWERED


def _labels(matcher: Matcher, words: Sequence[str], at: int) -> list[str]:
    found = []
    for label, value, alphabets, end in matcher.spans(words, at):
        phrase = "" if end == at + 1 else f" ({' '.join(words[at:end])})"
        found.append(
            f"{label}{'=' + value if value else ''}{' [' + alphabets + ']' if alphabets else ''}{phrase}"
        )
    return sorted(set(found))


def _lint(args: Namespace, out: Output) -> int:
    from callparser.explainer.lint import lint as lint_messages
    from callparser.grammar.lint import lint
    from callparser.grammar.load import load

    findings = lint_messages(languages())
    for lang in [args.lang] if args.lang else languages():
        findings += lint(load(lang), partial(parse, lang=lang, fallback=False))
    if args.json:
        out.json({"findings": [{"code": f.code, "where": f.where, "message": f.message} for f in findings]})
    else:
        for f in findings:
            out.line(f"{f.where}: {f.code}: {f.message}")
        out.line(f"{len(findings)} findings")
    return BAD_INPUT if findings else ANSWERED
