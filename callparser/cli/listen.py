"""``callparser listen``: a live conversation; what is typed works beside what is spoken, always."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from callparser.cli.hint import tell_language
from callparser.cli.keyboard import Keyboard
from callparser.cli.main import ANSWERED, BAD_INPUT
from callparser.cli.output import Output, add_output_options, in_words
from callparser.cli.recogniser import SECOND_HELP, SecondOpinions, chosen
from callparser.cli.resolve import headline, row_from, show
from callparser.cli.waiting import explain_waiting_in
from callparser.errors import EngineFailed, InputError, MicrophoneMissing, ModelMissing, NotKept
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.session import habitfile
from callparser.session.dialog import MODES, Dialog, Noticed, Opinion
from callparser.session.habits import Habits
from callparser.session.state import Session
from callparser.understand import fallback
from callparser.voice import settings
from callparser.voice.audio import RawFormat, read_audio
from callparser.voice.ear import Ear
from callparser.voice.endpoint import QUIET_S
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines import open_engine
from callparser.voice.hearing import Hearing
from callparser.voice.microphone import Microphone, devices, library
from callparser.voice.mouth import ECHO_TAIL_S, Mouth
from callparser.voice.source import Recording, Source
from callparser.voice.speaker import find_speaker
from callparser.wire import Situation, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.session.habits import Counts

_QUIET_RANGE_S = (0.15, 1.0)


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    out = Output(plain=args.plain)
    if args.devices:
        return _devices(out, args.json or args.jsonl)
    spoken: Row = {"lang": args.lang} if args.lang else {}
    asked = situation(row_from(args.situation) | {"utterance": ""} | spoken) if args.situation else None
    lang = args.lang or (asked.lang if asked else "sv")
    if lang not in LANGUAGES:
        raise InputError(f"listening is in one language; give --lang {' or --lang '.join(LANGUAGES)}")
    if not _QUIET_RANGE_S[0] <= args.quiet <= _QUIET_RANGE_S[1]:
        raise InputError(f"--quiet is {args.quiet:g}; expected seconds, {_QUIET_RANGE_S[0]:g} to "
                         f"{_QUIET_RANGE_S[1]:g}")  # fmt: skip
    explain_waiting_in(lang)
    shown = _shower(out, lang, as_json=args.json or args.jsonl, verbose=args.verbose)
    return _converse(args, asked, lang, shown)


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser listen", description="Listens, answers, says it, and takes it back.")
    add = parser.add_argument
    add("--lang", choices=LANGUAGES, help="language (default: the situation's, else sv)")
    add("--situation", metavar="S.json", help="the table; calls are resolved there")
    add("--mode", choices=MODES, help="push (space, then speak), toggle (space: on, off), hands-free")
    add("--confirm", choices=["unsure", "always"], default="unsure", help='which cards wait for a "yes"')
    add("--learn", action=BooleanOptionalAction, help="learn how you are heard: see callparser habits")
    add("--device", metavar="NAME", help="microphone: (part of) its name, or NAME@HOST API; it is remembered")
    add("--devices", action="store_true", help="list the microphones and stop")
    add("--input", metavar="FILE", help="a recording instead of the microphone, at the pace of speech")
    add("--raw", metavar="RATExCHANNELS", help="the recording is raw 16-bit sound, such as 48000x2")
    add("--speak", metavar="WITH", default="auto", help="auto, none, or a program: espeak-ng, spd-say, say")
    add("--model", metavar="NAME|DIR", help="a model by name or directory (default: the best here)")
    add("--second-opinion", metavar="DIR|NAME", help=SECOND_HELP)
    add(
        "--quiet",
        type=float,
        default=QUIET_S,
        metavar="S",
        help="quiet that ends a call (default %(default)g)",
    )
    add("--verbose", action="store_true", help='with every answer what "why" tells: the law, and its clause')
    add("--jsonl", action="store_true", help="one JSON object for everything that happens")
    add_output_options(parser)
    return parser


def _devices(out: Output, as_json: bool) -> int:
    there = devices(library())
    for device in there:
        if as_json:
            out.json({"name": device.name, "host_api": device.host_api, "rate_hz": device.rate_hz,
                      "channels": device.channels})  # fmt: skip
        else:
            out.line(f"{device.name}@{device.host_api}   {device.rate_hz} Hz, channels: {device.channels}")
    return ANSWERED if there else BAD_INPUT


def _converse(args: Namespace, asked: Situation | None, lang: str, shown: Callable[[Row], None]) -> int:
    remembered = settings.load()
    words = load_messages(lang).listening
    fallback.import_ahead()
    speaker = find_speaker(args.speak)
    mouth = Mouth(speaker, lang, echo_tail_s=remembered.echo_tail_s or ECHO_TAIL_S)
    learn = remembered.learn if args.learn is None else args.learn
    habits = _habits(lang, shown) if learn else None
    session = Session(
        lang, asked, always_confirm=args.confirm == "always", moves=not args.jsonl, habits=habits
    )
    with ExitStack() as stack:
        hearing, second = open_hearing(args, lang, stack, shown)
        dialog = Dialog(session, mouth, shown, hearing=hearing, second=second)
        keyboard = Keyboard(dialog.post)
        dialog.mode = args.mode or ("push" if keyboard.keys and not args.input else "hands-free")
        stack.callback(mouth.hush)
        source = open_source(args, dialog, shown) if hearing else None
        if source is None and args.input:
            return BAD_INPUT  # nobody hears the recording, and nobody types
        if source is not None:
            ear = Ear(source, dialog.post, quiet_s=args.quiet)
            stack.callback(ear.close)
            shown(_notice("microphone", words["microphone"].format(name=source.name)))
            dialog.listen(ear)
        else:
            shown(_notice("typed_only", words["typed_only"]))
        if speaker is None and args.speak != "none":
            shown(_notice("mute", words["mute"]))
        if source is not None:
            shown(_notice("ready", words[f"ready_{dialog.mode.replace('-', '_')}"]))
        if args.input is None:
            stack.enter_context(keyboard)
        dialog.run(typing=args.input is None)
        shown(_notice("closed", words["closed"]))
        heard_nothing = source is None or bool(dialog.failed)
    return BAD_INPUT if heard_nothing and not dialog.answered and not dialog.left else ANSWERED


def _notice(code: str, text: str) -> Row:
    return {"event": "notice", "notice": code.replace("_", "-"), "text": text}


def _habits(lang: str, shown: Callable[[Row], None]) -> Habits | None:
    """What this player is known by, told that it is learnt; without it, why not."""
    try:
        counts = habitfile.load().get(lang, {})
    except InputError as err:
        shown(_notice("not_learning", str(err)))
        return None
    shown(_notice("learning", load_messages(lang).listening["learning"]))
    return Habits(counts, partial(_kept, lang, shown, []))


def _kept(lang: str, shown: Callable[[Row], None], said: list[str], counts: Counts) -> None:
    """Write them down. That they cannot be is said once; ``said`` remembers that it was."""
    try:
        habitfile.save(lang, counts)
    except NotKept as err:
        if not said:
            shown(_notice(err.code, str(err)))
            said.append(err.code)


def open_hearing(
    args: Namespace, lang: str, stack: ExitStack, shown: Callable[[Row], None]
) -> tuple[Hearing | None, Opinion | None]:
    """The recogniser, loaded, and the second opinion; without one, what is missing is said, and one types.

    Raises :class:`ModelMissing` and :class:`InputError` for a second opinion that cannot be had.
    """
    try:
        model = chosen(args.model, lang, lambda text: shown(_notice("engine", text)))
        hearing = Hearing(stack.enter_context(open_engine(model, lang)), lang)
    except ModelMissing as err:
        shown(_notice(err.code, str(err)))
        return None, None
    second = SecondOpinions(args.second_opinion, model, stack).of(lang) if args.second_opinion else None
    try:
        hearing.warm()
    except (ModelMissing, EngineFailed) as err:
        shown(_notice(err.code, str(err)))
        return None, None
    return hearing, second


def open_source(args: Namespace, dialog: Dialog, shown: Callable[[Row], None]) -> Source | None:
    """The recording or the microphone; without one, what is missing is said and typing goes on."""
    if args.input:
        raw = RawFormat.parse(args.raw) if args.raw else None
        return Recording(read_audio(args.input, raw), args.input)
    remembered = settings.load()
    try:
        microphone = Microphone(
            args.device, remembered=remembered.device, notify=lambda code: dialog.post(Noticed(code))
        )
    except MicrophoneMissing as err:
        shown(_notice(err.code, str(err)))
        return None
    if args.device:
        try:
            settings.save(replace(remembered, device=microphone.device))
        except NotKept as err:
            shown(_notice(err.code, str(err)))
    return microphone


def _shower(out: Output, lang: str, *, as_json: bool, verbose: bool) -> Callable[[Row], None]:
    def shown(row: Row) -> None:
        if as_json:
            out.json(row)
        else:
            _show(out, row, lang, verbose=verbose)
        out.stream.flush()

    return shown


def _show(out: Output, row: Row, lang: str, *, verbose: bool) -> None:
    messages = load_messages(lang)
    if row.get("event") == "noise":
        return
    if "text" in row:
        out.line(row["text"])
        return
    if row.get("event") == "error":
        sys.stderr.write(f"callparser listen: {row['error']['message']}\n")
        return
    if row.get("by") == "voice":
        after = messages.listening["latency"].format(seconds=row["latency_s"])
        words = " ".join(word for word in row["heard"].split() if word != UNKNOWN)
        out.line(f"{messages.labels['heard']}: {out.strong(words or messages.labels['nothing'])}"
                 + ("" if out.plain else f"   ({after})"))  # fmt: skip
    if row.get("by") == "text" and row.get("event") == "answer":
        tell_language(row["heard"], lang)
    called = row.get("event") == "answer" and row.get("state") == "standing" and "sure" in row
    if called and "clause" in row:  # a card; talk and questions have an answer of their own
        sure = row | {"confidence": 1.0}
        if verbose:
            show(out, sure)
        else:
            out.line(headline(out, sure))
        return
    out.line(row["spoken"])
    if verbose:
        _explain(out, row, messages)


def _explain(out: Output, row: Row, messages: Messages) -> None:
    """What it was understood as, what the law makes of it, and what a director would note."""
    if row.get("intent") and "outcome" not in row:
        out.line("  " + in_words(row["intent"]))
    if row.get("explanation"):
        out.line("  " + row["explanation"])
    for flag in () if row["event"] == "undone" else row.get("flags", ()):  # it says so itself
        out.line(f"  {messages.labels['flags']}: {messages.labels[flag]}")
