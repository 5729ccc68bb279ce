"""What declarer said: the utterance, the intents it can carry, and what understanding makes of it.

An intent says what was *called*, never which card that is: nothing here knows dummy's cards.
Each intent class has a ``kind``, its name on the wire; its fields are the slots.
"""

from __future__ import annotations

from enum import Enum

from callparser.cards import Rank, Suit
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Final

    from typing_extensions import TypeIs  # for the type checker alone


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
    over: Rank | None = None


class Cover(Value):
    """``over``, here and below: the rank word beside the verb is the enemy's ("cover the queen")."""

    kind: ClassVar[str] = "cover"
    over: Rank | None = None


class Duck(Value):
    kind: ClassVar[str] = "duck"
    over: Rank | None = None


class Ruff(Value):
    kind: ClassVar[str] = "ruff"
    level: Level | None = None
    rank: Rank | None = None
    suit: AnySuit | None = None
    over: Rank | None = None


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
    """Talk that is no call. ``hold``: it asks dummy to wait ("one moment")."""

    kind: ClassVar[str] = "chatter"
    hold: bool = False


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


def is_play(intent: Intent) -> TypeIs[PlayIntent]:
    """Does it designate a card of dummy, or try to?"""
    return intent.kind in PLAY_KINDS


#: Halves with less than this between them are one call ("king", "hearts").
ONE_BREATH_S: Final = 1.0


def is_one_breath(gap_s: float | None) -> bool:
    """Is the pause, in seconds, known and so short that what stands on either side of it is one call?"""
    return gap_s is not None and gap_s < ONE_BREATH_S


def completed(first: PlayIntent, second: PlayIntent) -> PlayIntent | None:
    """The one call of which these are two halves ("king", "hearts"), or ``None`` if they do not fit."""
    if isinstance(second, SuitOnly):
        first, second = second, first
    match first, second:
        case Play(), _:
            return second
        case _, Play():
            return first
        case Either(()), Anything(None, None):
            return first
        case SuitOnly(suit), Run(None):
            return Run(suit)
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


class Repair(Value):
    """A word that was taken for another one. ``cost`` is 0 (free) to 1 (a guess)."""

    said: str
    taken: str
    cost: float


class Designation(Value):
    """What was understood. Despite the name it also carries table talk: see ``intent.kind``.

    ``understood`` is the normalised text the intent was read from. ``guessed``: not read by the grammar but
    proposed by the statistical fallback; ``confidence`` is then its calibrated probability.
    """

    intent: Intent
    understood: str
    confidence: float = 1.0
    repairs: tuple[Repair, ...] = ()
    guessed: bool = False


class Ambiguous(Value):
    """Several readings and nothing in the words to decide between them."""

    readings: tuple[Designation, ...]
    understood: str


class NotUnderstood(Value):
    """``near`` are the nearest intents, to offer back; never to play."""

    understood: str
    near: tuple[Intent, ...] = ()


Understood = Designation | Ambiguous | NotUnderstood
