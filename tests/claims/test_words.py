"""Statements in words: the number, the steps in order, what was not understood."""

from __future__ import annotations

import pytest

from callparser.claims import read_position
from callparser.claims.stated import Stated
from callparser.claims.words import understood

TABLE = read_position(
    {
        "trump": "S", "dummy": "A432.KQ..", "declarer": "KQ.A2.AK.", "leader": "S", "won": {"declarer": 5},
        "defenders": {"W": "J.43.432.", "E": ".65.765.2"},
    }
)  # fmt: skip


def _steps(said: Stated) -> list[str]:
    """``"ruff H x1 in N high"``"""
    rows = []
    for step in said.steps:
        parts = [step.kind.name.lower(), step.suit.letter if step.suit is not None else ""]
        parts += [step.card.code if step.card else "", f"x{step.count}" if step.count else ""]
        parts += [f"in {step.seat.letter}" if step.seat is not None else "", "high" if step.high else ""]
        rows.append(" ".join(part for part in parts if part))
    return rows


@pytest.mark.parametrize(
    ("words", "lang", "steps"),
    [
        ("jag drar trumf och resten är höga", "sv", ["draw"]),
        ("jag drar en rond trumf till", "sv", ["draw x1"]),
        ("drawing your last trump, then cashing the diamonds", "en", ["draw x1", "cash D"]),
        ("two hearts and the ace of clubs", "en", ["cash H x2", "card CA"]),
        ("ace and king of hearts, then cross to the queen of clubs", "en", ["card HA", "card HK", "card CQ"]),
        ("ruffing a heart in dummy", "en", ["ruff H x1 in N"]),
        ("I ruff two diamonds in hand", "en", ["ruff D x2 in S"]),
        ("ruffing a spade high", "en", ["ruff S x1 high"]),
        ("jag stjäl en hjärter på bordet", "sv", ["ruff H x1 in N"]),
        ("korsstöld resten", "sv", ["crossruff"]),
        ("club finesse", "en", ["finesse C"]),
        ("jag maskar i klöver", "sv", ["finesse C"]),
        ("spades first, then the club ace", "en", ["cash S", "card CA"]),
        ("först spader, sedan klöveress", "sv", ["cash S", "card CA"]),
        ("run the clubs", "en", ["cash C"]),
        ("hearts three times", "en", ["cash H x3"]),
        ("trumf två gånger", "sv", ["draw x2"]),
        ("sakar en klöver på ruterkungen", "sv", ["card DK"]),
        ("the rest are mine", "en", []),
    ],
)
def test_the_steps_of_a_line(words: str, lang: str, steps: list[str]) -> None:
    said = understood(words, lang, TABLE)
    assert said.kind == "claim"
    assert _steps(said) == steps
    assert not said.unread


@pytest.mark.parametrize(
    ("words", "lang", "claimed"),
    [
        ("the rest are mine", "en", 6),
        ("resten är mina", "sv", 6),
        ("I claim two tricks", "en", 2),
        ("making four", "en", 5),  # ten in all, five won before
        ("ten tricks", "en", 5),
        ("jag claimar elva", "sv", 6),
        ("you get a spade", "en", 5),
        ("conceding a spade", "en", 5),
        ("ni får ett stick", "sv", 5),
        ("vi avstår två stick", "sv", 4),
        ("you get the rest", "en", 0),
        ("ni får resten", "sv", 0),
        ("I concede", "en", 0),
        ("I take the ace and king of hearts and give you the rest", "en", 2),
        ("I concede one trick and claim the rest", "en", 5),
        ("down one", "en", None),  # of the contract: nobody told it
        ("en bet", "sv", None),
        ("hemgång", "sv", None),
        ("shall we stop here?", "en", None),
        ("making it on the nose", "en", None),
    ],
)
def test_how_many_tricks(words: str, lang: str, claimed: int | None) -> None:
    said = understood(words, lang, TABLE)
    assert said.is_claim
    assert said.claimed(6, 5) == claimed


