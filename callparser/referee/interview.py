"""One step of the questions as JSON: what is known and an answer in; what is asked next, and the ruling, out.

Nothing is kept between two steps. Who asks keeps ``saved``, which is also what ``callparser rule --save``
writes, and sends it back with the next answer; so any answer can be changed, and all of it taken up later.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.languages import LANGUAGES
from callparser.law.edition import load_edition
from callparser.referee.compare import other_rows
from callparser.referee.dialogue import Dialogue, is_asked_about, resumed
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import read_law
from callparser.referee.kinds import MAX_TEXT
from callparser.referee.question import TYPED, Question
from callparser.referee.rule import read_edition, ruling_row
from callparser.referee.source import Source, filled
from callparser.referee.words import REFEREE_LANGUAGES, referee_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

    from callparser.jsonline import Row

#: So many characters may have been said in one incident, each counted once for a language that it is read in:
#: they are read anew in each step.
MAX_SAID: Final = 4_000
#: So many editions may be compared with.
MAX_ALSO: Final = 5
#: So much of the name of a record is kept.
_MAX_NAME: Final = 100
#: The least and the most that a number may be, by the kind of the fact.
_BOUNDS: Final = {"trick": (1, 13), "number": (0, 13)}


class Interview:
    """A dialogue after one step. ``note`` says why an answer was not taken, else it is ``""``; ``also`` are
    the editions to compare with; ``source`` is the record that facts were taken from in this step.
    """

    def __init__(
        self, dialogue: Dialogue, note: str = "", also: Sequence[str] = (), source: Source | None = None
    ) -> None:
        self.dialogue = dialogue
        self.note = note
        self.also = also
        self.source = source

    def row(self) -> Row:
        """The ruling so far, as ``rule --jsonl`` gives it; what is asked, was answered, and is to be kept."""
        dialogue = self.dialogue
        lang = dialogue.words.language
        question = dialogue.question()
        ruling = dialogue.ruling()
        others = other_rows(dialogue.incident, [dialogue.edition, *self.also], lang) if self.also else []
        return ruling_row(ruling, lang) | {
            "lang": lang,
            "outcome_text": dialogue.words.outcomes[ruling.outcome],
            "question": None if question is None else _question_row(question, dialogue),
            "answered": [
                _question_row(dialogue.of(fact), dialogue) | {"answer": dialogue.shown(fact)}
                for fact in dialogue.asked
            ],
            "note": self.note or None,
            "saved": dialogue.saved(),
            "also": others,
            "filled": None if self.source is None else self._filled(self.source),
        }

    def _filled(self, source: Source) -> Row:
        """Where facts are from, and what could not be taken over."""
        labels = self.dialogue.words.labels
        return source.row() | {"left_out": [labels[one] for one in source.left_out]}


def interview(row: Row) -> Interview:
    """A request -> the dialogue it describes, one step further.

    ``{incident, law?, edition?, lang?, also?, asked?, unknown?}``, ``record`` (``{text, name?, board?,
    trick?}``) of which facts are filled in, and at most one of ``answer`` (``{fact, text}``; the text
    ``null`` is "not known") and ``back`` (``true``). An answer that is none is no error: it is not taken, and
    ``note`` says so.

    Raises :class:`InputError`, and :class:`EditionError` for an edition that there is not.
    """
    if "incident" not in row:
        raise InputError(
            "incident is missing; expected an object of groups of facts, {} where nothing is known"
        )
    lang, law = _language(row.get("lang", "sv")), read_law(row.get("law"))
    source = _source(row.get("record"), lang, law)
    if source is not None:
        row = filled(row, source)
    if (chars := said_chars(row)) > MAX_SAID:
        raise InputError(
            f"what was said has {chars} characters; at most {MAX_SAID}, and in a call of no known language "
            f"each counts for {len(LANGUAGES)}: leave out what is not disputed, or give call.lang"
        )
    edition = load_edition(read_edition(row.get("edition"))).id
    also = _also(row.get("also", []))
    dialogue = resumed(row, lang, edition, law)
    given, back = row.get("answer"), row.get("back", False)
    if not isinstance(back, bool):
        raise InputError(f"back is {type_name(back)}; expected true or false")
    if back and given is not None:
        raise InputError("there is an answer and a step back; send one of them")
    if back:
        return Interview(dialogue, "" if dialogue.back() else dialogue.words.labels["first"], also, source)
    return Interview(dialogue, "" if given is None else _take(dialogue, given), also, source)


def said_chars(row: Row) -> int:
    """How many characters of speech an incident, which may be anything, holds for all languages to read."""
    incident = row.get("incident")
    if not isinstance(incident, dict):
        return 0
    said, call = incident.get("said"), incident.get("call")
    words = _chars([said.get("words")]) if isinstance(said, dict) else 0
    texts: list[Any] = []
    events = call.get("events") if isinstance(call, dict) else None
    for one in events if isinstance(events, list) else ():
        if isinstance(one, dict):
            heard = one.get("heard")
            texts += [one.get("said"), *(heard if isinstance(heard, list) else ())]
    readers = 1 if isinstance(call, dict) and call.get("lang") in LANGUAGES else len(LANGUAGES)
    return words + readers * _chars(texts)


def _chars(texts: Sequence[object]) -> int:
    return sum(len(text) for text in texts if isinstance(text, str))


def _language(value: object) -> str:
    if not isinstance(value, str) or value not in REFEREE_LANGUAGES:
        known = ", ".join(REFEREE_LANGUAGES)
        raise InputError(f"lang is {str(value)[:20]!r}; the referee speaks {known}")
    return value


def _source(given: object, lang: str, law: str) -> Source | None:
    """What a record tells, whose text came with the request."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InputError(f'record is {type_name(given)}; expected an object such as {{"text": "[Board ..."}}')
    text, name, board = (_text(given, key) for key in ("text", "name", "board"))
    trick = given.get("trick")
    if text is None:
        raise InputError("record.text is missing; expected a record of play: PBN, LIN or our own")
    if trick is not None and (type(trick) is not int or not 1 <= trick <= 13):
        raise InputError(f"record.trick is {str(trick)[:20]}; expected the number of a trick, 1 to 13")
    from callparser.referee.recorded import record_source

    file = (name or "record")[:_MAX_NAME]
    return record_source(
        text.encode("utf-8", "replace"), file, referee_words(lang), board=board, trick=trick, law=law
    )


def _text(given: Mapping[str, object], key: str) -> str | None:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"record.{key} is {type_name(value)}; expected a text")
    return value


