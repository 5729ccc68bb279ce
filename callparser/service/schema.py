"""The JSON of the contract as types: what the OpenAPI document is made from.

:mod:`callparser.wire` reads and writes the same JSON by hand, since it stands on the hot path of the command
line, too, and has to say what is wrong with a hand of cards. Tests hold the two together: the reader asks for
these keys and no others and refuses whatever these types refuse, and all that the writer writes is of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from callparser.designation import Level, Marker
from callparser.wire import MAX_PAUSE_S, MAX_UTTERANCES


def _about(description: str, **limits: Any) -> Any:
    return Meta(description=description, **limits)


Id = Annotated[Any, _about("a text (200 characters) or a number comes back with the answer; else null does")]
Language = Literal["sv", "en", "no", "da", "auto"]
Alphabet = Literal["sv", "en", "no", "da"]
Text = Annotated[str, _about("what declarer said, as typed or heard")]
Texts = Annotated[list[str], _about("several things said", min_length=1, max_length=MAX_UTTERANCES)]
Seconds = Annotated[float, Meta(ge=0, le=MAX_PAUSE_S)]
CardCode = Annotated[str, _about("suit and rank", pattern="^[SHDC][AKQJT98765432]$", examples=["H7"])]
Share = Annotated[float, Meta(ge=0, le=1)]
SuitLetter = Literal["S", "H", "D", "C"]
RankLetter = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
Outcome = Literal[
    "played", "choose", "void", "defender_designates", "ask", "claim", "concession", "current_trick",
    "objection", "director", "query", "acknowledge", "not_a_call", "not_understood",
]  # fmt: skip


# --- in ----------------------------------------------------------------------------------------------


class Words(Struct):
    """What was said, and nothing of the table."""

    utterance: Text
    id: Id = None
    lang: Annotated[Language, _about("auto: all of them, and a question where they differ")] = "sv"
    alphabet: Annotated[Alphabet | None, _about("whose letters are typed: E K D Kn or A K Q J")] = None
    fallback: Annotated[bool, _about("may the statistical fallback guess?")] = True


class Play(Struct):
    """One card from one seat."""

    seat: Annotated[str, _about("N, E, S or W", examples=["W"])]
    card: Annotated[str, _about("suit and rank, or as people write it: ♥7, hjärter 7", examples=["H7"])]


class LastTrick(Struct):
    """The trick before this one."""

    won_by: Annotated[str, _about("a seat", examples=["N"])]
    won_with: Annotated[str, _about("a card", examples=["CK"])]
    led: Annotated[str | None, _about("a card", examples=["C3"])] = None


class Situation(Struct):
    """What was said, at which table, under which edition of the Laws. Unknown keys are ignored."""

    utterance: Text | Texts
    dummy: Annotated[
        str | Annotated[dict[str, str], Meta(max_length=8)],
        _about(
            "the cards that are left: holdings by suit, or a text such as S:AQ74 H:K82 D:- C:T2",
            examples=[{"S": "AQ74", "H": "K82", "D": "", "C": "T2"}],
        ),
    ]
    trump: Annotated[str, _about("S, H, D, C, NT, or the name of a suit", examples=["S"])]
    id: Id = None
    lang: Annotated[Language, _about("auto: all of them, and a question where they differ")] = "sv"
    edition: Annotated[
        str | int | Annotated[list[str | int | None], Meta(min_length=1, max_length=10)] | None,
        _about(
            "1997, 2007, 2017 or an id; of a list the newest counts; null is the newest", examples=["2017"]
        ),
    ] = None
    dummy_seat: Annotated[str, _about("N, E, S or W")] = "N"
    trick: Annotated[list[Play], _about("the plays so far, in order", max_length=4)] | None = None
    last_trick: LastTrick | None = None
    played: Annotated[list[str], _about("cards gone in earlier tricks, if known", max_length=52)] | None = (
        None
    )
    intention: Annotated[str | None, _about("a card that a human finds incontrovertibly meant (46B)")] = None
    pause_s: Annotated[
        Seconds | Annotated[list[Seconds | None], Meta(max_length=MAX_UTTERANCES)] | None,
        _about("seconds between the things said"),
    ] = None
    alphabet: Annotated[Alphabet | None, _about("whose letters are typed: E K D Kn or A K Q J")] = None
    correction: Annotated[Literal["ask", "first", "last"] | None, _about("which of two calls counts")] = None
    fallback: Annotated[bool, _about("may the statistical fallback guess?")] = True


# --- out ---------------------------------------------------------------------------------------------


class Intent(Struct, forbid_unknown_fields=True):
    """What was called, never which card that is. Empty slots are left out."""

    kind: str
    suit: Literal["S", "H", "D", "C", "trump", "last"] | UnsetType = UNSET
    rank: RankLetter | UnsetType = UNSET
    over: Annotated[RankLetter, _about("the enemy's card")] | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    marker: Marker | UnsetType = UNSET
    number: int | UnsetType = UNSET
    tricks: int | UnsetType | None = UNSET
    from_low: bool | UnsetType = UNSET
    highest: bool | UnsetType = UNSET
    yes: bool | UnsetType = UNSET
    request: bool | UnsetType = UNSET
    hold: bool | UnsetType = UNSET
    line: bool | UnsetType = UNSET
    about: str | UnsetType = UNSET
    base: Intent | UnsetType = UNSET
    first: Intent | UnsetType = UNSET
    second: Intent | UnsetType = UNSET
    options: list[Intent] | UnsetType = UNSET
    parts: (
        Annotated[list[Intent | None], _about("of kind sequence: what each thing said was")] | UnsetType
    ) = UNSET


class Repair(Struct, forbid_unknown_fields=True):
    """A word that was taken for another one."""

    said: str
    taken: str
    cost: Share


class Understood(Struct, forbid_unknown_fields=True):
    """What was said."""

    id: Annotated[str | float | None, _about("the id of the call")]
    understood: Annotated[str, _about("the text that was read, normalised")]
    intent: Annotated[Intent | None, _about("null: ambiguous, or not understood")]
    alternatives: Annotated[list[Intent], _about("what it may mean, or what is nearest")]
    confidence: Annotated[Share, _about("below 1: confirm before the card is played")]
    repairs: list[Repair]
    guessed: Annotated[bool, _about("true: proposed by the statistical fallback")] | UnsetType = UNSET


class Reading(Struct, forbid_unknown_fields=True):
    """One way to read a disputed or open call."""

    clause: str
    outcome: str
    card: CardCode | None
    candidates: list[CardCode]
    source: Annotated[str, _about("the reason, as a word")]


class Step(Struct, forbid_unknown_fields=True):
    """One clause that spoke on the call."""

    clause: str
    verdict: str
    facts: dict[str, str | int | bool | list[str] | None]


class Answered(Understood, forbid_unknown_fields=True, kw_only=True):
    """What the Laws make of a call."""

    outcome: Outcome
    card: Annotated[CardCode | None, _about("only with outcome played")]
    candidates: Annotated[list[CardCode], _about("the cards that may be designated next")]
    clause: str | None
    edition: str
    status: Literal["settled", "disputed"]
    readings: list[Reading]
    trace: list[Step]
    lang: Annotated[Literal["sv", "en", "no", "da"], _about("the language of explanation")]
    explanation: str
    flags: list[str]


class Fault(Struct, forbid_unknown_fields=True):
    """What was found and what was expected."""

    code: str
    message: str


class ErrorRow(Struct, forbid_unknown_fields=True):
    """In a list or a stream, in the place of an answer: this one could not be read."""

    id: Annotated[str | float | None, _about("the id of the call")]
    outcome: Literal["error"]
    error: Fault


class Case(Struct, forbid_unknown_fields=True):
    """A case of the casebook that cites a clause."""

    id: str
    utterance: str
    outcome: str
    card: CardCode | None
    clause: str
    confidence: str
    source: str


class Clause(Struct, forbid_unknown_fields=True):
    """One clause: our own paraphrase, never the words of the Laws."""

    clause: str
    title: str
    text: str
    url: str
    params: dict[str, str]
    cases: list[Case]


class Lawbook(Struct, forbid_unknown_fields=True):
    """The clauses asked for, as one edition has them."""

    edition: str
    title: str
    in_force: str
    clauses: list[Clause]


class Health(Struct, forbid_unknown_fields=True):
    """What answers here."""

    status: Literal["ok"]
    version: str
    languages: list[str]
    editions: list[str]
    fallback: Annotated[bool, _about("does the statistical fallback guess here?")]


class ProblemDocument(Struct, forbid_unknown_fields=True):
    """RFC 9457. ``code`` is stable; ``detail`` is for people."""

    title: str
    status: int
    code: str
    detail: str
    type: Literal["about:blank"] = "about:blank"
