"""The verdict: lines shown, hands unknown, questions, the budget, editions."""

from __future__ import annotations

import os
from random import Random

import pytest

from callparser.cards import NO_CARDS, Hand, Suit
from callparser.claims import ClaimPosition, Stated, check, read_position
from callparser.claims.ceiling import ceiling
from callparser.claims.line import Kind, Step
from callparser.claims.report import sentences, verdict_row
from callparser.claims.witness import PlayedTrick
from callparser.errors import EditionError, InputError, InvalidTable
from callparser.table import SEATS, Trick
from tests.claims.endings import position

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
WBU = {
    "trump": "S", "dummy": ".432..", "declarer": "7..AK.", "leader": "S",
    "defenders": {"W": "...JT9", "E": "9...AK"},
}  # fmt: skip
ALL = Stated("claim", rest=True)
NOTHING = Stated("concession", nothing=True)
OTHERS = (Stated("current_trick"), Stated(""), Stated("stop"))


def _played(at: ClaimPosition, tricks: tuple[PlayedTrick, ...], hands: tuple[Hand, ...]) -> int:
    """Checks that the line is legal, from hands that may be another layout's; tricks of the claimer."""
    held = list(hands)
    leader, made, lying = at.leader, 0, list(at.trick)
    for number, trick in enumerate(tricks):
        assert trick.plays[0].seat == leader
        for steps, play in enumerate(trick.plays):
            assert play.seat == leader.after(steps)
            if number == 0 and steps < len(lying):
                assert play == lying[steps]
                continue
            assert play.card in held[play.seat]
            if steps:
                assert play.card.suit == trick.plays[0].card.suit or not held[play.seat].in_suit(
                    trick.plays[0].card.suit
                )
            held[play.seat] -= Hand.of([play.card])
        if len(trick.plays) == 4:
            best = Trick(trick.plays).best(at.trumps)
            assert best is not None
            assert best.seat == trick.winner
            leader = best.seat
            made += leader % 2 == at.claimer % 2
    return made


def test_the_lines_that_are_shown_are_legal_and_show_it() -> None:
    random, seen = Random(7), set()
    for _ in range(150 if LONG else 25):
        at = position(random, 3, high=random.random() < 0.6)
        found = check(at, Stated("claim", wins=random.randrange(1, at.tricks_left + 1)))
        seen.add(found.word)
        hands = tuple(held or NO_CARDS for held in at.hands)
        if found.failing:
            there = (
                at
                if found.elsewhere is None
                else at.dealt(dict(zip(at.hidden, found.elsewhere, strict=True)))
            )
            made = _played(at, found.failing, tuple(held or NO_CARDS for held in there.hands))
            whole = [trick for trick in found.failing if trick.winner is not None]
            assert len(whole) - made > at.tricks_left - (found.claimed or 0)
            before = [trick for trick in whole[:-1] if trick.winner is not None]
            lost = sum(not trick.ours for trick in before)
            assert lost <= at.tricks_left - (found.claimed or 0)
        if found.working:
            assert _played(at, found.working, hands) >= (found.claimed or 0)
    assert seen == {"CERTAIN", "GOOD", "BAD", "DOUBTFUL"} or len(seen) >= 3


def test_with_unknown_hands_only_layouts_count() -> None:
    pack = dict.fromkeys("SHDC", "AKQJT98765432")
    seen = {"S": "AKQ432", "H": "", "D": "", "C": ""}
    out = {"S": "JT9", "H": "", "D": "", "C": "987"}
    gone = [
        suit + rank for suit, ranks in pack.items() for rank in ranks
        if rank not in seen[suit] + out[suit]
    ]  # fmt: skip
    row = {"trump": "NT", "dummy": "432...", "declarer": "AKQ...", "leader": "S", "played": gone}
    good = check(read_position(row), "resten är mina")
    assert (good.word, good.floor, good.ceiling, good.layouts) == ("GOOD", None, None, (20, 20))
    row["declarer"], row["dummy"] = "AK4...", "Q32..."
    row["played"] = [code for code in gone if code != "S8"] + ["S9"]
    assert check(read_position(row), "resten är mina").word == "GOOD"
    row["declarer"], row["dummy"] = "AJ3...", "K42..."
    row["played"] = [code for code in gone if code not in ("SQ",)] + ["ST"]
    row["played"] = sorted(set(row["played"]) | {"SQ"})
    with pytest.raises(InvalidTable, match=r"unseen|two places"):
        read_position(row)


