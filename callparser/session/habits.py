"""What one player was heard to say and turned out to mean, counted word by word.

It learns only from an explicit "yes" and an explicit correction. It may make the program ask where it
would not have asked, and it orders the cards of a question; it never plays a card, and what was heard
stays what was heard.
"""

from __future__ import annotations

from callparser.cards import RANK_LETTERS, SUIT_LETTERS
from callparser.designation import INTENTS, Intent, SuitRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from callparser.cards import Card

    #: By the word that was heard: how often each word was meant.
    Counts = dict[str, dict[str, int]]

#: A word is doubted after so many corrections to other words, ...
OFTEN: Final = 3
#: ... if they are at least this share of all that is known of it. Both are guesses: nobody was measured.
SHARE: Final = 0.25
#: When so much is known of a word, all of it counts half: habits change.
MOST: Final = 200

#: Every word that can be counted: suits, ranks, and the kinds of the other calls.
WORDS: Final = frozenset(
    [f"suit {letter}" for letter in SUIT_LETTERS]
    + [f"suit {ref.value}" for ref in SuitRef]
    + [f"rank {letter}" for letter in RANK_LETTERS]
    + [kind for kind in INTENTS if kind not in ("card", "suit", "rank")]
)


def words_of(intent: Intent) -> tuple[str, ...]:
    """The words that a call is made of: ``("suit H", "rank 8")``, ``("low", "suit S")``, ``("win",)``."""
    kind, suit, rank = intent.kind, getattr(intent, "suit", None), getattr(intent, "rank", None)
    words = [kind] if kind in WORDS else []
    if suit is not None:
        words.append(f"suit {suit.value if isinstance(suit, SuitRef) else suit.letter}")
    if rank is not None:
        words.append(f"rank {rank.letter}")
    return tuple(words)


class Habits:
    """``changed`` is told of the counts whenever something was learnt."""

    def __init__(
        self, counts: Counts | None = None, changed: Callable[[Counts], None] = lambda counts: None
    ) -> None:
        self.counts: Counts = {} if counts is None else counts
        self._changed = changed

    def learn(self, heard: Intent, meant: Intent) -> None:
        """``heard`` was confirmed, or corrected to ``meant``. Calls of different shape teach nothing."""
        said, right = words_of(heard), words_of(meant)
        if len(said) != len(right) or (len(said) > 1 and _shape(said) != _shape(right)):
            return
        for word, other in zip(said, right, strict=True):
            row = self.counts.setdefault(word, {})
            row[other] = row.get(other, 0) + 1
            if sum(row.values()) >= MOST:
                self.counts[word] = {one: count // 2 for one, count in row.items() if count > 1}
        self._changed(self.counts)

    def doubts(self, heard: Intent) -> bool:
        """Has this player often had to correct a word of it to another?"""
        return any(_is_doubtful(word, self.counts.get(word, {})) for word in words_of(heard))

    def weight(self, heard: Intent, card: Card) -> int:
        """How often the words of this card were meant when the words of ``heard`` were heard."""
        wanted = (f"suit {card.suit.letter}", f"rank {card.rank.letter}")
        return sum(self.counts.get(word, {}).get(one, 0) for word in words_of(heard) for one in wanted)


def _is_doubtful(word: str, row: dict[str, int]) -> bool:
    wrong = sum(count for other, count in row.items() if other != word)
    return wrong >= OFTEN and wrong >= SHARE * sum(row.values())


def _shape(words: tuple[str, ...]) -> list[str]:
    return [word.split()[0] for word in words]
