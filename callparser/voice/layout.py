"""Which files a model has to have, engine by engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from callparser.voice import sphinxmodel

if TYPE_CHECKING:
    from callparser.voice.models import Model

#: The parts of a Vosk model with a dynamic graph; of one with a static graph only the first two.
_VOSK: Final = ("final.mdl", "mfcc.conf", "HCLr.fst", "Gr.fst", "disambig_tid.int")
_WHISPER: Final = ("config.json", "model.bin", "tokenizer.json")
_MAX_CONFIG_BYTES: Final = 1_000_000

STATIC: Final = (
    "it has a static graph (HCLG.fst), with which vosk listens to everything and not for calls; "
    "take a model with a dynamic graph: HCLr.fst and Gr.fst, and no HCLG.fst"
)


def engine_of(path: Path) -> str:
    """``"whisper"`` for a folder in CTranslate2 format, else ``"vosk"``."""
    return "whisper" if (path / "model.bin").is_file() and (path / "config.json").is_file() else "vosk"


def static_graph(model: Model) -> bool:
    """Would vosk ignore the phrases? It takes ``HCLG.fst`` whenever there is one."""
    return model.engine == "vosk" and model.part("HCLG.fst").exists()


def problems(model: Model) -> Iterator[str]:
    """What keeps the engine from using the model, in words."""
    if model.engine == "whisper":
        yield from _whisper_problems(model)
    elif model.engine == "pocketsphinx":
        yield from sphinxmodel.problems(model)
    elif model.engine != "vosk":
        yield f"it is for an engine {model.engine[:20]!r} that is not known here; update callparser"
    else:
        if static_graph(model):
            yield STATIC
        yield from damages(model)


def damages(model: Model) -> Iterator[str]:
    """As :func:`problems`, but a static graph is none: such a model is whole, if of no use for calls."""
    if model.engine != "vosk":
        yield from problems(model)
        return
    for part in _VOSK[:2] if static_graph(model) else _VOSK:
        if not model.part(part).is_file():
            yield f"found no {part}, expected a Vosk model with a dynamic graph (HCLr.fst and Gr.fst)"
    if model.part("final.mdl") != model.path / "final.mdl" and not model.part("model.conf").is_file():
        yield "found no conf/model.conf; install the model again"


def _whisper_problems(model: Model) -> Iterator[str]:
    for part in _WHISPER:
        if not (model.path / part).is_file() or not (model.path / part).stat().st_size:
            yield (
                f"{part} is missing or empty, expected a Whisper folder in CTranslate2 format: "
                + ", ".join(_WHISPER)
            )
            return
    for part in ("config.json", "tokenizer.json"):
        if not _is_object(model.path / part, _MAX_CONFIG_BYTES if part == "config.json" else 50_000_000):
            yield f"{part} holds no JSON object; install the model again"


def _is_object(path: Path, limit: int) -> bool:
    try:
        if path.stat().st_size > limit:
            return False
        return isinstance(json.loads(path.read_text(encoding="utf-8")), dict)
    except (OSError, ValueError, RecursionError):
        return False