@pytest.mark.parametrize(
    ("words", "lang", "order"),
    [
        ("six diamonds, five spades and two clubs", "en", True),
        ("two hearts and the ace of clubs", "en", True),
        ("spades first, then the club ace", "en", False),
        ("I draw trumps and cash the hearts", "en", True),
        ("I draw trumps", "en", False),
    ],
)
def test_whether_a_list_is_an_order_is_open(words: str, lang: str, order: bool) -> None:
    assert understood(words, lang, TABLE).listed is order


@pytest.mark.parametrize(
    ("words", "lang", "trumps"),
    [
        ("drawing trumps", "en", "drawn"),
        ("jag drar din sista trumf", "sv", "drawn"),
        ("there is a trump out, the rest are mine", "en", "drawn"),
        ("no trumps out, all mine", "en", "gone"),
        ("trumfen är dragen, resten är mina", "sv", "gone"),
        ("the rest are mine", "en", ""),
        ("trumps are out, the rest are mine", "en", ""),  # gone, or in their hands? It is asked
        ("all trumps are out, the rest are mine", "en", ""),
        ("with trumps out the rest are mine", "en", ""),
        ("the last trump is out, the rest are mine", "en", ""),
        ("trumfen är ute, resten är mina", "sv", ""),
        ("nu är trumfen ute", "sv", ""),
        ("I draw no more trumps, hearts", "en", ""),
        ("drawing no more trumps, the rest", "en", ""),
    ],
)
def test_what_was_said_of_the_trumps_that_are_out(words: str, lang: str, trumps: str) -> None:
    assert understood(words, lang, TABLE).trumps == trumps


@pytest.mark.parametrize(
    ("words", "lang", "kind"),
    [
        ("my ace wins", "en", "current_trick"),
        ("det sticket är mitt", "sv", "current_trick"),
        ("there is a trump out", "en", "objection"),
        ("det håller inte", "sv", "objection"),
        ("I am not going to claim", "en", "nothing"),
        ("xyzzy", "en", ""),
        ("", "sv", ""),
    ],
)
def test_what_is_no_claim_has_no_line(words: str, lang: str, kind: str) -> None:
    said = understood(words, lang, TABLE)
    assert (said.kind, said.steps) == (kind, ())


@pytest.mark.parametrize(
    ("words", "unread"),
    [
        ("double squeeze for the rest", "double squeeze"),
        ("if the hearts break the rest are mine", "if the hearts break the rest are mine"),
        ("drawing trumps; I can then ruff a diamond if need be", "ruff a diamond if need be"),
        ("I ruff two red cards and claim the rest", "red"),
    ],
)
def test_what_is_not_understood_is_kept_and_makes_no_step(words: str, unread: str) -> None:
    said = understood(words, "en", TABLE)
    assert unread in said.unread
    assert not any("ruff" in step for step in _steps(said))


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ("I draw the last trump", False),
        ("two rounds of trumps and the rest are good", True),
        ("I draw trumps", True),
    ],
)
def test_rounds_that_may_leave_a_trump_out_are_not_taken_to_draw_it(words: str, sure: bool) -> None:
    """Two trumps are out, perhaps in one hand."""
    row = {
        "trump": "S", "dummy": ".432..", "declarer": "AKQ...", "leader": "S",
        "defenders": {"W": "JT...9", "E": "...AKQ"},
    }  # fmt: skip
    assert (not understood(words, "en", read_position(row)).few) is sure


@pytest.mark.parametrize("lang", ["no", "da"])
def test_other_languages_have_the_number_and_no_line(lang: str) -> None:
    said = understood("resten er mine", lang, TABLE)
    assert (said.kind, said.claimed(6, None)) == ("claim", 6)


