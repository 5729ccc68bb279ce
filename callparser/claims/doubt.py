"""Phrases that sound like a line or a number of tricks, and may be neither."""

from __future__ import annotations

from itertools import pairwise

from callparser.claims.phrases import Phrase
from callparser.claims.vocabulary import SILENT, Token
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Final

_NUMBERS: Final = ("number", "digit")
#: The seats by the class of their words.
SEATS: Final = {"north": Seat.NORTH, "east": Seat.EAST, "south": Seat.SOUTH, "west": Seat.WEST}
#: Verbs that may have the opponents' cards as their object.
_ON_THEIRS: Final = ("lose", "hold", "draw", "finesse")


def hides_number(phrase: Phrase, before: str, seats: Collection[Seat]) -> bool:
    """May it say of tricks that they are not his, or how many, in a way that is not read?

    ``before``: the verb of the phrase before it; ``seats``: the hands that the claimer plays.
    """
    named = {seat for name, seat in SEATS.items() if phrase.has(name)}
    return (
        not named <= {*seats}
        or any(_one_card(phrase))
        or any(_one_trick(phrase))
        or _is_theirs(phrase, before)
        or _is_held(phrase)
        or "either" in between_suits(phrase.tokens).values()
    )


def is_aside(phrase: Phrase) -> bool:
    """Does it say how many cards are left, or is it a ruff in a word that is read as a suit?"""
    first = [token for token in phrase.tokens if token.kind not in SILENT][:2]
    ruffs = [token.kind for token in first] == ["suit", "suit"] and first[0].text == first[0].value
    left = phrase.has("left") and phrase.has("suit", "rank") and phrase.has(*_NUMBERS, "one")
    return not phrase.verb and (ruffs or left)


def between_suits(tokens: Sequence[Token]) -> dict[int, str]:
    """What each word that is a rank or a number is between two suits, by ``id``: ``rank`` of the first,
    ``number`` of the second, or ``either``.

    In "three spades two hearts" and "ace of spades two hearts" the first suit has what it needs; in "spades
    two hearts three" the suits stand first. "Hearts two spades" may be either.
    """
    found: dict[int, str] = {}
    row = [token for token in tokens if token.kind not in SILENT]
    for at, token in enumerate(row):
        if token.kind != "digit" or [one.kind for one in row[at - 1 : at + 2 : 2]] != ["suit", "suit"]:
            continue
        before = row[at - 2] if at > 1 else Token("", "")
        is_full = before.kind in (*_NUMBERS, "one", "of") and found.get(id(before)) != "rank"
        suits_first = any(one.kind in ("rank", "digit") for one in row[at + 2 : at + 3])
        found[id(token)] = "number" if is_full else "rank" if suits_first else "either"
    return found


def _one_card(phrase: Phrase) -> Iterator[bool]:
    """ "The seven" is a card, and "the seven tricks" are seven."""
    tokens = phrase.tokens
    for at, (article, number) in enumerate(pairwise(tokens), 2):
        if article.kind in ("article", "owner") and number.kind == "digit":
            after = next((token.kind for token in tokens[at:] if token.kind not in SILENT), "")
            yield after not in ("of", "suit", "rounds", "trick", "left", "more", "last", "rest")


def _one_trick(phrase: Phrase) -> Iterator[bool]:
    """ "Trick three" is one trick."""
    for before, trick, number in zip(_EDGE + phrase.tokens, phrase.tokens, phrase.tokens[1:], strict=False):
        yield trick.kind == "trick" and number.kind in _NUMBERS and before.kind not in (*_NUMBERS, "one")


_EDGE: Final = (Token("", ""),)


def _is_theirs(phrase: Phrase, before: str) -> bool:
    """Is it about a card, a suit or tricks of the opponents, without a verb that goes with it?"""
    if not phrase.has("owner") or phrase.has("theirs", "out", "gone") or phrase.verb in _ON_THEIRS:
        return False
    given = phrase.join in ("except", "but", "minus") or (before == "lose" and not phrase.verb)
    return not given and phrase.has("suit", "rank", "rest", "trick", *_NUMBERS)


def _is_held(phrase: Phrase) -> bool:
    """Do they have a card or a suit, which is perhaps no trick, or have they none left?"""
    if phrase.verb not in ("hold", "lose"):
        return False
    held = phrase.verb == "hold" and phrase.has("suit", "rank") and not phrase.has("trick", "out", "gone")
    return held or (phrase.has("gone") and not phrase.is_trump)
