"""What a table tells its client: one class for each type of ``docs/protocol.md``.

``seq`` and ``at`` are no part of them; :mod:`callparser.service.sitting` gives them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from callparser.jsonline import Row


@dataclass(frozen=True, slots=True)
class Event:
    """``type`` is the name on the wire; the fields are the keys."""

    type: ClassVar[str] = ""

    def row(self) -> Row:
        """As on the wire, without ``seq`` and ``at``."""
        return {"type": self.type} | {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, slots=True)
class Welcome(Event):
    """``voice``: does it listen? If not, ``reason`` says why. ``token`` is for ``resume``, and a secret."""

    type = "welcome"
    session: str
    token: str
    lang: str
    edition: str
    voice: bool
    reason: str | None
    resumed: bool
    limits: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Listening(Event):
    """Does sound count now?"""

    type = "listening"
    on: bool


@dataclass(frozen=True, slots=True)
class Partial(Event):
    """What the utterance sounds like so far. Never to be acted on."""

    type = "partial"
    text: str


@dataclass(frozen=True, slots=True)
class Heard(Event):
    """A call, an order or an answer. ``more``: for voice ``hearings``, ``start_s``, ``end_s`` and
    ``latency_s``, in seconds of the sound of this connection."""

    type = "heard"
    n: int
    by: str
    text: str
    more: Row

    def row(self) -> Row:
        return {"type": self.type, "n": self.n, "by": self.by, "text": self.text} | self.more


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """What the law makes of call ``n``. ``replaces``: the call that this one goes on with."""

    type = "resolution"
    n: int
    state: str
    answer: Row
    say: str
    lang: str
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt(Event):
    """A question. ``options`` are ``{"n", "card", "name"}``; ``plays_in_s`` seconds from now the only one is
    played, unless something is said before."""

    type = "prompt"
    n: int
    code: str
    say: str
    options: tuple[Row, ...] = ()
    plays_in_s: float | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """The card is designated. ``by``: ``call``, ``yes``, ``timer``, ``defender``."""

    type = "played"
    n: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A claim or concession, confirmed: play stops."""

    type = "claimed"
    n: int
    kind: str
    say: str


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """What call ``n`` led to stands no longer. ``card`` had been played, if it is one."""

    type = "taken_back"
    n: int
    card: str | None
    say: str


@dataclass(frozen=True, slots=True)
class NotUnderstood(Event):
    """``reason``: ``silence``, ``noise``, ``cut``, ``too_long``, ``overflow`` or ``unclear``."""

    type = "not_understood"
    n: int
    reason: str
    say: str


@dataclass(frozen=True, slots=True)
class Notice(Event):
    """Everything else that is to be said."""

    type = "notice"
    code: str
    say: str


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """Something that could not be read or done. After a ``fatal`` one the connection is closed."""

    type = "error"
    code: str
    message: str
    fatal: bool = False


# --- of a deal that is played ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The deal, its contract, and declarer's own hand. ``contract`` is ``4S``, ``3NTX``; ``name`` as it is
    said; ``trump`` as in a situation."""

    type = "deal"
    board: str
    dealer: str
    vulnerable: str
    lesson: str | None
    contract: str
    name: str
    trump: str
    declarer: str
    hand: Mapping[str, str]
    say: str


@dataclass(frozen=True, slots=True)
class DummyFaced(Event):
    """Dummy's hand is spread, after the opening lead."""

    type = "dummy"
    seat: str
    hand: Mapping[str, str]
    say: str


@dataclass(frozen=True, slots=True)
class DealCard(Event):
    """A card of a deal. ``n``: the call that led to it. ``by``: as in :class:`CardPlayed`, or ``defence``: a
    defender's own card. ``clause``: of the Laws by which it was named, if it was a call for dummy."""

    type = "played"
    n: int | None
    card: str
    by: str
    seat: str
    clause: str | None = None
    say: str = ""


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """``declarer`` and ``defenders`` are the tricks of each side so far."""

    type = "trick"
    number: int
    won_by: str
    declarer: int
    defenders: int
    say: str


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """Declarer's side is to play. ``hand``: ``own`` or ``dummy``, and then ``situation`` is that of the
    contract."""

    type = "turn"
    seat: str
    hand: str
    situation: Row | None
    say: str


@dataclass(frozen=True, slots=True)
class Score(Event):
    """The deal is over. ``tricks`` are declarer's, ``score`` his points (Law 77)."""

    type = "score"
    contract: str
    tricks: int
    score: int
    say: str


@dataclass(frozen=True, slots=True)
class Recorded(Event):
    """What was played and said, as PBN."""

    type = "record"
    name: str
    pbn: str


@dataclass(frozen=True, slots=True)
class Bye(Event):
    """The session is over and forgotten."""

    type = "bye"
    reason: str
