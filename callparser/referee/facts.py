"""Every fact an incident may state: its name, its kind, the words it may be.

``judged`` facts are the director's judgement: the program asks for them and says that the ruling rests on
them. ``told`` facts are taken when they are stated and never asked about.
"""

from __future__ import annotations

from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Fact(Value):
    """One fact. ``name`` is ``group.key``; ``kind`` is a key of :data:`callparser.referee.incident.KINDS`."""

    name: str
    kind: str
    words: tuple[str, ...] = ()
    judged: bool = False
    told: bool = False


def _word(name: str, *words: str, judged: bool = False, told: bool = False) -> Fact:
    return Fact(name, "word", words, judged, told)


def _yes(name: str, *, judged: bool = False, told: bool = False) -> Fact:
    return Fact(name, "yes", ("yes", "no"), judged, told)


def _told(name: str, kind: str) -> Fact:
    return Fact(name, kind, told=True)


FACTS: Final = (
    _word("incident.about", "cards", "trick", "statement", "claim"),
    # what was dealt and played
    _told("play.declarer", "seat"),
    _told("play.trump", "trump"),
    _told("play.deal", "hands"),
    _told("play.tricks", "rows"),
    _told("play.piles", "piles"),
    _told("play.completed", "number"),
    # Laws 13 and 14
    _word("board.hands", "right", "long_and_short", "only_short", "surplus", "wrong_piles"),
    _told("board.counts", "counts"),
    _word("board.stage", "before_calls", "auction", "play", "after_play"),
    _yes("board.wrong_hand_called"),
    _yes("board.correctable", judged=True),
    _yes("board.all_four_agree"),
    _yes("board.card_seen"),
    _yes("board.serious", judged=True),
    _yes("board.hand_record"),
    _yes("board.played_before"),
    _yes("board.misdealt"),
    _yes("board.surplus_in_quitted_trick"),
    _word("board.missing_card", "among_played", "elsewhere", "not_found"),
    # Law 67
    _yes("defect.unturned"),
    _word("defect.role", "declarer", "dummy", "defender"),
    _told("defect.offender", "seat"),
    _word("defect.played", "too_few", "too_many"),
    _yes("defect.both_sides_played"),
    Fact("defect.trick", "number"),
    _told("defect.led", "suit"),
    _told("defect.hand", "cards"),
    _yes("defect.holds_suit_led"),
    _yes("defect.still_to_play", judged=True),
    _yes("defect.partner_went_ahead"),
    _word("defect.how", "separate", "together"),
    _told("defect.cards", "cards"),
    _yes("defect.deemed_lead", judged=True),
    _word("defect.faces", "one", "several"),
    _yes("defect.face_known"),
    _told("defect.faced", "card"),
    _yes("defect.exposed"),
    _yes("defect.makes_revoke"),
    _yes("defect.side_won"),
    _yes("defect.at_claim", told=True),
    # Laws 61 to 64
    _word("revoke.exception", "none", "late", "same_suit", "both_sides", "both_established", "corrected"),
    _yes("revoke.established"),
    _yes("revoke.revoker_won"),
    _yes("revoke.side_won"),
    _yes("revoke.side_won_later"),
    _yes("revoke.card_won_later"),
    Fact("revoke.trick", "number", told=True),
    _yes("revoke.by_agreeing", told=True),
    # Law 68
    _word("said.speaker", "declarer", "dummy", "defender"),
    _told("said.words", "text"),
    _word("said.lang", "sv", "en", told=True),
    _word(
        "said.kind",
        "claim", "concession", "stop", "current_trick", "objection", "agreement", "nothing",
    ),
    _told("said.wins", "number"),
    _told("said.loses", "number"),
    Fact("said.tricks_left", "number", told=True),
    _yes("said.trick_in_progress", told=True),
    _word("said.cards_shown", "none", "one", "some", "all"),
    _word("said.shown_for", "no_other_reason", "lead_out_of_turn", "thinks_dummy", "denied_claim", "this_trick"),
    _yes("said.hand_abandoned", told=True),
    _word("said.line", "none", "vague", "broken_off", "stated"),
    _word("said.partner_objects", "no", "at_once", "later"),
    _word("said.reply", "none", "agreed", "doubted"),
    _word("said.played_on", "no", "yes", "all_four_agreed", told=True),
    # Laws 69 to 71
    _word("claim.stage", "contested", "agreed", "conceded"),
    _word("claim.by", "declarer", "defender"),
    _yes("claim.objected_in_time"),
    _yes("claim.in_correction_period"),
    _yes("claim.next_board_called"),
    _yes("claim.already_won"),
    _yes("claim.likely_won", judged=True),
    _yes("claim.no_legal_play_loses"),
    _yes("claim.no_normal_play_loses", judged=True),
    _yes("claim.contract_given_up"),
    _told("claim.tricks", "number"),
    _yes("claim.words_known"),
    _yes("claim.only_a_list", judged=True, told=True),
    _yes("claim.trump_out"),
    _yes("claim.trump_mentioned"),
    _yes("claim.trump_may_be_forgotten", judged=True),
    _yes("claim.trump_wins_on_normal_play", judged=True),
    _yes("claim.needs_partner", judged=True),
    _yes("claim.needs_location", judged=True),
    _yes("claim.shows_out", judged=True),
    _yes("claim.irrational_not_to", judged=True),
    _yes("claim.worse_normal_line", judged=True),
    _yes("claim.line_works", judged=True),
)  # fmt: skip

BY_NAME: Final = {fact.name: fact for fact in FACTS}
