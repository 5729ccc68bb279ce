"""A verdict as a row for programs and as sentences: the words are in ``grammars/<lang>/messages.yaml``."""

from __future__ import annotations

from callparser.claims.line import Kind, Step
from callparser.claims.search import MOST_TRICKS
from callparser.claims.stated import Stated
from callparser.claims.verdict import CERTAIN, Verdict
from callparser.explainer.messages import Messages, load_messages
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from callparser.cards import Hand
    from callparser.claims.position import ClaimPosition
    from callparser.claims.trouble import Trouble
    from callparser.claims.witness import PlayedTrick
    from callparser.jsonline import Row


def verdict_row(found: Verdict, lang: str = "sv") -> Row:
    """The verdict as JSON. Raises :class:`InputError` for a language without messages."""
    return {
        "verdict": found.word,
        "claimed": found.claimed,
        "left": found.left,
        "ceiling": found.ceiling,
        "floor": found.floor,
        "stated": found.stated,
        "normal": found.normal,
        "layouts": None if found.layouts is None else dict(zip(("good", "of"), found.layouts, strict=True)),
        "award": found.award,
        "branch": found.branch,
        "clause": found.clause,
        "edition": found.edition,
        "checks": list(found.checks),
        "questions": list(found.questions),
        "statement": stated_row(found.said),
        "failing": _tricks_row(found.failing),
        "trouble": _trouble_row(found.trouble),
        "elsewhere": None if found.elsewhere is None else [hand.holdings() for hand in found.elsewhere],
        "working": _tricks_row(found.working),
        "explanation": " ".join(sentences(found, lang)),
    }


def stated_row(said: Stated) -> Row:
    return {
        "kind": said.kind or None,
        "wins": said.wins,
        "loses": said.loses,
        "rest": said.rest,
        "steps": [_step_row(step) for step in said.steps],
        "discards": [suit.letter for suit in said.discards],
        "listed": said.listed,
        "trumps": said.trumps or None,
        "unread": list(said.unread),
        "repaired": [list(one) for one in said.repaired],
    }


def _step_row(step: Step) -> Row:
    row: Row = {"step": step.kind.name.lower()}
    if step.suit is not None:
        row["suit"] = step.suit.letter
    if step.card is not None:
        row["card"] = step.card.code
    if step.seat is not None:
        row["seat"] = step.seat.letter
    if step.count:
        row["count"] = step.count
    return row | ({"high": True} if step.high else {})


def _trouble_row(why: Trouble | None) -> Row | None:
    if why is None:
        return None
    turning = None if why.turning is None else {"trick": why.turning[0], "card": why.turning[1].code}
    return {
        "trick": why.lost,
        "winner": {"seat": why.winner.seat.letter, "card": why.winner.card.code},
        "turning": turning,
        "stranded": [one.code for one in why.stranded],
    }


def _tricks_row(tricks: Sequence[PlayedTrick]) -> list[Row]:
    return [
        {
            "plays": [{"seat": play.seat.letter, "card": play.card.code} for play in trick.plays],
            "winner": None if trick.winner is None else trick.winner.letter,
        }
        for trick in tricks
    ]


def sentences(found: Verdict, lang: str = "sv") -> Iterator[str]:
    """What was decided and what it rests on, in words; the lines of play are not in it."""
    messages = load_messages(lang)
    words = messages.claim
    if found.word is None:
        yield words["no_claim" if found.said.kind else "not_understood"]
        return
    if found.claimed is None:
        yield words["unnumbered"]
    elif not found.claimed and found.word == CERTAIN:
        yield words["none"].format(left=found.left)
    else:
        yield words[found.word].format(claimed=found.claimed, left=found.left)
    yield from in_words(found.said, messages)
    if found.floor is not None or found.ceiling is not None or found.stated is not None:
        numbers = {name: getattr(found, name) for name in ("ceiling", "floor", "stated", "normal")}
        yield words["numbers"].format(**{name: "-" if one is None else one for name, one in numbers.items()})
    if found.layouts is not None:
        yield words["layouts"].format(good=found.layouts[0], of=found.layouts[1])
    yield from trouble_in_words(found, messages)
    yield from checks_in_words(found, messages)
    if found.award is not None:
        yield words["award"].format(award=found.award)
    for name in found.questions:
        yield words[f"ask_{name}"].format(left=found.left)


def checks_in_words(found: Verdict, messages: Messages) -> Iterator[str]:
    """What the claim did not pass, one sentence each."""
    words = messages.claim
    for name in found.checks:
        if name == "not_searched" and found.left > MOST_TRICKS:
            yield words["too_long"].format(most=MOST_TRICKS)
        else:
            yield words[f"check_{name}"]


def trouble_in_words(found: Verdict, messages: Messages) -> Iterator[str]:
    """Why the line that fails does: one sentence, none where no such line was found."""
    why, words = found.trouble, messages.claim
    if why is None:
        return
    facts = {"lost": why.lost, "best": messages.card(why.winner.card.code)}
    facts["winner"] = messages.audit[why.winner.seat.letter]
    if why.turning is not None:
        facts |= {"trick": why.turning[0], "card": messages.card(why.turning[1].code)}
    parts = []
    if why.stranded:
        named = ", ".join(messages.card(one.code) for one in why.stranded)
        parts.append(words["trouble_stranded"].format(cards=named, holder=messages.audit[why.holder.letter]))
    parts.append(words["trouble_turning" if why.turning else "trouble_lost"].format(**facts))
    told = "; ".join(parts)
    yield words["trouble" if found.elsewhere is None else "trouble_elsewhere"].format(told=told)


def in_words(said: Stated, messages: Messages) -> Iterator[str]:
    """The line that was understood, and what was not."""
    words = messages.claim
    if said.repaired:
        yield words["repaired"].format(words=", ".join(f"{one} ({other})" for one, other in said.repaired))
    steps = [_step_in_words(step, messages) for step in said.steps]
    steps += [words["step_discard"].format(suit=messages.suits[suit.letter]) for suit in said.discards]
    if steps:
        order = f" ({words['listed']})" if said.listed else ""
        yield words["line"].format(steps=", ".join(steps) + order)
    if said.unread:
        yield words["unread"].format(words=", ".join(said.unread))


def _step_in_words(step: Step, messages: Messages) -> str:
    counted = "_count" if step.count and step.kind in (Kind.DRAW, Kind.CASH) else ""
    return messages.claim[f"step_{step.kind.name}{counted}"].format(
        suit="" if step.suit is None else messages.suits[step.suit.letter],
        card="" if step.card is None else messages.card(step.card.code),
        count=step.count,
    )


def line_in_words(tricks: Sequence[PlayedTrick], messages: Messages) -> Iterator[str]:
    """A line of play, one trick after the other, each with who won it."""
    for number, trick in enumerate(tricks, 1):
        plays = ", ".join(
            f"{messages.audit[play.seat.letter]} {messages.card(play.card.code)}" for play in trick.plays
        )
        won = "" if trick.winner is None else f"; {messages.audit[trick.winner.letter]}"
        yield f"{messages.claim['trick'].format(number=number)}: {plays}{won}"


def hidden_hands(found: Verdict, position: ClaimPosition) -> tuple[tuple[Seat, Hand], ...]:
    """Whose hands ``elsewhere`` are."""
    return () if found.elsewhere is None else tuple(zip(position.hidden, found.elsewhere, strict=True))
