"""The events of a log in words, with their clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from callparser.report.signs import shown_code
from callparser.report.timeline import Timed
from callparser.report.words import ReportWords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final

    from callparser.jsonline import Row

#: Nobody speaks longer; what a log says beyond that is a fault of the log.
_LONGEST_S: Final = 60.0
_DAY_S: Final = 86_400
_EPOCH: Final = datetime.fromtimestamp(0, UTC)


def timed(rows: Iterable[Row], start: datetime, lang: str, words: ReportWords) -> list[Timed]:
    """What was said, answered and played. ``rows`` as exported; ``lang`` is the language of the session.

    What is about the connection only (greetings, frames that repeat what is told) is left out.
    """
    found = []
    for row in rows:
        told = _told(row, words)
        if told is None:
            continue
        lane, what, text, own = told
        end_s = (time_of(row) - start).total_seconds()
        begin_s, end_s = _spoken(body_of(row), end_s)
        clock = (start + timedelta(seconds=begin_s)).strftime("%H:%M:%S.%f")[:-4]
        found.append(Timed(begin_s, end_s, lane, what, text, lang if own else "", clock))
    return found


def body_of(row: Row) -> Row:
    body = row.get("body")
    return body if isinstance(body, dict) else {}


def time_of(row: Row) -> datetime:
    """When it was written. A log that was tampered with may have anything there: then it is the epoch."""
    try:
        found = datetime.fromisoformat(str(row["at"])).astimezone(UTC)
    except (ValueError, OverflowError):
        return _EPOCH
    return max(found, _EPOCH)


def _spoken(body: Row, at_s: float) -> tuple[float, float]:
    """When what was heard began and ended, before it was written."""
    spoken = [body.get(name) for name in ("start_s", "end_s", "latency_s")]
    if not all(isinstance(one, (int, float)) and abs(one) < _DAY_S for one in spoken):
        return at_s, at_s
    start_s, end_s, latency_s = (float(one) for one in spoken if one is not None)
    end = at_s - min(max(latency_s, 0.0), _LONGEST_S)
    return end - min(max(end_s - start_s, 0.0), _LONGEST_S), end


def _told(row: Row, words: ReportWords) -> tuple[str, str, str, bool] | None:
    """Lane, what it is, its text, and whether that is in the language of the session."""
    kind, events = str(row["kind"]), words.events
    if kind == "audio":
        return ("words", events["deleted" if row.get("deleted") else "sound"], "", False)
    if kind == "expired":
        return "answers", events["expired"], str(body_of(row).get("before", "")), False
    if kind not in _EVENTS:
        return None
    lane, tell = _EVENTS[kind]
    if row.get("deleted"):
        return _gone(lane, events)
    return lane, *tell(body_of(row), words)


def _gone(lane: str, events: Any) -> tuple[str, str, str, bool]:
    return lane, events["deleted"], "", False


# --- one kind each: what it is, its text, is that in the language of the session? ------------------------

Told = tuple[str, str, bool]


def _heard(body: Row, words: ReportWords) -> Told:
    text = _text(body.get("text"))
    hearings = body.get("hearings")
    heard = hearings if isinstance(hearings, list) else []
    others = [_text(one.get("text")) for one in heard[1:] if isinstance(one, dict)]
    if others:
        text += f" ({words.labels['alternatives'].format(texts=', '.join(others))})"
    return words.events["heard_voice" if body.get("by") == "voice" else "heard_text"], text, True


def _resolution(body: Row, words: ReportWords) -> Told:
    answer = body.get("answer")
    answer = answer if isinstance(answer, dict) else {}
    outcome = words.outcomes.get(_text(answer.get("outcome")), _text(answer.get("outcome")))
    shown = [outcome]
    if answer.get("card"):
        shown.append(_card(answer["card"]))
    if answer.get("clause"):
        shown.append(f"[{answer['clause']}, {answer.get('edition')}]")
    if answer.get("understood"):
        shown.append(f"({words.labels['understood'].format(text=answer['understood'])})")
    if answer.get("explanation"):
        shown.append(_text(answer["explanation"]))
    return words.events["resolution"], " ".join(shown), True


def _prompt(body: Row, words: ReportWords) -> Told:
    return words.events["prompt"], _text(body.get("say")), True


def _played(body: Row, words: ReportWords) -> Told:
    by = words.events.get(f"by_{body.get('by')}", _text(body.get("by")))
    return words.events["played"], f"{_card(body.get('card'))} {by}", False


def _taken_back(body: Row, words: ReportWords) -> Told:
    return words.events["taken_back"], _card(body.get("card")), False


def _claimed(body: Row, words: ReportWords) -> Told:
    kind = _text(body.get("kind"))
    return words.events["claimed"], words.events.get(f"kind_{kind}", kind), False


def _not_understood(body: Row, words: ReportWords) -> Told:
    return words.events["not_understood"], _text(body.get("say")), True


def _command(body: Row, words: ReportWords) -> Told:
    command = _text(body.get("command"))
    return words.events["command"], words.events.get(f"command_{command}", command), False


def _designate(body: Row, words: ReportWords) -> Told:
    return words.events["designate"], _card(body.get("card")), False


_EVENTS: Final[dict[str, tuple[str, Callable[[Row, ReportWords], Told]]]] = {
    "server.heard": ("words", _heard),
    "client.command": ("words", _command),
    "client.designate": ("words", _designate),
    "server.resolution": ("answers", _resolution),
    "server.prompt": ("answers", _prompt),
    "server.not_understood": ("answers", _not_understood),
    "server.claimed": ("answers", _claimed),
    "server.played": ("cards", _played),
    "server.taken_back": ("cards", _taken_back),
}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _card(code: object) -> str:
    """``♥7``; what is no card stands as it is."""
    text = _text(code)
    return shown_code(text) if len(text) == 2 and text[0] in "SHDC" else text
