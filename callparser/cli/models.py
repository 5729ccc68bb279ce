"""``callparser models list|install|verify|remove|path``: the speech models."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from pathlib import Path

from callparser.cli.main import ANSWERED, BAD_INPUT
from callparser.cli.output import Output, add_output_options
from callparser.cli.progress import Progress, megabytes
from callparser.errors import InputError
from callparser.voice import install, layout, models, shelf
from callparser.voice.catalogue import Offer, offers
from callparser.voice.models import Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_STOPPED = 130

_DESCRIPTION = """The speech models: what there is, and installing more.

  callparser models list                               built in, installed, available
  callparser models install vosk-model-small-en-us-0.15
  callparser models install mine --from model.zip      a zip archive or a directory, without a network
  callparser transcribe call.wav --model mine

Installed models are kept in $CALLPARSER_MODELS, or in the user's data directory; 'path' says where.
What is fetched is compared with the SHA-256 in models/manifest.toml, or with that of the first time.
"""


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    act = {"list": _list, "install": _install, "verify": _verify, "remove": _remove, "path": _path}[
        args.action
    ]
    return act(args, Output(plain=args.plain))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "callparser models", description=_DESCRIPTION, formatter_class=RawDescriptionHelpFormatter
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="list|install|verify|remove|path")
    actions.add_parser("list", help="built in, installed and available models")
    sub = actions.add_parser(
        "install", help="fetch a model; goes on where it was stopped, repairs a damaged one"
    )
    sub.add_argument("name", nargs="?", metavar="NAME", help="a model of the list; with --from, any name")
    sub.add_argument(
        "--from", dest="source", metavar="FILE.zip|DIR", help="install what you have; no network"
    )
    sub = actions.add_parser("verify", help="read every file and compare it with what was recorded")
    sub.add_argument("name", nargs="?", metavar="NAME", help="only this model (default: all)")
    sub = actions.add_parser("remove", help="delete an installed model")
    sub.add_argument("name", metavar="NAME")
    sub.add_argument("--yes", action="store_true", help="do not ask")
    sub.add_argument(
        "--forget", action="store_true", help="also forget its recorded SHA-256: the next may be another"
    )
    sub = actions.add_parser("path", help="where a model is; without a name, where models are installed")
    sub.add_argument("name", nargs="?", metavar="NAME")
    for sub in actions.choices.values():
        add_output_options(sub)
    return parser


def _list(args: Namespace, out: Output) -> int:
    rows = [*_rows()]
    if args.json:
        out.json({"directory": str(shelf.root()), "models": rows})
        return ANSWERED
    width, licence = (max(len(row[key] or "?") for row in rows) for key in ("name", "licence"))
    for row in rows:
        fetched = f", {megabytes(row['fetched'])} of it fetched" if row["fetched"] else ""
        size = megabytes(row["bytes"]) + fetched
        languages = " ".join(row["languages"]) or "?"
        out.line(
            f"{row['name']:<{width}}  {row['state']:<12}  {row['engine']:<12}  {languages:<11}  "
            f"{row['licence'] or '?':<{licence}}  {size}"
        )
    return ANSWERED


def _rows() -> Iterator[Row]:
    known = {model.name: model for model in models.available()}
    mine = shelf.installed()
    for model in known.values():
        yield _row(model, "built in")
    for name, model in mine.items():
        if name not in known:
            yield _row(model, "installed")
    for name, offer in offers().items():
        if name not in mine and name not in known:
            yield {"name": name, "state": "available", "engine": offer.engine,
                   "languages": [*offer.languages], "licence": offer.licence, "origin": offer.origin,
                   "bytes": offer.size, "path": None, "fetched": install.fetched_bytes(offer),
                   "problems": []}  # fmt: skip


def _row(model: Model, state: str) -> Row:
    problems = [*models.problems(model, content=False)]
    if problems:
        state = "static graph" if problems == [layout.STATIC] else "damaged"
    return {"name": model.name, "state": state, "engine": model.engine, "languages": [*model.languages],
            "licence": model.licence, "origin": model.origin, "bytes": models.size(model),
            "path": str(model.path), "fetched": 0, "problems": problems}  # fmt: skip


def _install(args: Namespace, out: Output) -> int:
    if not args.name and not args.source:
        raise InputError(f"give the name of a model: {', '.join(offers())}; or --from FILE.zip|DIR")
    progress = Progress(plain=args.plain)
    try:
        if args.source:
            done = install.install_from(Path(args.source), args.name)
        else:
            done = install.install(args.name, progress)
    except KeyboardInterrupt:
        progress.end()
        return _stopped(offers().get(args.name) if args.name and not args.source else None)
    finally:
        progress.end()
    size = sum(file.size for file in done.model.files)
    if args.json:
        out.json({"name": done.model.name, "path": str(done.model.path), "bytes": size, "fresh": done.fresh,
                  "recorded": [*done.first_use], "note": done.useless})  # fmt: skip
        return ANSWERED
    verb = "installed" if done.fresh else "already installed and whole:"
    out.line(
        f"{verb} {done.model.name}, {len(done.model.files)} files, {megabytes(size)}, in {done.model.path}"
    )
    if done.first_use:
        out.line(f"  nobody publishes a SHA-256 of {', '.join(done.first_use)}: recorded at this first use")
    if done.useless:
        out.line(f"  but it is of no use for calls: {done.useless}")
    return ANSWERED


def _stopped(offer: Offer | None) -> int:
    kept = install.fetched_bytes(offer) if offer else 0
    rest = f"; {megabytes(kept)} are kept, the same command goes on from there" if kept else ""
    sys.stderr.write(f"callparser models: stopped, nothing was installed{rest}\n")
    return _STOPPED


def _verify(args: Namespace, out: Output) -> int:
    known = _known()
    if args.name:
        known = {args.name: _one(args.name, known)}
    rows = [_verified(model) for model in known.values()]
    if args.json:
        out.json({"models": rows})
    for row in () if args.json else rows:
        mark = "ok  " if row["ok"] else "FAIL"
        out.line(f"{mark}  {row['name']}  {row['files']} files, {megabytes(row['bytes'])}")
        for text in row["problems"] or [row["note"]] * bool(row["note"]):
            out.line(f"      {text}")
    return ANSWERED if all(row["ok"] for row in rows) else BAD_INPUT


def _verified(model: Model) -> Row:
    problems = [*models.problems(model, static=False)]
    return {"name": model.name, "ok": not problems, "problems": problems, "files": len(model.files),
            "bytes": models.size(model),
            "note": layout.STATIC if layout.static_graph(model) else ""}  # fmt: skip


def _remove(args: Namespace, out: Output) -> int:
    if not args.yes and not _agreed(args.name, args.json):
        out.line("nothing was removed")
        return ANSWERED
    size = install.remove(args.name, pins=args.forget)
    if args.json:
        out.json({"name": args.name, "removed": size})
    else:
        out.line(f"removed {args.name}, {megabytes(size)}")
    return ANSWERED


def _agreed(name: str, as_json: bool) -> bool:
    model = shelf.installed().get(name)
    if model is None:
        return True  # nothing to lose; remove() says what is wrong
    if as_json or sys.stdin is None or not sys.stdin.isatty():
        raise InputError(f"remove {name}: nobody can be asked here; give --yes")
    sys.stderr.write(
        f"Remove {name}, {megabytes(sum(f.size for f in model.files))}, from {model.path}? [y/N] "
    )
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes", "j", "ja")


def _path(args: Namespace, out: Output) -> int:
    path = _one(args.name, _known()).path if args.name else shelf.root()
    if args.json:
        out.json({"path": str(path)})
    else:
        out.line(str(path))
    return ANSWERED


def _known() -> dict[str, Model]:
    """What is here: built in and installed."""
    ours = {model.name: model for model in models.available()}
    return ours | {name: model for name, model in shelf.installed().items() if name not in ours}


def _one(name: str, known: dict[str, Model]) -> Model:
    if name not in known:
        hint = f"; callparser models install {name} fetches it" if name in offers() else ""
        raise InputError(f"no model {name[:60]!r} is here, there are {', '.join(known)}{hint}")
    return known[name]
