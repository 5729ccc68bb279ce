"""Words against the compiled templates: every reading of a word sequence, cheapest first.

Knows nothing of repairs or of sentences made of several calls; see ``compose`` and ``repair``.
"""

from __future__ import annotations

from callparser.designation import INTENTS, Intent, is_play
from callparser.intentform import intent_in
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

    Words = Sequence[str]

    Node = dict[str, Any]

#: Which kind wins when several open templates (with ``*``) fit: what stops play comes first.
WILD_ORDER: Final = (
    "director", "objection", "chatter", "claim", "concession", "current_trick", "query", "conditional",
)  # fmt: skip


class Match(Value):
    """One reading: the intent, the number of words that filled slots, the alphabets of its letters.

    ``alphabets`` is ``None`` when no letter was used, else the alphabets that all of them share.
    """

    intent: Intent
    slot_words: int
    alphabets: frozenset[str] | None = None


class _State(Value):
    """A place in the words. ``article``: an article stands before it, so no bare letter can follow: "a d"
    is the ace of diamonds, not "a diamond"."""

    at: int
    values: tuple[str, ...] = ()
    slot_words: int = 0
    alphabets: frozenset[str] | None = None
    article: bool = False


class Matcher:
    """The compiled table of one language, ready to match."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.lang: str = table["lang"]
        self.trie: Node = table["trie"]
        self.wild: Node = table["wild"]
        self.rules: list[tuple[str, tuple[tuple[str, object], ...], tuple[tuple[str, str], ...]]] = table[
            "rules"
        ]
        self.lexicon: Node = table["lexicon"]
        self.fillers: dict[str, Node] = table["fillers"]
        self.markers: dict[str, Node] = table["markers"]
        self.splits: dict[str, tuple[str, ...]] = table["splits"]
        self.heads = frozenset(parts[0] for parts in self.splits.values())
        self.articles = frozenset(self.markers.get("article", ()))
        self._nouns = frozenset(self.markers.get("noun", ()))
        self._grunts = frozenset(self.fillers.get("anywhere", ()))
        #: What a word is listed as heard for, which the matcher itself does not look at.
        self.heard: dict[str, list[str]] = table["heard"]

    # --- words ----------------------------------------------------------------------------------

    def split(self, words: Words) -> list[str]:
        """Compounds taken apart: ``["hjärterdam"]`` -> ``["hjärter", "dam"]``."""
        out: list[str] = []
        for word in words:
            if word in self.splits:
                out += self.splits[word]
            elif "-" in word.strip("-") and word not in self.lexicon and word not in self.trie:
                out += [word] if self._is_denial(word) else self.split(word.split("-"))
            else:
                out.append(word)
        return out

    def _is_denial(self, word: str) -> bool:
        """ "Uh-uh" says no, where "uh" twice says nothing."""
        first, *others = word.split("-")
        return word in self.markers.get("slip", {}) or (first in self._grunts and set(others) == {first})

    def without(self, words: Words, place: str) -> list[str]:
        """The words without the fillers of that place, wherever they stand."""
        return _without(self.fillers.get(place, {}), words)

    def without_idle(self, words: Words) -> list[str]:
        """The words without what only sounds as if it refused something: "no doubt", "costs nothing"."""
        return _without(self.markers.get("idle", {}), words)

    def mentions(self, marker: str, words: Words) -> bool:
        """Does a marker of that name stand anywhere in the words?"""
        trie = self.markers.get(marker, {})
        return any(ends(trie, words, at) for at in range(len(words)))

    def is_talk(self, words: Words) -> bool:
        """Do they begin as a question or thanks do, by which nothing is called, whatever they name? What goes
        on as a request is none: "vil du ikke nok"."""
        return self._end("talk", words, 0) > self._end("request", words, 0) or self._is_denied(words)

    def _is_denied(self, words: Words) -> bool:
        """Is it a negative question: a "not" with whom it is said of, and before them any verb or none? What
        goes on as an exception is none, "bare det ikke er hjerter", nor is a known sentence: "något vi inte
        behöver"."""
        trie = self.markers.get("denied", {})
        if trie.keys().isdisjoint(words):
            return False
        asked = [
            at
            for at in self._reach(words, ("before", "around", "anywhere"), 0)
            if max(self._end("denied", words, at), self._end("denied", words, at + 1))
            > max(self._end("request", words, at), self._end("except", words, at))
        ]
        if not asked:
            return False
        starts, stops = {0, *asked}, self._tails(words)
        return not any(self.exact(words[at:end]) for at in starts for end in stops if at < end)

    def _end(self, marker: str, words: Words, at: int) -> int:
        """Where the longest phrase of that marker ends that begins there, or 0."""
        return max(ends(self.markers.get(marker, {}), words, at), default=0)

    def open_end(self, words: Words) -> tuple[int, str]:
        """Where the end of the words begins that leaves open what is called, and the name of its marker:
        ``dangling``, a preposition ("queen of"), or ``tag``, a question ("the king, right"). Else 0."""
        for name in ("tag", "dangling"):
            trie = self.markers.get(name, {})
            for at in range(1, len(words)):
                if len(words) in ends(trie, words, at):
                    return at, name
        return 0, ""

    # --- matching -------------------------------------------------------------------------------

    def exact(self, words: Words) -> list[Match]:
        """Readings that use every word."""
        return self._best(self._walk(self.trie, words, _State(0)), len(words))

    def framed(self, words: Words) -> list[Match]:
        """Readings of the words between lead-in and courtesies; as many words as possible inside.

        A courtesy that is also a phrase of its own counts only alone: "spela, tack" is no thanks.
        """
        heads = self._reach(words, ("before", "around"), 0)
        tails = self._tails(words)
        found: dict[tuple[bool, int], list[Match]] = {}
        for start in heads:
            courtesies = self._reach(words, ("around",), start)
            article = start > 0 and words[start - 1] in self.articles
            for end, match in self._walk(self.trie, words, _State(start, article=article)):
                if end in tails:
                    found.setdefault((end not in courtesies, end - start), []).append(match)
        return _prefer(found[max(found)]) if found else []

    def open(self, words: Words) -> list[Match]:
        """Readings by templates with ``*``; what stops play goes before what does not."""
        found = [match for end, match in self._walk(self.wild, words, _State(0)) if end == len(words)]
        return sorted(found, key=lambda match: (WILD_ORDER.index(match.intent.kind), match.slot_words))[:1]

    def _tails(self, words: Words) -> set[int]:
        """Where what follows is nothing, or only courtesies."""
        return {
            n for n in range(1, len(words) + 1) if len(words) in self._reach(words, ("after", "around"), n)
        }

    def _reach(self, words: Words, places: tuple[str, ...], start: int) -> set[int]:
        """Where one can stand after any number of fillers from ``start`` on."""
        tries = [self.fillers[place] for place in places if place in self.fillers]
        reached, todo = {start}, [start]
        while todo:
            at = todo.pop()
            new = {end for trie in tries for end in ends(trie, words, at)} - reached
            reached |= new
            todo += new
        return reached

    def _best(self, walked: Iterator[tuple[int, Match]], length: int) -> list[Match]:
        return _prefer([match for end, match in walked if end == length])

    def _walk(self, node: Node, words: Words, state: _State) -> Iterator[tuple[int, Match]]:
        for number in node.get("", ()):
            match = self._made(number, state)
            if match:
                yield state.at, match
        if "*" in node:
            for at in range(state.at, len(words) + 1):
                yield from self._walk(
                    node["*"], words, _State(at, state.values, state.slot_words + at, state.alphabets)
                )
        if state.at == len(words):
            return
        child = node.get(words[state.at])
        if child is not None:
            article = words[state.at] in self.articles
            literal = _State(state.at + 1, state.values, state.slot_words, state.alphabets, article)
            yield from self._walk(child, words, literal)
        for label, value, alphabets, end in self.spans(words, state.at):
            child = node.get(label)
            if child is not None and not (alphabets and (state.article or self._is_article(words, state.at))):
                taken = _taken(state, label, value, alphabets, end)
                if label[0] == "<" and words[end - 1] in self.articles:
                    taken = replace(taken, article=True)
                yield from self._walk(child, words, taken)

    def _is_article(self, words: Words, at: int) -> bool:
        """ "A card" is no ace."""
        return words[at] in self.articles and at + 1 < len(words) and words[at + 1] in self._nouns

    def spans(self, words: Words, at: int) -> Iterator[tuple[str, str, str, int]]:
        """What the lexicon knows from ``at`` on: label, value, alphabets, end."""
        node = self.lexicon
        while at < len(words) and words[at] in node:
            node = node[words[at]]
            at += 1
            for label, value, alphabets in node.get("", ()):
                yield label, value, alphabets, at

    def is_passed_over(self, words: Words) -> bool:
        """Are they only what may follow a call and says nothing?"""
        return len(words) in self._reach(words, ("after", "around", "anywhere"), 0)

    def _made(self, number: int, state: _State) -> Match | None:
        kind, constants, captures = self.rules[number]
        slots: dict[str, object] = dict(constants)
        for (name, slot), value in zip(captures, state.values, strict=True):
            if slot == "_":
                continue
            new = {"suit": value[0], "rank": value[1]} if name == "card" else {slot: _plain(name, value)}
            if any(k in slots and slots[k] != v for k, v in new.items()):
                return None  # two different suits or ranks in one call
            slots.update(new)
        return Match(intent_in({"kind": kind, **slots}), state.slot_words, state.alphabets)


