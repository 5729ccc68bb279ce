"""The JSON of a situation and of an answer: one schema for the command line, files and tests.

Situation (unknown keys are ignored)::

    {"id": "x1", "utterance": "hjärter", "lang": "sv", "edition": "2017", "trump": "S",
     "dummy": {"S": "AQ74", "H": "K82", "D": "", "C": "T2"}, "dummy_seat": "N",
     "trick": [{"seat": "W", "card": "H7"}], "last_trick": null, "played": [], "intention": null}

``utterance`` is a text, or a list of up to 20 when declarer said several things; ``pause_s`` gives the
seconds between them, a number or a list. ``edition`` may be a list: the newest counts. ``alphabet``
(``sv``, ``en``) and ``correction`` (``ask``, ``first``, ``last``) are settings of the table.
"""

from __future__ import annotations

from itertools import chain, repeat

from callparser.cards import BITS, BY_CODE, Card, Hand, Suit, codes
from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Anything,
    Continue,
    Designation,
    Discard,
    Ruff,
    Run,
    SuitOnly,
    Understood,
    completed,
    is_one_breath,
    is_play,
)
from callparser.designation import Play as BarePlay
from callparser.errors import CallparserError, InputError, InvalidTable
from callparser.explainer import explain
from callparser.intentform import understood_out
from callparser.jsonline import encode, error_row, identity, type_name
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.law.edition import NEWEST, load_edition
from callparser.outcome import MustSpecify, Played, Reading, Resolution, Step
from callparser.resolver import POLICIES, resolve
from callparser.table import SEATS, LastTrick, Play, TableState, Trick, problems
from callparser.understand import parse
from callparser.understand.halves import after
from callparser.value import Value, replace
from callparser.written import hand, one_card, seat, trumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from callparser.designation import Intent
    from callparser.jsonline import Row

#: Clauses that find a card for dummy where none was named, and the calls that name none.
_CUSTOMS: Final = ("46B2", "46B1c", "46B")
_OF_A_SUIT: Final = (SuitOnly, Anything, Discard, Ruff, Continue, Run, BarePlay, Acknowledge)

MAX_UTTERANCES: Final = 20
MAX_PAUSE_S: Final = 86_400.0


class Situation(Value):
    """What was said, at which table, under which edition."""

    utterances: tuple[str, ...]
    table: TableState
    lang: str = "sv"
    edition: str = "wbf-2017"
    gaps_s: tuple[float | None, ...] = ()
    intention: Card | None = None
    alphabet: str | None = None
    correction: str = "ask"
    fallback: bool = True
    own_hand: bool = False  # the cards are the speaker's own: 46B2 does not name one of a suit


# --- in ----------------------------------------------------------------------------------------------


def situation(row: Row) -> Situation:
    """A decoded object -> the situation. Raises :class:`InputError` or :class:`InvalidTable`."""
    utterances = _utterances(row.get("utterance"))
    intention = row.get("intention")
    return Situation(
        utterances=utterances,
        table=table_state(row),
        lang=language(row),
        edition=_edition(row.get("edition")),
        gaps_s=_gaps(row.get("pause_s"), len(utterances)),
        intention=None if intention is None else one_card(_text(intention, "intention")),
        alphabet=_one_of(row, "alphabet", ALPHABETS),
        correction=_one_of(row, "correction", POLICIES) or "ask",
        fallback=may_guess(row),
    )


def table_state(row: Row) -> TableState:
    """The table in a decoded object. Raises :class:`InvalidTable`; odd hands are let through."""
    state = TableState(
        dummy=_hand(row.get("dummy")),
        trumps=_trumps(row.get("trump")),
        dummy_seat=seat(_text(row.get("dummy_seat", "N"), "dummy_seat")),
        trick=_trick(row.get("trick")),
        last_trick=_last_trick(row.get("last_trick")),
        played=_cards(row.get("played")),
    )
    for problem in problems(state):
        if problem in _IMPOSSIBLE:
            raise InvalidTable(_IMPOSSIBLE[problem].format(twice=_twice(state)))
    return state


def table_row(state: TableState) -> Row:
    """The same the other way: the keys of a situation that are about the table."""
    last = state.last_trick
    return {
        "trump": "NT" if state.trumps is None else state.trumps.letter,
        "dummy": state.dummy.holdings(),
        "dummy_seat": state.dummy_seat.letter,
        "trick": [{"seat": play.seat.letter, "card": play.card.code} for play in state.trick],
        "last_trick": last
        and {"won_by": last.won_by.letter, "won_with": last.won_with.code, "led": last.led and last.led.code},
        "played": [card.code for card in state.played],
    }


