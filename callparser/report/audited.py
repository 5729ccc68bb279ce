"""An audit as a report: each board with the findings, the deal and the tricks in question."""

from __future__ import annotations

from callparser.audit import audit
from callparser.audit.course import course
from callparser.audit.finding import IRREGULARITY, Finding
from callparser.audit.words import sentence
from callparser.errors import InputError
from callparser.law.edition import load_edition
from callparser.record.board import rotation, settled
from callparser.report.about import PRODUCER, about
from callparser.report.content import (
    STRONG,
    Block,
    Cell,
    Prose,
    Report,
    Section,
    Table,
    joined,
    pairs,
)
from callparser.report.pictures import Deal, Laid, TrickShown, deal_drawing, figures, laid_by, trick_drawing
from callparser.report.ruling import clause_section
from callparser.report.signs import SIGNS, shown_all
from callparser.report.words import ReportWords, report_words
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from callparser.audit.course import Course, Step
    from callparser.record.board import Board, Contract, Records
    from callparser.report.drawing import Drawing

#: More boards with findings are no report that anybody reads.
MAX_BOARDS: Final = 500


def audit_report(
    records: Records, edition: str, lang: str, *, date: str, data: bytes, file: str = "-"
) -> Report:
    """What is irregular in a file of boards. ``data`` is the file as it was read, ``file`` its name.

    A board without a finding is only counted. Raises :class:`InputError` for a language without reports, and
    when there is too much to be found.
    """
    words = report_words(lang)
    labels = words.labels
    edition = load_edition(edition).id
    found = [audit(board, edition) for board in records.boards]
    names = [_name(board, index, words) for index, board in enumerate(records.boards, 1)]
    boards = [
        _board(board, name, f"board-{index}", findings, words)
        for index, (board, name, findings) in enumerate(zip(records.boards, names, found, strict=True), 1)
        if findings
    ]
    if len(boards) > MAX_BOARDS:
        raise InputError(f"{len(boards)} boards have findings; a report holds {MAX_BOARDS}: split the file")
    cited = [(one.clause, one.verified) for findings in found for one in findings if one.clause]
    summary = tuple(_summary(names, found, bool(records.damages), words))
    return Report(
        lang, labels["audit_title"], file, date, PRODUCER,
        joined(
            Section("summary", labels["summary"], summary),
            Section("damages", labels["damages"], _damages(records, words)),
            *boards,
            Section("judgement", labels["judgement"], (Prose(labels["audit_judgement"]),)),
            clause_section(cited, edition, words),
            about(words, date, data, editions=[edition], source=labels["file_input"].format(file=file)),
        ),
    )  # fmt: skip


def _name(board: Board, index: int, words: ReportWords) -> str:
    return words.labels["board"].format(board=board.number or index)


def _summary(
    names: Sequence[str], found: Sequence[Sequence[Finding]], damaged: bool, words: ReportWords
) -> Iterator[Block]:
    counts = [sum(one.level == IRREGULARITY for one in findings) for findings in found]
    labels = words.labels
    clean = labels["clean_as_read" if damaged else "clean"]
    told = f"{labels['irregular']}: {sum(counts)}" if sum(counts) else clean
    yield Prose(f"{labels['boards']}: {len(names)}. {told[:1].upper()}{told[1:]}.", STRONG)
    rows = tuple(
        (Cell(name), Cell(str(count)))
        for name, findings, count in zip(names, found, counts, strict=True)
        if findings
    )
    if rows:
        yield Table(labels["irregular"], rows)


def _damages(records: Records, words: ReportWords) -> tuple[Block, ...]:
    rows = tuple((Cell(f"{one.line}:{one.column}"), Cell(one.message, lang="en")) for one in records.damages)
    head = (words.labels["place"], words.labels["content"])
    return (Table("", rows, head, (1, 5)),) if rows else ()


# --- a board -------------------------------------------------------------------------------------------


def _board(board: Board, title: str, name: str, findings: Sequence[Finding], words: ReportWords) -> Section:
    play = course(board)
    numbers = sorted({one.trick for one in findings if one.trick})
    deal = _deal(board, play, words) if any(hand is not None for hand in board.hands) else None
    tricks = [
        trick_drawing(_trick(step, step.number < len(play.steps), words), words)
        for step in play.steps
        if step.number in numbers
    ]
    blocks: list[Block] = [_findings(findings, words), _facts(board, words)]
    blocks += figures(deal, tricks)
    blocks += [_auction(board, words)] if board.auction else []
    blocks += [_tricks(play, words)] if play.steps else []
    return Section(name, title, tuple(one for one in blocks if not isinstance(one, Table) or one.rows))


