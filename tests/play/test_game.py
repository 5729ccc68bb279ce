"""The conversation of a deal: questions, void calls, what may be taken back, claims."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callparser.cards import Card
from callparser.errors import InputError
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


def kept_the_lead(seed: int, **options) -> tuple[Game, list, Card]:
    """Declarer's side has played fourth and won: no defender has followed."""
    game, told = a_game(seed, **options)
    chance = Random(seed)
    while True:
        wins = [card for card in game.at.legal if len(game.at.trick) == 3 and game.at.play(card).declaring]
        card = wins[0] if wins else chance.choice(list(game.at.legal))
        game.typed(name(game, card))
        game.go_on()
        if wins:
            return game, told, card


@pytest.mark.parametrize("patient", [True, False])
@pytest.mark.parametrize("words", ["ångra", "nej", "undo", "command"])
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_card_after_which_no_defender_plays_stands_until_the_next(
    seed: int, words: str, patient: bool
) -> None:
    game, told, card = kept_the_lead(seed, patient=patient)
    was, seat = len(game.at.tricks), told.of("card")[-1]["seat"]
    reply = game.undo() if words == "command" else game.typed(words)
    assert (reply.row["event"], reply.row["clause"]) == ("undone", "45C4b")
    assert reply.speech.endswith(("på tur.", "handen."))
    assert (len(game.at.tricks), len(game.at.trick), game.at.turn.letter) == (was - 1, 3, seat)
    assert card in game.at.legal
    assert card not in game.said
    game.typed(name(game, card))
    game.go_on()
    assert game.said[card].endswith(f"(tillbakataget) / {name(game, card)}")
    assert len(game.at.tricks) == was


def test_another_card_for_one_in_a_trick_that_was_turned_is_asked_about() -> None:
    game, _, card = kept_the_lead(1, patient=True)
    others = [one for one in game.at.tricks[-1] if one.card == card]
    assert others
    reply = game.typed("nej, spader")
    assert (reply.row["event"], reply.row["state"] != "standing", len(game.at.trick)) == ("answer", True, 3)


def test_a_card_that_a_defender_has_followed_is_too_late() -> None:
    game, _, _ = kept_the_lead(1, patient=True)
    game.typed(name(game, next(iter(game.at.legal))))
    game.go_on()
    assert game.typed("ångra").speech == "För sent att ta tillbaka: en motspelare har spelat."


@pytest.mark.parametrize(("lang", "words"), [("sv", "nästa"), ("en", "next")])
@pytest.mark.parametrize("patient", [True, False])
def test_next_alone_is_never_a_card(lang: str, words: str, patient: bool) -> None:
    """Whoever is to play, and whatever he holds: it is answered with whose turn it is."""
    game, _ = a_game(1, lang=lang, patient=patient)
    chance = Random(1)
    for _ in range(12):
        assert game.typed(words).row["notice"] == "next"
        assert game.typed(words).speech == game.typed("vems tur" if lang == "sv" else "whose turn").speech
        game.typed(name(game, chance.choice(list(game.at.legal))))
        game.go_on()


def on_lead(**options) -> Game:
    """Dummy leads, with trumps and more in his hand."""
    for seed in range(1, 99):
        game, _ = a_game(seed, contract="4S", patient=True, **options)
        chance = Random(seed)
        while not game.over:
            held = {card.suit for card in game.at.legal}
            leads = game.at.turn == game.at.dummy and not game.at.trick.plays
            if leads and len(held) > 2 and game.at.trumps in held and 0 < len(game.at.tricks) < 8:
                return game
            game.typed(name(game, chance.choice(list(game.at.legal))))
            game.go_on()
    raise AssertionError("no such deal")


@pytest.mark.parametrize("words", ["stjäl", "stjäl högt", "den lägsta", "trumfa"])
def test_what_is_disputed_or_no_plain_card_is_asked_before_it_is_led(words: str) -> None:
    game = on_lead()
    before = game.at
    assert game.typed(words).row["state"] in ("confirm", "choose")
    game.go_on()
    assert game.at == before


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
        ("hjärter två", "idle", "Det kortet finns inte på din hand. Säg ett annat."),
        ("spader ess", "idle", "Du måste följa färg i hjärter (44C). Säg ett annat."),
        ("vad som helst", "idle", "Säg vilket kort."),
    ],
)
def test_from_the_hand_it_is_no_call_of_law_46(words: str, state: str, says: str) -> None:
    game, _ = own_turn()
    reply = game.typed(words)
    assert (reply.row["state"], reply.speech) == (state, says)
    assert reply.row["clause"] is None


#: Words that name no card: a suit alone in all its forms, and the customs behind "play" and "run".
OPEN = ["spader", "en spader", "valfri spader", "spela spader", "kör spader", "saka spader", "trumf", "spela"]


