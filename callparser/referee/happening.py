"""What happened around a call, one thing after another: words, cards laid, shown and taken back.

As JSON a list in the order of time; each entry says one thing::

    [{"seat": "W", "card": "H4", "t": 0.0}, {"seat": "S", "said": "kungen", "t": 2.1, "until": 2.6},
     {"seat": "N", "card": "HK"}, {"seat": "S", "said": "nej, esset", "t": 3.4, "heard": ["nej ess"]}]

``said`` without a seat is declarer, any card without one is dummy's. ``t`` and ``until`` (the end of the
words) are seconds from any start, or a clock: ``"20:14:31.250"``. ``shows`` is a card that is faced and not
played, ``back`` one that is taken back. ``heard`` are other things that a recogniser made of the words.
"""

from __future__ import annotations

import re

from callparser.cards import Card
from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.table import Seat
from callparser.value import Value, replace
from callparser.written import one_card, seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row

#: What an entry may be, by its key.
HAPPENINGS: Final = ("said", "card", "shows", "back")
MAX_HAPPENINGS: Final = 60
_MAX_TEXT: Final = 500
_MAX_HEARD: Final = 10
_MAX_SECONDS: Final = 1e9
_DAY_S: Final = 86_400.0
_CLOCK: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)", re.ASCII)


class Happening(Value):
    """One thing. ``kind`` is one of :data:`HAPPENINGS`; ``text`` are the words, else ``card`` is given.

    ``at_s`` and ``until_s`` are seconds; with ``clock`` since midnight before the first of the list.
    """

    kind: str
    seat: Seat | None = None
    text: str = ""
    card: Card | None = None
    at_s: float | None = None
    until_s: float | None = None
    clock: bool = False
    heard: tuple[str, ...] = ()

    @property
    def end_s(self) -> float | None:
        """When it was over, as far as that is known."""
        return self.at_s if self.until_s is None else self.until_s


# --- in ------------------------------------------------------------------------------------------------


def read_happenings(name: str, value: object) -> tuple[Happening, ...]:
    """The list in JSON. Raises :class:`InputError` or :class:`InvalidTable`, naming the entry."""
    if not isinstance(value, list):
        raise InputError(f"{name} is {type_name(value)}; expected a list of what happened, in order")
    if len(value) > MAX_HAPPENINGS:
        raise InputError(f"{name} has {len(value)} entries; at most {MAX_HAPPENINGS}")
    found: list[Happening] = []
    last_s: float | None = None
    for number, one in enumerate(value, 1):
        made = _on_the_next_day(_read(f"{name}, entry {number}", one), last_s)
        if made.at_s is not None:
            if last_s is not None and made.at_s < last_s:
                raise InputError(f"{name}, entry {number} is earlier than one before it; list them in order")
            last_s = made.at_s
        found.append(made)
    return tuple(found)


def _on_the_next_day(one: Happening, last_s: float | None) -> Happening:
    """A clock that falls by more than half a day has passed midnight."""
    if not one.clock or one.at_s is None or last_s is None or last_s - one.at_s < _DAY_S / 2:
        return one
    until_s = None if one.until_s is None else one.until_s + _DAY_S
    return replace(one, at_s=one.at_s + _DAY_S, until_s=until_s)


def _read(name: str, value: object) -> Happening:
    if not isinstance(value, dict):
        raise InputError(f'{name} is {type_name(value)}; expected an object such as {{"said": "low"}}')
    unknown = sorted(map(str, value.keys() - {*HAPPENINGS, "seat", "t", "until", "heard"}))
    kinds = [kind for kind in HAPPENINGS if value.get(kind) is not None]
    if unknown:
        raise InputError(f"{name} has the unknown key {unknown[0][:20]!r}")
    if len(kinds) != 1:
        raise InputError(f"{name} has {len(kinds)} of {', '.join(HAPPENINGS)}; expected one of them")
    by = value.get("seat")
    at_s, clock = _time(f"{name}, t", value.get("t"))
    until_s, _ = _time(f"{name}, until", value.get("until"))
    if until_s is not None and (at_s is None or until_s < at_s):
        raise InputError(f"{name} has an 'until' that is not after its 't'")
    text = _text(name, value[kinds[0]])
    return Happening(
        kinds[0],
        None if by is None else seat(_text(f"{name}, seat", by)),
        text if kinds[0] == "said" else "",
        None if kinds[0] == "said" else one_card(text),
        at_s,
        until_s,
        clock,
        _heard(name, value.get("heard")),
    )


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise InputError(f"{name} is {type_name(value)}; expected a text of at most {_MAX_TEXT} characters")
    return value


def _heard(name: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > _MAX_HEARD:
        raise InputError(f"{name}, heard is {type_name(value)}; expected a list of up to {_MAX_HEARD} texts")
    return tuple(_text(f"{name}, heard", one) for one in value)


def _time(name: str, value: object) -> tuple[float | None, bool]:
    """Seconds, and whether they are a clock."""
    if value is None:
        return None, False
    if isinstance(value, str) and (clock := _CLOCK.fullmatch(value)):
        hours, minutes, seconds = clock.groups()
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds), True
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _MAX_SECONDS:
        return float(value), False  # not a number (NaN) is not within the bound
    raise InputError(f'{name} is {str(value)[:20]!r}; expected seconds, or a clock such as "20:14:31.250"')


# --- out -----------------------------------------------------------------------------------------------


def written_happenings(happenings: tuple[Happening, ...]) -> list[Row]:
    """The list as it stands in JSON."""
    return [_written(one) for one in happenings]


def _written(one: Happening) -> Row:
    row: Row = {} if one.seat is None else {"seat": one.seat.letter}
    row[one.kind] = one.text if one.card is None else one.card.code
    for key, at_s in (("t", one.at_s), ("until", one.until_s)):
        if at_s is not None:
            row[key] = clock_text(at_s) if one.clock else at_s
    return row | ({"heard": list(one.heard)} if one.heard else {})


def clock_text(at_s: float) -> str:
    """``72871.25`` -> ``"20:14:31.250"``, to the millisecond."""
    total_ms = round(at_s * 1000) % round(_DAY_S * 1000)
    minutes, ms = divmod(total_ms, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{ms // 1000:02}.{ms % 1000:03}"