def _plain(name: str, value: str) -> object:
    return int(value) if name == "number" else value


def _taken(state: _State, label: str, value: str, alphabets: str, end: int) -> _State:
    if label[0] == "<":
        return _State(end, state.values, state.slot_words, state.alphabets)
    letters = state.alphabets
    if alphabets:
        own = frozenset(alphabets.split())
        letters = own if letters is None else letters & own
    filled = 0 if label == "{card}" else end - state.at  # a code is as literal as a word: "ah", "td"
    return _State(end, (*state.values, value), state.slot_words + filled, letters)


def ends(trie: Node, words: Words, at: int) -> list[int]:
    """Every end of a phrase of ``trie`` that begins at ``words[at]``."""
    found = []
    node = trie
    while at < len(words) and words[at] in node:
        node = node[words[at]]
        at += 1
        if "" in node:
            found.append(at)
    return found


def _without(trie: Node, words: Words) -> list[str]:
    """The words without the longest phrases of ``trie`` in them."""
    out: list[str] = []
    at = 0
    while at < len(words):
        end = max(ends(trie, words, at), default=at)
        if end == at:
            out.append(words[at])
            at += 1
        else:
            at = end
    return out


def _prefer(matches: list[Match]) -> list[Match]:
    """The most literal readings (a word in the template beats a slot); letters of one alphabet first.

    A call made of words beats letters ("es" is an ace before it is E and S). Talk does not: "HA" is an
    ace and "ha" a verb, so both are kept and the capitals tell (see ``parse``).
    """
    if not matches:
        return []
    fewest = min(match.slot_words for match in matches)
    best = [match for match in matches if match.slot_words == fewest]
    in_words = [match for match in best if match.alphabets is None]
    if any(is_play(match.intent) for match in in_words):
        best = in_words
    elif in_words:
        best += [match for match in matches if match.alphabets and match not in best]
    pure = [
        match for match in best if match.alphabets != frozenset({"mixed"}) and match.alphabets != frozenset()
    ]
    unique: dict[Intent, Match] = {}
    for match in pure or best:
        unique.setdefault(match.intent, match)
    return list(unique.values())


assert set(WILD_ORDER) <= set(INTENTS)
