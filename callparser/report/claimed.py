"""The verdict on a claim as a report."""

from __future__ import annotations

from callparser.claims.position import position_row
from callparser.claims.report import checks_in_words, hidden_hands, in_words, trouble_in_words
from callparser.claims.verdict import DOUBTFUL, Verdict
from callparser.explainer.messages import load_messages
from callparser.jsonline import encode
from callparser.law.branch import branches, parts, referee_rules
from callparser.report.about import PRODUCER, about
from callparser.report.content import (
    CODE,
    QUOTE,
    STRONG,
    Block,
    Cell,
    Figures,
    Prose,
    Report,
    Section,
    Table,
    joined,
    pairs,
)
from callparser.report.pictures import Deal, deal_drawing
from callparser.report.ruling import clause_section, verified
from callparser.report.signs import shown, shown_all
from callparser.report.words import ReportWords, report_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    from callparser.claims.position import ClaimPosition
    from callparser.claims.witness import PlayedTrick
    from callparser.report.drawing import Drawing
    from callparser.table import Seat

_NUMBERS: Final = ("ceiling", "floor", "stated", "normal")


def claim_report(
    position: ClaimPosition,
    said: str,
    found: Verdict,
    lang: str = "sv",
    *,
    date: str,
    said_lang: str = "",
    answers: Mapping[str, bool] | None = None,
) -> Report:
    """``said``: the words of the claim, in ``said_lang`` where that is another language than the report's.
    ``answers``: what was answered to the questions of the verdict, by name.

    Raises :class:`InputError` for a language without reports.
    """
    words = report_words(lang)
    labels, data = words.labels, encode(position_row(position))
    cited = [branches()[name].cites.get(found.edition, "") for name in found.checks if name in branches()]
    clauses = [clause for one in (found.clause, *filter(None, cited)) for clause in parts(one)]
    return Report(
        lang, words.claim["title"], f"{words.claim['subtitle']}, {found.edition}", date, PRODUCER,
        joined(
            Section("outcome", labels["outcome"], tuple(_outcome(found, words))),
            Section("statement", words.claim["statement"], tuple(_statement(said, said_lang, found, words))),
            Section("evidence", words.claim["position"], (Figures((_deal(position, words),)),)),
            Section("quantities", words.claim["quantities"], _quantities(found, words)),
            Section("lines", words.claim["lines"], tuple(_lines(found, position, words))),
            Section("judgement", labels["judgement"], tuple(_judgement(found, answers or {}, words))),
            clause_section(verified(clauses, found.edition), found.edition, words),
            about(words, date, f"{data}\n".encode(), Prose(data, CODE), editions=[found.edition],
                  source=words.claim["input"]),
        ),
    )  # fmt: skip


def _outcome(found: Verdict, words: ReportWords) -> Iterator[Block]:
    """The verdict in a word and in a sentence; what it is worth, and the clause."""
    claim = load_messages(words.language).claim
    if found.word is None:
        yield Prose(claim["no_claim" if found.said.kind else "not_understood"], STRONG)
    else:
        yield Prose(words.claim[found.word], STRONG)
        told = claim["unnumbered"] if found.claimed is None else claim[found.word]
        yield Prose(told.format(claimed=found.claimed, left=found.left))
    if found.word != DOUBTFUL:  # of what is doubtful nothing is said as if it were settled
        yield Prose(branches()[found.branch].text[words.language])
    rows: list[tuple[str, str | Cell]] = []
    if found.claimed is not None:
        rows.append((words.claim["claimed"], f"{found.claimed} / {found.left}"))
        rows.append((words.claim["worth"], _number(found.worth)))
    url = referee_rules(found.edition).url(found.clause)
    rows.append((words.labels["clause"], Cell(f"{found.clause}, {found.edition}", url)))
    yield pairs("", tuple(rows))


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _statement(said: str, said_lang: str, found: Verdict, words: ReportWords) -> Iterator[Block]:
    yield Prose(said, QUOTE, said_lang if said_lang != words.language else "")
    for sentence in in_words(found.said, load_messages(words.language)):
        yield Prose(sentence)


