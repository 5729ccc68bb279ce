"""The search of :mod:`callparser.claims.plain` compiled by numba (extra ``claims``): same rules, same
answers.

It asks "does the claimer's side make at least ``need`` tricks?", remembers bounds by position, takes equal
cards of a player for one, and stops where the hand on lead holds nothing but winners. Everything is int64.
"""

# mypy: ignore-errors
# (what numba compiles has no types that mypy could read)

from __future__ import annotations

from numba import int64, njit, void

_ROW, _TABLE = int64[::1], int64[:, ::1]

# Where things stand in ``rules``: see Packed in fast.py.
TRUMPS, SIDE, CONTROLS, FORGOTTEN, THROWN, FLAGS, STEPS, FIRST = 4, 5, 6, 7, 8, 9, 10, 11
WIDTH = 7
FREE, TOP_DOWN, HELPED = 1, 2, 4
DRAW, CASH, CARD, RUFF, CROSSRUFF, FINESSE, CROSS, LOSE = range(8)


@njit(cache=True)
def _below(x):
    """Every bit up to the top one."""
    x |= x >> 1
    x |= x >> 2
    x |= x >> 4
    x |= x >> 8
    x |= x >> 16
    return x | x >> 32


@njit(cache=True)
def _top(x):
    x = _below(x)
    return x ^ (x >> 1)


@njit(cache=True)
def _suit_of(rules, bit):
    for at in range(4):
        if rules[at] & bit:
            return rules[at]
    return 0


@njit(cache=True)
def _winners(rules, held, pool):
    trumps = rules[TRUMPS]
    ruffed = pool & trumps
    found = 0
    for at in range(4):
        suit = rules[at]
        if held & suit and (suit == trumps or not ruffed):
            found |= held & suit & ~_below(pool & suit)
    return found


@njit(cache=True)
def _tops(rules, held, pool):
    found = 0
    for at in range(4):
        found |= held & rules[at] & ~_below(pool & rules[at])
    return found


@njit(cache=True)
def _controls(rules, seat):
    return rules[CONTROLS] >> seat & 1


@njit(cache=True)
def _pool(rules, hands):
    """What the claimer believes to be out."""
    pool = 0
    for seat in range(4):
        if not _controls(rules, seat):
            pool |= hands[seat]
    return pool & ~rules[FORGOTTEN]


@njit(cache=True)
def _crossings(rules, held, there, winners_there):
    found = 0
    for at in range(4):
        suit = rules[at]
        if winners_there & suit or (suit != rules[TRUMPS] and not there & suit and there & rules[TRUMPS]):
            found |= held & suit
    return found


@njit(cache=True)
def _normal_lead(rules, held, there, pool, slack):
    winners = _winners(rules, held, pool)
    leads = winners | _crossings(rules, held, there, _winners(rules, there, pool))
    if slack or not leads:
        leads = held
    if rules[FLAGS] & TOP_DOWN:
        for at in range(4):
            if winners & rules[at]:
                leads &= ~rules[at] | _top(held & rules[at])
    return leads


@njit(cache=True)
def _finished(rules, hands, step, done, leader, pool):
    base = FIRST + WIDTH * step
    kind, suit, count, seat, card = (
        rules[base],
        rules[base + 1],
        rules[base + 2],
        rules[base + 3],
        rules[base + 4],
    )
    ours = 0
    holders = 0
    ruffs = 0
    for at in range(4):
        if _controls(rules, at):
            ours |= hands[at]
            holders += 1 if hands[at] & suit else 0
            if hands[at] & rules[TRUMPS] and seat in (-1, at):
                ruffs = 1
    if count and done >= count:
        return True
    if kind == DRAW:
        return not ours & rules[TRUMPS] or not pool & rules[TRUMPS]
    if kind == CASH:
        whole = rules[base + 6] or count or not done
        return not ours & suit or not (whole or _tops(rules, ours & suit, pool))
    if kind == CARD:
        return not ours & card
    if kind == RUFF:
        return not ours & suit or not ruffs
    if kind == CROSSRUFF:
        return not ours & rules[TRUMPS]
    if kind == FINESSE:
        return done > 0 or holders < 2
    if kind == LOSE:
        return not ours & suit
    return done > 0 or seat == leader