def _twice(state: TableState) -> str:
    """The cards that stand in two of dummy, trick and played."""
    on_table = [play.card for play in state.trick]
    places = [*on_table, *state.dummy, *state.played]
    return ", ".join(dict.fromkeys(one.code for one in places if places.count(one) > 1))


_IMPOSSIBLE: Final = {
    "no-cards": "dummy has no cards left; expected at least one in 'dummy'",
    "trick-too-long": "the trick has more than four cards; send only the current trick",
    "wrong-order": "the seats in 'trick' do not follow each other clockwise; send the plays in order",
    "dummy-has-played": "dummy has already played to this trick; send the trick as it was before the call",
    "last-trick-held": "a card of 'last_trick' is still in dummy or in this trick; send what is left",
    "card-twice": "{twice}: in two places (dummy, trick, played); 'dummy' holds only what is left",
}


def _trumps(value: object) -> Suit | None:
    if value is None:
        raise InvalidTable("trump is missing; expected one of S, H, D, C, NT")
    return trumps(_text(value, "trump"))


def language(row: Row) -> str:
    lang = _text(row.get("lang", "sv"), "lang")
    if lang != "auto" and lang not in LANGUAGES:
        raise InputError(f"lang is {lang[:20]!r}; expected one of {', '.join(LANGUAGES)}, auto")
    return lang


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} is {type_name(value)}; expected a text")
    return value


def _list(value: object, name: str, most: int) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{name} is {type_name(value)}; expected a list")
    if len(value) > most:
        raise InputError(f"{name} has {len(value)} entries; at most {most}")
    return value


def _one_of(row: Row, name: str, allowed: Sequence[str]) -> str | None:
    value = row.get(name)
    if value is None or (isinstance(value, str) and value in allowed):
        return value
    raise InputError(f"{name} is {str(value)[:20]!r}; expected one of {', '.join(allowed)}")


def may_guess(row: Row) -> bool:
    """May the statistical fallback propose what the grammar does not know?"""
    value = row.get("fallback", True)
    if not isinstance(value, bool):
        raise InputError(f"fallback is {type_name(value)}; expected true or false")
    return value


