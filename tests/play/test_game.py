"""The conversation of a deal: questions, void calls, what may be taken back, claims."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callparser.cards import Card
from callparser.errors import InputError
from callparser.play.defence import RandomDefence
from callparser.play.game import Game
from callparser.play.telling import Teller
from tests.play.scene import a_game, a_lesson, name, play_out


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("declarer", "NESW")
def test_thirteen_tricks(lang: str, declarer: str) -> None:
    game, told = a_game(3, contract="2H", declarer=declarer, lang=lang)
    play_out(game, Random(3))
    assert len(told.of("trick")) == 13
    assert len(told.of("card")) == 52
    (end,) = told.of("end")
    assert (end["tricks"], end["score"]) == (game.tricks, game.points)
    assert end["tricks"] == told.of("trick")[-1]["declarer"]
    assert {row["by"] for row in told.of("card")} == {"declarer", "defender"}
    assert len(game.said) == 26


def test_what_is_told_first() -> None:
    _, told = a_lesson()
    assert [row["event"] for row in told] == ["deal", "contract", "hand", "card", "dummy", "turn"]
    assert told[0]["text"].endswith("brådskar.")
    assert told.of("card")[0]["seat"] == "W"


def test_a_card_stands_until_something_else_is_said() -> None:
    game, told = a_lesson()
    reply = game.typed("lågt")
    assert reply.row["state"] == "standing"
    assert reply.row["clause"] == "46B1c"
    assert len(told.of("card")) == 1
    game.typed("ställningen")
    assert [row["seat"] for row in told.of("card")] == ["W", "N", "E"]


def test_a_patient_table_waits_to_be_told() -> None:
    game, told = a_lesson(patient=True)
    game.typed("hjärter två")
    game.typed("ställningen")
    assert len(told.of("card")) == 1
    said = game.go_on()
    assert said.startswith("Öst:")
    assert game.go_on() == ""


@pytest.mark.parametrize("words", ["ångra", "nej", "undo"])
def test_taken_back_before_a_defender_plays(words: str) -> None:
    game, told = a_lesson()
    game.typed("hjärter två")
    reply = game.typed(words)
    assert reply.row["event"] == "undone"
    assert reply.row["clause"] == "45C4b"
    assert len(told.of("card")) == 1


def test_too_late_to_take_back() -> None:
    game, told = a_lesson()
    game.typed("hjärter två")
    game.go_on()
    assert game.typed("ångra").speech == "För sent att ta tillbaka: en motspelare har spelat."
    assert told.of("card")[1]["card"] == "H2"


@pytest.mark.parametrize("words", ["nej, kungen", "nej hjärter fem", "förlåt, hjärter", "ångra"])
def test_a_correction_that_is_too_late_is_no_call_for_the_next_hand(words: str) -> None:
    game, told = own_turn()
    assert game.typed(words).speech == "För sent att ta tillbaka: en motspelare har spelat."
    game.go_on()
    assert len(told.of("card")) == 3


def test_after_a_void_call_another_may_be_put_in_its_place() -> None:
    game, _ = own_turn()
    game.typed("hjärter åtta")
    assert game.typed("nej, hjärter fem").row["state"] != "idle"


@pytest.mark.parametrize("patient", [True, False])
@pytest.mark.parametrize("words", ["nästa", "nästa stick", "next trick"])
def test_the_defenders_are_hurried(words: str, patient: bool) -> None:
    game, told = a_lesson(patient=patient)
    game.typed("hjärter två")
    assert game.typed(words).speech.startswith("Öst:")
    assert [row["seat"] for row in told.of("card")] == ["W", "N", "E"]
    assert game.said == {Card.parse("H2"): "hjärter två"}


def test_the_next_trick_in_other_words() -> None:
    game, told = a_lesson(patient=True, lang="en")
    game.typed("two of hearts")
    assert game.typed("the next trick").speech.startswith("East:")
    assert len(told.of("card")) == 3


def test_what_was_called_is_played_before_a_claim() -> None:
    game, told = a_lesson(patient=True)
    game.typed("hjärter två")
    game.typed("resten är mina")
    game.typed("nej")
    assert [row["seat"] for row in told.of("card")] == ["W", "N", "E"]


def test_a_correction_is_asked_about() -> None:
    game, _ = a_lesson()
    reply = game.typed("hjärter två, nej hjärter sex")
    assert reply.row["state"] == "choose"
    assert game.typed("hjärter sex").row["state"] == "standing"
    assert game.go_on()
    assert game.said[Card.parse("H6")] == "hjärter två, nej hjärter sex / hjärter sex"


@pytest.mark.parametrize("call", ["spader ess", "spader", "hjärter åtta"])
def test_a_void_call_plays_nothing(call: str) -> None:
    game, told = a_lesson()
    reply = game.typed(call)
    assert reply.row["outcome"] == "void"
    game.typed("min hand")
    assert len(told.of("card")) == 1


def test_a_defender_names_what_declarer_left_open() -> None:
    game, told = a_lesson()
    reply = game.typed("vad som helst")
    assert (reply.row["outcome"], reply.row["clause"]) == ("defender_designates", "46B5")
    game.go_on()
    dummys = told.of("card")[1]
    assert (dummys["seat"], dummys["by"], dummys["clause"]) == ("N", "defender", "46B5")
    assert list(game.said.values()) == ["vad som helst"]
    assert game.typed("ångra").row["event"] == "notice"


def test_what_was_left_open_is_taken_back_before_it_is_named() -> None:
    game, told = a_lesson()
    game.typed("vad som helst")
    assert game.typed("ångra").speech.startswith("Tillbakatagen")
    assert game.go_on() == ""
    assert len(told.of("card")) == 1
    assert game.typed("lågt").row["state"] == "standing"


def own_turn(**options):
    """West has led the jack of hearts, dummy and east have followed."""
    game, told = a_lesson(**options)
    game.typed("hjärter två")
    game.go_on()
    assert game.at.turn == game.at.declarer
    return game, told


@pytest.mark.parametrize(
    ("words", "state", "says"),
    [
        ("hjärter fem", "standing", "Hjärter fem."),
        ("lägst", "standing", "Hjärter fem."),
        ("kungen", "standing", "Hjärter kung."),
        ("hjärter två", "idle", "Det kortet kan inte spelas från handen nu. Säg ett annat."),
        ("spader ess", "idle", "Det kortet kan inte spelas från handen nu. Säg ett annat."),
        ("vad som helst", "idle", "Säg vilket kort."),
    ],
)
def test_from_the_hand_it_is_no_call_of_law_46(words: str, state: str, says: str) -> None:
    game, _ = own_turn()
    reply = game.typed(words)
    assert (reply.row["state"], reply.speech) == (state, says)
    assert reply.row["clause"] is None


def test_a_lead_from_the_hand_is_named() -> None:
    game, _ = own_turn()
    game.typed("hjärter kung")
    game.go_on()
    while game.at.trick.plays or game.at.turn != game.at.declarer:
        game.typed(name(game, next(iter(game.at.legal))))
        game.go_on()
    assert game.typed("lågt").row["state"] == "choose"
    assert "dummy" not in game.typed("kung").speech.casefold()


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ("min hand", "Din hand: spader ess, knekt, tio, nio, tre; "),
        ("läs bordet", "Träkarlen: spader kung, dam, sju, fyra; "),
        ("sticket", "I sticket: väst hjärter "),
        ("förra sticket", "Inget stick före detta."),
        ("vems tur är det?", "Träkarlen är på tur."),
        ("kontraktet", "4 spader, spelförare syd."),
        ("ställningen", "Vi har 0 stick, de 0. Kontraktet är 4 spader."),
        ("hjälp", "Säg ett kort"),
        ("upprepa", "Inget är sagt än."),
    ],
)
def test_questions(about: str, says: str) -> None:
    game, told = a_lesson()
    assert game.typed(about).speech.startswith(says)
    assert len(told.of("card")) == 1


def test_the_card_that_stands_is_in_the_trick() -> None:
    game, _ = a_lesson(patient=True)
    game.typed("hjärter sex")
    assert game.typed("sticket").speech.endswith("nord hjärter sex.")
    assert "hjärter ess, två" in game.typed("läs bordet").speech


def test_repeat_says_what_was_answered() -> None:
    game, _ = own_turn()
    game.typed("hjärter fem")
    assert game.typed("upprepa").speech == "Hjärter fem."


# --- claims -----------------------------------------------------------------------------------------------


class Knowing(RandomDefence):
    """Knows that declarer makes so many more."""

    def __init__(self, more: int) -> None:
        super().__init__(Random(1))
        self.more = more

    def declarers(self, at) -> int:
        return self.more


def claiming(more: int | None):
    game, told = a_lesson()
    game._defence = RandomDefence(Random(1)) if more is None else Knowing(more)
    return game, told


@pytest.mark.parametrize(
    ("words", "more", "tricks"),
    [
        ("resten är mina", 13, 13),
        ("resten är mina", 12, None),
        ("resten är mina", None, None),
        ("jag ger bort resten", 5, 0),
        ("jag ger bort resten", None, 0),
    ],
)
def test_a_claim_is_checked(words: str, more: int | None, tricks: int | None) -> None:
    game, told = claiming(more)
    assert game.typed(words).row["state"] == "confirm"
    assert not game.over
    reply = game.typed("ja")
    assert reply.row["accepted"] == (tricks is not None)
    game.go_on()
    assert game.tricks == tricks
    assert len(told.of("end")) == (tricks is not None)
    if tricks is None:
        assert game.typed("hjärter två").row["state"] == "standing"


def test_no_claim_after_all() -> None:
    game, _ = claiming(13)
    game.typed("resten är mina")
    game.typed("nej")
    assert not game.over
    assert game.typed("lågt").row["state"] == "standing"


def test_after_the_end() -> None:
    game, _ = claiming(13)
    game.typed("resten är mina")
    game.typed("ja")
    game.go_on()
    assert game.typed("hjärter två").speech == "Given är spelad."
    assert game.typed("sluta").action == "quit"
    assert "stick" in game.typed("ställningen").speech


# --- whatever is said -------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["lågt", "högt", "vinn", "stjäl", "ja", "nej", "ångra", "nästa", "nästa stick", "upprepa", "min hand",
     "vad som helst", "hjärter", "ruter, nej klöver", "resten är mina", "kaffe", "den andra", "", "ess",
     "inte spader", "spela", "dam", "jag ger bort två stick", "hjärter två", "klöver kung", "sluta"]
)  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 50), st.lists(WORDS, max_size=25), st.booleans())
def test_nothing_raises_and_no_card_is_played_that_was_not_named(seed, lines, patient) -> None:
    game, told = a_game(seed, patient=patient)
    for line in lines:
        game.typed(line)
    game.go_on()
    by_declarer = [row["card"] for row in told.of("card") if row["seat"] in "NS"]
    assert by_declarer == [card.code for card in game.said]
    assert all(game.said.values())
    deal = {seat.letter: hand for seat, hand in zip(type(game.at.dummy), game.deal.hands, strict=True)}
    assert all(Card.parse(row["card"]) in deal[row["seat"]] for row in told.of("card"))


def test_a_situation_from_outside_is_refused() -> None:
    game, _ = a_game()
    with pytest.raises(InputError, match="that of the deal"):
        game.table(None)


def test_the_words_of_a_game_are_in_its_language() -> None:
    game, _ = a_lesson(lang="en")
    assert isinstance(game, Game)
    assert game.typed("low").speech == "The two of hearts."
    assert Teller("en").contract(game.contract) == "4 spades"