def _also(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > MAX_ALSO or None in value:
        raise InputError(f"also is {type_name(value)}; expected a list of at most {MAX_ALSO} editions")
    return [load_edition(read_edition(one)).id for one in value]


def _take(dialogue: Dialogue, given: object) -> str:
    """Take an answer; else what there is to say of it."""
    if not isinstance(given, dict) or not {"fact", "text"} <= given.keys():
        raise InputError(f'answer is {type_name(given)}; expected {{"fact": ..., "text": ...}}')
    fact, text = given["fact"], given["text"]
    if not is_asked_about(fact):
        raise InputError(f"answer.fact is {str(fact)[:40]!r}; expected the fact of a question")
    question = dialogue.of(fact)
    if text is None:
        dialogue.pass_over(question)
        return ""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise InputError(f"answer.text is {type_name(text)}; expected at most {MAX_TEXT} characters, or null")
    try:
        dialogue.answer(question, text)
    except InputError as err:
        return str(err)
    return ""


def _question_row(question: Question, dialogue: Dialogue) -> Row:
    fact = BY_NAME[question.fact]
    least, most = _BOUNDS.get(fact.kind, (None, None))
    return {
        "fact": question.fact,
        "number": dialogue.number(question),
        "text": question.text,
        "why": question.why,
        "judged": question.judged,
        "choices": [
            {"n": n, "word": word, "text": text} for n, (word, text) in enumerate(question.choices, 1)
        ],
        "least": least,
        "most": most,
        "typed": question.fact in TYPED,
    }
