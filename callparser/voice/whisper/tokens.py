"""What a network writes sentences in: its tokens, out of ``tokenizer.json``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from callparser.errors import EngineFailed, ModelMissing

#: The published files have 2.2 MB.
MAX_BYTES: Final = 50_000_000
#: A network with so many tokens has tokens for languages and does not know them.
ENGLISH_ONLY: Final = 51_864
#: What may end a sentence, besides the token for the end.
ENDS: Final = (".", "!", "?", ",")
#: Letters of Latin script end here; once the language is forced, tokens of other scripts have no share.
_LATIN_TOP: Final = "ɏ"
_MARKS: Final = "–—‘’“”…"

T = TypeVar("T")


class Tokens:
    """``count`` is how many tokens the network has: numbers beyond it never come out.

    Raises :class:`ModelMissing` for a file that cannot be read, or that lacks what Whisper needs.
    """

    def __init__(self, path: Path, count: int) -> None:
        self._path = path
        self._count = count
        self._tokenizer = _loaded(path)
        self._end = self._special("<|endoftext|>")
        self._start = self._special("<|startoftranscript|>")
        self._plain = self._special("<|notimestamps|>")
        self.ends = (self._end, *(self.of(mark)[0] for mark in ENDS))

    def prompt(self, lang: str) -> tuple[int, ...]:
        """What the decoder is told first. The language is forced: on a second of sound it guesses wrong.

        Raises :class:`ModelMissing` when the network does not know the language.
        """
        code = self._number(f"<|{lang}|>")
        if code is None or self._count == ENGLISH_ONLY:
            if lang != "en":
                raise ModelMissing(
                    f"{self._path}: the network does not know the language {lang!r}; take one that does"
                )
            return (self._start, self._plain)
        return (self._start, code, self._special("<|transcribe|>"), self._plain)

    def of(self, text: str) -> tuple[int, ...]:
        """The tokens of a text; at least one."""
        found = tuple(_guarded(lambda: self._tokenizer.encode(text, add_special_tokens=False).ids))
        if not found or not all(0 <= token < self._count for token in found):
            raise EngineFailed(f"{self._path}: {text[:40]!r} gives the tokens {found[:9]}, expected numbers "
                               f"below {self._count}; it does not belong to this network")  # fmt: skip
        return found

    def latin(self, most: int) -> tuple[int, ...]:
        """Latin letters, digits and marks among the first ``most`` tokens, which are the frequent ones."""
        count = min(most, self._count)
        texts: Sequence[str] = _guarded(lambda: self._tokenizer.decode_batch([[i] for i in range(count)]))
        return tuple(
            i for i, text in enumerate(texts) if text and all(c <= _LATIN_TOP or c in _MARKS for c in text)
        )

    def _special(self, name: str) -> int:
        number = self._number(name)
        if number is None:
            raise ModelMissing(f"{self._path}: found no token {name}; it is no tokenizer of Whisper")
        return number

    def _number(self, name: str) -> int | None:
        number = _guarded(lambda: self._tokenizer.token_to_id(name))
        return number if number is not None and number < self._count else None


def _loaded(path: Path) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError as err:
        raise ModelMissing("the second opinion needs tokenizers; pip install 'callparser[whisper]'") from err
    try:
        if (size := path.stat().st_size) > MAX_BYTES:
            raise ModelMissing(f"{path}: found {size} bytes, expected at most {MAX_BYTES}")
        content = path.read_bytes()
    except OSError as err:
        raise ModelMissing(f"{path}: cannot be read: {err.strerror}; download it again") from err
    try:
        return _guarded(lambda: Tokenizer.from_buffer(content))
    except EngineFailed as err:
        raise ModelMissing(f"{path}: {err}; download it again") from err


def _guarded(ask: Callable[[], T]) -> T:
    """Native code ends with exceptions of its own kind, some of which are no ``Exception``."""
    try:
        return ask()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as err:
        raise EngineFailed(f"the tokenizer failed: {str(err)[:120]}") from err