@pytest.mark.parametrize(
    ("words", "lang", "claimed"),
    [
        ("resten minus en", "no", None),
        ("resten minus en", "da", None),
        ("resten unntatt ett", "no", None),
        ("dere får en", "no", 5),
        ("i får et", "da", 5),
    ],
)
def test_there_a_number_counts_or_is_asked_about(words: str, lang: str, claimed: int | None) -> None:
    assert understood(words, lang, TABLE).claimed(6, None) == claimed


@pytest.mark.parametrize(
    ("words", "lang", "claimed"),
    [
        ("the rest minus one", "en", 5),
        ("resten minus två", "sv", 4),
        ("minus one", "en", None),
        ("the rest are mine down one", "en", None),
        ("I have the rest off one", "en", None),
        ("I concede no tricks", "en", 6),
        ("jag ger er inget", "sv", 6),
        ("you win the last and I win five", "en", 5),
        ("alla utom sista", "sv", 5),
        ("ett trumfstick till er, resten mina", "sv", 5),
        ("the rest is yours", "en", 0),
        ("resten är era", "sv", 0),
        ("one is yours, the rest mine", "en", 5),
        ("a heart for you", "en", 5),
        ("I lose two tricks, a heart and a spade", "en", 4),
        ("I lose three tricks, a heart and a spade", "en", None),
        ("3 tricks and a heart", "en", None),
        ("tre stick och en hjärter", "sv", None),
        ("four tricks, two tricks", "en", None),
        ("the rest, four tricks", "en", None),
        ("the rest, six tricks", "en", 6),
        ("I give you a heart, my spades", "en", 5),
        ("I lose a heart, spades and diamonds are good", "en", 5),
        ("draw trumps, lose a diamond, hearts", "en", 5),
        ("losing a diamond, a heart", "en", None),
        ("this one is yours, the rest mine", "en", None),
        ("ni tar det här, resten mina", "sv", None),
        ("resten, du har en trumf", "sv", None),
        ("ni har trumfen, resten är mina", "sv", None),
        ("the rest, there is one trump out", "en", 6),
        ("resten är mina, det finns en trumf ute", "sv", 6),
        ("six or five", "en", None),
        ("I make four", "en", None),  # four more, or ten in all: five
        ("I make four tricks", "en", 4),
        ("six tricks", "en", None),  # six more, or six in all: one
        ("six more", "en", 6),
        ("I draw trumps except one", "en", None),
        # what they do, and what is unread, says no number
        ("you ruff a heart and I get the rest", "en", None),
        ("they can ruff a heart and I get the rest", "en", None),
        ("you get a ruff in hearts and I get the rest", "en", None),
        ("ni kan stjäla en hjärter och jag får resten", "sv", None),
        ("de stjäl en hjärter och jag får resten", "sv", None),
        ("ni får stjäla en hjärter och jag får resten", "sv", None),
        ("you one", "en", None),
        ("ni ett", "sv", None),
        ("AKQ of hearts and ace of spades", "en", None),
        ("EKD i hjärter och spader ess", "sv", None),
        ("two aces and two spades", "en", None),
        ("ace of hearts and two more aces", "en", None),
        ("esset och en trumf till", "sv", None),
        ("start hearts, end with the ace of spades", "en", None),
        ("mask mot kungen, hjärter ess", "sv", None),
        ("ett stick för er", "sv", 5),
        ("ett för er", "sv", 5),
        ("ett till mig två till er", "sv", None),
        ("3 till mig 1 till er", "sv", None),
        ("one two three", "en", None),
        ("-1 tricks", "en", None),
        ("the rest -1", "en", 5),
        # something is his, and the rest is theirs
        ("the hearts are mine, the rest yours", "en", None),
        ("my trumps are good, you get the rest", "en", None),
        ("I cash the hearts and concede", "en", None),
        ("I cash the hearts and concede the rest", "en", None),
        ("I cash two hearts and concede", "en", 2),
        ("jag tar hjärter och ger er resten", "sv", None),
        ("hjärter sen får ni resten", "sv", None),
        ("hjärter och ger upp", "sv", None),
        ("bara hjärtern", "sv", None),
        ("I only get the hearts", "en", None),
        ("I give up, the rest are mine", "en", None),
        ("I play a club, you win, the rest are mine", "en", None),
        # a suit given up is perhaps more than one trick
        ("the diamonds are yours", "en", None),
        ("ni får rutern", "sv", None),
        ("alla utom rutern", "sv", None),
        ("you get a diamond and the trump", "en", 4),  # one trump is out
    ],
)
def test_a_number_that_was_said_counts_or_is_asked_about(words: str, lang: str, claimed: int | None) -> None:
    said = understood(words, lang, TABLE)
    assert said.is_claim or claimed is None
    assert said.claimed(6, 5) == claimed


