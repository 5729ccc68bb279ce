"""What sentences score when nothing is said: short and common ones much more than others.

Taken off, it turns "which sentence is likely?" into "which sentence is in this sound?". It depends on the
network and the sentences only, so it is computed once for a list and kept on disk.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from callparser.voice.whisper.search import Scores
from callparser.voice.whisper.trie import TokenPath, Trie
from callparser.voice.whisper.weights import Floats

#: Seconds of it, and how loud, as a share of full scale: a quiet room and a loud one.
LENGTH_S: Final = 1.5
LEVELS: Final = (0.002, 0.02)

#: Path of tokens -> score of its last token, score of the end after it.
Table = dict[TokenPath, tuple[float, float]]


def sounds() -> list[Floats]:
    """The same noise every time, at 16 kHz."""
    count = int(16_000 * LENGTH_S)
    return [
        (np.random.default_rng(seed).normal(size=count) * level).astype(np.float32)
        for seed, level in enumerate(LEVELS)
    ]


def mean_table(trie: Trie, scores: list[Scores]) -> Table:
    """The mean over all noises, for every path of the tree."""
    step = np.mean([one.step for one in scores], axis=0)
    end = np.mean([one.end for one in scores], axis=0)
    return {path: (float(step[node]), float(end[node])) for node, path in enumerate(trie.paths)}


def discount(trie: Trie, table: Mapping[TokenPath, tuple[float, float]], share: float) -> Scores:
    """``share`` of the noise scores of every node."""
    rows = np.array([table[path] for path in trie.paths])
    return Scores(rows[:, 0] * share, rows[:, 1] * share)


def is_table(found: Any, paths: Iterable[TokenPath]) -> bool:
    """Has it finite numbers for all of ``paths``? It comes from a file that anybody may change."""
    try:
        return bool(np.isfinite(np.array([found[path] for path in paths], np.float64)).all())
    except (KeyError, TypeError, ValueError, IndexError):
        return False


def list_name(phrases: Iterable[str], lang: str) -> str:
    """The name of a list's table on disk."""
    return f"noise-{lang}-{zlib.crc32(chr(10).join(phrases).encode()):08x}"
