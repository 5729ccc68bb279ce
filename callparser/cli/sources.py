"""Where ``rule`` takes facts from: a record of play, or the audit log of the service."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from callparser.cards import Card
from callparser.cli.output import Output
from callparser.cli.progress import BoardsRead
from callparser.cli.timeline import cards_shown, seat_name
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.law.edition import load_edition
from callparser.referee.dialogue import Dialogue
from callparser.referee.scene import scene_of
from callparser.referee.source import MOST_TOLD, Source, on_one_line
from callparser.referee.words import RefereeWords
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def add_source_options(parser: ArgumentParser) -> None:
    """``--record FILE [--board N] [--trick K] [--seat S]`` or ``--log FILE [--session ID] [--trick K]``."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--record", metavar="FILE", help="fill in from a record: PBN, LIN or a play record")
    which.add_argument("--log", metavar="FILE", type=Path, help="fill in from the audit log of 'serve'")
    parser.add_argument(
        "--board", metavar="N", help="the board of the record: its number, or #2 for the second"
    )
    parser.add_argument("--session", metavar="ID", help="the session of the log")
    parser.add_argument("--trick", metavar="K", type=int, help="the trick that it is about, 1 to 13")
    parser.add_argument(
        "--seat", metavar="S", type=Seat.parse, help="whose revoke it is about, of a record: N, E, S or W"
    )


def source_of(args: Namespace, words: RefereeWords) -> Source | None:
    """What the options name; ``None`` without them. Raises :class:`InputError`."""
    for name, owner in (("board", "record"), ("session", "log")):
        if getattr(args, name) is not None and getattr(args, owner) is None:
            raise InputError(f"--{name} is for --{owner}; give --{owner} FILE too")
    if args.trick is not None:
        if not 1 <= args.trick <= 13:
            raise InputError(f"--trick is {args.trick}; expected a number from 1 to 13")
        if args.record is None and args.log is None:
            raise InputError("--trick is for --record and --log; give one of them too")
    if args.seat is not None and (args.record is None or args.law != "revoke"):
        raise InputError("--seat is for a revoke of a record: rule revoke --record FILE --seat S")
    if args.jsonl and (args.record is not None or args.log is not None):
        raise InputError("--record and --log are for one incident; leave out --jsonl")
    if args.record is not None:
        return _record(args, words)
    return _log(args, words) if args.log is not None else None


# --- a record --------------------------------------------------------------------------------------------


def _record(args: Namespace, words: RefereeWords) -> Source:
    from callparser.referee.recorded import record_source

    data, law = _bytes(args.record), args.law or ""
    count = BoardsRead(args.record, plain=args.plain)
    named = {"board": args.board, "trick": args.trick, "law": law, "seat": args.seat}
    try:
        return record_source(data, args.record, words, **named, count=count)
    finally:
        count.away()


def _bytes(path: str) -> bytes:
    from callparser.record.scan import MAX_BYTES

    if not os.path.isfile(path):
        raise InputError(f"{path} is no file; give the path of a PBN, LIN or play record file")
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}") from None


# --- a log -----------------------------------------------------------------------------------------------


def _log(args: Namespace, words: RefereeWords) -> Source:
    from callparser.service.logbook import entries_of, spans, verify
    from callparser.service.turns import chosen, facts_of_turn, turns_of

    session = _session(args.log, args.session)
    own, every = verify(args.log, session), verify(args.log)
    warnings = tuple(
        words.labels["log_broken"].format(session=on_one_line(one.session), seq=one.seq, found=one.found)
        for one in dict.fromkeys(one for one in (own.fault, every.fault) if one is not None)
    )
    chain = (
        words.labels["chain_broken"].format(seq=own.fault.seq, found=own.fault.found)
        if own.fault
        else words.labels["chain_whole"].format(hash=own.ends[session])
    )
    gone = spans(own.gone.get(session, []))
    if gone:
        chain += "; " + words.labels["chain_deleted"].format(events=gone)
    name = words.labels["source_log"].format(file=args.log.name, session=session, chain=chain)
    turn = chosen(turns_of(entries_of(args.log, session)), args.trick)
    left_out = ("deleted",) if turn.deleted else ()
    gaps = tuple(words.labels["log_deleted"].format(events=gone) for _ in (gone,) if gone)
    return Source(
        on_one_line(name), facts_of_turn(turn), turn.edition, (*warnings, *gaps), left_out, bool(warnings)
    )


def _session(path: Path, wanted: str | None) -> str:
    from callparser.service.logbook import entries_of

    there = list(dict.fromkeys(entry.session for entry in entries_of(path)))
    if wanted in there:
        return str(wanted)
    if wanted is None and len(there) == 1:
        return there[0]
    last = ", ".join(on_one_line(one)[:40] for one in there[-MOST_TOLD:]) or "none"
    what = f"no session {wanted[:40]!r}" if wanted is not None else f"{len(there)} sessions"
    raise InputError(f"the log has {what}; choose one with --session (the last: {last})")


# --- out -------------------------------------------------------------------------------------------------


def show_warnings(out: Output, source: Source, words: RefereeWords) -> None:
    """What must be known before anything else; for a log also that it is whole."""
    for warning in source.warnings:
        out.line(out.strong(warning))
    if source.broken is False:
        out.line(words.labels["log_whole"])


def show_filled(out: Output, source: Source, dialogue: Dialogue, words: RefereeWords) -> None:
    """What the source has filled in, before the first question."""
    labels = words.labels
    lines = list(_lines(out, source, dialogue, words))  # before the heading: what is refused has none
    out.line(f"{labels['filled']}:")
    for label, text in lines:
        out.line(f"  {labels[label]}: {text}")
    told = ", ".join(labels[one] for one in source.left_out if one != "deleted")
    if told:
        out.line(f"  {labels['left_out']}: {told}")
    if "deleted" in source.left_out:
        out.line(f"  {labels['deleted']}")
    out.line()


def _lines(out: Output, source: Source, dialogue: Dialogue, words: RefereeWords) -> Iterator[tuple[str, str]]:
    from callparser.referee.evidence import with_evidence

    facts = with_evidence(dialogue.incident).facts
    scene = scene_of(facts)
    yield "filled_source", source.name
    yield "filled_edition", load_edition(dialogue.edition).id
    if scene.declarer is not None:
        yield "filled_declarer", seat_name(scene.declarer.letter, words.language)
        yield "filled_dummy", seat_name(scene.declarer.partner.letter, words.language)
    if scene.trump is not None:
        suits = load_messages(words.language).suits
        yield "filled_trump", suits.get(scene.trump, words.labels["notrump"])
    trick = facts.get("call.trick")
    if trick is not None:
        yield "filled_trick", str(trick)
    if scene.dummy is not None:
        yield "filled_hand", cards_shown(out, [card.code for card in scene.dummy], words.language)
    rows = facts.get("play.tricks")
    if isinstance(rows, tuple):
        yield "filled_tricks", str(len(rows))
    revoker, card = facts.get("revoke.offender"), facts.get("revoke.card")
    if isinstance(revoker, Seat) and isinstance(card, Card):
        shown = cards_shown(out, [card.code], words.language)
        yield (
            "filled_revoke",
            (f"{seat_name(revoker.letter, words.language)}, {facts.get('revoke.trick')}: {shown}"),
        )
    offender, defect = facts.get("defect.offender"), facts.get("defect.trick")
    if isinstance(offender, Seat) and defect is not None:
        yield "filled_fault", f"{seat_name(offender.letter, words.language)}, {defect}"
