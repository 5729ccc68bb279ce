"""What declarer said: the utterance, the intents it can carry, and what understanding makes of it.

An intent says what was *called*, never which card that is: nothing here knows dummy's cards.
Each intent class has a ``kind``, its name on the wire; its fields are the slots.
"""

from __future__ import annotations

from enum import Enum

from callparser.cards import Rank, Suit
from callparser.errors import InputError
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Final


class SuitRef(Enum):
    """A suit that only the table can tell."""

    TRUMP = "trump"
    LAST = "last"  # the suit of the last trick


AnySuit = Suit | SuitRef


class Level(Enum):
    """How high (Law 46B1). ``HIGHEST`` is the superlative: it describes one card."""

    LOW = "low"
    HIGH = "high"
    HIGHEST = "highest"


class NamedCard(Value):
    kind: ClassVar[str] = "card"
    suit: AnySuit
    rank: Rank


class SuitOnly(Value):
    kind: ClassVar[str] = "suit"
    suit: AnySuit


class RankOnly(Value):
    kind: ClassVar[str] = "rank"
    rank: Rank


class High(Value):
    """``highest``: a superlative was used, which stands outside the 1997 proviso for fourth hand."""

    kind: ClassVar[str] = "high"
    suit: AnySuit | None = None
    highest: bool = False


class Low(Value):
    kind: ClassVar[str] = "low"
    suit: AnySuit | None = None


class Win(Value):
    """``rank``: a rank word stood beside "take" ("ta damen"): the enemy's card if it lies in the
    trick, and then the call is *win*; otherwise it names dummy's card."""

    kind: ClassVar[str] = "win"
    rank: Rank | None = None


class Cover(Value):
    kind: ClassVar[str] = "cover"


class Duck(Value):
    kind: ClassVar[str] = "duck"


class Ruff(Value):
    kind: ClassVar[str] = "ruff"
    level: Level | None = None
    rank: Rank | None = None
    suit: AnySuit | None = None


class Overruff(Value):
    kind: ClassVar[str] = "overruff"


class Discard(Value):
    kind: ClassVar[str] = "discard"
    suit: AnySuit | None = None
    rank: Rank | None = None
    level: Level | None = None


class Anything(Value):
    """With a suit or a rank it is a suit or a rank call (``law46.md`` 1.8)."""

    kind: ClassVar[str] = "anything"
    suit: AnySuit | None = None
    rank: Rank | None = None


class Play(Value):
    """The bare word "play"."""

    kind: ClassVar[str] = "play"


class Continue(Value):
    kind: ClassVar[str] = "continue"
    suit: AnySuit | None = None
    level: Level | None = None


class Run(Value):
    kind: ClassVar[str] = "run"
    suit: AnySuit | None = None


class Honour(Value):
    kind: ClassVar[str] = "honour"
    suit: AnySuit | None = None


class Spot(Value):
    kind: ClassVar[str] = "spot"
    suit: AnySuit | None = None


class Middle(Value):
    kind: ClassVar[str] = "middle"
    suit: AnySuit | None = None


class Ordinal(Value):
    """The ``number``-th card from the top or, if ``from_low``, from the bottom; 1 = the extreme.

    ``number`` 0 is "the only one"; ``None`` is an ordinal without a direction ("the other one").
    """

    kind: ClassVar[str] = "ordinal"
    number: int | None = None
    from_low: bool = False
    suit: AnySuit | None = None


class Exclude(Value):
    """Not that suit, rank, card or level; ``base`` is the call that it limits, if there is one."""

    kind: ClassVar[str] = "exclude"
    suit: AnySuit | None = None
    rank: Rank | None = None
    level: Level | None = None
    base: PlayIntent | None = None


class Finesse(Value):
    kind: ClassVar[str] = "finesse"


class Either(Value):
    """One of several calls, the choice left open ("seven or eight")."""

    kind: ClassVar[str] = "either"
    options: tuple[PlayIntent, ...] = ()


class Deictic(Value):
    """ "That one": a gesture or a description that only eyes can follow."""

    kind: ClassVar[str] = "deictic"


class Conditional(Value):
    kind: ClassVar[str] = "conditional"