@njit(cache=True)
def _stated_lead(rules, held, there, other, step, pool, slack):
    base = FIRST + WIDTH * step
    kind, suit, seat, card = rules[base], rules[base + 1], rules[base + 3], rules[base + 4]
    trumps = rules[TRUMPS]
    winners = _winners(rules, held, pool)
    if kind == DRAW:
        mine = held & trumps
        normal = mine & _normal_lead(rules, held, there, pool, slack)
        return normal if normal else mine
    if kind == CASH:
        mine = held & suit
        tops = _tops(rules, mine, pool)
        found = _top(mine) if tops else 0
        if _tops(rules, there & suit, pool):
            found |= mine & ~tops
        return found if found else mine
    if kind == CARD:
        if held & card or not there & card:
            return held & card
        mine = held & suit
    elif kind == RUFF:
        ruffs = other >= 0 and seat in (-1, other) and there & trumps and not there & suit
        mine = held & suit if ruffs else 0
    elif kind == CROSSRUFF:
        mine = 0
        for at in range(4):
            if rules[at] != trumps and not there & rules[at] and there & trumps:
                mine |= held & rules[at]
    elif kind == LOSE:
        mine = held & suit
    elif kind == FINESSE:
        return held & suit if there & suit and (there & suit) > (held & suit) else 0
    elif suit:
        return held & suit
    else:
        return _crossings(rules, held, there, _winners(rules, there, pool))
    losers = mine & ~winners
    return losers if losers else mine


@njit(cache=True)
def _stated_follow(rules, legal, beating, following, seat, active):
    base = FIRST + WIDTH * active
    kind = rules[base]
    if kind in (RUFF, CROSSRUFF) and not following and rules[base + 3] in (-1, seat):
        trumps = legal & rules[TRUMPS]
        return _top(trumps) if trumps and rules[base + 5] else trumps
    if kind == FINESSE and following:
        rest = beating & ~_top(legal)
        return rest & -rest
    return legal & rules[base + 4] if kind == CARD else 0


@njit(cache=True)
def _thrown(rules, cards, following):
    named = cards & rules[THROWN]
    return cards if following or not named else named


@njit(cache=True)
def _follows(rules, hands, legal, following, led, leader, count, best, whose, slack, active):
    seat = (leader + count) & 3
    best_suit = _suit_of(rules, best)
    beating = legal & best_suit & ~_below(best)
    if best_suit != rules[TRUMPS]:
        beating |= legal & rules[TRUMPS]
    if active >= 0:
        stated = _stated_follow(rules, legal, beating, following, seat, active)
        if stated:
            return stated
    threatened = False
    for steps in range(count + 1, 4):
        if not _controls(rules, (leader + steps) & 3):
            threatened = True
    partner_wins = False
    if count == 1 and _controls(rules, (seat + 2) & 3):
        there = hands[(seat + 2) & 3]
        there = there & led if there & led else there
        partner_wins = bool(there & best_suit & ~_below(best))
        if best_suit != rules[TRUMPS] and there & rules[TRUMPS]:
            partner_wins = True
    pool = _pool(rules, hands)
    winners = _winners(rules, legal, pool)
    safe = not threatened or bool(_winners(rules, best, pool))
    if active >= 0 and rules[FIRST + WIDTH * active] == CASH:
        winners |= _tops(rules, legal & led, pool)
        safe = safe or bool(_tops(rules, best & led, pool))
    idle = legal if following else legal & ~rules[TRUMPS]
    losers = idle & ~winners
    sure = beating & winners if threatened else beating
    if whose & 1 == rules[SIDE] and safe:
        return _thrown(rules, losers if losers else (idle if idle else legal), following)
    if sure:
        return sure | losers if slack or partner_wins else sure
    found = beating | _thrown(rules, losers, following)
    return found if found else legal