@pytest.mark.parametrize("words", OPEN)
def test_what_names_no_card_of_his_own_is_asked(words: str) -> None:
    """46B2 is for dummy; from his own hand a card is played when it is named (45A, 45C4a)."""
    game, told = own_lead()
    before = len(told.of("card"))
    assert game.typed(words).row["state"] == "choose"
    game.go_on()
    assert len(told.of("card")) == before


@pytest.mark.parametrize(
    ("then", "state", "card"),
    [
        ("knekt", "standing", "SJ"),
        ("lågt", "confirm", "S3"),
        ("högt", "confirm", "SA"),
        ("spader tio", "standing", "ST"),
        ("ruter ess", "confirm", "DA"),
    ],
)
def test_which_card_of_the_suit(then: str, state: str, card: str) -> None:
    """The answer is no change of a call: no card had been called."""
    game, _ = own_lead()
    game.typed("spader")
    reply = game.typed(then)
    assert (reply.row["state"], reply.row["card"]) == (state, card)


@pytest.mark.parametrize(
    ("first", "then"), [("spader", "spader"), ("trumf", "vinn"), ("spela", "lågt"), ("spader", "spela")]
)
def test_words_that_leave_the_question_open_are_said_to(first: str, then: str) -> None:
    game, _ = own_lead()
    asked = game.typed(first).speech
    assert game.typed(then).speech == f"Det avgör det inte. {asked}"
    assert game.repeat().speech == asked


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("hjärter två", "Det kortet finns inte på din hand."),
        ("spader ess", "Du måste följa färg i hjärter (44C)."),
        ("spader", "Du måste följa färg i hjärter (44C)."),
    ],
)
def test_why_a_card_of_his_own_was_refused(words: str, why: str) -> None:
    game, _ = own_turn()
    game.typed(words)
    assert game.typed("varför inte?").speech == why


def test_why_after_a_trick_answers_for_the_last_ruling() -> None:
    """Whichever hand is to play now; a card of one's own is explained by what was said of it."""
    game, _ = a_lesson()
    game.typed("lägst")
    game.typed("nästa")
    lowest = "Lågt: det lägsta kortet i hjärter, hjärter två."
    assert game.typed("varför").speech == lowest
    game.typed("hjärter kung")
    game.typed("nästa")
    assert game.typed("varför").speech == "Hjärter kung."


def own_lead(**options):
    game, told = own_turn(**options)
    game.typed("hjärter kung")
    game.go_on()
    while game.at.trick.plays or game.at.turn != game.at.declarer:
        game.typed(name(game, next(iter(game.at.legal))))
        game.go_on()
    return game, told


def test_a_lead_from_the_hand_is_named() -> None:
    game, _ = own_lead()
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


def late(seed: int, left: int, **options):
    """The last tricks of a deal that was played by chance so far, declarer's side on turn."""
    chance, (game, told) = Random(seed), a_game(seed, contract="2S", **options)
    while game.at.left > left:
        game.typed(name(game, chance.choice(list(game.at.legal))))
        game.go_on()
    return game, told


@cache
def verdicts(left: int) -> dict[str, tuple[int, int]]:
    """For every verdict a seed and a number of tricks that, claimed without a line, come to it."""
    found: dict[str, tuple[int, int]] = {}
    for seed in range(1, 60):
        game, _ = late(seed, left)
        if game.over:
            continue
        for number in range(1, left + 1):
            game.claims.hear(f"jag gör anspråk på {number} stick", game.at)
            word = game.claims.judge().verdict.word
            if word in ("CERTAIN", "GOOD") or not game.claims.open.stands:
                found.setdefault(word, (seed, number))
    return found


def claiming(word: str, left: int = 3, **options):
    """A game in which a claim with that verdict was just confirmed, and the answer."""
    seed, number = verdicts(left)[word]
    game, told = late(seed, left, **options)
    before = game.at.won
    reply = game.typed(f"jag gör anspråk på {number} stick")
    assert reply.speech == f"Du gör anspråk på {number} av {left} stick. Stämmer det?"
    assert not game.over
    return game, told, game.typed("ja"), before + number


@pytest.mark.parametrize("word", ["CERTAIN", "GOOD"])
def test_a_claim_that_is_good_ends_the_deal(word: str) -> None:
    game, told, reply, tricks = claiming(word)
    assert (reply.row["accepted"], reply.row["claim"]["verdict"]) == (True, word)
    assert reply.row["clause"][:2] in ("70", "71")
    assert game.tricks >= tricks
    game.go_on()
    (end,) = told.of("end")
    assert end["tricks"] == game.tricks


