"""What a "yes" and a correction teach of a player, and what was learnt is good for.

Only a call that stands teaches: that it was heard rightly, or what an earlier one meant. Without
:class:`~callparser.session.habits.Habits` nothing is learnt.
"""

from __future__ import annotations

from callparser.designation import Ambiguous
from callparser.outcome import MustSpecify, Played, ordered
from callparser.session.memory import likeliest
from callparser.value import replace
from callparser.wire import resolve_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card
    from callparser.designation import Intent, Understood
    from callparser.outcome import Resolution
    from callparser.session.habits import Habits
    from callparser.session.memory import Memory
    from callparser.wire import Situation


class Lessons:
    """Of one player; ``habits`` is where they are kept."""

    def __init__(self, habits: Habits | None) -> None:
        self._habits = habits

    def doubts(self, said: Understood) -> bool:
        """Was this, or a word of it, often something else? Then hearing it twice is no proof either."""
        heard_as = likeliest(said)
        return self._habits is not None and heard_as is not None and self._habits.doubts(heard_as)

    def in_order(self, result: Resolution, said: Understood, voice: bool) -> Resolution:
        """A question about the words: first what this player usually meant by them, else in hand order."""
        heard_as, habits = likeliest(said), self._habits if voice else None
        about_words = isinstance(said, Ambiguous)
        if habits and heard_as and (about_words or isinstance(result, MustSpecify)):
            return ordered(result, lambda card: habits.weight(heard_as, card))
        return ordered(result, lambda card: 0) if about_words else result

    def prepared(
        self,
        memory: Memory,
        now: Memory,
        said: Understood,
        asked: Situation | None,
        *,
        voice: bool,
        answers: bool,
    ) -> Memory:
        """What the next "yes" or correction will teach; learnt now if the call stands already.

        ``now`` is what stood before; the call was made at the table of ``asked``.
        """
        meant, wrong, confirmed = likeliest(said), now.denied, False
        if answers and now.choices and memory.options:
            meant = dict(now.choices).get(memory.options[0], meant)
            confirmed, wrong = meant == now.meant, now.meant
        elif (
            now.state == "confirm" and now.spoken and (now.options or now.meant) != (memory.options or meant)
        ):
            wrong = now.meant  # another call instead of a "yes"
        choices: tuple[tuple[Card, Intent], ...] = ()
        if voice and isinstance(said, Ambiguous) and len(memory.calls) == 1 and asked is not None:
            choices = _choices(said, asked)
        spoken = voice or (answers and bool(now.choices))
        memory = replace(memory, meant=meant, spoken=spoken, choices=choices, denied=wrong)
        return self.learnt(memory, confirmed=confirmed)

    def learnt(self, memory: Memory, *, confirmed: bool) -> Memory:
        """The same, when it has taught what it can."""
        if memory.state != "standing" or memory.meant is None:
            return memory
        if self._habits and confirmed:
            self._habits.learn(memory.meant, memory.meant)
        if self._habits and memory.denied is not None and memory.denied != memory.meant:
            self._habits.learn(memory.denied, memory.meant)
        return replace(memory, denied=None)


def _choices(said: Ambiguous, asked: Situation) -> tuple[tuple[Card, Intent], ...]:
    """The cards of a question about what was heard, and what was meant by each."""
    found = [(resolve_said((one,), asked), one.intent) for one in said.readings]
    return tuple((result.card, intent) for result, intent in found if isinstance(result, Played))
