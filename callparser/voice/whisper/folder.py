"""Finding the folder of a network: a directory, or a name in the cache that model downloads go to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from callparser.errors import ModelMissing

MODEL: Final = "model.bin"
TOKENIZER: Final = "tokenizer.json"
_NAME: Final = re.compile(r"(?:[\w.-]{1,96}/)?[\w.-]{1,96}")
_MAX_FOLDERS: Final = 1000


def find(which: str | Path) -> Path:
    """The folder that ``which`` names, with both files in it.

    A name is that of a network as it is published (``owner/name``, or ``name`` alone), already downloaded
    by the usual client; nothing is ever fetched here. Raises :class:`ModelMissing`.
    """
    there = Path(which)
    try:
        folder = there if there.is_dir() else _downloaded(str(which))
        for part in (MODEL, TOKENIZER):
            if not (folder / part).is_file():
                raise ModelMissing(f"{folder}: found no {part}, expected a Whisper network in the format of "
                                   "CTranslate2: model.bin and tokenizer.json")  # fmt: skip
    except (OSError, ValueError) as err:
        raise ModelMissing(f"{str(which)[:80]!r} cannot be read: {err}; give a directory") from err
    return folder


def _downloaded(name: str) -> Path:
    if _NAME.fullmatch(name):
        for repository in _repositories(name):
            for snapshot in sorted((repository / "snapshots").glob("*"))[:_MAX_FOLDERS]:
                if (snapshot / MODEL).is_file():
                    return snapshot
    raise ModelMissing(f"found no directory and no downloaded network {name[:80]!r}; give the directory of a "
                       "Whisper network in the format of CTranslate2")  # fmt: skip


def _repositories(name: str) -> Iterator[Path]:
    home = os.environ.get("HF_HOME") or os.path.expanduser("~/.cache/huggingface")
    owner, _, last = name.rpartition("/")
    yield from sorted(Path(home, "hub").glob(f"models--{owner or '*'}--{last}"))[:_MAX_FOLDERS]