@pytest.mark.parametrize("word", ["BAD", "DOUBTFUL"])
@pytest.mark.parametrize("answer", ["ja", "nej", "ångra"])
def test_a_claim_that_is_objected_to_is_ruled_on_or_of_no_use(word: str, answer: str) -> None:
    game, told, reply, tricks = claiming(word)
    assert reply.row["accepted"] is False
    assert "Så kan det gå: stick 1: " in reply.speech
    assert reply.speech.endswith("Ja godtar det. Nej: anspråket gäller inte, alla fyra går med på det, "
                                 "och spelet fortsätter.")  # fmt: skip
    assert not game.over
    played = len(told.of("card"))
    assert game.typed("hjärter två").row["notice"] == "claim"  # nothing is played before it is answered
    assert game.typed("nästa").row["notice"] == "claim"
    assert game.repeat().speech == reply.speech
    assert game.typed("kontraktet").row["notice"] == "contract"
    assert len(told.of("card")) == played
    game.typed(answer)
    game.go_on()
    if answer == "ja":
        assert game.tricks < tricks
        assert told.of("end")
    else:
        assert not game.over
        card = next(iter(game.at.legal))
        game.typed(name(game, card))
        game.go_on()
        assert "(anspråket gäller inte, spelet fortsätter) / " in game.said[card]


@pytest.mark.parametrize("edition", ["sbf-1997", "wbf-2007"])
def test_before_2017_the_ruling_ends_play(edition: str) -> None:
    game, _, reply, tricks = claiming("BAD", edition=edition)
    assert reply.row["accepted"] is False
    assert game.tricks < tricks


def test_too_many_ways_to_play_are_not_ruled_on() -> None:
    game, _ = a_lesson()
    asked = game.typed("resten är mina")
    assert asked.speech.startswith("Fler än 10 stick är kvar")  # before he answers
    reply = game.typed("ja")
    assert reply.row["accepted"] is False
    assert reply.row["claim"]["checks"] == ["not_searched"]
    assert reply.speech.endswith("Anspråket gäller inte, och spelet fortsätter.")
    assert game.typed("hjärter två").row["state"] == "standing"


def test_giving_all_away() -> None:
    game, told = a_lesson()
    assert (
        game.typed("jag ger bort resten").speech == "Du avstår från det som är kvar: 13 stick. Stämmer det?"
    )
    reply = game.typed("ja")
    assert reply.speech == "Avståendet gäller: motspelarna får det som är kvar, 13 stick."
    game.go_on()
    assert game.tricks == 0
    assert told.of("end")


@pytest.mark.parametrize("words", ["hemgång", "en bet", "två stick, ni får ett"])
def test_how_many_is_asked(words: str) -> None:
    game, _ = late(1, 4)
    assert game.typed(words).speech == "Hur många av de 4 sticken gör du anspråk på?"
    assert game.typed("ja").speech.startswith("Hur många")
    assert game.typed("fem").speech.startswith("Hur många")  # there are not so many
    assert game.typed("två stick").speech == "Du gör anspråk på 2 av 4 stick. Stämmer det?"
    assert "accepted" in game.typed("ja").row


@pytest.mark.parametrize("words", ["ger er en ruter", "jag tar två, ni får två", "min hand är hög"])
def test_a_claim_that_is_no_call_is_asked_about_too(words: str) -> None:
    game, told = late(1, 4)
    played = len(told.of("card"))
    assert game.typed(words).speech.endswith("Stämmer det?")
    assert game.typed("nej").row["notice"] == "no_claim"
    assert len(told.of("card")) == played


@pytest.mark.parametrize(
    "words", ["då kör vi", "vi spelar fyra spader", "två ronder trumf", "kungen kommer väl"]
)
def test_talk_is_no_claim(words: str) -> None:
    game, _ = late(1, 4)
    assert "Stämmer det?" not in game.typed(words).speech


def test_the_line_that_was_said_is_said_back() -> None:
    game, _ = a_lesson()
    said = game.typed("jag drar trumf, resten är mina").speech
    assert said.endswith("Du gör anspråk på 13 av 13 stick. Förstått som: dra trumf. Stämmer det?")


@pytest.mark.parametrize(
    "words", ["nej", "ångra", "vänta", "fel", "nej, jag spelar", "inte två", "nej, resten är mina"]
)
def test_no_claim_after_all(words: str) -> None:
    game, _ = a_lesson()
    game.typed("två stick är mina")
    assert game.typed(words).row["notice"] == "no_claim"
    assert game.typed("ja").row["outcome"] == "acknowledge"
    assert not game.over
    assert game.typed("hjärter två").row["state"] == "standing"
    game.go_on()
    assert game.said[Card.parse("H2")].startswith("två stick är mina (inget anspråk) / ")


