"""The speech models: ours, listed in ``models/manifest.toml``, installed ones, and any directory."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import util
from pathlib import Path
from typing import Any, Final

from callparser.errors import ModelMissing
from callparser.files import data_dir
from callparser.languages import NAMES
from callparser.voice import fst, layout, sphinxmodel
from callparser.voice.audio import MAX_RATE_HZ

#: Where the parts of a Vosk model are in the layout of today; in the one of old all lie side by side.
_FOLDERS: Final = {
    "final.mdl": "am", "mfcc.conf": "conf", "model.conf": "conf", "HCLr.fst": "graph", "Gr.fst": "graph",
    "disambig_tid.int": "graph", "words.txt": "graph", "HCLG.fst": "graph",
}  # fmt: skip
_NO_WORDS: Final = frozenset(("<eps>", "<s>", "</s>", "#0"))
_MAX_WORDS_BYTES: Final = 100_000_000
_MAX_CONF_BYTES: Final = 1_000_000
_RATE_HZ: Final = 16_000
_TYPE: Final = (
    "; typed calls work (callparser parse, resolve, and listen with a keyboard), "
    "and --model NAME|DIR takes a model of yours"
)
#: A wrong card costs the game, a call that must be said again some seconds.
WRONG_COSTS: Final = 10.0


@dataclass(frozen=True, slots=True)
class File:
    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """``files`` is empty for a directory that a user pointed at: nothing is known about its content.
    ``repair`` says what to do when it is damaged.

    ``wide_beam`` is the lattice beam for the ear that listens for calls (see
    :mod:`callparser.voice.engines.vosk`); ``None`` is the model's own.
    """

    name: str
    path: Path
    rate_hz: int = 16_000
    languages: tuple[str, ...] = ()
    engine: str = "vosk"
    licence: str = ""
    origin: str = ""
    wide_beam: float | None = None
    files: tuple[File, ...] = ()
    repair: str = "install the model again"

    def part(self, name: str) -> Path:
        """Where a part such as ``words.txt`` is, or would be."""
        modern = self.path / _FOLDERS[name] / name
        return modern if modern.exists() or not (self.path / name).exists() else self.path / name


def manifest() -> tuple[Path, dict[str, Any]]:
    """Where the manifest is, and what it says. Raises :class:`ModelMissing`."""
    path = Path(data_dir("models")) / "manifest.toml"
    try:
        return path, tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as err:
        raise ModelMissing(f"{path}: cannot be read: {err!r}; reinstall callparser") from err


def available() -> tuple[Model, ...]:
    """The models that come with callparser, the default first. They are not checked.

    One for pocketsphinx has its sounds in that package, and is there when the package is.
    """
    path, content = manifest()
    try:
        found = tuple(_from_manifest(path.parent, row) for row in content["model"])
        return tuple(one for one in found if one.engine != "pocketsphinx" or sphinxmodel.is_there())
    except (ValueError, ArithmeticError, KeyError, TypeError) as err:
        raise ModelMissing(f"{path}: cannot be read: {err!r}; reinstall callparser") from err


def best(lang: str) -> Model:
    """The model here with the most merit in a language, by the ``[[merit]]`` tables of the manifest, checked.

    The first model, where none was measured. One whose engine is not installed has no merit. Raises
    :class:`ModelMissing`, also for a language that no model hears.
    """
    path, content = manifest()
    if not any(lang in model.languages for model in available()):
        raise ModelMissing(f"there is no speech model for {NAMES.get(lang, lang)}{_TYPE}")
    here = {model.name: model for model in available() if util.find_spec(model.engine)}
    try:
        merit = {
            row["model"]: float(row["right"]) - WRONG_COSTS * float(row["wrong"])
            for row in content.get("merit", ())
            if row["lang"] == lang and row["model"] in here
        }
    except (KeyError, TypeError, ValueError, AttributeError) as err:
        raise ModelMissing(f"{path}: a [[merit]] cannot be read: {err!r}; reinstall callparser") from err
    return find(max(merit, key=merit.__getitem__) if merit else None)


def check_language(model: Model, lang: str) -> None:
    """Raises :class:`ModelMissing` for a language that the model does not hear, as far as that is known."""
    if model.languages and lang not in model.languages:
        hears = " and ".join(NAMES.get(one, one) for one in model.languages)
        raise ModelMissing(f"{model.name} hears {hears} and no {NAMES.get(lang, lang)}{_TYPE}")


def find(which: Model | str | Path | None = None, *, engine: str | None = None) -> Model:
    """A model that has been checked: by name, ours or installed; one in a directory; or the default.

    ``engine`` is the one that will load it. Files of installed models are checked by their size only
    (``callparser models verify`` reads them). Raises :class:`ModelMissing` and says what is missing.
    """
    if isinstance(which, Model):
        model = which
    elif isinstance(which, Path) or (which and ("/" in which or "\\" in which)):
        model = from_directory(Path(which))
    else:
        model = _named(which)
    if engine is not None and model.engine != engine:
        raise ModelMissing(f"model {model.name} is for {model.engine}, expected one for {engine}; "
                           "'callparser models list' shows what there is")  # fmt: skip
    verify(model, content=model.path.parent == Path(data_dir("models")))
    return model


def _named(name: str | None) -> Model:
    known = {model.name: model for model in available()}
    if name is None:
        return next(iter(known.values()))
    if name not in known and any(row.get("name") == name for row in manifest()[1]["model"]):
        raise ModelMissing(f"model {name} needs pocketsphinx; {sphinxmodel.ADVICE}")
    if name not in known:  # ours are found even when the record of the others is damaged
        from callparser.voice.shelf import installed

        known |= installed()
    if name in known:
        return known[name]
    if os.path.isdir(name):
        return from_directory(Path(name))
    raise ModelMissing(
        f"found no model {name!r}; give a directory or one of: {', '.join(known)}{_offer(name)}"
    )


def _offer(name: str) -> str:
    from callparser.voice.catalogue import offers

    return f"; it can be had with: callparser models install {name}" if name in offers() else ""


def from_directory(path: Path) -> Model:
    """Any model in a directory. Not checked yet: see :func:`verify`."""
    if not path.is_dir():
        raise ModelMissing(f"{path}: no such directory; give the directory of a model, unpacked")
    model = Model(path.resolve().name, path, engine=layout.engine_of(path))
    return replace(model, rate_hz=_rate_hz(model.part("mfcc.conf")))


def verify(model: Model, *, content: bool = True) -> None:
    """Every file there, of the right size and ``content``. Raises :class:`ModelMissing`."""
    for problem in problems(model, content=content):
        raise ModelMissing(f"model {model.name}: {problem}")


def problems(model: Model, *, content: bool = True, static: bool = True) -> Iterator[str]:
    """What is wrong with a model, the gravest first. A ``static`` graph may be let pass."""
    yield from _changes(model, content)
    found = [*(layout.problems(model) if static else layout.damages(model))]
    yield from found
    if model.engine == "vosk" and not found and not layout.static_graph(model):
        yield from _graph_problems(model)


def _changes(model: Model, content: bool) -> Iterator[str]:
    for entry in model.files:
        path = model.path / entry.path
        try:
            if not path.is_file():
                yield f"{entry.path} is missing; {model.repair}"
            elif (size := path.stat().st_size) != entry.size:
                yield f"{entry.path} has {size} bytes, expected {entry.size}; {model.repair}"
            elif content and sha256(path) != entry.sha256:
                yield f"{entry.path} is not the file that was published; {model.repair}"
        except OSError as err:
            yield f"{entry.path} cannot be read ({err.strerror}); {model.repair}"


def _graph_problems(model: Model) -> Iterator[str]:
    try:
        for graph in ("HCLr.fst", "Gr.fst"):
            fst.check(model.part(graph))
        if not words(model):
            yield "no words in words.txt or Gr.fst; install it again"
    except ModelMissing as err:
        yield str(err)


def size(model: Model) -> int:
    """The bytes of all its files, those in the wheel of its engine included."""
    listed = sum(file.size for file in model.files)
    return listed + (sphinxmodel.size() if model.engine == "pocketsphinx" else 0)


def sha256(path: Path) -> str:
    """The SHA-256 of a file of any size, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def words(model: Model) -> frozenset[str]:
    """Every word the model knows. Raises :class:`ModelMissing`."""
    return frozenset(labels(model))


