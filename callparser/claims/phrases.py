"""A statement cut into phrases: a connective, at most one verb, its objects; and when each is to be played.

"I draw trumps after cashing the hearts" is two phrases, the second joined by "after". Which comes first is
for :func:`in_order`; where the words do not tell, it says so.
"""

from __future__ import annotations

from callparser.claims.vocabulary import IDLE, Token
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

#: In the order in which a phrase with two of them is taken: "take the finesse" is a finesse.
VERBS: Final = (
    "crossruff", "finesse", "ruff", "draw", "ruffout", "discard", "lose", "hold", "cross", "run", "home",
    "cash",
)  # fmt: skip
_JOINS: Final = ("pause", "and", "then", "before", "after", "except", "but", "minus")
_OBJECTS: Final = ("suit", "rank", "number", "digit", "rest", "this", "none")
#: What stands between the items of a list.
_LISTS: Final = ("pause", "and")
#: Verbs that need no object.
_WHOLE: Final = ("crossruff", "cross", "draw")


class Phrase(Value):
    """``join``: the connective before it, ``"on"`` where a new verb begins without one. ``apart``:
    punctuation stands before it. ``when``: ``"first"``, ``"later"``, ``"unclear"`` or nothing; ``early``:
    that word stands at its beginning.
    """

    tokens: tuple[Token, ...] = ()
    join: str = ""
    apart: bool = False
    when: str = ""
    early: bool = False

    def has(self, *kinds: str) -> bool:
        return any(token.kind in kinds for token in self.tokens)

    @property
    def verb(self) -> str:
        """What is done. To take trumps home, or out, is to draw them, unless they are his own or it tells in
        which hand; "trumfar ut" alone is that, too."""
        found = next((name for name in VERBS if self.has(name)), "")
        if found == "ruffout":
            return "ruff" if self.has("suit", "rank") and not self.is_trump else "draw"
        taken_out = self.has("home") or (found != "run" and self.has("out"))
        own = self.has("good", "high", "dummy", "hand")
        if self.is_trump and taken_out and not own and found in ("home", "run", "cash", "cross"):
            return "draw"
        return "cash" if found == "home" else found

    @property
    def is_theirs(self) -> bool:
        """Are the opponents its subject? "They ruff a heart"; in "jag tar de höga" it is an article."""
        first = next((token.kind for token in self.tokens if token.kind not in IDLE), "")
        return first == "they" and not self.has("good", "high", "theirs")

    @property
    def numbers(self) -> int:
        """How many numbers stand in it."""
        return sum(token.kind in ("number", "digit", "one") for token in self.tokens)

    @property
    def is_trump(self) -> bool:
        """Does it name trumps as trumps?"""
        return any(token.kind == "suit" and token.value == "trump" for token in self.tokens)

    @property
    def continues(self) -> bool:
        """Only more objects of the phrase before: "hearts *and diamonds*"."""
        return self.join == "and" and not self.verb

    @property
    def is_ordered(self) -> bool:
        return bool(self.when) or self.join in ("then", "before", "after")

    @property
    def is_remark(self) -> bool:
        """Does it say of a suit that it is good? That is no line."""
        kinds = [token.kind for token in self.tokens]
        after = kinds[max((at for at, kind in enumerate(kinds) if kind == "suit"), default=len(kinds)) :]
        return "good" in after or "high" in after

    @property
    def is_astride(self) -> bool:
        """Does its verb stand between two suits? Nobody knows which it is about."""
        end = next((at for at, token in enumerate(self.tokens) if token.kind == "on"), len(self.tokens))
        suits = [at for at, token in enumerate(self.tokens[:end]) if token.kind == "suit"]
        verbs = [at for at, token in enumerate(self.tokens) if token.kind in VERBS]
        return any(suits[0] < at < suits[-1] for at in verbs) if suits else False

    def text(self) -> str:
        return " ".join(token.text for token in self.tokens if token.text).replace(" ,", ",")


