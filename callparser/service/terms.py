"""What a client asks for in ``hello``: language, edition, policy, sound, consent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.law.edition import NEWEST, load_edition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.jsonline import Row

CONFIRM: Final = ("at_once", "timer", "always")
MODES: Final = ("push", "hands-free")
#: A card that is read back is played after so long, in seconds.
TIMER_S: Final = (1.5, 5.0)
TEMPO_S: Final = (0.0, 3.0)
#: The rates that sound may have; 0 stands for no sound.
RATES_HZ: Final = (8_000, 192_000)
_TOKEN_CHARS: Final = 64


@dataclass(frozen=True, slots=True)
class Resume:
    """The session that ``token`` stands for, and the last event that was read of it."""

    token: str
    seq: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings of one session. ``log`` and ``audio``: may it be recorded?"""

    lang: str = "sv"
    edition: str = NEWEST
    alphabet: str | None = None
    confirm: str = "at_once"
    timer_s: float = 3.0
    mode: str = "push"
    rate_hz: int = 16_000
    tempo_s: float = 0.0
    log: bool = False
    audio: bool = False
    resume: Resume | None = None


def terms(row: Row) -> Terms:
    """A decoded ``hello`` -> the terms. Raises :class:`InputError` (and ``EditionError``'s kin) for what
    cannot be had."""
    consent = _object(row, "consent")
    log = _flag(consent, "log")
    return Terms(
        lang=_one_of(row, "lang", LANGUAGES, "sv"),
        edition=_edition(row.get("edition")),
        alphabet=None if row.get("alphabet") is None else _one_of(row, "alphabet", ALPHABETS, "sv"),
        confirm=_one_of(row, "confirm", CONFIRM, "at_once"),
        timer_s=_number(row, "timer_s", TIMER_S, 3.0),
        mode=_one_of(row, "mode", MODES, "push"),
        rate_hz=_rate(row.get("rate_hz")),
        tempo_s=_number(row, "tempo_s", TEMPO_S, 0.0),
        log=log,
        audio=log and _flag(consent, "audio"),
        resume=_resume(row),
    )


def _one_of(row: Row, name: str, allowed: Sequence[str], usual: str) -> str:
    value = row.get(name)
    if value is None:
        return usual
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{name} is {str(value)[:20]!r}; expected one of {', '.join(allowed)}")
    return value


def _number(row: Row, name: str, bounds: tuple[float, float], usual: float) -> float:
    value = row.get(name)
    if value is None:
        return usual
    if type(value) not in (int, float) or not bounds[0] <= value <= bounds[1]:
        raise InputError(f"{name} is {str(value)[:20]}; expected seconds, {bounds[0]:g} to {bounds[1]:g}")
    return float(value)


def _rate(value: Any) -> int:
    if value is None:
        return 16_000
    if type(value) is not int or (value != 0 and not RATES_HZ[0] <= value <= RATES_HZ[1]):
        raise InputError(
            f"rate_hz is {str(value)[:20]}; expected {RATES_HZ[0]} to {RATES_HZ[1]}, or 0 for no sound"
        )
    return value


def _edition(value: Any) -> str:
    if value is None:
        return NEWEST
    if type(value) not in (int, str):
        raise InputError(f"edition is {type_name(value)}; expected 1997, 2007 or 2017")
    return load_edition(str(value)[:20]).id


def _object(row: Row, name: str) -> Row:
    value = row.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{name} is {type_name(value)}; expected an object")
    return value


def _flag(row: Row, name: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f"consent.{name} is {type_name(value)}; expected true or false")
    return value


def _resume(row: Row) -> Resume | None:
    asked = _object(row, "resume")
    if not asked:
        return None
    token, seq = asked.get("token"), asked.get("seq", 0)
    if not isinstance(token, str) or not token or len(token) > _TOKEN_CHARS:
        raise InputError("resume.token is not one of ours; expected the 'token' of the welcome")
    if type(seq) is not int or not 0 <= seq < 2**53:
        raise InputError(f"resume.seq is {str(seq)[:20]}; expected the 'seq' of the last event that was read")
    return Resume(token, seq)
