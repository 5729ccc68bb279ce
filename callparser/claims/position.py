"""A claim position: who holds what when somebody claims, and its JSON.

It is the situation of :mod:`callparser.wire` with more cards in it (``docs/claims.md``)::

    {"trump": "S", "dummy_seat": "N", "dummy": "A.K..", "declarer": "KQ...", "defenders": {"W": ..., "E":
    ...},
     "leader": "S", "trick": [], "played": [], "voids": {"W": "H"}, "won": {"declarer": 8, "defence": 3},
     "claimer": "S", "forgotten": []}
"""

from __future__ import annotations

from callparser.cards import FULL, NO_CARDS, Hand, Suit
from callparser.errors import InputError, InvalidTable
from callparser.jsonline import type_name
from callparser.table import SEATS, Play, Seat, Trick
from callparser.value import Value, replace
from callparser.written import hand, one_card, seat, trumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from callparser.jsonline import Row

_TRICKS: Final = 13
_HOLDING: Final = 'expected a hand such as "AQ4.K8..T2" or {"S": "AQ4", "H": "K8", "D": "", "C": "T2"}'


class ClaimPosition(Value):
    """``hands`` are by seat, north first: what each still holds; ``None`` where it is not known.

    ``voids``: by seat, the suits in which he has shown out. ``won``: tricks of declarer's side and of the
    defence, if they were given. ``forgotten``: cards that the claimer did not think of, as was found.
    """

    hands: tuple[Hand | None, ...]
    trumps: Suit | None
    declarer: Seat
    claimer: Seat
    leader: Seat
    trick: Trick = Trick()
    played: Hand = NO_CARDS
    voids: tuple[frozenset[Suit], ...] = (frozenset(),) * 4
    won: tuple[int, int] | None = None
    forgotten: Hand = NO_CARDS

    @property
    def tricks_left(self) -> int:
        """The trick in progress counts as left."""
        return max(self._before(at) for at in SEATS if self.hands[at] is not None)

    @property
    def controls(self) -> tuple[Seat, ...]:
        """The seats whose cards the claimer plays: declarer and dummy, or one defender."""
        side = (self.declarer, self.declarer.partner)
        return side if self.claimer in side else (self.claimer,)

    @property
    def hidden(self) -> tuple[Seat, Seat]:
        """The two seats whose cards the claimer does not see."""
        if len(self.controls) == 2:
            return self.declarer.after(1), self.declarer.after(3)
        return self.claimer.partner, self.declarer

    @property
    def known(self) -> bool:
        return all(one is not None for one in self.hands)

    @property
    def pool(self) -> Hand:
        """The cards that the claimer does not see: what is neither played nor in a hand he sees."""
        if self.known:
            return Hand.of(one for at in self.hidden for one in self.hands[at] or ())
        gone = self.played | Hand.of(play.card for play in self.trick)
        seen = Hand.of(one for held in self.hands for one in held or ())
        return Hand(FULL) - gone - seen

    @property
    def trumps_out(self) -> Hand:
        """The trumps among the cards that he does not see."""
        return NO_CARDS if self.trumps is None else self.pool.in_suit(self.trumps)

    def size(self, at: Seat) -> int:
        """How many cards that seat holds now."""
        return self.tricks_left - any(play.seat == at for play in self.trick)

    def dealt(self, hands: Mapping[Seat, Hand]) -> ClaimPosition:
        """The same position with those hands put in."""
        return replace(self, hands=tuple(hands.get(at, self.hands[at]) for at in SEATS))

    def _before(self, at: Seat) -> int:
        return len(self.hands[at] or ()) + any(play.seat == at for play in self.trick)