def _findings(findings: Sequence[Finding], words: ReportWords) -> Table:
    labels = words.labels
    rows = []
    for one in findings:
        where = [labels["trick"].format(trick=one.trick)] if one.trick else []
        where += [words.seat(one.seat)] if one.seat is not None else []
        where += [] if one.level == IRREGULARITY else [labels["note"]]
        doubt = "" if one.verified or not one.clause else f" ({words.messages.audit['unverified']})"
        told = Cell(sentence(one, words.language), strong=one.level == IRREGULARITY)
        rows.append((Cell(", ".join(where) or "–"), told, Cell(f"{one.clause or '–'}{doubt}")))
    head = (labels["found_in"], labels["finding"], labels["clause"])
    return Table(labels["findings"], tuple(rows), head, (3, 8, 2))


def _facts(board: Board, words: ReportWords) -> Table:
    labels = words.labels
    contract, declarer = settled(board)
    rows = []
    if board.dealer is not None:
        rows.append((labels["dealer"], words.seat(board.dealer)))
    if board.vulnerable:
        told = words.answers.get(f"vulnerable.{board.vulnerable}", board.vulnerable)
        rows.append((labels["vulnerable"], told))
    if contract is not None:
        by = "" if declarer is None else f", {labels['declarer']} {words.seat(declarer)}"
        rows.append((labels["contract"], contract_text(contract) + by))
    if board.result is not None:
        rows.append((labels["result"], str(board.result)))
    rows += [(words.seat(seat), name) for seat, name in zip(SEATS, board.players, strict=True) if name]
    return pairs(labels["facts"], tuple(rows))


def contract_text(contract: Contract) -> str:
    """``4♠X``."""
    text, trumps = contract.text, contract.trumps
    return text if trumps is None else text.replace(trumps.letter, SIGNS[trumps.letter], 1)


def _auction(board: Board, words: ReportWords) -> Table:
    """In columns by seat, from the one who called first; a seat that was passed over leaves a gap."""
    seats = rotation(board.auction[0].seat)
    rows: list[list[str]] = []
    for call in board.auction:
        column = seats.index(call.seat)
        if not rows or len(rows[-1]) > column:
            rows.append([])
        rows[-1] += [""] * (column - len(rows[-1])) + [call_text(call.text)]
    cells = tuple(tuple(Cell(text) for text in (*row, *[""] * (4 - len(row)))) for row in rows)
    return Table(words.labels["auction"], cells, tuple(map(words.seat, seats)), (1, 1, 1, 1))


def call_text(text: str) -> str:
    """``1♠``; what is no bid stands as it is."""
    if text[:1].isdigit() and text[1:2] in SIGNS and len(text) == 2:
        return text[0] + SIGNS[text[1]]
    return text


def _deal(board: Board, play: Course, words: ReportWords) -> Drawing:
    roles = {}
    if play.declarer is not None:
        roles[play.declarer] = words.labels["declarer"]
        roles[play.declarer.partner] = words.labels["dummy"]
    return deal_drawing(Deal(words.labels["deal"], board.hands, roles), words)


def _trick(step: Step, whole: bool, words: ReportWords) -> TrickShown:
    """What was laid, in order, and then what the record says of seats without a card."""
    order = [Laid(one.seat, one.cards) for one in step.order]
    others = [Laid(one.seat, one.cards) for one in step.trick.laid if not one.cards]
    title = words.labels["trick"].format(trick=step.number)
    return TrickShown(title, (*order, *others), step.winner, whole)


def _tricks(play: Course, words: ReportWords) -> Table:
    labels = words.labels
    rows = []
    for step in play.steps:
        trick = _trick(step, step.number < len(play.steps), words)
        leader = labels["untold"] if step.leader is None else words.seat(step.leader)
        cards = [Cell(_seat_cards(trick, seat, words)) for seat in SEATS]
        won = labels["untold"] if step.winner is None else words.seat(step.winner)
        rows.append((Cell(str(step.number)), Cell(leader), *cards, Cell(won)))
    head = (labels["number"], labels["leads"], *map(words.seat, SEATS), labels["won"])
    return Table(labels["tricks"], tuple(rows), head, (1, 2, 2, 2, 2, 2, 2))


def _seat_cards(trick: TrickShown, seat: Seat, words: ReportWords) -> str:
    cards = laid_by(trick, seat)
    listed = trick.whole or any(one.seat == seat for one in trick.laid)
    if cards is None or not (cards or listed):
        return words.labels["untold"]
    return shown_all(cards) or words.labels["no_card"]