def labels(model: Model) -> dict[str, int]:
    """Every word the model knows, and its label: from ``words.txt``, or from inside ``Gr.fst`` when there
    is none. Raises :class:`ModelMissing`."""
    path = model.part("words.txt")
    if not path.is_file():
        known = fst.output_symbols(model.part("Gr.fst"))
    else:
        try:
            if path.stat().st_size > _MAX_WORDS_BYTES:
                raise ValueError("too large")
            known = _numbered(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as err:
            raise ModelMissing(f"{path}: cannot be read: {err}; install the model again") from err
    return {word: label for word, label in known.items() if word not in _NO_WORDS}


def _numbered(text: str) -> dict[str, int]:
    """The words of ``words.txt``, a word and its number a line. Raises :class:`ValueError`.

    Two words of one number would be taken for one another, so such a table is refused.
    """
    rows = [parts for line in text.split("\n") if len(parts := line.split()) == 2]
    found = {word: int(number) for word, number in rows}
    if not len(set(found.values())) == len(found) == len(rows):
        raise ValueError("a word or a number is there twice")
    return found


def _rate_hz(conf: Path) -> int:
    """The rate that a model says it wants, or the usual one."""
    try:
        if not conf.is_file() or conf.stat().st_size > _MAX_CONF_BYTES:
            return _RATE_HZ
        found = re.search(r"^--sample-frequency=(\d{4,6})", conf.read_text(encoding="utf-8"), re.MULTILINE)
    except (OSError, ValueError):
        return _RATE_HZ
    rate_hz = int(found.group(1)) if found else _RATE_HZ
    return rate_hz if 8_000 <= rate_hz <= MAX_RATE_HZ else _RATE_HZ


def _from_manifest(root: Path, row: dict[str, Any]) -> Model:
    files = tuple(File(str(f["path"]), int(f["size"]), str(f["sha256"])) for f in row["files"])
    beam = row.get("wide_beam")
    return Model(
        name=str(row["name"]), path=root / str(row["path"]), rate_hz=int(row["rate_hz"]),
        languages=tuple(row["languages"]), engine=str(row["engine"]), licence=str(row["licence"]),
        origin=str(row["origin"]), wide_beam=None if beam is None else float(beam), files=files,
        repair="reinstall callparser",
    )  # fmt: skip