# --- one node of the search --------------------------------------------------------------------------------


@njit(cache=True)
def _at_once(rules, held, others, seat, left, horizon):
    """1 or 0 where the beginning of a trick decides it, else -1: the hand on lead holds only winners."""
    if left <= horizon:
        return 1
    if _winners(rules, held, others & ~held) != held:
        return -1
    if seat & 1 == rules[SIDE]:
        return 1
    return -1 if horizon else 0


@njit(cache=True)
def _known(table, slot, key, second, need, left):
    """1 or 0 where the table has it, else -1. The slot is then that of this position, whose it was before."""
    if table[slot, 0] != key or table[slot, 1] != second:
        table[slot, 0] = key
        table[slot, 1] = second
        table[slot, 2] = left << 4
        return -1
    if need <= table[slot, 2] & 15:
        return 1
    return 0 if need > table[slot, 2] >> 4 else -1


@njit(cache=True)
def _keep(table, slot, key, second, need, left, result):
    """Low and high bound of the position, one of them moved by what was found."""
    if table[slot, 0] != key or table[slot, 1] != second:
        table[slot, 0] = key
        table[slot, 1] = second
        table[slot, 2] = left << 4
    low, high = table[slot, 2] & 15, table[slot, 2] >> 4
    if result:
        low = max(low, need)
    else:
        high = min(high, need - 1)
    table[slot, 2] = low | high << 4


@njit(cache=True)
def _up_to_date(rules, hands, leader, step, done):
    """At the start of a trick: the step in force, its rounds, and the step that this trick is led by."""
    pool = _pool(rules, hands)
    while step < rules[STEPS] and _finished(rules, hands, step, done, leader, pool):
        step += 1
        done = 0
    ruffs = step < rules[STEPS] and rules[FIRST + WIDTH * step] in (RUFF, CROSSRUFF)
    return step, done, step if ruffs and not _controls(rules, leader) else -1


@njit(cache=True)
def _leads(rules, hands, leader, slack, step):
    """The cards that the claimer may lead, and whether the step tells him so."""
    held, other = hands[leader], (leader + 2) & 3
    mine = _controls(rules, other)
    there = hands[other] if mine else 0
    pool = _pool(rules, hands)
    if step < rules[STEPS]:
        stated = _stated_lead(rules, held, there, other if mine else -1, step, pool, slack)
        if stated:
            return stated, True
    return _normal_lead(rules, held, there, pool, slack), False


@njit(cache=True)
def _beats(rules, bit, best):
    if _suit_of(rules, bit) == _suit_of(rules, best):
        return bit > best
    return bool(rules[TRUMPS] & bit)


@njit(cache=True)
def _alike(rules, one, other, elsewhere):
    """Are two cards of a hand worth the same: of a suit, nothing between them, both forgotten or neither?"""
    suit = _suit_of(rules, one)
    low, high = min(one, other), max(one, other)
    between = (high - 1) & ~((low << 1) - 1)
    if not other & suit or elsewhere & between & suit:
        return False
    return bool(rules[FORGOTTEN] & one) == bool(rules[FORGOTTEN] & other)


