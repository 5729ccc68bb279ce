"""Whatever a client does in a deal: every card may be played, comes in its turn, and no place is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from callparser.errors import CallparserError, EngineFailed
from callparser.service.limits import TableLimits
from callparser.service.sitting import Sent, Sitting
from callparser.service.terms import terms
from callparser.table import Seat
from tests.service.declarer import ByChance, cards
from tests.service.player import Row
from tests.service.scene import TABLE

WORDS = [
    "lågt", "högt", "vad som helst", "hjärter", "spader ess", "nej, kungen", "ångra", "ja", "nej", "nästa",
    "spela", "resten är mina", "ni får resten", "ställningen", "förra sticket", "blabla", "kungen",
]  # fmt: skip
DEALS = [
    {"lesson": "trumps", "wait_s": 0}, {"lesson": "finesse", "wait_s": 1},
    {"seed": 3, "contract": "1NT"}, {"seed": 4, "contract": "3NT", "declarer": "E", "wait_s": None},
]  # fmt: skip
POLICIES = [{}, {"confirm": "always"}, {"confirm": "timer", "timer_s": 2}, {"tempo_s": 1}]


class AtOnce(ByChance):
    """Thinks in the loop itself, in the step in which it is asked."""

    async def run(self, job: Callable[[], None]) -> None:
        await asyncio.sleep(0)
        job()


class Follower:
    """Knows the deal from its events alone, and that each of them can be."""

    def __init__(self) -> None:
        self.hands: dict[str, set[str]] = {}
        self.gone: list[str] = []
        self.trick: list[tuple[str, str]] = []
        self.leader: Seat | None = None
        self.ended = 0

    def follow(self, row: Row) -> None:
        kind = row["type"]
        if kind == "deal":
            self.__init__()  # type: ignore[misc]
            self.hands = {row["declarer"]: set(cards(row["hand"]))}
            self.leader = Seat.parse(row["declarer"]).after()
        elif kind == "dummy":
            self.hands[row["seat"]] = set(cards(row["hand"]))
        elif kind == "played" and "seat" in row:
            self._played(row["seat"], row["card"])
        elif kind == "taken_back" and row["card"] and self.leader is not None:
            seat, card = self.trick.pop()
            assert card == row["card"]
            self.gone.remove(card)
            self.hands[seat].add(card)
        elif kind == "trick":
            assert len(self.trick) == 4
            self.trick, self.leader = [], Seat.parse(row["won_by"])
        elif kind == "turn":
            assert row["seat"] == self.turn
            assert row["seat"] in self.hands
        elif kind == "score":
            self.ended += 1
            assert self.ended == 1
        elif kind == "notice" and row["code"] == "no-deal":
            self.leader = None

    @property
    def turn(self) -> str:
        assert self.leader is not None
        return self.leader.after(len(self.trick)).letter

    def _played(self, seat: str, card: str) -> None:
        assert seat == self.turn
        assert card not in self.gone
        assert not self.ended
        if seat in self.hands:
            held = self.hands[seat]
            led = self.trick[0][1][0] if self.trick else ""
            assert card in held
            assert card[0] == led or not any(one[0] == led for one in held)
            held.remove(card)
        self.trick.append((seat, card))
        self.gone.append(card)


class Client:
    """Says anything, by chance; the clock is ours."""

    def __init__(self, deals: AtOnce, chance: Random, policy: Row) -> None:
        self.now_s, self.chance, self.follower = 100.0, chance, Follower()
        self.sitting = Sitting(
            terms({"lang": "sv", "rate_hz": 0} | policy), TableLimits(deals_per_min=1e6),
            clock=lambda: self.now_s, deals=deals,
        )  # fmt: skip
        self.seq = 0
        self.attach(None)

    def attach(self, seq: int | None) -> None:
        self.sitting.attach(self._read, seq, leave=lambda: None)

    def _read(self, sent: Sent) -> None:
        if sent.row and (sent.row["seq"] > self.seq):
            self.seq = sent.row["seq"]
            self.follower.follow(sent.row)

    def pass_time(self, pause_s: float) -> None:
        self.now_s += pause_s
        self.sitting.flush()

    def step(self) -> None:
        chance = self.chance
        what = chance.choices(
            ["text", "card", "command", "wait", "talk", "speaking", "play", "end", "situation", "break"],
            [2, 14, 10, 10, 0.3, 0.3, 2, 0.2, 0.3, 0.3],
        )[0]
        if self.follower.leader is None and chance.random() < 0.5:
            what = "play"
        keys: Row = {
            "text": lambda: {"text": chance.choice(WORDS)},
            "card": lambda: {"text": self._name()},
            "command": lambda: {
                "command": chance.choice(
                    ["next", "next", "next", "yes", "yes", "yes", "undo", "no", "repeat"]
                )
            },
            "talk": lambda: {"on": chance.random() < 0.2},
            "speaking": lambda: {"on": chance.random() < 0.2},
            "play": lambda: {"deal": chance.choice(DEALS)},
            "end": lambda: {"deal": None},
            "situation": lambda: {"situation": TABLE},
        }.get(what, dict)()
        if what == "wait":
            self.pass_time(chance.choice([0.1, 0.5, 1.0, 3.0]))
        elif what == "break":
            self.sitting.detach()
            self.now_s += chance.choice([0, 5])
            self.attach(self.seq)
        else:
            with suppress(CallparserError):  # it is told
                self.sitting.receive({"type": {"card": "text", "end": "play"}.get(what, what)} | keys)

    def _name(self) -> str:
        """Mostly a card that may be played."""
        hands = self.follower.hands
        names = self.sitting.conversation.session.messages
        if self.follower.leader is None or not hands or self.chance.random() < 0.1:
            return "hjärter sju"
        held = hands.get(self.follower.turn) or set().union(*hands.values())
        led = self.follower.trick[0][1][0] if self.follower.trick else ""
        if self.chance.random() < 0.9:
            held = {card for card in held if card[0] == led} or held
        return names.card(self.chance.choice(sorted(held))) if held else "hjärter sju"


@pytest.mark.parametrize("seed", range(12))
def test_any_client(seed: int) -> None:
    chance = Random(seed)

    def fail() -> None:
        if chance.random() < 0.03:
            raise EngineFailed("the double dummy solver stopped")

    async def running() -> int:
        with AtOnce(2, fail) as deals:
            client = Client(deals, chance, chance.choice(POLICIES))
            played = 0
            for _ in range(700):
                before = len(client.follower.gone)
                client.step()
                for _ in range(chance.choice([0, 1, 4, 4])):
                    await asyncio.sleep(0)
                played += max(0, len(client.follower.gone) - before)
            client.sitting.close()
            for _ in range(6):
                await asyncio.sleep(0)
            assert not deals._seats._taken
            return played

    assert asyncio.run(running()) > 15  # else nothing was tried


#: Its answer is held for the tempo, and asks nothing that waits: words without a meaning, talk.
HOLDS_UP = ["blabla", "tack"]
TAKES_BACK: list[Row] = [
    {"type": "text", "text": "ångra"}, {"type": "text", "text": "nej"},
    {"type": "command", "command": "undo"}, {"type": "command", "command": "no"},
]  # fmt: skip


@pytest.mark.parametrize("undo", TAKES_BACK, ids=lambda row: row.get("text") or "/" + row["command"])
@pytest.mark.parametrize("said", HOLDS_UP)
def test_what_is_taken_back_is_not_laid_though_that_is_not_told_yet(said: str, undo: Row) -> None:
    """With a tempo, what comes of a call is held for a while, and with it that the card is taken back: no
    question waits and no card falls then, but the defenders, who have less patience, wait for it."""

    async def running() -> list[Row]:
        with AtOnce(1) as deals:
            client = Client(deals, Random(1), {"tempo_s": 1})
            rows: list[Row] = []
            client.follower.follow, follow = (
                (lambda row: (rows.append(row), follow(row))),
                client.follower.follow,
            )

            async def wait(*pauses_s: float) -> None:
                for pause_s in pauses_s:
                    client.pass_time(pause_s)
                    for _ in range(4):
                        await asyncio.sleep(0)

            client.sitting.receive({"type": "play", "deal": {"lesson": "trumps", "wait_s": 0.5}})
            await wait(0)
            client.sitting.receive({"type": "text", "text": "hjärter två"})
            client.pass_time(1.2)
            client.sitting.receive({"type": "text", "text": said})
            client.sitting.receive(undo)
            await wait(0.6, 0.6)
            client.sitting.receive({"type": "text", "text": "hjärter sex"})
            await wait(1.2, 0.6)
            client.sitting.close()
            return rows

    rows = asyncio.run(running())
    assert [row["card"] for row in rows if row["type"] in ("played", "taken_back")][:4] == [
        "HJ", "H2", "H2", "H6",
    ]  # fmt: skip
    assert rows[-1]["type"] == "turn"
