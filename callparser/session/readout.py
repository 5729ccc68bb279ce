"""A table in words, to be read out: dummy, the trick and whose turn it is, the trick before."""

from __future__ import annotations

from callparser.cards import RANK_LETTERS, SUIT_LETTERS, Suit
from callparser.session.trick import dummy_has_played

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.explainer.messages import Messages
    from callparser.table import Seat, TableState


def dummy(table: TableState, messages: Messages) -> str:
    """Dummy's cards, suit by suit, as everybody sees them."""
    parts = []
    for letter in reversed(SUIT_LETTERS):
        held = {card.code[1] for card in table.dummy.in_suit(Suit.parse(letter))}
        ranks = [messages.ranks[rank] for rank in reversed(RANK_LETTERS) if rank in held]
        parts.append(f"{messages.suits[letter]}: {', '.join(ranks) or messages.listening['none']}")
    return messages.listening["dummy"].format(cards="; ".join(parts))


def trick(table: TableState, messages: Messages) -> str:
    """The cards of the trick, in order, and whose turn it is."""
    plays = [f"{seat(one.seat, messages)}: {messages.card(one.card.code)}" for one in table.trick]
    lying = f"{', '.join(plays)}." if plays else messages.page["trick_empty"]
    return f"{lying} {turn(table, messages)}"


def turn(table: TableState, messages: Messages) -> str:
    """Whose turn it is, that nobody can tell, or that dummy is out of cards."""
    due = table.next_seat
    if not table.dummy and not dummy_has_played(table):
        return messages.listening["no_cards"]
    if due is None:
        return messages.listening["turn_unknown"]
    if due == table.dummy_seat:
        return messages.page["turn_dummy"]
    return messages.page["turn"].format(seat=seat(due, messages))


def last_trick(table: TableState, messages: Messages) -> str:
    """Who won the trick before, and with what, as far as it is known."""
    last = table.last_trick
    if last is None:
        return messages.page["no_last"]
    card = messages.card(last.won_with.code)
    return messages.page["last_won"].format(seat=seat(last.won_by, messages), card=card)


def won(table: TableState, messages: Messages) -> str:
    """Who has won the trick that was just turned; nothing if not all its cards are known."""
    last = table.last_trick
    if last is None or table.trick.plays:
        return ""
    card = messages.card(last.won_with.code)
    return messages.page["won"].format(seat=seat(last.won_by, messages), card=card)


def seat(one: Seat, messages: Messages) -> str:
    return messages.page[f"seat_{one.letter}"]