def read_position(row: Row) -> ClaimPosition:
    """A decoded object -> the position. Raises :class:`InputError` or :class:`InvalidTable`."""
    if not isinstance(row, dict):
        raise InputError(f"the position is {type_name(row)}; expected an object (docs/claims.md)")
    dummy_seat = seat(_text(row.get("dummy_seat", "N"), "dummy_seat"))
    declarer = dummy_seat.partner
    trick = _trick(row.get("trick"))
    hands = _hands(row, declarer)
    found = ClaimPosition(
        hands=hands,
        trumps=_trumps(row.get("trump")),
        declarer=declarer,
        claimer=seat(_text(row.get("claimer", declarer.letter), "claimer")),
        leader=_leader(row, trick),
        trick=trick,
        played=_cards(row.get("played"), "played"),
        voids=_voids(row.get("voids")),
        won=_won(row.get("won")),
        forgotten=_cards(row.get("forgotten"), "forgotten"),
    )
    _check(found)
    return found


# --- the parts -------------------------------------------------------------------------------------------


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} is {type_name(value)}; expected a text")
    return value


def _trumps(value: object) -> Suit | None:
    if value is None:
        raise InvalidTable("trump is missing; expected one of S, H, D, C, NT")
    return trumps(_text(value, "trump"))


def _hands(row: Row, declarer: Seat) -> tuple[Hand | None, ...]:
    given = row.get("defenders")
    if given is not None and not isinstance(given, dict):
        raise InputError(
            f'defenders is {type_name(given)}; expected hands such as {{"W": "A...", "E": "K..."}}'
        )
    hands: list[Hand | None] = [None] * 4
    hands[declarer] = _holding(row.get("declarer"), "declarer")
    hands[declarer.partner] = _holding(row.get("dummy"), "dummy")
    for name, value in (given or {}).items():
        at = seat(_text(name, "defenders"))
        if at in (declarer, declarer.partner):
            raise InvalidTable(
                f"{at.letter} in 'defenders' is declarer or dummy; expected the other two seats"
            )
        hands[at] = _holding(value, f"defenders.{at.letter}")
    return tuple(hands)


def _holding(value: object, name: str) -> Hand | None:
    if value is None:
        return None
    if isinstance(value, str):
        return hand(value) if value.strip("-. ") else NO_CARDS
    if not isinstance(value, dict) or len(value) > 8:
        raise InvalidTable(f"{name} is {type_name(value)}; {_HOLDING}")
    return Hand.parse({suit: _text(ranks, f"{name}.{str(suit)[:9]}") for suit, ranks in value.items()})


def _list(value: object, name: str, most: int) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        what = f"{len(value)} entries" if isinstance(value, list) else type_name(value)
        raise InputError(f"{name} is {what}; expected a list of at most {most}")
    return value


def _cards(value: object, name: str) -> Hand:
    return Hand.of(one_card(_text(one, name)) for one in _list(value, name, 52))


def _trick(value: object) -> Trick:
    plays = []
    for one in _list(value, "trick", 3):
        if not isinstance(one, dict):
            raise InvalidTable(
                f'trick holds {type_name(one)}; expected plays such as {{"seat": "W", "card": "H7"}}'
            )
        plays.append(
            Play(seat(_text(one.get("seat"), "trick.seat")), one_card(_text(one.get("card"), "trick.card")))
        )
    return Trick(tuple(plays))


def _leader(row: Row, trick: Trick) -> Seat:
    """Who leads, or led, to the trick: as given, else from the trick, else the winner of the last one."""
    last = row.get("last_trick")
    given = row.get("leader")
    if given is None and trick.plays:
        return trick.plays[0].seat
    if given is None and isinstance(last, dict):
        given = last.get("won_by")
    if given is None:
        raise InvalidTable("leader is missing; expected the seat that leads to the next trick")
    return seat(_text(given, "leader"))


def _voids(value: object) -> tuple[frozenset[Suit], ...]:
    if value is None:
        return (frozenset(),) * 4
    if not isinstance(value, dict):
        raise InputError(f'voids is {type_name(value)}; expected suits by seat such as {{"W": "HD"}}')
    found = {
        seat(_text(name, "voids")): frozenset(Suit.parse(one) for one in _text(suits, "voids"))
        for name, suits in value.items()
    }
    return tuple(found.get(at, frozenset()) for at in SEATS)


