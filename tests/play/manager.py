"""A small table manager for one seat, after the protocol document; the other three play by chance.

It demands every line word for word; the first that is wrong stands in ``fault``, and it hangs up.
"""

from __future__ import annotations

import socket
import threading
from random import Random

from callparser.cards import Hand
from callparser.play.bidding import may_call
from callparser.play.deal import Deal
from callparser.play.inplay import InPlay
from callparser.record.board import Call, contract_of
from callparser.table import Seat
from callparser.written import one_card

VULNERABLE = {"None": "Neither", "NS": "N/S", "EW": "E/W", "All": "Both"}


def in_words(hand: Hand) -> str:
    suits = (f"{suit} {' '.join(ranks) or '-'}." for suit, ranks in hand.holdings().items())
    return " ".join(suits)


class Manager(threading.Thread):
    """``bids`` are what a seat says when it may; else it passes."""

    def __init__(self, boards: list[Deal], seat: Seat, bids: dict[Seat, list[str]], chance: Random) -> None:
        super().__init__(daemon=True)
        self.boards, self.seat, self.bids, self.chance = boards, seat, bids, chance
        self.fault = ""
        self.played: list[InPlay] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(30)
        self.port: int = self._server.getsockname()[1]

    def run(self) -> None:
        try:
            connection, _ = self._server.accept()
            connection.settimeout(30)
            with self._server, connection, connection.makefile("rw", newline="") as self._file:
                self._session()
        except (AssertionError, OSError) as err:
            self.fault = f"{type(err).__name__} {err}"

    def _send(self, line: str) -> None:
        self._file.write(f"{line}\r\n")
        self._file.flush()

    def _read(self) -> str:
        return self._file.readline().rstrip("\r\n")

    def _expect(self, line: str) -> None:
        found = self._read()
        assert found == line, f"found {found!r}, expected {line!r}"

    def _session(self) -> None:
        me = self.seat.name
        self._expect(f'Connecting "Team" as {me} using protocol version 18')
        self._send(f'{me} ("Team") seated')
        self._expect(f"{me} ready for teams")
        self._send('Teams : N/S : "Team". E/W : "Others"')
        self._expect(f"{me} ready to start")
        for deal in self.boards:
            self._board(deal)
            self._send("Timing - N/S : this board 0:10, total 0:00:10. E/W : this board 0:12, total 0:00:12.")
        self._send("End of session")

    def _board(self, deal: Deal) -> None:
        me = self.seat.name
        self._send("Start of board")
        self._expect(f"{me} ready for deal")
        vulnerable = VULNERABLE[deal.vulnerable]
        self._send(f"Board number {deal.number}. Dealer {deal.dealer.name}. {vulnerable} vulnerable.")
        self._expect(f"{me} ready for cards")
        self._send(f"{me}'s cards : {in_words(deal.hands[self.seat])}")
        made = self._auction(deal.dealer)
        if made[1] is not None:
            self._play(deal, made[0].trumps, made[1])

    def _auction(self, dealer: Seat):
        calls: list[Call] = []
        bids = {seat: list(made) for seat, made in self.bids.items()}
        while contract_of(tuple(calls)) is None:
            seat = dealer.after(len(calls))
            if seat == self.seat:
                name, _, done = self._read().partition(" ")
                assert name == seat.name, name
                said = {"passes": "Pass", "doubles": "X", "redoubles": "XX"}.get(done, done[5:])
            else:
                self._expect(f"{self.seat.name} ready for {seat.name}'s bid")
                planned = bids.get(seat)
                said = planned.pop(0) if planned and may_call(calls, seat, planned[0]) else "Pass"
                done = {"Pass": "passes", "X": "doubles", "XX": "redoubles"}.get(said, f"bids {said}")
                self._send(f"{seat.name} {done}")
            calls.append(Call(seat, said))
        return contract_of(tuple(calls))

    def _play(self, deal: Deal, trumps, declarer: Seat) -> None:
        at = InPlay.begin(deal.hands, trumps, declarer)
        me = self.seat.name
        while not at.over:
            turn, trick = at.turn, len(at.tricks) + 1
            opening = not at.trick.plays and not at.tricks
            if self._controls(at):
                if not at.trick.plays:
                    self._send("Dummy to lead" if turn == at.dummy else f"{turn.name} to lead")
                name, _, card = self._read().partition(" plays ")
                assert name == turn.name, name
                at = at.play(one_card(card[1] + card[0]))
            else:
                whose = "dummy" if turn == at.dummy else turn.name
                self._expect(f"{me} ready for {whose}'s card to trick {trick}")
                card = self.chance.choice(list(at.legal))
                self._send(f"{turn.name} plays {card.rank.letter}{card.suit.letter}")
                at = at.play(card)
            if opening and self.seat != at.dummy:
                self._expect(f"{me} ready for dummy")
                self._send(f"Dummy's cards : {in_words(deal.hands[at.dummy])}")
        self.played.append(at)

    def _controls(self, at: InPlay) -> bool:
        if at.turn == at.dummy:
            return self.seat == at.declarer
        return self.seat == at.turn
