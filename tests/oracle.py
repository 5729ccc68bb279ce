"""A second, independent reading of Law 46, to be held against ``callparser.resolver``.

It imports nothing from callparser. Cards are numbers 0..51, sets of cards are 52-bit masks, and where
the law speaks of winning, the trick is played out card by card. It is written from the same
specification as the engine, but without a look at it: where the two differ, one of them is wrong.

    answer(intent, situation, edition) -> (outcome, card, candidates)

``intent`` is the wire form of an intent, ``situation`` the JSON object of one situation, ``edition``
``"sbf-1997"``, ``"wbf-2007"`` or ``"wbf-2017"``. ``card`` is a code or None; ``candidates`` is a sorted
tuple of codes for ``choose``, ``void`` and ``defender_designates``, else empty.
"""

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
NUMBER = {code: n for n, code in enumerate(PACK)}
SUIT_MASK = {suit: sum(1 << n for n, code in enumerate(PACK) if code[0] == suit) for suit in SUITS}
RANK_MASK = {rank: sum(1 << n for n, code in enumerate(PACK) if code[1] == rank) for rank in RANKS}
HONOURS = sum(RANK_MASK[rank] for rank in "AKQJT")
EVERY_CARD = (1 << 52) - 1


def cards_of(mask):
    """The cards of a mask, lowest number first: inside one suit from low to high."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return found


def one_or_none(mask):
    return mask.bit_length() - 1 if mask and mask & (mask - 1) == 0 else None


def winner(cards, trump):
    """Play the cards to one trick, in order; the number of the card that wins (Law 44E, 44F)."""
    trumps_played = [n for n in cards if PACK[n][0] == trump]
    return max(trumps_played or [n for n in cards if PACK[n][0] == PACK[cards[0]][0]])


class Unknown(Exception):
    """The suit "last" when the last trick is not known."""


class NoTrumps(Exception):
    """The suit "trump" at notrump."""


class Table:
    def __init__(self, situation, edition):
        self.edition = edition
        self.seat = situation.get("dummy_seat", "N")
        self.trump = None if situation["trump"] == "NT" else situation["trump"]
        self.dummy = 0
        for suit, ranks in situation["dummy"].items():
            for rank in ranks:
                self.dummy |= 1 << NUMBER[suit + rank]
        self.trick = [NUMBER[play["card"]] for play in situation.get("trick") or []]
        self.seats = [play["seat"] for play in situation.get("trick") or []]
        last = situation.get("last_trick")
        self.last_suit = last["won_with"][0] if last else None
        self.won_by_dummy = bool(last) and last["won_by"] == self.seat
        self.out_of_turn = not self.trick and bool(last) and not self.won_by_dummy

        self.led = PACK[self.trick[0]][0] if self.trick else None
        self.in_led = self.dummy & SUIT_MASK[self.led] if self.led else 0
        self.legal = self.in_led or self.dummy
        self.lead = not self.trick
        self.follow = bool(self.in_led)
        self.void = bool(self.trick) and not self.in_led
        self.fourth = len(self.trick) == 3
        self.trumps = self.dummy & SUIT_MASK[self.trump] if self.trump else 0
        #: P, the suit dummy has just won with, and what dummy still has of it; on lead only
        self.p = self.last_suit if self.lead and self.won_by_dummy else None
        self.in_p = self.dummy & SUIT_MASK[self.p] if self.p else 0

        seen = self.dummy
        for n in self.trick:
            seen |= 1 << n
        gone = [*(situation.get("played") or [])]
        gone += [last[key] for key in ("won_with", "led") if last.get(key)] if last else []
        for code in gone:
            seen |= 1 << NUMBER[code]
        self.unseen = EVERY_CARD & ~seen

    def suit(self, name):
        """The suit that a slot names."""
        if name == "trump":
            if self.trump is None:
                raise NoTrumps
            return self.trump
        if name == "last":
            if self.last_suit is None:
                raise Unknown
            return self.last_suit
        return name

    # what an answer looks like

    def play(self, n):
        """That card was called: in dummy and legal, it is played; else the call is void."""
        if n is not None and self.legal >> n & 1:
            return ("played", PACK[n], ())
        return self.void_call()

    def void_call(self):
        return ("void", None, self.codes(self.legal))

    def ask(self):
        return ("ask", None, ())

    def several(self, outcome, mask):
        n = one_or_none(mask)
        return ("played", PACK[n], ()) if n is not None else (outcome, None, self.codes(mask))

    @staticmethod
    def codes(mask):
        return tuple(sorted(PACK[n] for n in cards_of(mask)))

    # what wins

    def beaters(self, mask):
        """The cards of ``mask`` that win if the trick ended with them, cheapest first."""
        found = [n for n in cards_of(mask) if winner([*self.trick, n], self.trump) == n]
        return sorted(found, key=lambda n: n % 13)

    def known_to_win(self, mask):
        """Cards of the suit led that win whatever card of that suit a hand still to play produces."""
        return [
            n
            for n in self.beaters(mask)
            if self.fourth
            or all(
                winner([*self.trick, n, u], self.trump) == n
                for u in cards_of(self.unseen & SUIT_MASK[self.led])
            )
        ]

    def partners_honour_wins(self):
        partner = dict(zip("NESW", "SWNE", strict=True))[self.seat]
        best = winner(self.trick, self.trump)
        return any(
            seat == partner and n == best and PACK[n][1] in "TJQKA"
            for seat, n in zip(self.seats, self.trick, strict=True)
        )

    def led_suit_was_ruffed(self):
        return self.led != self.trump and any(PACK[n][0] == self.trump for n in self.trick)

    def opponent_ruffed(self):
        opponents = "EW" if self.seat in "NS" else "NS"
        return self.led_suit_was_ruffed() and any(
            seat in opponents and PACK[n][0] == self.trump
            for seat, n in zip(self.seats, self.trick, strict=True)
        )


def lowest(mask):
    return cards_of(mask)[0] if mask else None


def highest(mask):
    return cards_of(mask)[-1] if mask else None


def answer(intent, situation, edition):
    table = Table(situation, edition)
    return table.ask() if table.out_of_turn else read(intent, table)


def read(intent, t):
    try:
        return READERS[intent["kind"]](t, **{slot: v for slot, v in intent.items() if slot != "kind"})
    except NoTrumps:
        return t.void_call()
    except Unknown:
        return t.ask()


# calls that name a card, a suit or a rank


def card(t, suit, rank):
    return t.play(NUMBER[t.suit(suit) + rank])


def suit_call(t, suit, level=None):
    """46B2 and 46B1: the lowest of the suit, or the highest of it; what would revoke is void."""
    x = t.suit(suit)
    mask = t.dummy & SUIT_MASK[x]
    if level not in ("high", "highest") or not mask & t.legal:
        return t.play(lowest(mask))
    if level == "high" and x == t.led and t.fourth and t.edition == "sbf-1997":
        cheapest = t.beaters(mask)
        return t.play(cheapest[0] if cheapest else highest(mask))
    return t.play(highest(mask))


def rank_call(t, rank):
    mask = t.dummy & RANK_MASK[rank]
    if t.follow:
        return t.play(one_or_none(mask & t.in_led))
    if t.lead and mask & t.in_p:
        return t.play(one_or_none(mask & t.in_p))
    return t.several("choose", mask) if mask else t.void_call()


def named(t, suit, rank, level=None):
    """Whatever of a suit, a rank and a level was named."""
    if suit and rank:
        return card(t, suit, rank)
    return suit_call(t, suit, level) if suit else rank_call(t, rank)


# high, low and their like


def of_led_or_p(t, level):
    if t.follow:
        return suit_call(t, t.led, level)
    if t.lead and t.in_p:
        return suit_call(t, t.p, level)
    return t.ask() if t.lead else t.void_call()


def high(t, suit=None, highest=False):
    level = "highest" if highest else "high"
    return suit_call(t, suit, level) if suit else of_led_or_p(t, level)


def low(t, suit=None):
    return suit_call(t, suit) if suit else of_led_or_p(t, "low")


def duck(t):
    return low(t)


def play(t):
    """A bare "play" names nothing, but where one card is legal nothing turns on it (question 36)."""
    n = one_or_none(t.legal)
    if n is not None:
        return t.play(n)
    return t.ask() if t.void else of_led_or_p(t, "low")


def continue_(t, suit=None, level=None):
    if suit:
        return suit_call(t, suit, level)
    return of_led_or_p(t, level) if t.lead else t.ask()


def run(t, suit=None):
    if suit:
        return suit_call(t, suit, "highest")
    return t.play(highest(t.in_p)) if t.lead and t.in_p else t.ask()


# win and cover


def win(t, rank=None):
    if rank and not any(PACK[n][1] == rank for n in t.trick):
        return rank_call(t, rank)
    if t.lead:
        return t.ask()
    if t.fourth:
        winners = t.beaters(t.legal)
        return t.play(winners[0]) if winners else t.void_call()
    if t.void:
        return t.ask()
    if t.led_suit_was_ruffed():
        return t.void_call()
    sure = t.known_to_win(t.in_led)
    return t.play(sure[0]) if sure else t.ask()


def cover(t):
    above = t.beaters(t.in_led) if t.follow else []
    return t.play(above[0]) if above else t.ask()


def finesse(t):
    if not t.follow:
        return t.ask()
    if t.partners_honour_wins():
        return t.ask()  # to let it run is a finesse too
    sure = t.known_to_win(t.in_led)
    middling = [n for n in t.beaters(t.in_led) if n not in sure]
    return t.play(middling[0]) if len(middling) == 1 else t.ask()


# trumps and discards


def ruff(t, level=None, rank=None, suit=None):
    if suit:
        x = t.suit(suit)
        if t.trump is None:
            return named(t, x, rank, level)
        if x != t.trump:
            return t.ask()
    if not t.trumps or (t.follow and t.led != t.trump):
        return t.void_call()
    if rank:
        return card(t, t.trump, rank)
    if level is None and t.void and t.opponent_ruffed():
        over = t.beaters(t.trumps)
        return t.ask() if over and over[0] != lowest(t.trumps) else t.play(lowest(t.trumps))
    return suit_call(t, t.trump, level)


def overruff(t):
    if t.lead:
        return t.ask()
    over = t.beaters(t.trumps & t.legal)
    return t.play(over[0]) if over else t.void_call()


def discard(t, suit=None, rank=None, level=None):
    if suit or rank:
        return named(t, suit, rank, level)
    if t.lead:
        return t.ask()
    if t.follow:
        return t.void_call()
    others = t.dummy & ~t.trumps
    if level:
        suits = [suit for suit in SUITS if others & SUIT_MASK[suit]]
        return suit_call(t, suits[0], level) if len(suits) == 1 else t.ask()
    return t.several("defender_designates", others) if others else t.void_call()


# calls that leave it open, or describe a card


def anything(t, suit=None, rank=None):
    return named(t, suit, rank) if suit or rank else t.several("defender_designates", t.legal)


def only_legal(t, **_):
    n = one_or_none(t.legal)
    return t.ask() if n is None else t.play(n)


def described(t, suit, pick):
    """A description acts in the suit named, else in the suit led, else in P."""
    if suit:
        pool = t.dummy & SUIT_MASK[t.suit(suit)]
        if not pool & t.legal:
            return t.void_call()
    else:
        pool = t.in_led if t.trick else t.in_p
        if not pool:
            return t.ask()
    return pick(cards_of(pool))


def honour(t, suit=None):
    def pick(pool):
        honours = [n for n in pool if HONOURS >> n & 1]
        return t.ask() if len(honours) > 1 else t.play(honours[0]) if honours else t.void_call()

    return described(t, suit, pick)


def spot(t, suit=None):
    return described(t, suit, lambda pool: t.play(pool[0]))


def middle(t, suit=None):
    return described(t, suit, lambda pool: t.play(pool[1]) if len(pool) == 3 else t.ask())


def ordinal(t, number=None, from_low=False, suit=None):
    def pick(pool):
        if not number:
            return t.play(pool[0]) if len(pool) == 1 else t.ask()
        row = pool if from_low else pool[::-1]
        return t.play(row[number - 1]) if number <= len(row) else t.ask()

    return described(t, suit, pick)


def exclude(t, suit=None, rank=None, level=None, base=None):
    out = 0
    if suit or rank:
        out = EVERY_CARD
        if suit:
            no_such_suit = suit == "trump" and t.trump is None
            out &= 0 if no_such_suit else SUIT_MASK[t.suit(suit)]
        if rank:
            out &= RANK_MASK[rank]
    elif level and t.in_led:
        out = 1 << (lowest(t.in_led) if level == "low" else highest(t.in_led))
    if base:
        given = read(base, t)
        kept = given[0] == "played" and not out >> NUMBER[given[1]] & 1
        return given if kept else t.ask()
    n = one_or_none(t.legal & ~out)
    return t.ask() if n is None else t.play(n)


def either(t, options=()):
    if not options:
        return anything(t)
    union = 0
    without = False
    for option in options:
        given = read(option, t)
        if given[0] == "played":
            union |= 1 << NUMBER[given[1]]
        elif given[0] == "choose":  # "queen or five" with two queens: three cards are open
            union |= sum(1 << NUMBER[code] for code in given[2])
        else:
            without = True
    if without and one_or_none(union) is not None:
        return t.ask()  # "king or five", and no five: was the king meant?
    return t.several("defender_designates", union) if union else t.void_call()


READERS = {
    "card": card,
    "suit": suit_call,
    "rank": rank_call,
    "high": high,
    "low": low,
    "win": win,
    "cover": cover,
    "duck": duck,
    "ruff": ruff,
    "overruff": overruff,
    "discard": discard,
    "anything": anything,
    "play": play,
    "continue": continue_,
    "run": run,
    "honour": honour,
    "spot": spot,
    "middle": middle,
    "ordinal": ordinal,
    "exclude": exclude,
    "finesse": finesse,
    "either": either,
    "deictic": only_legal,
    "conditional": only_legal,
}