def _won(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InputError(f'won is {type_name(value)}; expected {{"declarer": 8, "defence": 3}}')
    counts = [value.get(name, 0) for name in ("declarer", "defence")]
    if any(type(one) is not int or not 0 <= one <= 13 for one in counts) or sum(counts) > 13:
        raise InvalidTable("won is out of range; expected tricks of both sides, together at most 13")
    return counts[0], counts[1]


# --- what cannot be ----------------------------------------------------------------------------------------


def _check(found: ClaimPosition) -> None:
    """Raises :class:`InvalidTable` for a position that cannot come up at a table."""
    _seen_by_the_claimer(found)
    _in_turn(found)
    _one_place(found)
    _even(found)
    if found.won is not None and sum(found.won) + found.tricks_left > _TRICKS:
        raise InvalidTable(
            f"won says {sum(found.won)} tricks, and {found.tricks_left} are left; expected {_TRICKS} or fewer"
        )
    for at in SEATS:
        revoked = [suit for suit in found.voids[at] if (found.hands[at] or NO_CARDS).in_suit(suit)]
        if revoked:
            raise InvalidTable(f"voids: {at.letter} still holds {revoked[0].letter}; correct one of them")


def _seen_by_the_claimer(found: ClaimPosition) -> None:
    unknown = [at for at in SEATS if found.hands[at] is None]
    if unknown and set(unknown) != set(found.hidden):
        names = {found.declarer: "'declarer'", found.declarer.partner: "'dummy'"}
        needed = ", ".join(
            names.get(at, f"'defenders.{at.letter}'") for at in SEATS if at not in found.hidden
        )
        raise InvalidTable(f"give the hands that the claimer sees ({needed}), and both others or neither")


def _in_turn(found: ClaimPosition) -> None:
    for steps, play in enumerate(found.trick):
        if play.seat != found.leader.after(steps):
            raise InvalidTable(
                "the seats in 'trick' do not follow each other from the leader; send the plays in order"
            )


def _one_place(found: ClaimPosition) -> None:
    seen = found.played
    places: list[Hand] = [one for one in found.hands if one is not None]
    places += [Hand.of((play.card,)) for play in found.trick]
    for one in places:
        if both := seen & one:
            raise InvalidTable(
                f"{next(iter(both)).code} stands in two places; a hand holds only what is left"
            )
        seen |= one
    strangers = [one.code for one in found.forgotten if one not in found.pool]
    if strangers:
        raise InvalidTable(f"forgotten: {strangers[0]} is not among the cards that the claimer does not see")


def _even(found: ClaimPosition) -> None:
    if not found.tricks_left:
        raise InvalidTable(
            "no cards are left; a claim is about tricks still to be played (Law 79 is for after)"
        )
    for at in SEATS:
        held = found.hands[at]
        if held is not None and len(held) != found.size(at):
            raise InvalidTable(
                f"{at.letter} holds {len(held)} cards where {found.size(at)} fit; check hands and trick"
            )
    if not found.known:
        expected = sum(found.size(at) for at in found.hidden)
        if len(found.pool) != expected:
            raise InvalidTable(
                f"{len(found.pool)} cards are unseen where {expected} fit; list every card gone in 'played'"
            )


def position_row(found: ClaimPosition) -> Row:
    """Back to JSON."""
    declarer, dummy = found.declarer, found.declarer.partner
    row: Row = {
        "trump": "NT" if found.trumps is None else found.trumps.letter,
        "dummy_seat": dummy.letter,
        "leader": found.leader.letter,
        "claimer": found.claimer.letter,
        "trick": [{"seat": play.seat.letter, "card": play.card.code} for play in found.trick],
        "played": [one.code for one in found.played],
        "forgotten": [one.code for one in found.forgotten],
        "voids": {
            at.letter: "".join(sorted(suit.letter for suit in found.voids[at]))
            for at in SEATS
            if found.voids[at]
        },
        "won": None if found.won is None else dict(zip(("declarer", "defence"), found.won, strict=True)),
    }
    for name, at in (("declarer", declarer), ("dummy", dummy)):
        held = found.hands[at]
        row[name] = None if held is None else held.holdings()
    defenders = {at.letter: found.hands[at] for at in (declarer.after(1), declarer.after(3))}
    row["defenders"] = {name: held.holdings() for name, held in defenders.items() if held is not None}
    return row