def _deal(position: ClaimPosition, words: ReportWords) -> Drawing:
    roles: dict[Seat, list[str]] = {
        position.declarer: [words.labels["declarer"]],
        position.declarer.partner: [words.labels["dummy"]],
    }
    roles.setdefault(position.claimer, []).append(words.claim["claimer"])
    roles.setdefault(position.leader, []).append(words.claim["on_lead"])
    hands = tuple(None if hand is None else tuple(hand) for hand in position.hands)
    told = {seat: ", ".join(names) for seat, names in roles.items()}
    trumps = (
        words.labels["notrump"] if position.trumps is None else words.messages.suits[position.trumps.letter]
    )
    title = f"{words.claim['position']}. {words.labels['trump']}: {trumps}"
    if position.trick.plays:
        lying = ", ".join(f"{words.letter(play.seat)} {shown(play.card)}" for play in position.trick)
        title += f". {words.claim['in_trick']}: {lying}"
    return deal_drawing(Deal(title, hands, told), words)


def _quantities(found: Verdict, words: ReportWords) -> tuple[Block, ...]:
    if found.word is None:
        return ()
    rows = [(name, _number(getattr(found, name))) for name in _NUMBERS]
    rows.append(("layouts", "–" if found.layouts is None else "{} / {}".format(*found.layouts)))
    cells = tuple(
        (Cell(words.claim[name]), Cell(value), Cell(words.claim[f"{name}_is"])) for name, value in rows
    )
    head = (words.claim["quantity"], words.claim["tricks"], words.claim["meaning"])
    return (Table("", cells, head, (3, 2, 9)),)


# --- lines of play -------------------------------------------------------------------------------------


def _lines(found: Verdict, position: ClaimPosition, words: ReportWords) -> Iterator[Block]:
    """Where it fails, and beside it where it holds, trick by trick."""
    hidden = hidden_hands(found, position)
    if hidden:
        told = "; ".join(f"{words.seat(seat)} {shown_all(hand)}" for seat, hand in hidden)
        yield Prose(words.claim["elsewhere"].format(hands=told))
    for sentence in trouble_in_words(found, words.messages):
        yield Prose(sentence)
    sides = [(name, line) for name, line in (("fails", found.failing), ("holds", found.working)) if line]
    if not sides:
        return
    head = [words.labels["number"]]
    for name, _ in sides:
        head += [words.claim[name], words.labels["won"]]
    count = max(len(line) for _, line in sides)
    rows = tuple(
        (Cell(str(at + 1)), *(cell for _, line in sides for cell in _trick(line, at, words)))
        for at in range(count)
    )
    yield Table("", rows, tuple(head), (1, *(6, 2) * len(sides)))


def _trick(line: Sequence[PlayedTrick], at: int, words: ReportWords) -> tuple[Cell, Cell]:
    if at >= len(line):
        return Cell("–"), Cell("–")
    played = line[at]
    cards = ", ".join(f"{words.letter(play.seat)} {shown(play.card)}" for play in played.plays)
    return Cell(cards), Cell("–" if played.winner is None else words.seat(played.winner))


# --- what is left to the director ------------------------------------------------------------------------


def _judgement(found: Verdict, answers: Mapping[str, bool], words: ReportWords) -> Iterator[Block]:
    claim = load_messages(words.language).claim
    for sentence in checks_in_words(found, load_messages(words.language)) if found.word is not None else ():
        yield Prose(sentence)
    rows = [(claim[f"ask_{name}"], words.claim["yes" if yes else "no"]) for name, yes in answers.items()]
    rows += [(claim[f"ask_{name}"], words.claim["open"]) for name in found.questions if name not in answers]
    if rows:
        yield pairs(words.labels["questions"], tuple(rows))
    yield Prose(words.claim["always_judged"])
