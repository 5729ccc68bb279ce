"""One line of JSON: read with bounds, written so that any terminal or pipe can take it."""

from __future__ import annotations

from functools import cache

from callparser.errors import CallparserError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecoder
    from typing import Any, Final

    Row = dict[str, Any]

#: One line may have so many bytes.
MAX_LINE: Final = 65_536


def decode(line: bytes, most: int = MAX_LINE) -> Row:
    """One line of JSON, of at most so many bytes -> an object.

    Raises :class:`InputError` that says what is wrong with it.
    """
    if len(line) > most:
        raise InputError(f"the line has more than {most} bytes; split it, or leave out what is not needed")
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        raise InputError(f"the line is not UTF-8 (byte {err.start}: {err.reason}); send UTF-8") from None
    if not text.strip():
        raise InputError("the line is empty; expected a JSON object")
    try:
        row = _plain().decode(text)
    except RecursionError:
        raise InputError("the JSON is nested too deeply; a situation needs three levels") from None
    except ValueError as err:
        raise InputError(f"not JSON: {err}"[:200]) from None
    if not isinstance(row, dict):
        raise InputError(f"found {type_name(row)}, expected a JSON object")
    return row


def decoder(pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> JSONDecoder:
    """A reader of JSON from outside, which knows no ``NaN`` and no infinite number: :class:`ValueError`.

    ``pairs`` makes an object of its keys and values.
    """
    import json

    return json.JSONDecoder(parse_constant=_no_number, parse_float=_number, object_pairs_hook=pairs)


@cache
def _plain() -> JSONDecoder:
    return decoder()


class NoNumber(ValueError):
    """What stands in JSON as a number and is none that JSON has."""


def _no_number(text: str) -> float:
    raise NoNumber(f"{text[:20]} is no number in JSON; write a finite one, or null where it is not known")


def _number(text: str) -> float:
    value = float(text)
    return value if value - value == 0.0 else _no_number(text)


def type_name(value: object) -> str:
    """What a value is, for error texts: ``"null"``, ``"a list"``."""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and value - value != 0.0 else value


def error_row(err: CallparserError) -> Row:
    """``{"outcome": "error", "error": {"code": ..., "message": ...}}``"""
    return {"outcome": "error", "error": {"code": err.code, "message": str(err)}}


def identity(row: Row) -> Row:
    """The sender's id, if it is a short text or a number."""
    given = row.get("id")
    if isinstance(given, str):
        return {"id": given[:200]}
    if isinstance(given, (int, float)) and not isinstance(given, bool) and abs(given) < 1e15:
        return {"id": given}
    return {"id": None}


def encode(row: Row, *, ascii_only: bool = False) -> str:
    """One line of JSON; characters that UTF-8 cannot carry (lone surrogates) are escaped, numbers that JSON
    does not have (infinite ones) are null."""
    import json

    try:
        text = json.dumps(row, ensure_ascii=ascii_only, allow_nan=False)
    except ValueError:
        row = _finite(row)
        text = json.dumps(row, ensure_ascii=ascii_only)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(row, ensure_ascii=True)
    return text
