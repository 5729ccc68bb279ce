"""Habits on disk: one small JSON file in the user's data directory, for people to read and to delete.

``{"version": 1, "heard": {"sv": {"rank 9": {"rank T": 4, "rank 9": 1}}}}``: of five times that a nine was
heard and somebody said what was meant, it was four times a ten.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from callparser.errors import InputError, NotKept
from callparser.files import user_dir
from callparser.jsonline import decoder
from callparser.languages import LANGUAGES
from callparser.session.habits import MOST, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from callparser.session.habits import Counts

VERSION: Final = 1
_MAX_BYTES: Final = 1_000_000


def path() -> str:
    return os.path.join(user_dir(), "habits.json")


def load() -> dict[str, Counts]:
    """The counts of each language. Raises :class:`InputError` for a file that cannot be read."""
    try:
        if os.path.exists(path()) and not os.path.isfile(path()):
            raise ValueError("it is no file")  # a pipe would never end
        with open(path(), "rb") as file:
            data = file.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise ValueError(f"it has more than {_MAX_BYTES} bytes")
        return _checked(decoder().decode(data.decode()))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as err:
        raise InputError(f"{path()} cannot be read ({str(err)[:80]}); it is left as it is, and nothing is "
                         "learnt until 'callparser habits forget' deletes it") from None  # fmt: skip


def save(lang: str, counts: Counts) -> None:
    """Put the counts of a language in place of what was there, in one step.

    Raises :class:`NotKept` where nothing can be written, or the file has become unreadable.
    """
    partial = f"{path()}.{os.getpid()}"
    try:
        row = {"version": VERSION, "heard": load() | {lang: counts}}
        os.makedirs(user_dir(), mode=0o700, exist_ok=True)
        with open(
            os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump(row, file, indent=1)
            file.write("\n")
        os.replace(partial, path())
    except InputError as err:
        raise NotKept(str(err)) from None
    except OSError as err:
        with suppress(OSError):
            os.unlink(partial)
        raise NotKept(f"{path()} cannot be written ({err.strerror}), so nothing is learnt; make it writable, "
                      "or set CALLPARSER_DATA to another directory") from None  # fmt: skip


def forget() -> bool:
    """Delete the file, readable or not. Was there one? Raises :class:`InputError`."""
    try:
        os.unlink(path())
    except FileNotFoundError:
        return False
    except OSError as err:
        raise InputError(f"{path()} cannot be deleted: {err.strerror}") from None
    return True


def _checked(row: Any) -> dict[str, Counts]:
    """Known languages, known words, small numbers. Raises :class:`ValueError` for anything else."""
    if not isinstance(row, dict) or row.get("version") != VERSION or not isinstance(row.get("heard"), dict):
        raise ValueError(f"expected version {VERSION}, with 'heard'")
    found: dict[str, Counts] = {}
    for lang, counts in row["heard"].items():
        if lang not in LANGUAGES or not isinstance(counts, dict):
            raise ValueError(f"{lang[:20]!r} is no language with counts")
        found[lang] = {_word(heard): _row(meant) for heard, meant in counts.items()}
    return found


def _row(meant: Any) -> dict[str, int]:
    if not isinstance(meant, dict) or not all(type(n) is int and 0 < n <= MOST for n in meant.values()):
        raise ValueError(f"expected how often each word was meant, 1 to {MOST}")
    return {_word(word): count for word, count in meant.items()}


def _word(name: str) -> str:
    if name not in WORDS:
        raise ValueError(f"{name[:20]!r} is no word that is counted")
    return name