def test_a_finesse_that_was_said_counts_as_the_cards_lie_and_unknown_ones_lie_anyhow() -> None:
    row = {
        "trump": "NT", "dummy": "43.2..", "declarer": "AQ.A..", "leader": "N",
        "defenders": {"W": "65...2", "E": "K7...3"},
    }  # fmt: skip
    said = Stated("claim", rest=True, steps=(Step(Kind.FINESSE, Suit.SPADES),))
    assert check(read_position(row), said).word == "GOOD"
    assert check(read_position(row), ALL).word == "DOUBTFUL"
    row["defenders"] = {"E": "65...2", "W": "K7...3"}
    assert check(read_position(row), said).word == "BAD"
    known = {"S": "AQ4376K5", "H": "A2", "C": "23"}
    row["played"] = [
        suit + rank for suit in "SHDC" for rank in "AKQJT98765432" if rank not in known.get(suit, "")
    ]
    del row["defenders"]
    found = check(read_position(row), said)
    assert (found.word, found.layouts) == ("DOUBTFUL", (10, 20))


def test_a_void_that_was_shown_leaves_fewer_layouts() -> None:
    at = read_position(WBU | {"voids": {"W": "S"}})
    assert check(at, ALL).layouts == (0, 10)


@pytest.mark.parametrize(
    ("aware", "questions", "stated"), [(None, ("aware",), 2), (True, (), 3), (False, (), 2)]
)
def test_whether_he_knew_of_the_trump_is_asked(
    aware: bool | None, questions: tuple[str, ...], stated: int
) -> None:
    row = {
        "trump": "S", "dummy": ".432..", "declarer": "QT...Q", "leader": "S",
        "defenders": {"W": "...JT9", "E": "7..AK."},
    }  # fmt: skip
    found = check(read_position(row), ALL, aware=aware)
    assert (found.questions, found.stated) == (questions, stated)
    assert ("70C" in found.checks) is (stated == 2)


def test_what_the_director_found_counts_before_the_words() -> None:
    row = {
        "trump": "S", "dummy": ".432..", "declarer": "QT...Q", "leader": "S",
        "defenders": {"W": "...JT9", "E": "7..AK."},
    }  # fmt: skip
    at = read_position(row)
    for words in ("drawing trumps", "there is a trump out, the rest are mine"):
        assert check(at, words, lang="en").word == "GOOD"
        found = check(at, words, lang="en", aware=False)
        assert (found.word, found.questions) == ("DOUBTFUL", ())
        assert "70C" in found.checks


RUFF = {
    "trump": "S", "dummy": "..65.32", "declarer": "A.AKQ..", "leader": "S",
    "defenders": {"W": "2..AKQ.", "E": ".JT9.4."},
}  # fmt: skip


def test_a_line_in_cards_that_he_does_not_hold_is_never_good() -> None:
    at = read_position(RUFF)
    assert check(at, "I draw trumps, then the hearts", lang="en").word == "GOOD"
    for words in ("I draw trumps, then king of clubs", "I draw trumps, then jack of hearts"):
        found = check(at, words, lang="en")
        assert found.word == "DOUBTFUL"
        assert "not_held" in found.checks


def test_a_suit_cashed_with_a_trump_out_is_led() -> None:
    """It has no winner while it may be ruffed; it was said all the same."""
    hearts, trumps = Step(Kind.CASH, Suit.HEARTS), Step(Kind.DRAW)
    at = read_position(RUFF)
    for steps, stated in (((hearts, trumps), 3), ((trumps, hearts), 4), ((hearts,), 3)):
        assert check(at, Stated("claim", rest=True, steps=steps, trumps="drawn")).stated == stated


def test_a_trick_given_up_before_other_steps_is_given_up_then() -> None:
    """The defence cashes diamonds, and hearts must be thrown on them."""
    row = {
        "trump": "S", "dummy": "...5432", "declarer": "A.AK.2.", "leader": "S",
        "defenders": {"W": "7.54.3.", "E": "..AKQ.6"},
    }  # fmt: skip
    at = read_position(row)
    assert check(at, "draw trumps, then hearts, then lose a diamond", lang="en").word == "GOOD"
    found = check(at, "draw trumps, then lose a diamond, then hearts", lang="en")
    assert (found.word, found.claimed, found.stated) == ("DOUBTFUL", 3, 1)


def test_beyond_the_budget_it_is_doubtful_and_says_so() -> None:
    at = next(at for at in (position(Random(seed), 4, high=True) for seed in range(20)) if ceiling(at) == 3)
    found = check(at, Stated("claim", wins=3), budget=1)
    assert (found.word, found.stated, found.checks) == ("DOUBTFUL", None, ("not_searched",))


def test_a_whole_hand_of_winners_needs_no_search() -> None:
    row = {
        "trump": "NT", "declarer": {"S": "AKQJT98765432"}, "dummy": {"H": "AKQJT98765432"}, "leader": "S",
        "defenders": {"W": {"D": "AKQJT98765432"}, "E": {"C": "AKQJT98765432"}},
    }  # fmt: skip
    assert check(read_position(row), ALL).word == "CERTAIN"


