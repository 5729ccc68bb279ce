"""A model folder with a graph of our own in it.

vosk can be given a list of phrases, and then counts which words follow one another: that takes longer than
to decode a call, at every turn, and lets through what is no sentence. The graph in the folder of the model
it takes as it is, with any shape and any costs, and only once.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final
from weakref import finalize

from callparser.errors import EngineFailed, ModelMissing
from callparser.voice import fst
from callparser.voice.engine import UNKNOWN
from callparser.voice.fst import Arc
from callparser.voice.models import Model, labels
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

Graph = tuple[list[Arc], dict[int, float]]


class Folders:
    """Passing folders for the ears that listen for a ``language``; :meth:`close` removes them.

    ``ears`` is what the worker is told: a folder, and how many hearings to give. Raises ``ModelMissing``
    when the model knows none of its words and ``EngineFailed`` when there is no room.
    """

    def __init__(self, model: Model, language: WordGraph) -> None:
        known = labels(model)
        graph = language.within(known.keys() - {UNKNOWN})
        if not graph.steps:
            speaks = ", ".join(model.languages) or "unknown"
            raise ModelMissing(f"model {model.name} (language: {speaks}) knows nothing of what it should "
                               "listen for; choose a model of that language")  # fmt: skip
        self.language = language
        self.ears: list[dict[str, object]] = []
        try:
            self._root = Path(tempfile.mkdtemp(prefix="callparser-"))
        except OSError as err:
            raise EngineFailed(f"found no room for passing files: {err}; make room, or set TMPDIR") from err
        self.close = finalize(self, shutil.rmtree, self._root, True)
        two = UNKNOWN in known and model.part("HCLr.fst").stat().st_size <= _SMALL_BYTES
        alone = UNKNOWN in known and not two
        self._add(model, listening_for(graph, known, unknown=alone), ALTERNATIVES, model.wide_beam)
        if two:
            self._add(model, listening_for_anything(known), 1, _NARROW)

    def _add(self, model: Model, graph: Graph, alternatives: int, beam: float | None = None) -> None:
        folder = self._root / str(len(self.ears))
        try:
            lay(model, folder, graph, beam)
        except OSError as err:
            self.close()
            raise EngineFailed(f"{folder}: cannot be written ({err.strerror}); make room there") from err
        self.ears.append({"folder": str(folder), "alternatives": alternatives})


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


def listening_for_anything(known: dict[str, int]) -> Graph:
    """Any speech at all."""
    label = known[UNKNOWN]
    return [Arc(START, label, label, 0.0, START)], {START: -_LEAD}


def lay(model: Model, folder: Path, graph: Graph, beam: float | None = None) -> None:
    """Make ``folder`` a model that listens for ``graph``; with a ``beam``, its lattice is so wide.

    Files are linked where the system can. Raises ``OSError``, and ``ModelMissing`` for a damaged word table.
    """
    shutil.copytree(model.path, folder, copy_function=_link)
    here = replace(model, path=folder)
    fst.write(place := _emptied(here.part("Gr.fst")), *graph)
    if not here.part("words.txt").exists():  # they were inside the graph that was replaced
        rows = {"<eps>": 0} | labels(model)
        text = "".join(f"{word} {label}\n" for word, label in rows.items())
        place.with_name("words.txt").write_text(text, encoding="utf-8")
    settings = here.part("model.conf")
    if beam is not None and settings.exists():  # the old layout has none
        found = settings.read_bytes()
        kept = re.sub(rb"(?m)^--lattice-beam=.*\n?", b"", found).rstrip()
        _emptied(settings).write_bytes(kept + f"\n--lattice-beam={beam}\n".encode())


def _emptied(path: Path) -> Path:
    """A place for a new file: what is there is only a link."""
    path.unlink()
    return path


def _link(source: str, target: str) -> None:
    try:
        os.symlink(os.path.abspath(source), target)
    except OSError:  # a system where that takes rights, or a file system without links
        shutil.copy2(source, target)
