"""The JSON of the referee as types, for the OpenAPI document; tests hold them to what reads and writes it.

The type of an incident is made from the table of facts, so that no fact is described twice.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from callparser.referee.facts import FACTS, Fact
from callparser.referee.happening import MAX_HAPPENINGS
from callparser.referee.incident import LAWS
from callparser.referee.interview import MAX_ALSO
from callparser.referee.kinds import MAX_TEXT
from callparser.referee.words import referee_words
from callparser.service.schema import Id, LastTrick

Edition = Annotated[str | int, Meta(description="1997, 2007, 2017 or an id", examples=["2017"])]
_GIVEN_WITH: Final = "by a fact that was asked about, those that came in the same answer"
FactName = Annotated[str, Meta(description="a fact that is asked about", examples=["defect.trick"])]
Words = Annotated[str, Meta(max_length=500)]
Moment = Annotated[float | str, Meta(description='seconds from any start, or a clock: "20:14:31.250"')]
TrickNumber = Annotated[int, Meta(ge=1, le=13)]
Number = Annotated[int, Meta(ge=0, le=13)]
Cards = Annotated[list[str], Meta(max_length=52)]


# --- in ----------------------------------------------------------------------------------------------


class Laid(Struct):
    """What one seat laid to a trick: no card, one, or several together."""

    seat: str
    cards: Cards


class Count(Struct, forbid_unknown_fields=True):
    """Cards in hand, cards played, and how many ought to have been."""

    hand: Annotated[int, Meta(ge=0, le=53)]
    played: Annotated[int, Meta(ge=0, le=53)]
    due: Annotated[int, Meta(ge=0, le=53)] | None = None


class TrickBefore(LastTrick, forbid_unknown_fields=True):
    """The trick before."""


class Happening(Struct, forbid_unknown_fields=True):
    """One thing that happened: exactly one of said, card, shows, back."""

    said: Words | None = None
    card: Words | None = None
    shows: Words | None = None
    back: Words | None = None
    seat: Words | None = None
    t: Moment | None = None
    until: Moment | None = None
    heard: Annotated[list[Words], Meta(max_length=10)] | None = None


#: Of words that are known only when this runs.
_ONE_OF: Final[Any] = Literal
_FOUR: Final = Meta(min_length=4, max_length=4)
#: What a value of each kind of fact is; words have those of their own.
_KINDS: Final[dict[str, Any]] = {
    "yes": bool,
    "number": Number,
    "trick": TrickNumber,
    "text": Annotated[str, Meta(max_length=MAX_TEXT)],
    **dict.fromkeys(("seat", "suit", "trump", "card", "hand"), str),
    "cards": Cards,
    "hands": Annotated[dict[str, str], _FOUR],
    "rows": Annotated[list[Annotated[list[Laid], Meta(max_length=8)]], Meta(max_length=13)],
    "counts": Annotated[dict[str, Count], Meta(max_length=4)],
    "piles": Annotated[dict[str, Annotated[list[str], Meta(max_length=14)]], _FOUR],
    "happenings": Annotated[list[Happening], Meta(max_length=MAX_HAPPENINGS)],
    "last_trick": TrickBefore,
}


def _fact_type(fact: Fact) -> Any:
    kind: Any = _ONE_OF[fact.words] if fact.kind == "word" else _KINDS[fact.kind]
    about = referee_words("en").questions.get(fact.name) or fact.about
    return Annotated[kind | None, Meta(description=about)]


def _group(name: str) -> Any:
    facts = [fact for fact in FACTS if fact.name.startswith(f"{name}.")]
    fields = [(fact.name.split(".")[1], _fact_type(fact), None) for fact in facts]
    made = defstruct(f"{name.capitalize()}Facts", fields, forbid_unknown_fields=True)
    made.__doc__ = f"Facts of the group {name}."
    return made


_LAWS: Final = _ONE_OF[(*LAWS, "", *(int(law) for law in LAWS if law.isdigit()))]
_LAW: Final[Any] = Annotated[
    _LAWS | None,
    Meta(description="the law that was asked about; without one the facts decide, or a question does"),
]
_GROUPS: Final = dict.fromkeys(fact.name.split(".")[0] for fact in FACTS)
Incident: Final[Any] = defstruct(
    "Incident",
    [("law", _LAW, None), *((name, _group(name) | None, None) for name in _GROUPS)],
    forbid_unknown_fields=True,
)
Incident.__doc__ = "The facts that are known, in groups; what is absent or null is not known."


class GivenAnswer(Struct):
    """An answer to a question, or another one to a question that was answered before."""

    fact: FactName
    text: Annotated[
        Annotated[str, Meta(max_length=MAX_TEXT)] | None,
        Meta(
            description="the number of a choice or its word, a number of tricks, or what was said; null: "
            "not known"
        ),
    ]


class RecordText(Struct):
    """A record of play, of which one board counts."""

    text: Annotated[str, Meta(description="PBN, LIN, or our own format (docs/records.md)")]
    name: Annotated[str | None, Meta(description="what it is called in the report")] = None
    board: Annotated[str | None, Meta(description="its number; not needed where there is only one")] = None
    trick: Annotated[TrickNumber | None, Meta(description="the trick that it is about")] = None


_ASKED: Final[list[tuple[str, Any, Any]]] = [
    ("incident", Incident, ...),
    ("id", Id, None),
    ("law", _LAW, None),
    ("edition", Edition | None, None),
    ("lang", Annotated[Literal["sv", "en"], Meta(description="of every text")], "sv"),
    ("also", Annotated[list[Edition], Meta(description="editions to compare with", max_length=MAX_ALSO)], []),
    ("asked", Annotated[list[FactName], Meta(description="the facts that were asked about, in order")], []),
    ("unknown", Annotated[list[FactName], Meta(description="those of them that nobody knows")], []),
    ("given_with", Annotated[dict[str, list[FactName]], Meta(description=_GIVEN_WITH)], {}),
    ("record", Annotated[RecordText | None, Meta(description="of which facts are filled in")], None),
    ("answer", GivenAnswer | None, None),
    ("back", Annotated[bool, Meta(description="take the last answer back")], False),
]


def _request(name: str, about: str, *more: tuple[str, Any, Any]) -> Any:
    fields = [one[:2] if one[2] is ... else one for one in (*_ASKED, *more)]
    made = defstruct(name, fields)
    made.__doc__ = about
    return made


Inquiry: Final = _request(
    "Inquiry", "What is known of an incident, and at most one step. Unknown keys are ignored."
)
ReportRequest: Final = _request(
    "ReportRequest",
    "The same, and the date that the report is given.",
    ("date", Annotated[str | None, Meta(description="an ISO date; today", examples=["2026-11-30"])], None),
)


# --- out ---------------------------------------------------------------------------------------------


class BranchStep(Struct, forbid_unknown_fields=True):
    """One branch of the tree that was passed."""

    clause: str
    branch: str
    verified: bool
    facts: dict[str, Any] | UnsetType = UNSET


class Ruling(Struct, forbid_unknown_fields=True, kw_only=True):
    """What the law makes of the facts, under one edition."""

    branch: str | None
    outcome: str
    tricks_transferred: Annotated[int | None, Meta(description="null: not settled")]
    ask: Annotated[list[str], Meta(description="the facts still needed, the next one first")]
    clause: str | None
    edition: str
    verified: Annotated[bool, Meta(description="was the clause read on a page of that edition?")]
    url: str | None
    judgement: Annotated[list[str], Meta(description="judgements of the director's that it rests on")]
    facts: Annotated[dict[str, Any], Meta(description="what was computed")]
    trace: list[BranchStep]
    explanation: str | None
    timeline: Annotated[list[dict[str, Any]], Meta(description="of a disputed call")] | UnsetType = UNSET


class OtherRuling(Ruling, forbid_unknown_fields=True, kw_only=True):
    """The same incident under another edition."""

    differs: Annotated[list[str], Meta(description="the keys that differ")]
    reasons: list[str]


class Choice(Struct, forbid_unknown_fields=True):
    """One answer; its number or its word gives it."""

    n: int
    word: str
    text: str


class AskedAbout(Struct, forbid_unknown_fields=True, kw_only=True):
    """A question. Without choices a number is asked for, ``least`` to ``most``."""

    fact: str
    number: int
    text: str
    why: Annotated[str, Meta(description="why it is asked")]
    judged: Annotated[bool, Meta(description="a judgement, and the director's")]
    choices: list[Choice]
    least: int | None
    most: int | None
    typed: Annotated[bool, Meta(description="may the words themselves be the answer?")]


class AnsweredQuestion(AskedAbout, forbid_unknown_fields=True, kw_only=True):
    """A question with its answer in words."""

    answer: str


class Saved(Struct, forbid_unknown_fields=True):
    """Send it back with the next answer; or give it to ``callparser rule --save``."""

    edition: str
    incident: Incident
    asked: list[str]
    unknown: list[str]
    given_with: Annotated[dict[str, list[str]], Meta(description=_GIVEN_WITH)]


class Filled(Struct, forbid_unknown_fields=True):
    """Where facts were taken from in this step."""

    source: str
    warnings: Annotated[list[str], Meta(description="what is damaged in it")]
    left_out: Annotated[list[str], Meta(description="what it does not tell, in words")]


class TextCell(Struct, forbid_unknown_fields=True):
    """A text, perhaps with a link; ``lang`` where it is in another language."""

    text: str
    url: str | UnsetType = UNSET
    lang: str | UnsetType = UNSET
    strong: bool | UnsetType = UNSET


class Picture(Struct, forbid_unknown_fields=True):
    """A picture of the report in words."""

    title: str
    text: str


class ProseBlock(Struct, forbid_unknown_fields=True, tag="prose", tag_field="kind"):
    """A paragraph."""

    style: Literal["plain", "strong", "quote", "code"]
    text: str
    lang: str


class StepsBlock(Struct, forbid_unknown_fields=True, tag="steps", tag_field="kind"):
    """A numbered list; each step is a heading and a text."""

    steps: list[list[TextCell]]


class TableBlock(Struct, forbid_unknown_fields=True, tag="table", tag_field="kind"):
    """Rows of cells; the first cell of a row is its heading."""

    caption: str
    head: list[str]
    rows: list[list[TextCell]]


class FiguresBlock(Struct, forbid_unknown_fields=True, tag="figures", tag_field="kind"):
    """Pictures, in words."""

    figures: list[Picture]


class ReportSection(Struct, forbid_unknown_fields=True):
    """A section of the report."""

    name: str
    title: str
    blocks: list[ProseBlock | StepsBlock | TableBlock | FiguresBlock]
    parts: list[ReportSection]


class Interviewed(Ruling, forbid_unknown_fields=True, kw_only=True):
    """The ruling so far, and what is asked next."""

    id: Annotated[str | float | None, Meta(description="the id of the request")]
    lang: Literal["sv", "en"]
    outcome_text: str
    question: Annotated[
        AskedAbout | None, Meta(description="null: no answer is needed, or the one needed is not known")
    ]
    answered: list[AnsweredQuestion]
    note: Annotated[str | None, Meta(description="why the answer was not taken")]
    saved: Saved
    also: list[OtherRuling]
    filled: Filled | None
    sections: Annotated[
        list[ReportSection],
        Meta(description="the ruling as the report tells it; empty while something is asked"),
    ]
