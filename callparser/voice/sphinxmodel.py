"""The parts of a pocketsphinx model: the sounds are in the wheel, the words are ours.

pocketsphinx is looked for and not imported: its decoder belongs in a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Final

from callparser.errors import ModelMissing

if TYPE_CHECKING:
    from callparser.voice.models import Model

ADVICE: Final = "pip install 'callparser[pocketsphinx]'"
#: A line of the dictionary: a word, perhaps with the number of a further pronunciation, and its phones.
_ENTRY: Final = re.compile(r"(?P<word>[^\s()]+)(\([2-9]\))?( [A-Z]{1,2})+")
_MAX_BYTES: Final = 10_000_000
_ACOUSTIC: Final = (
    "feat.params",
    "mdef",
    "means",
    "noisedict",
    "sendump",
    "transition_matrices",
    "variances",
)


def is_there() -> bool:
    """Is pocketsphinx installed?"""
    return util.find_spec("pocketsphinx") is not None


def acoustic() -> Path:
    """The directory of the acoustic model in the wheel. Raises :class:`ModelMissing`."""
    found = util.find_spec("pocketsphinx")
    if found is None or found.origin is None:
        raise ModelMissing(f"pocketsphinx is not installed; {ADVICE}")
    return Path(found.origin).parent / "model" / "en-us" / "en-us"


def size() -> int:
    """The bytes of the acoustic model in the wheel; 0 without one."""
    try:
        return sum(file.stat().st_size for file in acoustic().iterdir())
    except (ModelMissing, OSError):
        return 0


def dictionary(model: Model) -> Path:
    return model.path / "words.dict"


def words(model: Model) -> frozenset[str]:
    """Every word of the dictionary. Raises :class:`ModelMissing`."""
    path = dictionary(model)
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError("too large")
        entries = [_ENTRY.fullmatch(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as err:
        raise ModelMissing(f"{path}: cannot be read: {err}; {model.repair}") from err
    if None in entries or not entries:
        raise ModelMissing(f"{path}: line {[*entries, None].index(None) + 1} is no word with its phones; "
                           f"{model.repair}")  # fmt: skip
    return frozenset(entry["word"] for entry in entries if entry)


def problems(model: Model) -> Iterator[str]:
    """What keeps the engine from using the model, in words."""
    try:
        folder = acoustic()
        words(model)
    except ModelMissing as err:
        yield str(err)
        return
    for part in _ACOUSTIC:
        if not (folder / part).is_file():
            yield f"found no {part} in {folder}, expected the model of pocketsphinx 5.1; {ADVICE}"