def _utterances(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if value is None:
        raise InputError("utterance is missing; expected a text, or a list of texts")
    if not isinstance(value, list):
        raise InputError(f"utterance is {type_name(value)}; expected a text, or a list of texts")
    texts = _list(value, "utterance", MAX_UTTERANCES)
    if not texts:
        raise InputError("utterance is an empty list; expected a text, or a list of texts")
    return tuple(_text(one, "utterance") for one in texts)


def _gaps(value: object, count: int) -> tuple[float | None, ...]:
    if value is None and count == 1:
        return ()
    gaps: list[Any] = value if isinstance(value, list) else [value] * max(0, count - 1)
    if len(gaps) > MAX_UTTERANCES:
        raise InputError(f"pause_s has {len(gaps)} entries; at most one between two utterances")
    for gap in gaps:
        ok = gap is None or (type(gap) in (int, float) and 0 <= gap <= MAX_PAUSE_S)
        if not ok:
            raise InputError(f"pause_s is {str(gap)[:20]!r}; expected seconds, 0 to {MAX_PAUSE_S:.0f}")
    return tuple(None if gap is None else float(gap) for gap in gaps)


def _edition(value: object) -> str:
    if isinstance(value, str):
        return load_edition(value).id
    names = value if isinstance(value, list) else [value]
    if not names or len(names) > 10:
        raise InputError("edition is an empty or too long list; expected 1997, 2007 or 2017")
    ids = [load_edition(_year(name)).id for name in names]
    return max(ids, key=lambda name: name[-4:])


def _year(name: object) -> str:
    """An edition by its name or its year, as a text or a number; absent = the newest."""
    if name is None:
        return NEWEST
    return str(name) if type(name) is int else _text(name, "edition")


_HOLDINGS: Final = 'expected holdings such as {"S": "AQ74", "H": ""}'
_PLAYS: Final = 'expected plays in order, such as [{"seat": "W", "card": "H7"}]'
_LAST: Final = 'expected {"won_by": "N", "won_with": "CK"} or null'


def _hand(value: object) -> Hand:
    if isinstance(value, dict) and len(value) <= 8:
        try:
            return Hand.parse(value)
        except (TypeError, AttributeError):  # a holding that is no text
            suit, ranks = next(one for one in value.items() if not isinstance(one[1], str))
            raise InvalidTable(
                f'dummy.{suit[:9]} is {_found(ranks)}; expected a text of ranks, such as "AQ74"'
            ) from None
    if isinstance(value, str):
        return hand(value)
    if value is None:
        raise InvalidTable(f"dummy is missing; {_HOLDINGS}")
    raise InvalidTable(f"dummy is {_found(value)}; {_HOLDINGS}")


def _cards(value: object) -> Hand:
    """Cards in any order, as a set. A code is looked up; other spellings are read."""
    bits = 0
    for code in _list(value, "played", 52):
        try:
            bits |= BITS[code]
        except (KeyError, TypeError):
            bits |= one_card(_text(code, "played")).bit
    return Hand(bits)


def _trick(value: object) -> Trick:
    if value is not None and not isinstance(value, list):
        raise InvalidTable(f"trick is {_found(value)}; {_PLAYS}")
    plays = []
    for one in _list(value, "trick", 4):
        if not isinstance(one, dict):
            raise InvalidTable(f"trick holds {_found(one)}; {_PLAYS}")
        plays.append(_play(one, "trick", "seat", "card"))
    return Trick(tuple(plays))


def play(by: str, card: str) -> Play:
    return Play(seat(by), one_card(card))


#: Every play there is, by the codes of its seat and its card.
_KNOWN_PLAYS: Final = {one.letter: {code: Play(one, card) for code, card in BY_CODE.items()} for one in SEATS}


def _play(row: Row, name: str, by: str, with_: str) -> Play:
    """A play in an object, under these two keys of it. Codes are looked up; other spellings are read."""
    try:
        return _KNOWN_PLAYS[row[by]][row[with_]]
    except (KeyError, TypeError):
        return play(_text(row.get(by), f"{name}.{by}"), _text(row.get(with_), f"{name}.{with_}"))


def _last_trick(value: object) -> LastTrick | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InvalidTable(f"last_trick is {_found(value)}; {_LAST}")
    won = _play(value, "last_trick", "won_by", "won_with")
    led = value.get("led")
    return LastTrick(won.seat, won.card, None if led is None else one_card(_text(led, "last_trick.led")))


def _found(value: object) -> str:
    """What somebody sent, for error texts: ``the text 'H7'``, ``a list (["W", "H7"])``."""
    if isinstance(value, str):
        return f"the text {value[:20]!r}"
    try:
        shown = encode(value)  # type: ignore[arg-type]  # any JSON
    except RecursionError:
        return type_name(value)
    return f"{type_name(value)} ({shown if len(shown) <= 40 else shown[:40] + ' ...'})"


# --- through -------------------------------------------------------------------------------------------


def answer(row: Row) -> Row:
    """The answer to a decoded situation; a situation that cannot be read gives an ``error`` answer."""
    if not isinstance(row, dict):
        return error_row(InputError(f"the situation is {type_name(row)}; expected an object"))
    try:
        return identity(row) | resolved(situation(row))
    except CallparserError as err:
        return identity(row) | error_row(err)


def parsed(row: Row) -> Row:
    """What was said, of an object with an ``utterance``. Raises :class:`InputError`."""
    text = row.get("utterance")
    if not isinstance(text, str):
        raise InputError("utterance is missing or no text; expected one text")
    alphabet = _one_of(row, "alphabet", ALPHABETS)
    return understood_out(parse(text, language(row), alphabet=alphabet, fallback=may_guess(row)))


def resolved(asked: Situation) -> Row:
    """Parse, resolve and explain one situation. Raises :class:`InvalidTable`."""
    said: list[Understood] = []
    before = ""
    gaps_s = chain((None,), asked.gaps_s, repeat(None))
    for text, gap_s in zip(asked.utterances, gaps_s, strict=False):
        found = parse(text, asked.lang, alphabet=asked.alphabet, fallback=asked.fallback)
        said.append(after(before, text, found, asked.lang, gap_s) if before else found)
        before = f"{before} {text}" if is_one_breath(gap_s) else text
    return answer_row(said, resolve_said(said, asked), asked)


def resolve_said(said: Sequence[Understood], asked: Situation) -> Resolution:
    """What the Laws make of what was understood, at the table of a situation."""
    said = _without_open(said) if asked.own_hand else said
    result = resolve(
        said[0] if len(said) == 1 else said,
        asked.table,
        asked.edition,
        gaps_s=asked.gaps_s[1 - len(said) :] or None,
        intention=asked.intention,
        correction=asked.correction,
    )
    return _named(result, said[-1], asked.table) if asked.own_hand else result


def _without_open(said: Sequence[Understood]) -> tuple[Understood, ...]:
    """From a hand of one's own a call that names no card cannot be changed: what is said next completes it,
    or stands alone."""
    last, before = said[-1], said[-2:-1]
    if before and isinstance(before[0], Designation) and isinstance(last, Designation):
        first, second = before[0].intent, last.intent
        if _is_open(first) and is_play(first) and is_play(second) and (whole := completed(first, second)):
            last = replace(last, intent=whole)
    return (*(one for one in said[:-1] if not (isinstance(one, Designation) and _is_open(one.intent))), last)


def _named(result: Resolution, said: Understood, table: TableState) -> Resolution:
    """From a hand of one's own a card is played when it is named (45A, 45C4a): where only the lowest of
    a suit was meant by 46B2, or by the custom behind "play" and "run", it is asked which."""
    parts = said.readings if isinstance(said, Ambiguous) else (said,)
    intents = [one.intent for one in parts if isinstance(one, Designation)]
    if not isinstance(result, Played) or result.clause not in _CUSTOMS or not any(map(_is_open, intents)):
        return result
    cards = tuple(table.legal.in_suit(result.card.suit))
    if len(cards) < 2:
        return result
    step = Step("46B3b", "several", {"rank": result.card.rank.letter})  # told in words of its own
    return MustSpecify("45A", (*result.trace, step), cards)


def _is_open(intent: Intent) -> bool:
    """Does it name neither a rank nor how high?"""
    named = getattr(intent, "rank", None) or getattr(intent, "level", None)
    return isinstance(intent, _OF_A_SUIT) and not named


def answer_row(said: Sequence[Understood], result: Resolution, asked: Situation) -> Row:
    """The answer as it goes on the wire."""
    heard = understood_out(said[0]) if len(said) == 1 else _sequence_row(said)
    lang = asked.lang if asked.lang != "auto" else _best(asked)
    outcome = result.outcome
    flags = list(result.flags)
    if asked.table.dummy.bits.bit_count() > 13 and "td" not in flags:
        flags.append("td")
    return {
        "outcome": outcome,
        "card": result.card.code if isinstance(result, Played) else None,
        "candidates": codes(result.candidates),
        "clause": result.clause if outcome != "not_understood" else None,
        "edition": asked.edition,
        "status": result.status,
        "readings": [_reading_row(one) for one in result.readings],
        **heard,
        "trace": [{"clause": s.clause, "verdict": s.verdict, "facts": dict(s.facts)} for s in result.trace],
        "lang": lang,
        "explanation": explain(result, lang),
        "flags": flags,
    }


def _reading_row(one: Reading) -> Row:
    return {
        "clause": one.clause, "outcome": one.outcome, "card": one.card.code if one.card else None,
        "candidates": codes(one.candidates), "source": one.source,
    }  # fmt: skip


def _best(asked: Situation) -> str:
    """The language that understood the words best, to answer in."""
    texts = asked.utterances
    return max(LANGUAGES, key=lambda lang: sum(_grasp(parse(text, lang, fallback=False)) for text in texts))


def _grasp(said: Understood) -> float:
    """How well one language understood: 0 to 1; talk that is no call counts half."""
    if isinstance(said, Designation):
        return said.confidence if is_play(said.intent) else said.confidence / 2
    return 0.4 if isinstance(said, Ambiguous) else 0.0


def _sequence_row(said: Sequence[Understood]) -> Row:
    rows = [understood_out(one) for one in said]
    return {
        "understood": " / ".join(row["understood"] for row in rows),
        "intent": {"kind": "sequence", "parts": [row["intent"] for row in rows]},
        "alternatives": [],
        "confidence": min(row["confidence"] for row in rows),
        "repairs": [repair for row in rows for repair in row["repairs"]],
    }
