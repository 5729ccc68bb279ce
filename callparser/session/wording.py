"""How an answer is told, on one line: what was heard where it is in doubt, and the card or the question.

What the law says of it at length is told when somebody asks why.
"""

from __future__ import annotations

from callparser.explainer import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card
    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.outcome import Resolution
    from callparser.session.memory import Memory


class Wording:
    """In one language."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._words = messages.listening

    def answer(self, row: Row, result: Resolution, memory: Memory, heard: str) -> str:
        """What is said of a call at a table, after which this is remembered."""
        if memory.state == "confirm":
            return self._words["confirm"].format(what=self.named(memory.options, heard).rstrip("."))
        if memory.state == "standing":
            named = self.named(memory.options, heard)
            return (
                named if row["status"] == "settled" and not row["repairs"] else f"{self.heard(heard)} {named}"
            )
        if memory.state == "choose":
            return self._question(memory, heard)
        return self.explained(result, heard)

    def _question(self, memory: Memory, heard: str) -> str:
        """Which card? Those that may be meant are named where that is a choice; with more than one call there
        is a way out, for each that follows is one more of them."""
        said = self._messages.cards(card.code for card in memory.options[: memory.said])
        which = self._words["which_of"].format(cards=said[:1].upper() + said[1:])
        asked = which if said else self._words["which"]
        way_out = [self._words["way_out"]] if len(memory.calls) > 1 else []
        return " ".join([self.heard(heard), asked, *way_out])

    def understood(self, row: Row, heard: str) -> str:
        """What there is to say where the law was not asked."""
        return self._words["again"] if row["intent"] is None else self.heard(heard)

    def explained(self, result: Resolution, heard: str) -> str:
        """What was heard, and what the law makes of it where that is no card."""
        if result.outcome == "not_understood":
            return self._words["again"]
        void = result.outcome == "void"
        why = explain(result, self._messages.language, said=heard, briefly=void)
        return f"{why} {self._words['which']}" if void else why

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
