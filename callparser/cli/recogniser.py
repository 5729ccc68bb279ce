"""What hears a call, and the second opinion about it, as the options of a command name them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from importlib import util

from callparser.errors import InputError, ModelMissing
from callparser.voice.calllanguage import call_language
from callparser.voice.corelist import core
from callparser.voice.engine import Scorer
from callparser.voice.engines import open_engine
from callparser.voice.engines.pocketsphinx import NAME
from callparser.voice.models import Model, best, check_language, find
from callparser.voice.second import Second
from callparser.voice.secondear import SecondEar

#: How the second opinion is described in the help of a command.
SECOND_HELP = "a Whisper network (CTranslate2) or pocketsphinx-en-us, asked when in doubt"


def chosen(which: str | None, lang: str, say: Callable[[str], None]) -> Model:
    """The model to listen with. ``say`` is told when nobody chose it and it is not for vosk.

    Raises :class:`ModelMissing`.
    """
    if which is not None:
        model = find(which)
        check_language(model, lang)
        return model
    model = best(lang)
    if model.engine != "vosk":
        say(f"listening with {model.name}, for vosk is not installed; pip install 'callparser[voice]'")
    return model


class SecondOpinions:
    """One for each language, opened when it is first needed and closed with ``stack``.

    Raises :class:`ModelMissing` for what is not there, and :class:`InputError` when it is ``first``, the
    model that listens.
    """

    def __init__(self, which: str, first: Model, stack: ExitStack) -> None:
        self._stack = stack
        self._opened: dict[str, Second | SecondEar] = {}
        self._model = find(which) if which == NAME else find(which, engine="whisper")
        if self._model.name == first.name:
            raise InputError(f"{first.name} listens already; give another model for --second-opinion")
        if which != NAME and any(util.find_spec(name) is None for name in ("numpy", "tokenizers")):
            raise ModelMissing(
                "the second opinion needs numpy and tokenizers; pip install 'callparser[whisper]'"
            )

    def of(self, lang: str) -> Second | SecondEar:
        """The opinion for a language; a network loads while the first pass listens."""
        if lang not in self._opened:
            self._opened[lang] = self._open(lang)
        return self._opened[lang]

    def _open(self, lang: str) -> Second | SecondEar:
        model = self._model
        if model.engine != "whisper":
            if lang not in model.languages:
                raise ModelMissing(f"{model.name} does not hear {lang}; give another second opinion")
            return SecondEar(self._stack.enter_context(open_engine(model, lang)), call_language(lang))

        def make() -> Scorer:
            from callparser.voice.whisper.opinion import SecondOpinion

            return SecondOpinion(model.path)

        return Second(make, core(lang), lang)
