"""Random boards, dealt, called and played by the Laws: what the tests of records and audits begin with."""

from __future__ import annotations

from random import Random

from callparser.cards import PACK, Card, Suit
from callparser.record.board import Board, Call, Claim, Contract, Holding, Laid, Trick, holding
from callparser.record.tricks import winner
from callparser.table import SEATS, Seat

DENOMINATIONS: tuple[Suit | None, ...] = (*Suit, None)


def random_board(seed: int) -> Board:
    """A whole board: the deal, an auction that ends, and thirteen tricks with the result they give."""
    dice = Random(seed)
    cards = list(PACK)
    dice.shuffle(cards)
    hands = tuple(holding(cards[13 * seat : 13 * seat + 13]) for seat in SEATS)
    dealer = dice.choice(SEATS)
    auction, contract, declarer = random_auction(dice, dealer)
    tricks = play_out(dice, hands, contract.trumps, declarer.after())
    return Board(
        number=str(dice.randint(1, 32)),
        dealer=dealer,
        vulnerable=dice.choice(("None", "NS", "EW", "All")),
        players=("Alva", "Bo", "Cilla", "Dan") if dice.random() < 0.5 else ("", "", "", ""),
        hands=hands,
        opening=dealer,
        auction=auction,
        contract=contract,
        declarer=declarer,
        leader=declarer.after(),
        tricks=tricks,
        result=sum(won % 2 == declarer % 2 for won in winners(tricks, contract.trumps)),
    )


def random_auction(dice: Random, dealer: Seat) -> tuple[tuple[Call, ...], Contract, Seat]:
    """Passes, a few rising bids, perhaps doubled, and three passes."""
    calls: list[Call] = []
    seat = dealer
    first: dict[tuple[int, Suit | None], Seat] = {}
    bid, bidder, doubled = -1, dealer, 0

    def say(text: str) -> None:
        nonlocal seat
        calls.append(Call(seat, text))
        seat = seat.after()

    for _ in range(dice.randint(0, 3)):
        say("Pass")
    for _ in range(dice.randint(1, 5)):
        bid = min(34, bid + dice.randint(1, 6))
        trumps = DENOMINATIONS[bid % 5]
        first.setdefault((seat % 2, trumps), seat)
        bidder, doubled = seat, 0
        say(f"{bid // 5 + 1}{'NT' if trumps is None else trumps.letter}")
        if dice.random() < 0.2:
            say("X")
            doubled = 1
            if dice.random() < 0.3:
                say("XX")
                doubled = 2
        elif dice.random() < 0.5:
            say("Pass")
        if bid == 34:
            break
    while len(calls) < 4 or [call.text for call in calls[-3:]] != ["Pass"] * 3:
        say("Pass")
    trumps = DENOMINATIONS[bid % 5]
    return tuple(calls), Contract(bid // 5 + 1, trumps, doubled), first[bidder % 2, trumps]


def play_out(
    dice: Random, hands: tuple[Holding, ...], trumps: Suit | None, leader: Seat
) -> tuple[Trick, ...]:
    """Thirteen tricks, every card legal and otherwise by chance."""
    left = [list(cards) for cards in hands]
    tricks = []
    for _ in range(13):
        laid: list[Laid] = []
        for steps in range(4):
            seat = leader.after(steps)
            one = dice.choice(legal(left[seat], laid))
            left[seat].remove(one)
            laid.append(Laid(seat, (one,)))
        tricks.append(Trick(tuple(laid)))
        leader = next(iter(winners(tricks[-1:], trumps)))
    return tuple(tricks)


def legal(hand: list[Card], laid: list[Laid]) -> list[Card]:
    led = laid[0].cards[0].suit if laid and laid[0].cards else None
    return [one for one in hand if one.suit == led] or hand


def winners(tricks: tuple[Trick, ...] | list[Trick], trumps: Suit | None) -> list[Seat]:
    found = [winner(trick.laid, trumps) for trick in tricks]
    return [seat for seat in found if seat is not None]


def in_columns(board: Board) -> Board:
    """The same board as PBN has it: columns from the opening leader, the order of play not told."""
    from callparser.value import replace

    first = board.leader or Seat.NORTH
    tricks = []
    for trick in board.tricks:
        at = {one.seat: one for one in trick.laid}
        columns = (first.after(steps) for steps in range(4))
        tricks.append(Trick(tuple(at.get(seat, Laid(seat, None)) for seat in columns), ordered=False))
    return replace(board, tricks=tuple(tricks))


def for_lin(board: Board) -> Board:
    """The same board as LIN has it: without contract and result, which follow from calls and cards."""
    from callparser.value import replace

    return replace(board, contract=None, declarer=None, leader=None, opening=None, result=None)


def claimed(board: Board, played: int, tricks: int, seat: Seat | None = None) -> Board:
    """The board cut off after some cards, with a claim."""
    from callparser.value import replace

    left, cut = played, []
    for trick in board.tricks:
        if left > 0:
            cut.append(Trick(trick.laid[:left]))
        left -= 4
    return replace(board, tricks=tuple(cut), claim=Claim(seat, tricks=tricks, played=played), result=tricks)
