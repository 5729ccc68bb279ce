"""Every fact an incident may state: its name, its kind, the words it may be.

``judged`` facts are the director's judgement: the program asks for them and says that the ruling rests on
them. ``told`` facts are taken when they are stated and never asked about; ``about`` says what they are. For
the others the question does (``grammars/<lang>/referee.yaml``).
"""

from __future__ import annotations

from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Fact(Value):
    """One fact. ``name`` is ``group.key``; ``kind`` is a key of :data:`callparser.referee.kinds.KINDS`."""

    name: str
    kind: str
    words: tuple[str, ...] = ()
    judged: bool = False
    told: bool = False
    about: str = ""


def _word(name: str, *words: str, judged: bool = False) -> Fact:
    return Fact(name, "word", words, judged)


def _yes(name: str, *, judged: bool = False) -> Fact:
    return Fact(name, "yes", ("yes", "no"), judged)


def _told(name: str, kind: str, about: str, *words: str, judged: bool = False) -> Fact:
    return Fact(name, kind, words, judged, told=True, about=about)


FACTS: Final = (
    _word("incident.about", "cards", "trick", "revoke", "statement", "claim", "call"),
    _told("incident.source", "text", "the record or the log that the facts are from"),
    # what was dealt and played
    _told("play.declarer", "seat", "declarer's seat"),
    _told("play.trump", "trump", "the trumps"),
    _told("play.deal", "hands", "the four hands as they were dealt"),
    _told("play.tricks", "rows", "the tricks in order, and in each what every seat laid, in the order laid"),
    _told("play.piles", "piles", "the four piles of played cards in order, each card pointed or not"),
    _told("play.completed", "number", "completed tricks"),
    _told("play.claimed_by", "seat", "who claimed or conceded tricks after those that are told"),
    _yes("play.over"),
    # Laws 13 and 14
    _word("board.hands", "right", "long_and_short", "only_short", "surplus", "wrong_piles"),
    _told("board.counts", "counts", "cards in hand, cards played, and cards due to be played, as counted"),
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
    _told("defect.offender", "seat", "the seat with the wrong number of played cards"),
    _word("defect.played", "too_few", "too_many"),
    _yes("defect.both_sides_played"),
    Fact("defect.trick", "trick"),
    _told("defect.led", "suit", "the suit led to the defective trick"),
    _told("defect.hand", "cards", "what he holds now"),
    _yes("defect.holds_suit_led"),
    _yes("defect.still_to_play", judged=True),
    _yes("defect.partner_went_ahead"),
    _word("defect.how", "separate", "together"),
    _told("defect.cards", "cards", "the extra card, or the cards that came together"),
    _yes("defect.deemed_lead", judged=True),
    _word("defect.faces", "one", "several"),
    _told("defect.named", "card", "the card that he names as the one he plays, of several visible ones"),
    _yes("defect.face_known"),
    Fact("defect.faced", "card"),
    _yes("defect.exposed"),
    _yes("defect.makes_revoke"),
    _yes("defect.side_won"),
    _told("defect.at_claim", "yes", "it came to light when somebody claimed", "yes", "no"),
    # Laws 61 to 64
    _told("revoke.happened", "yes", "the tricks show a revoke", "yes", "no"),
    Fact("revoke.offender", "seat"),
    _word("revoke.role", "declarer", "dummy", "defender"),
    _told("revoke.card", "card", "the card that he played in the place of one of the suit led"),
    _word(
        "revoke.exception",
        "none", "late", "same_suit", "both_sides", "both_established", "corrected", "twelfth", "faced",
    ),
    _yes("revoke.established"),
    _word("revoke.won_by", "revoker", "partner", "others"),
    _yes("revoke.revoker_won"),
    _yes("revoke.side_won"),
    _yes("revoke.side_won_later"),
    _yes("revoke.card_won_later"),
    Fact("revoke.trick", "trick"),
    _told("revoke.by_agreeing", "yes", "a revoke was pending when his side agreed to a claim", "yes", "no"),
    # Law 68
    _word("said.speaker", "declarer", "dummy", "defender"),
    _told("said.words", "text", "the words, exactly"),
    _told("said.lang", "word", "the language of the words", "sv", "en"),
    _word(
        "said.kind",
        "claim", "concession", "stop", "current_trick", "objection", "agreement", "nothing",
    ),
    Fact("said.wins", "number"),
    _told("said.loses", "number", "the number of tricks conceded"),
    Fact("said.tricks_left", "number"),
    _told("said.trick_in_progress", "yes", "a trick was in progress", "yes", "no"),
    _word("said.cards_shown", "none", "one", "some", "all"),
    _word(
        "said.shown_for",
        "no_other_reason", "lead_out_of_turn", "thinks_dummy", "denied_claim", "this_trick",
    ),
    _told("said.hand_abandoned", "yes", "he folded, mixed or put away his hand", "yes", "no"),
    _word("said.line", "none", "vague", "broken_off", "stated"),
    _word("said.partner_objects", "no", "at_once", "later"),
    _word("said.reply", "none", "agreed", "doubted"),
    _told("said.played_on", "word", "play went on after the claim", "no", "yes", "all_four_agreed"),
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
    _told("claim.tricks", "number", "the number of tricks that are regretted"),
    _yes("claim.words_known"),
    _told("claim.only_a_list", "yes", "the words list tricks and state no line", "yes", "no", judged=True),
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
    # Laws 45C4, 45D, 46
    _told("call.events", "happenings", "what was said, laid, shown and taken back, in the order of time"),
    _told("call.complete", "yes", "what the events do not list did not happen", "yes", "no"),
    _told("call.lang", "word", "the language of the calls", "sv", "en", "no", "da", "auto"),
    _told("call.trick", "trick", "the trick that the call was for"),
    _told("call.dummy", "hand", "the cards that dummy held before the first event"),
    _told("call.last_trick", "last_trick", "who won the trick before, with what, and the card led to it"),
    _told("call.played", "cards", "cards gone in earlier tricks"),
    _word("call.about", "changed", "placed", "meaning", "unsure"),
    _word("call.first", "stands", "choice", "void", "unclear", "none"),
    _yes("call.differs"),
    _yes("call.picks"),
    _yes("call.one_call", judged=True),
    _yes("call.declarer_played"),
    _yes("call.partner_played"),
    _word("call.change", "slip", "reconsidered", judged=True),
    _yes("call.pause", judged=True),
    _yes("call.opponent_played"),
    _yes("call.both_played_next"),
    _yes("call.revoke"),
    _word(
        "call.named",
        "card", "high", "win", "low", "suit", "rank_lead", "rank", "rank_two", "anything", "not_held",
        "revoke", "unclear", "none",
    ),
    _yes("call.other_meant", judged=True),
    _told("call.intention", "card", "the card that beyond dispute was meant", judged=True),
)  # fmt: skip

BY_NAME: Final = {fact.name: fact for fact in FACTS}
