"""Law 68 as a tree: a claim, a concession, only this trick, or neither; and what follows from it."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee.case import Case
from callparser.referee.law70 import claim_is_void, contested
from callparser.referee.statement import Statement, understood


def law68(case: Case) -> None:
    """Somebody has said something, shown cards or put his hand away. Raises :class:`InputError`."""
    _check_numbers(case)
    said = heard(case)
    if said is not None and said.kind in ("objection", "agreement"):
        _answered(case, "doubted" if said.kind == "objection" else "agreed")
        return
    speaker = case.word("said.speaker")
    if speaker == "dummy":
        case.at("68-dummy")
    elif case.known("said.tricks_left") == 0:
        case.at("68-none")
        case.note("79A")
    elif case.known("said.tricks_left") == 1 and case.known("said.trick_in_progress"):
        case.at("68-last")
    elif case.known("said.hand_abandoned"):
        case.at("68B1c")
        _conceded(case, speaker)
    else:
        _by_kind(case, speaker, said)


def heard(case: Case) -> Statement | None:
    """What was said, as the director states it, else as the words are understood; ``None`` if unclear.

    That the words were read so is told with the ruling: it is for the director to confirm.
    """
    words = case.known("said.words")
    found = understood(words, case.known("said.lang") or "sv") if words else None
    kind = case.known("said.kind")
    if kind is not None and (found is None or found.kind != kind):
        return Statement(kind)
    if found is None or (kind is None and _has_no_object(case, found)):
        return None
    case.tell(read_as=(found.kind,))
    return found


def _has_no_object(case: Case, found: Statement) -> bool:
    """Is it said of what is not there: of the trick in progress where there is none, or in agreement by
    declarer, where no claim of the defenders is known?"""
    if found.kind == "current_trick":
        return case.known("said.trick_in_progress") is False
    is_answer = case.known("said.speaker") == "defender" or case.known("said.reply") is not None
    return found.kind == "agreement" and not is_answer


def _check_numbers(case: Case) -> None:
    """No more tricks are claimed and conceded than there are."""
    left, wins, loses = (case.known(f"said.{name}") for name in ("tricks_left", "wins", "loses"))
    if left is not None and (wins or 0) + (loses or 0) > left:
        raise InputError(
            f"said.wins is {wins or 0} and said.loses {loses or 0}, but said.tricks_left is {left}; "
            "correct one of them"
        )


def _by_kind(case: Case, speaker: str, said: Statement | None) -> None:
    shown = case.known("said.cards_shown")
    if said is None and shown in (None, "none"):
        case.word("said.kind")  # nothing to go by: it is asked
    if said is None or (said.kind == "nothing" and case.word("said.cards_shown") != "none"):
        _shown(case, speaker)
    elif said.kind == "nothing":
        case.at("68-none")
    elif said.kind == "current_trick":
        _this_trick(case, speaker)
    elif said.kind == "concession":
        case.at("68B1a")
        _conceded(case, speaker)
    else:
        _claimed(case, speaker, said)


def _this_trick(case: Case, speaker: str) -> None:
    """68, lead: only the trick in progress. A defender's cards shown are then no penalty cards."""
    case.at("68-cur")
    if speaker == "defender" and case.word("said.cards_shown") != "none":
        case.at("68-cur-exp")
        case.note(next(name for name in ("16-97", "16-07", "16-17") if case.has(name)))


def _shown(case: Case, speaker: str) -> None:
    """68A3: cards were shown. A claim, unless plainly without that intention."""
    case.note("68A3")
    why = case.word("said.shown_for")
    if why == "this_trick":
        _this_trick(case, speaker)
    elif why == "no_other_reason":
        case.at("68A3")
        _goes_on(case, None)
    else:
        case.at("68A3x", shown_for=why)
        if why == "lead_out_of_turn":
            case.note("54")


def _claimed(case: Case, speaker: str, said: Statement) -> None:
    """68A, and 68B1 where fewer tricks are claimed than are left."""
    case.at("68A2" if said.kind == "stop" else "68A1")
    some = said.all_but or _fewer(case, said)
    if some:
        case.at("68B1b")
    if some and speaker == "defender":
        _conceded(case, speaker)
    else:
        _goes_on(case, said)


def _fewer(case: Case, said: Statement) -> bool:
    """Are fewer tricks claimed than are left? A number above those left counted others too: it is asked."""
    if case.known("said.loses"):
        return True
    wins = case.known("said.wins")
    if wins is None and said.wins is None and not said.uncounted:
        return False
    left = case.number("said.tricks_left")
    if wins is None and said.wins is not None and said.wins <= left:
        wins = said.wins
    claimed: int = case.number("said.wins") if wins is None else wins
    return claimed < left


def _conceded(case: Case, speaker: str) -> None:
    """68B2: the partner of a conceding defender may object at once."""
    if speaker == "defender":
        objects = case.word("said.partner_objects")
        if objects == "at_once":
            case.at("68B2", undoes=case.param("objection_undoes"), withdrawn=case.param("withdrawn"))
            return
        if objects == "later":
            case.at("68B2-late")
    _replied(case)


def _goes_on(case: Case, said: Statement | None) -> None:
    """68C: the claimer states his line."""
    stated = case.known("said.line")
    line = stated if stated is not None else "stated" if said and said.line else case.word("said.line")
    if line == "stated":
        case.note("68C")
    else:
        case.at("68-start" if line == "broken_off" else "68C-miss")
    _replied(case)


def _replied(case: Case) -> None:
    """68D: what came after. Where all four have agreed to play on (2017) there is no claim any more."""
    _play_after(case)
    if claim_is_void(case):
        return
    reply = case.word("said.reply")
    if reply != "none":
        _answered(case, reply)


def _play_after(case: Case) -> None:
    played_on = case.known("said.played_on")
    if played_on in (None, "no"):
        return
    if claim_is_void(case):
        case.at("68D2b-17")
    elif case.param("play_after_claim") == "void":
        case.at("68D-void-97")
    else:
        case.at("68D-evid-07")


def _answered(case: Case, reply: str) -> None:
    if reply == "agreed":
        case.at("68D1")
        return
    case.at("68D2a")
    contested(case)