CLAIMED = {
    "sv": "Du gör anspråk på {} av 4 stick. Stämmer det?",
    "en": "You claim {} of 4 tricks. Is that right?",
}
OPEN = {"sv": "Hur många av de 4 sticken gör du anspråk på?", "en": "How many of the 4 tricks do you claim?"}
GIVEN = {
    "sv": "Du avstår från det som är kvar: 4 stick. Stämmer det?",
    "en": "You concede what is left: 4 tricks. Is that right?",
}


@pytest.mark.parametrize(
    ("lang", "claim", "words", "asked"),
    [
        *[("en", "I claim two", words, CLAIMED["en"].format(3))
          for words in ("three", "3", "no, three", "no three tricks", "I mean three", "make it three",
                        "sorry, three", "no wait, three")],
        *[("sv", "jag gör anspråk på två stick", words, CLAIMED["sv"].format(3))
          for words in ("tre", "3", "nej tre", "nej, tre stick", "jag menar tre", "förlåt, tre")],
        *[("en", "I claim two", words, GIVEN["en"]) for words in ("none", "0", "nothing", "no tricks")],
        *[("sv", "hemgång", words, GIVEN["sv"]) for words in ("inget", "noll", "0", "inga stick")],
        ("en", "I claim two", "all of them", CLAIMED["en"].format(4)),
        ("en", "I claim two", "no, all", CLAIMED["en"].format(4)),
        ("sv", "hemgång", "alla", CLAIMED["sv"].format(4)),
        ("sv", "hemgång", "fem", OPEN["sv"]),
        ("en", "I claim two", "no, five", OPEN["en"]),
        ("en", "I concede", "no, one", OPEN["en"]),  # one won, or one lost?
        ("en", "I claim two", "two of clubs", CLAIMED["en"].format(2)),
        ("en", "I claim two", "hmm", CLAIMED["en"].format(2)),
        ("en", "I claim two", "next", CLAIMED["en"].format(2)),
        ("en", "I claim two", "okay", CLAIMED["en"].format(2)),
        ("sv", "hemgång", "högt", OPEN["sv"]),
    ],
)  # fmt: skip
def test_while_a_claim_waits_a_number_is_its_count_and_nothing_is_a_call(
    lang: str, claim: str, words: str, asked: str
) -> None:
    game, told = late(1, 4, lang=lang)
    game.typed(claim)
    played = len(told.of("card"))
    assert game.typed(words).speech == asked
    game.go_on()
    assert len(told.of("card")) == played
    assert game.typed("nej" if lang == "sv" else "no").row["notice"] == "no_claim"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "two spades and you get the rest"),
        ("en", "spades then give up"),
        ("en", "low then you get the rest"),
        ("sv", "spader sen ger jag upp"),
    ],
)
def test_a_card_and_the_end_of_play_is_a_claim(lang: str, words: str) -> None:
    game, _ = late(1, 4, lang=lang)
    assert game.typed(words).speech == OPEN[lang]


def test_after_the_end() -> None:
    game, *_ = claiming("CERTAIN")
    game.go_on()
    assert game.typed("hjärter två").speech == "Given är spelad."
    assert game.typed("sluta").action == "quit"
    assert "stick" in game.typed("ställningen").speech


def test_what_was_taken_back_stands_in_the_record_as_taken_back() -> None:
    game, _ = a_lesson()
    for words in ("hjärter sex", "ångra", "vad som helst", "ångra", "hjärter två"):
        game.typed(words)
    game.go_on()
    assert list(game.said.values()) == [
        "hjärter sex (tillbakataget) / vad som helst (tillbakataget) / hjärter två"
    ]


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


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (["två stick är mina", "resten är mina", "nej"], "två stick är mina / resten är mina"),
        (["resten är mina utom ett", "två", "nej"], "resten är mina utom ett / två"),
        (["resten är mina utom ett", "hej", "nej"], "resten är mina utom ett / hej"),
    ],
)
def test_the_record_has_all_that_was_said_of_a_claim_in_order(said: list[str], kept: str) -> None:
    game, _ = own_turn()
    game.typed("hjärter åtta")
    for words in said:
        game.typed(words)
    assert game.said_since == f"hjärter åtta / {kept} (inget anspråk)"


def test_the_last_answer_is_repeated_when_play_has_gone_on() -> None:
    game, _ = a_lesson(patient=True)
    game.typed("hjärter två")
    game.go_on()
    assert game.repeat().speech == "Hjärter två."


def test_a_question_that_is_taken_back_is_named_by_its_words() -> None:
    game, _ = a_lesson(patient=True)
    assert game.typed("hjärter två, nej hjärter sex").row["state"] == "choose"
    assert "hjärter två, nej hjärter sex" in game.typed("ångra").speech
