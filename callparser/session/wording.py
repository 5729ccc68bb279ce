"""How an answer is told: the card alone where all is clear, else what was heard and what the law says."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card
    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.session.memory import Memory


class Wording:
    """In one language."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    def answer(self, row: Row, memory: Memory, heard: str) -> str:
        """What is said of a call at a table, after which this is remembered."""
        words = self._messages.listening
        if memory.state == "confirm":
            return words["confirm"].format(what=self.named(memory.options, heard).rstrip("."))
        if memory.state == "standing" and row["status"] == "settled" and not row["repairs"]:
            return self.named(memory.options, heard)
        way_out = memory.state == "choose" and len(memory.calls) > 1  # it grows with every call
        return self.explained(row, heard) + (f" {words['way_out']}" if way_out else "")

    def understood(self, row: Row, heard: str) -> str:
        """What there is to say where the law was not asked."""
        return self._messages.listening["again"] if row["intent"] is None else self.heard(heard)

    def explained(self, row: Row, heard: str) -> str:
        """What was heard, and what the law makes of it."""
        if row["outcome"] == "not_understood":
            return self._messages.listening["again"]
        return f"{self.heard(heard)} {row['explanation']}"

    def named(self, options: tuple[Card, ...], heard: str) -> str:
        """The cards, or what was heard where there are none."""
        if not options:
            return self.heard(heard)
        name = self._messages.cards(card.code for card in options)
        return name[:1].upper() + name[1:] + "."

    def heard(self, text: str) -> str:
        return self._messages.heard.format(said=text)


def reason(row: Row, speech: str) -> str:
    """What to say to a "why" after this. A question about the table is no answer that has a reason."""
    about_the_table = (row.get("intent") or {}).get("kind") == "query"
    return "" if about_the_table else row.get("explanation") or speech