def phrases(said: Sequence[Token]) -> list[Phrase]:
    """The statement cut at its connectives, and where a new verb begins."""
    found = [Phrase()]
    for at, token in enumerate(said):
        now = found[-1]
        if token.kind in ("then", "first", "later", "before", "after", "last") and _is_time(said, at, now):
            found[-1] = _timed(now, token, said, at)
        elif token.kind in _JOINS and not (token.kind in _LISTS and _between_ranks(said, at, now)):
            _join(found, token.kind)
        elif token.kind in VERBS and _begins(said, at, now):
            found.append(Phrase((token,), "on"))
        else:
            found[-1] = replace(now, tokens=(*now.tokens, token))
    return [phrase for phrase in found if phrase.tokens]


def _join(found: list[Phrase], kind: str) -> None:
    """A connective: a new phrase begins, or the one that has begun gets it too (", and then")."""
    now = found[-1]
    if any(token.kind not in IDLE for token in now.tokens):
        found.append(Phrase(join=kind, apart=kind == "pause"))
    elif kind == "pause" and now.join in ("before", "after"):
        found[-1] = replace(now, join=kind, apart=True, when="unclear")  # "after, hearts"
    elif kind == "pause":
        found[-1] = replace(now, apart=True, join=now.join or kind)
    elif now.join in ("", "pause", "and") or kind != "and":
        found[-1] = replace(now, tokens=(), join=kind)


def _ends(said: Sequence[Token], at: int) -> bool:
    """Does nothing of weight follow before the next connective?"""
    after = next((token.kind for token in said[at + 1 :] if token.kind not in IDLE), "pause")
    return after in _JOINS


def _is_full(phrase: Phrase, after: Token | None = None) -> bool:
    """Is it whole: an object, or a verb that needs none? "I draw, then trumps" is one phrase."""
    if phrase.verb == "draw" and not phrase.has(*_OBJECTS):
        return after is None or after.value != "trump"
    return phrase.has(*_OBJECTS, *_WHOLE)


def _is_time(said: Sequence[Token], at: int, now: Phrase) -> bool:
    """Is this word an adverb of the phrase it stands in, and no connective and no adjective?"""
    kind, full = said[at].kind, _is_full(now, _next(said, at))
    if kind in ("first", "later"):
        return True
    if kind == "last":
        return _ends(said, at) and now.has("suit", "rank", "rounds")
    if _ends(said, at):
        return full  # "hearts first, trumps after"
    return kind == "then" and bool(now.verb) and not full  # "drar sedan trumf"


def _next(said: Sequence[Token], at: int) -> Token | None:
    return next((token for token in said[at + 1 :] if token.kind not in IDLE), None)


def _timed(now: Phrase, token: Token, said: Sequence[Token], at: int) -> Phrase:
    full = _is_full(now, _next(said, at))
    when = "first" if token.kind in ("first", "before") else "later"
    if token.kind == "then" and not full:
        return replace(now, join="then")
    if now.when or (full and not _ends(said, at)):
        when = "unclear"  # "trumps first hearts"
    return replace(now, when=when, early=not full)


def _begins(said: Sequence[Token], at: int, now: Phrase) -> bool:
    """Does this verb begin a phrase of its own, without a connective?"""
    before = list(now.tokens)
    while before and before[-1].kind in (*IDLE, "one", "number", "digit"):
        before.pop()  # "take a finesse"
    has_object = any(token.kind in _OBJECTS for token in before)
    if now.join in ("before", "after"):
        return has_object
    if not now.verb or not (has_object or now.has("crossruff")):
        return False
    return said[at].kind in ("crossruff", "draw") or _has_object(said, at)


def _has_object(said: Sequence[Token], at: int) -> bool:
    for token in said[at + 1 :]:
        if token.kind in _JOINS:
            return False
        if token.kind in _OBJECTS:
            return True
    return False


def _between_ranks(said: Sequence[Token], at: int, now: Phrase) -> bool:
    """Does this comma or "and" stand in a list of ranks, of which no more is said: "ess, kung och dam"?"""
    before = next((token.kind for token in reversed(said[:at]) if token.kind not in (*IDLE, *_LISTS)), "")
    after = [token.kind for token in said[at + 1 :] if token.kind not in IDLE]
    while after and after[0] in _LISTS:
        after.pop(0)
    if before == "rank" and after[:2] == ["digit", "of"] and not now.has("suit"):
        return True  # "ess, kung och tio i spader"
    if before != "rank" or after[:1] != ["rank"]:
        return False
    return said[at].kind == "and" or not after[1:] or after[1] in ("rank", "suit", "of", *_JOINS)


