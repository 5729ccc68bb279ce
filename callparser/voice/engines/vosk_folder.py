"""A model folder with a graph of our own in it.

vosk can be given a list of phrases, and then counts which words follow one another: that takes longer than
to decode a call, at every turn, and lets through what is no sentence. The graph in the folder of the model
it takes as it is, with any shape and any costs, and only once. Where the words of the model can be read back,
it gets language and words in one graph (see :mod:`callparser.voice.phonegraph`), with any speech beside them;
else it joins them itself.
"""

from __future__ import annotations

import marshal
import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final
from weakref import finalize

from callparser.errors import EngineFailed, ModelMissing
from callparser.store import kept
from callparser.voice import fst, lexicon
from callparser.voice.anyspeech import any_speech, beside
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines.vosk_worker import BEGINS
from callparser.voice.fst import Arc
from callparser.voice.models import Model, labels
from callparser.voice.phonegraph import joined
from callparser.voice.wordgraph import START, WordGraph

#: What any speech has ahead of a call: at 0 three times as many other words passed for one, at 4 three
#: times as many calls were not heard (voices kept for tuning).
_LEAD: Final = 2.0
#: The lattice for any speech: only its best path is wanted, and a wide one takes seconds in noise.
_NARROW: Final = 0.5
#: How many hearings are told apart.
ALTERNATIVES: Final = 20
#: A model whose graph is larger is loaded once only, and has one ear.
_SMALL_BYTES: Final = 10_000_000

#: Raise it when the same language and model become another graph.
_VERSION: Final = 3

#: So many languages are kept.
_KEPT: Final = 2

#: The folders of a model in which files are replaced.
_OURS: Final = ("graph", "conf")

#: Where any speech stands beside the language, a lattice whose phones are told apart before its words has a
#: path for every row of phones, and takes seconds.
_WORDS_ONLY: Final = {"phone-determinize": "false"}

#: What the worker is told: a folder, and how many hearings to give. ``whole``: it listens for any speech too.
#: ``long``: to listen only to what was long for the ear before (see :mod:`callparser.voice.engines.vosk`).
Ear = dict[str, object]
Graph = tuple[list[Arc], dict[int, float]]