@pytest.mark.parametrize(("edition", "clause"), [("1997", "70D"), ("2007", "70D1"), ("2017", "70D1")])
def test_the_clause_is_that_of_the_edition(edition: str, clause: str) -> None:
    row = WBU | {"forgotten": ["S9"]}
    found = check(read_position(row), Stated("claim", wins=2, trumps="drawn"), edition=edition)
    assert (found.word, found.clause) == ("DOUBTFUL", clause)


@pytest.mark.parametrize("kind", ["current_trick", "objection", "agreement", "nothing", ""])
def test_what_is_no_claim_has_no_verdict(kind: str) -> None:
    found = check(read_position(WBU), Stated(kind))
    assert found.word is None
    assert found.branch.startswith("68")


def test_what_he_gave_up_and_could_not_lose_is_named() -> None:
    row = {
        "trump": "NT", "dummy": "432...", "declarer": "AKQ...", "leader": "S",
        "defenders": {"W": "JT9...", "E": ".JT9.."},
    }  # fmt: skip
    for edition, branch in (("1997", "71A"), ("2007", "71C"), ("2017", "71C")):
        found = check(read_position(row), Stated("concession", loses=1), edition=edition)
        assert (found.word, found.branch) == ("CERTAIN", branch)


def test_bad_settings_are_refused() -> None:
    with pytest.raises(InputError):
        check(read_position(WBU), "the rest", lang="xx")
    with pytest.raises(EditionError):
        check(read_position(WBU), "the rest", lang="en", edition="1066")


@pytest.mark.parametrize("lang", ["sv", "en", "no", "da"])
def test_every_verdict_has_words(lang: str) -> None:
    random = Random(3)
    for _ in range(12):
        at = position(random, 2, claimer=random.choice(SEATS), high=True)
        for said in (ALL, Stated("claim", wins=1), Stated("concession", loses=1), NOTHING, *OTHERS):
            found = check(at, said, edition=random.choice(["1997", "2007", "2017"]))
            assert all(text and "{" not in text for text in sentences(found, lang))
            row = verdict_row(found, lang)
            assert row["verdict"] == found.word
            assert row["explanation"]


@pytest.mark.parametrize("words", ["the rest on a squeeze", "start hearts, the rest are mine"])
def test_where_words_are_unread_even_a_sure_number_is_asked_about(words: str) -> None:
    row = {
        "trump": "NT", "dummy": "..65.32", "declarer": "A.AKQ..", "leader": "S",
        "defenders": {"W": "2.3.AK.", "E": ".JT9.4."},
    }  # fmt: skip
    found = check(read_position(row), words, lang="en")
    assert (found.word, found.questions) == ("DOUBTFUL", ("tricks",))
    assert check(read_position(row), words, lang="en", tricks=4).word == "CERTAIN"


@pytest.mark.parametrize(
    ("words", "out", "word", "checks"),
    [
        ("trumf två gånger, resten är mina", "9", "GOOD", False),
        ("trumf två gånger, resten är mina", "98", "GOOD", False),
        ("trumf två gånger, resten är mina", "987", "DOUBTFUL", True),
        ("drar trumf, resten är mina", "987", "GOOD", False),
    ],
)
def test_rounds_of_trumps_are_read_and_too_few_are_never_good(
    words: str, out: str, word: str, checks: bool
) -> None:
    """Clubs cannot be lost once the trumps are gone; with three out, two rounds may leave one."""
    west = {"S": out, "D": "AKQ"[: 4 - len(out)]}
    row = {
        "trump": "S", "dummy": "...5432", "declarer": "AKQ...A", "leader": "S",
        "defenders": {"W": west, "E": ".AKQJ.."},
    }  # fmt: skip
    found = check(read_position(row), words, lang="sv")
    assert found.said.steps[0] == Step(Kind.DRAW, count=0 if words.startswith("drar") else 2)
    assert not found.said.unread
    assert (found.word, "few" in found.checks) == (word, checks)


def test_with_more_than_ten_tricks_left_it_is_said_what_is_not_searched() -> None:
    row = {
        "trump": "NT", "leader": "S", "declarer": "AKQ.AKQ.AKQ.A2", "dummy": "JT9.JT9.JT9.K3",
        "defenders": {"W": "654.876.876.J5", "E": "87.5432.543.Q4"},
    }  # fmt: skip
    found = check(read_position(row), "resten är mina", lang="sv")
    assert (found.word, found.checks, found.questions) == ("DOUBTFUL", ("not_searched",), ())
    told = list(sentences(found, "sv"))
    assert any(one.startswith("Fler än 10 stick är kvar") and "Tävlingsledaren" in one for one in told), told