# --- when --------------------------------------------------------------------------------------------------


def in_order(said: Sequence[Phrase]) -> list[int] | None:
    """The phrases in the order in which they are to be played, as numbers; ``None`` where that is not clear.

    Each is about the line of play; what says nothing of it is left out.
    """
    groups: list[list[int]] = []
    for at, phrase in enumerate(said):
        if phrase.continues and groups and phrase.when != "unclear":
            groups[-1].append(at)
        else:
            groups.append([at])
    return _Order(said, groups).found()


class _Order:
    """Groups of phrases on their way to an order. A group is phrases that share a verb."""

    def __init__(self, said: Sequence[Phrase], groups: list[list[int]]) -> None:
        self.said = said
        self.groups = groups

    def found(self) -> list[int] | None:
        heads = [self.said[group[0]] for group in self.groups]
        if heads and heads[0].join == "then":
            return None  # after what?
        for at, head in enumerate(heads):
            if head.join in ("before", "after") and not self._subordinate(heads, at):
                return None
        order = [group for group, _ in sorted(zip(self.groups, self._places(heads), strict=True), key=_place)]
        moved = self._first(order) and self._later(order)
        return [at for group in order for at in group] if moved else None

    def _places(self, heads: Sequence[Phrase]) -> list[float]:
        """Where each group stands, those of "before" and "after" moved to the other side of theirs."""
        places = [float(at) for at in range(len(heads))]
        for at, head in enumerate(heads):
            leads = self._leads(heads, at)
            if head.join == "before" and leads:
                places[at] = at + 1.5
            elif head.join == "after" and not leads:
                places[at] = at - 1.5
        return places

    @staticmethod
    def _leads(heads: Sequence[Phrase], at: int) -> bool:
        """Does it stand before the phrase it belongs to? "Before trumps I cash hearts"."""
        return at + 1 < len(heads) and (at == 0 or heads[at + 1].join == "on")

    def _subordinate(self, heads: Sequence[Phrase], at: int) -> bool:
        """Is it clear which phrase the "before" or "after" here belongs to, and where the others stand?"""
        head, last = heads[at], at + 1 == len(heads)
        if sum(token.kind == "suit" for token in head.tokens) > 1 or len(self.groups[at]) > 1:
            return False  # "after trumps hearts", "after trumps and hearts"
        if self._leads(heads, at):
            joins = ("on", "pause", "then") if head.join == "after" else ("on", "pause")
            return heads[at + 1].join in joins and (head.join == "after" or at + 2 == len(heads))
        against = {"after": "first", "before": "later"}[head.join]
        if at == 0 or against in self._when(self.groups[at - 1]):
            return False  # "trumps first after hearts"
        if head.apart and not last and heads[at + 1].join != "then":
            return False  # "hearts, after trumps, diamonds"
        return head.join == "before" or (at == 1 and len(self.groups[0]) == 1)

    def _when(self, group: Sequence[int]) -> set[str]:
        return {self.said[at].when for at in group} - {""}

    def _first(self, order: list[list[int]]) -> bool:
        """What comes first is moved there."""
        marked = [group for group in order if "first" in self._when(group)]
        if any("unclear" in self._when(group) or len(self._when(group)) > 1 for group in order):
            return False
        if not marked:
            return True
        head, at = self.said[marked[0][0]], order.index(marked[0])
        if len(marked) > 1:
            return False
        if head.join in ("before", "after") or at > 1 or (at == 1 and head.join in ("and", "then")):
            return False
        order.insert(0, order.pop(at))
        return True

    def _later(self, order: list[list[int]]) -> bool:
        """What comes last is moved there. Where nothing else was said, it is open what comes before it."""
        marked = [group for group in order if "later" in self._when(group)]
        if not marked:
            return True
        head = self.said[marked[0][-1]]
        at = order.index(marked[0])
        if len(order) == 1 or head.join in ("before", "after"):
            return False
        if at == 0 or not head.early:
            if len(marked) > 1:
                return False
            order.append(order.pop(at))
        return True


def _place(pair: tuple[list[int], float]) -> float:
    return pair[1]