class Folders:
    """Passing folders for the ears of a model; :meth:`close` removes them."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known = labels(model)
        self._root: Path | None = None
        self._made = 0
        self._languages: list[tuple[WordGraph, Ear]] = []
        self._any: Ear | None = None
        small = model.part("HCLr.fst").stat().st_size <= _SMALL_BYTES
        self._is_double = small and UNKNOWN in self._known

    def ears(self, language: WordGraph) -> list[Ear]:
        """Those that listen for a language. The last few languages are kept; the ear for any speech is the
        same for all. Raises ``ModelMissing`` when the model knows none of the words and ``EngineFailed`` when
        there is no room."""
        ear = next((ear for kept, ear in self._languages if kept == language), None)
        if ear is None:
            ear = self._listener(language)
            self._languages.append((language, ear))
            while len(self._languages) > _KEPT:
                _, old = self._languages.pop(0)
                shutil.rmtree(str(old["folder"]), ignore_errors=True)
        if not self._is_double:
            return [ear]
        if self._any is None:
            speech = speech_alone(self._model, self._known)
            graph = fst.const(*speech) if speech else listening_for_anything(self._known)
            self._any = self._ear(graph, 1, _NARROW)
        return [ear, self._any | {"long": ear["whole"]}]

    def close(self) -> None:
        if self._root is not None:
            self._remove()
            self._root = None
        self._languages.clear()
        self._any = None

    def _listener(self, language: WordGraph) -> Ear:
        model, known = self._model, self._known
        graph = language.within(known.keys() - {UNKNOWN})
        if not graph.steps:
            speaks = ", ".join(model.languages) or "unknown"
            raise ModelMissing(f"model {model.name} (language: {speaks}) knows nothing of what it should "
                               "listen for; choose a model of that language")  # fmt: skip
        content = whole(model, graph, known) if self._is_double else None
        alone = UNKNOWN in known and not self._is_double
        listening = content or listening_for(graph, known, unknown=alone)
        return self._ear(listening, ALTERNATIVES, model.wide_beam) | {"whole": content is not None}

    def _ear(self, graph: Graph | bytes, alternatives: int, beam: float | None) -> Ear:
        self._made += 1
        try:
            if self._root is None:
                self._root = Path(tempfile.mkdtemp(prefix="callparser-"))
                self._remove = finalize(self, shutil.rmtree, self._root, True)
            lay(self._model, folder := self._root / str(self._made), graph, beam)
        except OSError as err:
            raise EngineFailed(f"found no room for passing files: {err}; make room, or set TMPDIR") from err
        return {"folder": str(folder), "alternatives": alternatives}


def listening_for(graph: WordGraph, known: dict[str, int], *, unknown: bool) -> Graph:
    """What is in the graph; if ``unknown``, or any speech."""
    labels = {"": 0, **known}
    arcs = [Arc(at, labels[word], labels[word], price, to) for at, word, to, price in graph.steps]
    ends = dict.fromkeys(graph.ends, 0.0)
    if unknown:
        aside = 1 + max(max(arc.source, arc.target) for arc in arcs)
        label = known[UNKNOWN]
        arcs += [Arc(START, label, label, 0.0, aside), Arc(aside, label, label, 0.0, aside)]
        ends[aside] = 0.0
    return arcs, ends


def whole(model: Model, graph: WordGraph, known: dict[str, int]) -> bytes | None:
    """Language and words in one graph, any speech beside them, from the cache on disk if they are as they
    were. ``None`` if they cannot be had from the model; raises ``ModelMissing`` for a damaged one."""
    source = model.part("HCLr.fst")
    table = [(step.source, known.get(step.word, 0), step.target, step.price) for step in graph.steps]
    what = marshal.dumps((_VERSION, _LEAD, source.read_bytes(), table, sorted(graph.ends)), 2)

    def build() -> bytes:
        words = lexicon.read(source)
        made = words and joined(graph, known, words, _mark(known))
        speech = speech_alone(model, known)
        return fst.const(*beside(made, speech)) if made and speech else b""

    return kept("graph", what, build) or None


def _mark(known: dict[str, int]) -> int:
    return max(known.values()) + 1


def speech_alone(model: Model, known: dict[str, int]) -> Graph | None:
    """Any speech as the model has it, in one graph. ``None`` if it cannot be had from the model."""
    words = lexicon.read(model.part("HCLr.fst"))
    loop = words and words.loops.get(known[UNKNOWN])
    return any_speech(words, loop, known[UNKNOWN], _LEAD) if words and loop else None


def listening_for_anything(known: dict[str, int]) -> Graph:
    """Any speech at all."""
    label = known[UNKNOWN]
    return [Arc(START, label, label, 0.0, START)], {START: -_LEAD}


def lay(model: Model, folder: Path, graph: Graph | bytes, beam: float | None = None) -> None:
    """Make ``folder`` a model that listens for ``graph``, a language or all in one; with a ``beam``, its
    lattice is so wide.

    Files are linked where the system can. Raises ``OSError``, and ``ModelMissing`` for a damaged word table.
    """
    _mirror(model.path, folder)
    here = replace(model, path=folder)
    place = _emptied(here.part("Gr.fst"))
    if isinstance(graph, bytes):
        place.with_name("HCLG.fst").write_bytes(graph)
    else:
        fst.write(place, *graph)
    options = {} if beam is None else {"lattice-beam": str(beam)}
    settings = here.part("model.conf")
    if isinstance(graph, bytes):
        options |= _WORDS_ONLY
    if options and settings.exists():  # the old layout has none
        _set(settings, options)
    words = here.part("words.txt")
    if words.exists() and not isinstance(graph, bytes):
        return
    words.unlink(missing_ok=True)  # there, or inside the graph that was replaced
    known = labels(model)
    rows = {"<eps>": 0, **known, BEGINS: _mark(known)}
    text = "".join(f"{word} {label}\n" for word, label in rows.items())
    place.with_name("words.txt").write_text(text, encoding="utf-8")


def _set(settings: Path, options: dict[str, str]) -> None:
    """Write the options of a model anew; of the others every byte stays."""
    names = {f"--{name}".encode() for name in options}
    kept = [line for line in settings.read_bytes().split(b"\n") if line.partition(b"=")[0] not in names]
    lines = [f"--{name}={value}\n".encode() for name, value in options.items()]
    _emptied(settings).write_bytes(b"\n".join(kept).rstrip() + b"\n" + b"".join(lines))


def _emptied(path: Path) -> Path:
    """A place for a new file: what is there is only a link."""
    path.unlink()
    return path


def _mirror(source: Path, folder: Path) -> None:
    """A folder with links to all that is in another; those with files of ours are made anew, the others are
    linked whole, and so no circle of links is walked."""
    folder.mkdir(parents=True)
    for entry in os.scandir(source):
        if entry.name in _OURS and entry.is_dir():
            (folder / entry.name).mkdir()
            for part in os.scandir(entry.path):
                _link(part, folder / entry.name / part.name)
        else:
            _link(entry, folder / entry.name)


def _link(source: os.DirEntry[str], target: Path) -> None:
    try:
        os.symlink(os.path.abspath(source.path), target, target_is_directory=source.is_dir())
    except OSError:  # a system where that takes rights, or a file system without links
        (shutil.copytree if source.is_dir() else shutil.copy2)(source.path, target)
