"""``callparser habits show|forget|on|off``: what was learnt of how you are heard, and whether to learn."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.explainer.messages import load_messages
from callparser.session import habitfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser(
        "callparser habits",
        description="What 'listen' has learnt of how you are heard. It is kept on this computer and decides "
        "only what you are asked.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="show|forget|on|off")
    for name, what in (
        ("show", "every word that was heard, what was meant by it, and how often"),
        ("forget", "delete all of it"),
        ("on", "learn from now on, whenever 'listen' runs"),
        ("off", "learn no more, and use nothing that was learnt; the file stays"),
    ):
        add_output_options(actions.add_parser(name, help=what))
    args = parser.parse_args(argv)
    action = {"show": _show, "forget": _forget, "on": _switch, "off": _switch}[args.action]
    return action(args, Output(plain=args.plain))


def _show(args: Namespace, out: Output) -> int:
    rows = list(_rows())
    for row in rows:
        if args.json:
            out.json(row)
        else:
            heard, meant = (_name(row["lang"], row[key]) for key in ("heard", "meant"))
            out.line(f"{row['lang']}  heard {heard}, meant {meant}: {row['count']}")
    if not args.json:
        out.line(f"kept in {habitfile.path()}" if rows else "nothing was learnt")
    return ANSWERED


def _rows() -> Iterator[Row]:
    for lang, counts in sorted(habitfile.load().items()):
        for heard, meant in sorted(counts.items()):
            for word, count in sorted(meant.items(), key=lambda item: (-item[1], item[0])):
                yield {"lang": lang, "heard": heard, "meant": word, "count": count}


def _name(lang: str, word: str) -> str:
    """A word of the table in the language of the player; kinds of calls have no other name."""
    kind, _, letter = word.partition(" ")
    messages = load_messages(lang)
    return {"suit": messages.suits, "rank": messages.ranks}.get(kind, {}).get(letter, word)


def _forget(args: Namespace, out: Output) -> int:
    there = habitfile.forget()
    if args.json:
        out.json({"forgotten": there})
    else:
        out.line(f"deleted {habitfile.path()}" if there else "nothing was learnt")
    return ANSWERED


def _switch(args: Namespace, out: Output) -> int:
    from dataclasses import replace

    from callparser.voice import settings

    learn = args.action == "on"
    settings.save(replace(settings.load(), learn=learn))
    if args.json:
        out.json({"learn": learn})
    else:
        out.line("habits are learnt" if learn else "habits are not learnt and not used")
    return ANSWERED