PlayIntent = (
    NamedCard
    | SuitOnly
    | RankOnly
    | High
    | Low
    | Win
    | Cover
    | Duck
    | Ruff
    | Overruff
    | Discard
    | Anything
    | Play
    | Continue
    | Run
    | Honour
    | Spot
    | Middle
    | Ordinal
    | Exclude
    | Finesse
    | Either
    | Deictic
    | Conditional
)


class Marker(Enum):
    """The word between two designations: a slip put right, or a change of mind (Law 45C4)."""

    SLIP = "slip"
    CHANGE = "change"


class Correction(Value):
    """Two designations in one string, or the half of it that was heard."""

    kind: ClassVar[str] = "correction"
    first: PlayIntent | None = None
    second: PlayIntent | None = None
    marker: Marker | None = None


class Claim(Value):
    kind: ClassVar[str] = "claim"
    tricks: int | None = None
    line: bool = False


class Concession(Value):
    kind: ClassVar[str] = "concession"
    tricks: int | None = None


class CurrentTrick(Value):
    """A statement about this trick only (Law 68): play goes on."""

    kind: ClassVar[str] = "current_trick"


class Objection(Value):
    kind: ClassVar[str] = "objection"


class DirectorCall(Value):
    kind: ClassVar[str] = "director"


class Query(Value):
    """A question or an order to the program: ``about`` is ``repeat``, ``stop`` ..."""

    kind: ClassVar[str] = "query"
    about: str = ""


class Acknowledge(Value):
    """Yes or no. ``request``: a bare "please" or a nod, which asks dummy to play."""

    kind: ClassVar[str] = "acknowledge"
    yes: bool = True
    request: bool = False


class Chatter(Value):
    kind: ClassVar[str] = "chatter"


TableIntent = (
    Correction | Claim | Concession | CurrentTrick | Objection | DirectorCall | Query | Acknowledge | Chatter
)
Intent = PlayIntent | TableIntent

#: Every intent class by its name on the wire.
INTENTS: Final[dict[str, Any]] = {
    cls.kind: cls
    for cls in (
        NamedCard, SuitOnly, RankOnly, High, Low, Win, Cover, Duck, Ruff, Overruff, Discard, Anything, Play,
        Continue, Run, Honour, Spot, Middle, Ordinal, Exclude, Finesse, Either, Deictic, Conditional,
        Correction, Claim, Concession, CurrentTrick, Objection, DirectorCall, Query, Acknowledge, Chatter,
    )
}  # fmt: skip
#: The kinds that designate a card of dummy, or try to.
PLAY_KINDS: Final = frozenset(list(INTENTS)[: list(INTENTS).index("correction")])


def is_play(intent: Intent) -> bool:
    """Does it designate a card of dummy, or try to?"""
    return intent.kind in PLAY_KINDS


def completed(first: PlayIntent, second: PlayIntent) -> PlayIntent | None:
    """The one call of which these are two halves ("king", "hearts"), or ``None`` if they do not fit."""
    if isinstance(second, SuitOnly):
        first, second = second, first
    match first, second:
        case SuitOnly(suit), RankOnly(rank):
            return NamedCard(suit, rank)
        case SuitOnly(suit), Low(None):
            return Low(suit)
        case SuitOnly(suit), High(None, highest):
            return High(suit, highest)
        case SuitOnly(suit), Ruff(level, rank, None):
            return Ruff(level, rank, suit)
        case Ruff(level, None, suit), RankOnly(rank):
            return Ruff(level, rank, suit)
        case Ruff(None, None, suit), Low(None):
            return Ruff(Level.LOW, None, suit)
        case Ruff(None, None, suit), High(None, highest):
            return Ruff(Level.HIGHEST if highest else Level.HIGH, None, suit)
    return None


def _slot_out(value: object) -> object:
    if isinstance(value, (Suit, Rank)):
        return value.letter
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [intent_out(v) for v in value]
    return intent_out(value) if type(value) in _CLASSES else value  # type: ignore[arg-type]


_CLASSES: Final = frozenset(INTENTS.values())


