"""``callparser doctor``: what is installed and what works."""

from __future__ import annotations

import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib import metadata, util

from callparser import __version__
from callparser.cli.main import ANSWERED, BAD_INPUT
from callparser.cli.output import Output, add_output_options
from callparser.errors import CallparserError
from callparser.files import cache_dir, data_dir
from callparser.languages import LANGUAGES, NAMES

Check = tuple[str, bool, str]

#: What is optional and not there is no failure.
_ABSENT = "not installed"


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser("callparser doctor", description="What is installed and what works.")
    parser.add_argument("--audio", action="store_true", help="try microphone and speech output, too")
    parser.add_argument("--words", action="store_true", help="with --audio: say five calls (ja, nej ...)")
    parser.add_argument("--device", metavar="NAME", help="with --audio: the microphone to try")
    parser.add_argument("--lang", choices=LANGUAGES, default="sv", help="with --audio: language (default sv)")
    add_output_options(parser)
    args = parser.parse_args(argv)
    out = Output(plain=args.plain)
    checks = [_tried(name, check) for name, check in _CHECKS.items()]
    if args.audio:
        from callparser.cli.doctoraudio import audio_checks

        checks += audio_checks(args.device, args.lang, words=args.words)
    if args.json:
        out.json({"checks": [{"name": n, "ok": ok, "detail": detail} for n, ok, detail in checks]})
    else:
        for name, ok, detail in checks:
            mark = "--  " if detail.startswith(_ABSENT) else "ok  " if ok else "FAIL"
            out.line(f"{mark}  {name:<12} {detail}")
    return ANSWERED if all(ok for _, ok, _ in checks) else BAD_INPUT


def _tried(name: str, check: Callable[[], str]) -> Check:
    try:
        return name, True, check()
    except (CallparserError, OSError, ImportError) as err:
        return name, False, str(err)


def _python() -> str:
    return f"{platform.python_version()} on {platform.system()}, output {sys.stdout.encoding}"


def _package() -> str:
    return f"callparser {__version__}, grammars in {data_dir('grammars')}"


def _fallback() -> str:
    from callparser.understand import fallback

    if util.find_spec("spacy") is None:
        return f"{_ABSENT}: pip install spacy (the extra 'fallback'); free wording is then not understood"
    model = fallback.load()
    if model is None:
        raise CallparserError(f"the model {fallback.MODEL} is missing or damaged; reinstall callparser")
    return f"{fallback.MODEL}, spaCy {metadata.version('spacy')}, {len(model.certainty)} categories"


def _grammars() -> str:
    from callparser.grammar.tables import languages
    from callparser.understand.phrases import phrases

    return ", ".join(f"{lang} {len(phrases(lang))} phrases" for lang in languages())


def _editions() -> str:
    from callparser.law.edition import EDITIONS, load_edition

    return ", ".join(f"{name} {len(load_edition(name).clauses)} clauses" for name in EDITIONS)


def _lint() -> str:
    if util.find_spec("rapidfuzz") is None:
        return f"{_ABSENT}: pip install rapidfuzz (the extra 'lint') to check grammars"
    return f"rapidfuzz {metadata.version('rapidfuzz')}"


def _cache() -> str:
    folder = cache_dir()
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise CallparserError(f"{folder} cannot be written; set CALLPARSER_CACHE to a directory that can")
    return folder


def _voice() -> str:
    if util.find_spec("vosk") is None:
        return f"{_ABSENT}; transcribe needs it: pip install vosk (the extra 'voice')"
    from callparser.voice.models import find

    model = find()
    hears = " and ".join(NAMES[lang] for lang in model.languages)
    return f"vosk {metadata.version('vosk')}, model {model.name}, which hears {hears}"


def _pocketsphinx() -> str:
    if util.find_spec("pocketsphinx") is None:
        return f"{_ABSENT}: pip install pocketsphinx (the extra 'pocketsphinx') for another ear in English"
    from callparser.voice.engines.pocketsphinx import NAME
    from callparser.voice.models import find

    return f"pocketsphinx {metadata.version('pocketsphinx')}, model {find(NAME).name}"


def _service() -> str:
    names = ("starlette", "uvicorn", "httptools", "msgspec", "prometheus_client")
    if any(util.find_spec(name) is None for name in names):
        return f'{_ABSENT}: pip install "callparser[service]" for callparser serve'
    return f"starlette {metadata.version('starlette')}, uvicorn {metadata.version('uvicorn')}"


def _whisper() -> str:
    names = ("numpy", "tokenizers")
    if any(util.find_spec(name) is None for name in names):
        return f"{_ABSENT}: pip install numpy tokenizers (the extra 'whisper') for a second opinion"
    return ", ".join(f"{name} {metadata.version(name)}" for name in names)


def _report() -> str:
    if util.find_spec("fpdf") is None:
        return f'{_ABSENT}: pip install "callparser[report]" for reports as PDF; HTML needs nothing'
    return f"fpdf2 {metadata.version('fpdf2')}"


_CHECKS: dict[str, Callable[[], str]] = {
    "python": _python, "package": _package, "grammars": _grammars, "editions": _editions,
    "fallback": _fallback, "lint": _lint, "cache": _cache, "voice": _voice,
    "whisper": _whisper, "pocketsphinx": _pocketsphinx, "service": _service, "report": _report,
}  # fmt: skip