@njit(int64(_ROW, _ROW, *[int64] * 11, _TABLE, _ROW), cache=True)
def makes(rules, hands, need, left, leader, count, led, best, whose, slack, step, done, active, table, work):
    """1 if the claimer's side makes ``need`` more tricks, else 0. ``work[0]``: positions that may still
    be seen.

    ``left`` tricks are to come, the one in progress included; ``count`` cards are in it, ``led`` is the
    suit led, ``best`` the card that is winning, ``whose`` its seat. Once ``work[0]`` is below 0 the
    answer is void.
    """
    if need <= 0:
        return 1
    if need > left:
        return 0
    nought = left - left  # no literal: numba cannot load a kept function that calls itself with one
    seat = (leader + count) & 3
    held = hands[seat]
    others = hands[0] | hands[1] | hands[2] | hands[3]
    slot, key, second = 0, 0, 0
    if count == 0:
        found = _at_once(rules, held, others, seat, left, work[3])
        if found >= 0:
            return found
        work[0] -= 1
        if work[0] < 0:
            return 0
        key = others | leader << 40 | step << 42 | done << 46 | slack << 50
        second = hands[work[1]]
        slot = ((key * 0x2545F4914F6CDD1D ^ second * 0x5851F42D4C957F2D) >> 33) & (table.shape[0] - 1)
        found = _known(table, slot, key, second, need, left)
        if found >= 0:
            return found
        if rules[STEPS] > 0:
            step, done, active = _up_to_date(rules, hands, leader, step, done)
    options = held & led if count and held & led else held
    bound = _controls(rules, seat) and not rules[FLAGS] & FREE
    if bound and count:
        following = bool(held & led)
        options = _follows(rules, hands, options, following, led, leader, count, best, whose, slack, active)
    elif bound:
        options, told = _leads(rules, hands, leader, slack, step)
        if told:
            active = step
            done += 1
    elsewhere = others & ~held | best
    ours = seat & 1 == rules[SIDE]
    helped = ours and rules[FLAGS] & HELPED
    apart = bound and (rules[STEPS] > 0 or rules[FLAGS] & TOP_DOWN)
    result = 0 if helped else 1
    before = 0
    while options:
        bit = _top(options) if not ours or helped else options & -options
        options &= ~bit
        same = before and not apart and _alike(rules, bit, before, elsewhere)
        before = bit
        if same:
            continue
        ahead, by, lead = best, whose, led
        if count == 0:
            ahead, by, lead = bit, seat, _suit_of(rules, bit)
        elif _beats(rules, bit, best):
            ahead, by = bit, seat
        hands[seat] &= ~bit
        if count < 3:
            got = makes(
                rules, hands, need, left, leader, count + 1, lead, ahead, by, slack, step, done, active,
                table, work,
            )  # fmt: skip
        else:
            won = 1 if by & 1 == rules[SIDE] else 0
            spare = slack if won or slack == 0 else slack - 1
            got = makes(
                rules, hands, need - won, left - 1, by, nought, nought, nought, nought, spare, step, done,
                nought - 1, table, work,
            )  # fmt: skip
        hands[seat] |= bit
        if work[0] < 0:
            return 0
        if bool(got) == bool(helped):
            result = got
            break
    if count == 0:
        _keep(table, slot, key, second, need, left, result)
    return result


@njit(int64(_ROW, _ROW, *[int64] * 10, _TABLE, _ROW), cache=True)
def most(rules, hands, left, leader, count, led, best, whose, slack, step, done, active, table, work):
    """How many tricks the claimer's side makes."""
    made = 0
    while made < left and makes(
        rules, hands, made + 1, left, leader, count, led, best, whose, slack, step, done, active, table, work
    ):
        made += 1
    return made


@njit(void(_ROW, _ROW, _TABLE, *[int64] * 8, _TABLE, _ROW, _ROW), cache=True)
def hold(rules, hands, splits, need, left, leader, count, led, best, whose, slack, table, work, held):
    """For each split (two masks, of the hands at ``work[1]`` and ``work[2]``): is ``need`` made?"""
    for at in range(splits.shape[0]):
        hands[work[1]] = splits[at, 0]
        hands[work[2]] = splits[at, 1]
        held[at] = makes(
            rules, hands, need, left, leader, count, led, best, whose, slack, 0, 0, -1, table, work
        )
        if work[0] < 0:
            return