def intent_out(intent: Intent) -> dict[str, object]:
    """The wire form: ``{"kind": "card", "suit": "H", "rank": "8"}``. Empty slots are left out."""
    row: dict[str, object] = {"kind": intent.kind}
    for name in intent.__match_args__:
        value = getattr(intent, name)
        if value is not None and value is not False and value != () and value != "":
            row[name] = _slot_out(value)
    if isinstance(intent, Acknowledge):
        row["yes"] = intent.yes
    if isinstance(intent, (Claim, Concession)):
        row["tricks"] = intent.tricks
    return row


def intent_in(row: object) -> Intent:
    """Back from the wire form. Raises :class:`InputError` for an unknown kind, slot or value."""
    if not isinstance(row, dict) or row.get("kind") not in INTENTS:
        raise InputError(f"intent: found {str(row)[:60]!r}, expected an object with a known kind")
    cls = INTENTS[row["kind"]]
    names = set(cls.__match_args__)
    slots = {}
    for name, value in row.items():
        if name == "kind" or value is None:
            continue
        if name not in names:
            raise InputError(f"intent {cls.kind}: unknown slot {name[:20]!r}; it takes {sorted(names)}")
        slots[name] = _slot_in(cls.kind, name, value)
    try:
        intent: Intent = cls(**slots)
    except TypeError as err:
        raise InputError(f"intent {cls.kind}: a slot is missing; it takes {sorted(names)}") from err
    return intent


def _slot_in(kind: str, name: str, value: object) -> object:
    reader = _READERS.get(name)
    try:
        if reader is None:
            raise ValueError
        return reader(value)
    except (ValueError, TypeError, AttributeError, InputError) as err:
        raise InputError(f"intent {kind}: {name} is {str(value)[:20]!r}, which cannot be read") from err


def suit_in(value: object) -> AnySuit:
    """``"H"``, ``"trump"``, ``"last"`` -> the suit. Raises for anything else."""
    return SuitRef(value) if value in ("trump", "last") else Suit.parse(str(value))


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 13:
        raise ValueError
    return value


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _options(value: object) -> tuple[Intent, ...]:
    if not isinstance(value, list) or len(value) > 13:
        raise ValueError
    return tuple(intent_in(v) for v in value)


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "suit": suit_in, "rank": lambda v: Rank.parse(str(v)), "level": Level, "marker": Marker,
    "number": _number, "tricks": _number, "from_low": _truth, "highest": _truth, "yes": _truth,
    "request": _truth, "line": _truth, "about": str, "base": intent_in, "first": intent_in,
    "second": intent_in, "options": _options,
}  # fmt: skip


class Utterance(Value):
    """One thing said. ``confidence`` is the recogniser's, 0 to 1; ``None`` for typed text."""

    text: str
    lang: str = "sv"
    confidence: float | None = None


class Repair(Value):
    """A word that was taken for another one. ``cost`` is 0 (free) to 1 (a guess)."""

    said: str
    taken: str
    cost: float


class Designation(Value):
    """What was understood. Despite the name it also carries table talk: see ``intent.kind``.

    ``understood`` is the normalised text the intent was read from.
    """

    intent: Intent
    understood: str
    confidence: float = 1.0
    repairs: tuple[Repair, ...] = ()


class Ambiguous(Value):
    """Several readings and nothing in the words to decide between them."""

    readings: tuple[Designation, ...]
    understood: str


class NotUnderstood(Value):
    """``near`` are the nearest intents, to offer back; never to play."""

    understood: str
    near: tuple[Intent, ...] = ()


Understood = Designation | Ambiguous | NotUnderstood


def understood_out(said: Understood) -> dict[str, Any]:
    """What was understood: ``understood``, ``intent``, ``alternatives``, ``confidence``, ``repairs``."""
    row: dict[str, Any] = {
        "understood": said.understood,
        "intent": None,
        "alternatives": [],
        "confidence": 0.0,
        "repairs": [],
    }
    if isinstance(said, Designation):
        row["intent"] = intent_out(said.intent)
        row["confidence"] = said.confidence
        row["repairs"] = [{"said": r.said, "taken": r.taken, "cost": r.cost} for r in said.repairs]
    elif isinstance(said, Ambiguous):
        row["alternatives"] = [intent_out(r.intent) for r in said.readings]
    else:
        row["alternatives"] = [intent_out(intent) for intent in said.near]
    return row