@pytest.mark.parametrize(
    ("words", "lang", "steps"),
    [
        ("draw trumps, lose a diamond, hearts", "en", ["draw", "lose D x1", "cash H"]),
        ("draw trumps, then give you a diamond", "en", ["draw"]),
        ("give you a diamond at the end, drawing trumps", "en", ["draw"]),
        ("throw one diamond on the ace of spades, then king of spades", "en", ["card SA", "card SK"]),
        ("spade finesse, ace of spades, ace and king of hearts", "en",
         ["finesse S", "card SA", "card HA", "card HK"]),
        ("the hearts, but trumps first", "en", ["cash S", "cash H"]),
        ("after trumps are drawn, hearts", "en", ["draw", "cash H"]),
        ("innan trumfen är dragen tar jag hjärter", "sv", ["cash H", "draw"]),
    ],
)  # fmt: skip
def test_a_verb_ends_where_its_phrase_does(words: str, lang: str, steps: list[str]) -> None:
    said = understood(words, lang, TABLE)
    assert (_steps(said), said.unread) == (steps, ())


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        ("hearts are out", "en"),
        ("draw all but one trump", "en"),
        ("the ace of hearts is gone", "en"),
        ("I draw two rounds in east", "en"),
        ("two spade finesses", "en"),
        ("ruff a heart, a diamond", "en"),
        ("jag lämnar trumfen ute, resten är mina", "sv"),
        ("ruff a diamond in dummy and hand", "en"),
        ("I draw no more trumps", "en"),
        ("lash the hearts", "en"),
        ("draw all but the trumps", "en"),
        ("ace ace of spades", "en"),
        ("two hearts and two hearts", "en"),
        ("drawing no more trumps, the rest", "en"),
    ],
)
def test_what_cannot_be_followed_as_a_whole_is_unread(words: str, lang: str) -> None:
    said = understood(words, lang, TABLE)
    assert said.unread or not said.is_claim


@pytest.mark.parametrize("dummy", ["N", "E", "S", "W"])
def test_a_seat_is_that_of_the_table(dummy: str) -> None:
    """ "Ruff in north": by dummy, by declarer, or not understood where a defender sits there."""
    at = read_position(
        {
            "trump": "S", "dummy_seat": dummy, "dummy": "A2.K..2", "declarer": "K3..A.3", "leader": dummy,
            "defenders": dict(zip("EW" if dummy in "NS" else "NS", (".32.32.", ".54.54."), strict=True)),
        }
    )  # fmt: skip
    names = {"N": ("north", "nord"), "E": ("east", "ost"), "S": ("south", "syd"), "W": ("west", "väst")}
    for seat, said in names.items():
        for lang, words in (("en", f"ruff a diamond in {said[0]}"), ("sv", f"stjäl en ruter i {said[1]}")):
            found = understood(words, lang, at)
            if (seat in "NS") is (dummy in "NS"):
                assert _steps(found) == [f"ruff D x1 in {seat}"]
            else:
                assert found.unread or not found.is_claim
