"""One module for each recogniser, behind :class:`callparser.voice.engine.Engine`."""

from __future__ import annotations

from importlib import util
from pathlib import Path
from typing import Final

from callparser.errors import ModelMissing
from callparser.voice.engine import Recogniser
from callparser.voice.models import Model, best, find

#: What ``pip install`` needs for an engine: the package, and the extra that has it.
_EXTRAS: Final = {"vosk": "voice", "pocketsphinx": "pocketsphinx"}


def open_engine(which: Model | str | Path | None, lang: str) -> Recogniser:
    """The recogniser of a model, by name or directory; without one, of the best model here for a language.

    Raises :class:`ModelMissing` when the model or its engine is not there, or is no recogniser.
    """
    model = best(lang) if which is None else find(which)
    if model.engine not in _EXTRAS:
        raise ModelMissing(f"model {model.name} is for {model.engine}, expected one for "
                           f"{' or '.join(_EXTRAS)}; see 'callparser models list'")  # fmt: skip
    if util.find_spec(model.engine) is None:
        raise ModelMissing(f"no recogniser is installed; pip install {model.engine} (the extra "
                           f"'{_EXTRAS[model.engine]}' of callparser)")  # fmt: skip
    if model.engine == "vosk":
        from callparser.voice.engines.vosk import VoskEngine

        return VoskEngine(model)
    from callparser.voice.engines.pocketsphinx import PocketsphinxEngine

    return PocketsphinxEngine(model)
