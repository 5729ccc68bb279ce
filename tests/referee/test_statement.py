"""What words are under Law 68: the phrases of the collection, and what must never be concluded from words."""

from __future__ import annotations

import pytest

from callparser.referee.incident import read_incident
from callparser.referee.rule import answer, next_fact
from callparser.referee.statement import Statement, understood
from tests.corpus import CASES

CLASSES = {"claim_with_line": "claim", "current_trick_only": "current_trick"}
DECIDED = {"claim", "concession", "current_trick", "objection"}
PHRASES = [
    tuple(line.split("\t")[:3]) for line in (CASES / "claim_phrases.tsv").read_text("utf-8").splitlines()[1:]
]


def _class(said: Statement | None) -> str:
    kind = said.kind if said else "asked"
    return "claim" if kind == "stop" else kind


def _right(label: str, lang: str, phrase: str) -> bool:
    got = _class(understood(phrase, lang))
    return got not in DECIDED if label == "not_a_claim" else got == CLASSES.get(label, label)


def test_the_class_of_a_claim_phrase() -> None:
    wrong = [phrase for phrase in PHRASES if not _right(*phrase)]
    assert len(PHRASES) == 207
    assert len(wrong) <= 0.02 * len(PHRASES), wrong


@pytest.mark.parametrize("label", ["claim_with_line"])
def test_a_line_is_heard_as_one(label: str) -> None:
    heard = [understood(phrase, lang) for kind, lang, phrase in PHRASES if kind == label]
    assert sum(bool(one and one.line) for one in heard) >= 0.9 * len(heard)


@pytest.mark.parametrize(
    ("words", "lang", "kind"),
    [
        ("we make the last three", "en", "claim"),
        ("you only get a spade", "en", "claim"),
        ("ni får bara en trumf", "sv", "claim"),
        ("jag får de fyra sista", "sv", "claim"),
        ("ska vi spara tid?", "sv", "stop"),
        ("you won't win any more tricks", "en", "claim"),
        ("nothing more for you", "en", "claim"),
        ("inget mer till er", "sv", "claim"),
        ("take your king", "en", "concession"),
        ("ni har kungen", "sv", "concession"),
        ("de två sista är era", "sv", "concession"),
        ("the queen is still out", "en", "objection"),
        ("du har glömt en trumf", "sv", "objection"),
        ("min kung tar det", "sv", "current_trick"),
        ("jag funderade på att claima", "sv", "nothing"),
        ("ja, det stämmer", "sv", "agreement"),
    ],
)
def test_words_outside_the_collection(words: str, lang: str, kind: str) -> None:
    said = understood(words, lang)
    assert said is not None
    assert said.kind == kind


#: What denies, asks, wonders or goes back on itself, whatever it says of tricks.
UNCLEAR = {
    "en": [
        *("no claim", "not all mine", "nobody gets the rest", "I do not concede", "I don't concede"),
        *(
            "I won't concede",
            "the rest aren't mine",
            "the rest are not mine",
            "is the rest mine?",
            "can I claim",
        ),
        *(
            "are the rest mine",
            "do I have the rest?",
            "the rest are mine?",
            "I would claim",
            "I could concede",
        ),
        *("I'm not claiming but the rest are mine", "the rest are mine but you get a trump"),
        *("we could stop here but play on", "I would claim but there is a trump out"),
    ],
    "sv": [
        *("vi går vidare", "resten är inte mina", "jag avstår inte", "är resten mina?", "ska jag ta resten?"),
        *("ingen tar resten", "alla är inte mina", "har jag resten", "inget anspråk", "resten är mina?"),
        *("jag skulle claima", "resten är mina men ni får en trumf"),
        "jag skulle claima men det är en trumf ute",
    ],
}
#: A claim or concession of nothing, a question, the opposite of a protest, what another said, and a yes to
#: who knows what.
UNCLEAR_BY_KIND = {
    "en": {
        "nothing": ("I concede nothing", "I concede no tricks", "I concede zero", "I claim nothing",
                    "I claim no tricks", "I give you nothing", "I have no tricks"),
        "questions": ("one more for you?", "down one?", "you get one?", "shall we play it out?",
                      "can we stop", "may we stop here?", "mine?", "yes?", "the last one is yours?"),
        "protests": ("I don't object", "no objection", "we do not dispute it", "I never protest"),
        "told": ('"the rest are mine" he said', "the rest are mine he said", "she claimed the rest",
                 'I heard "the rest are mine"'),
        "agreement": ("thanks", "thank you, partner", "good", "OK", "yes", "that's it", "right", "fine"),
    },
    "sv": {
        "nothing": ("jag avstår inget", "jag claimar ingenting", "jag har inget stick", "vi har inga stick"),
        "questions": ("ni får ett?", "en bet?", "ska vi spela färdigt?", "ska vi fortsätta?", "kan vi sluta",
                      "kan vi lägga korten?", "mitt?", "ja?"),
        "protests": ("jag protesterar inte", "vi protesterar aldrig", "ingen invändning"),
        "told": ('"resten är mina" sa han', "resten är mina sa han", "han claimade resten"),
        "agreement": ("tack", "tack, partner", "bra", "okej", "ja", "rätt", "fint"),
    },
}  # fmt: skip


@pytest.mark.parametrize(("lang", "words"), [(lang, words) for lang in UNCLEAR for words in UNCLEAR[lang]])
def test_what_denies_asks_or_wonders_is_for_the_director(lang: str, words: str) -> None:
    assert understood(words, lang) is None


@pytest.mark.parametrize(
    ("lang", "kind"), [(lang, kind) for lang in UNCLEAR_BY_KIND for kind in UNCLEAR_BY_KIND[lang]]
)
def test_what_claims_nothing_for_certain_is_for_the_director(lang: str, kind: str) -> None:
    heard = {words: understood(words, lang) for words in UNCLEAR_BY_KIND[lang][kind]}
    assert {words: said for words, said in heard.items() if said is not None} == {}


@pytest.mark.parametrize(
    ("words", "lang", "kind"),
    [
        ('"the rest are mine"', "en", "claim"), ("shall we stop here?", "en", "stop"),
        ("do we need to play it out?", "en", "stop"), ("behöver vi spela färdigt?", "sv", "stop"),
        ("what about the trump?", "en", "objection"), ("jag lägger inte upp", "sv", "nothing"),
        ("ni får inget", "sv", "claim"), ("that's right", "en", "agreement"),
    ],
)  # fmt: skip
def test_what_says_something_all_the_same(words: str, lang: str, kind: str) -> None:
    said = understood(words, lang)
    assert said is not None
    assert said.kind == kind


@pytest.mark.parametrize(
    ("words", "said", "asked"),
    [
        ("mine", {"trick_in_progress": False}, True), ("yours", {"trick_in_progress": False}, True),
        ("this one is ours", {"trick_in_progress": False}, True),
        ("mine", {"trick_in_progress": True}, False), ("mine", {}, False),
        ("that's right", {}, True), ("that's right", {"speaker": "defender"}, False),
        ("that's right", {"reply": "agreed"}, False),
    ],
)  # fmt: skip
def test_what_is_said_of_what_is_not_there_is_asked_about(
    words: str, said: dict[str, object], asked: bool
) -> None:
    """Of a trick where none is in progress, or in agreement by him who would have claimed."""
    facts = {"speaker": "declarer", "words": words, "lang": "en", "cards_shown": "none", **said}
    assert (next_fact(read_incident({"law": "68", "said": facts})) == "said.kind") is asked


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        ("I claim 3 of 5", "en"),
        ("I claim three of the last five", "en"),
        ("I claim 14 tricks", "en"),
        ("jag claimar tre av fem", "sv"),
    ],
)
def test_a_number_that_is_not_understood_is_no_line_and_not_all(words: str, lang: str) -> None:
    said = understood(words, lang)
    assert said is not None
    assert (said.kind, said.line) == ("claim", False)
    assert said.uncounted or said.wins == 3


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        ("you get a heart and I have the rest", "en"),
        ("the rest except a heart", "en"),
        ("all but one are mine", "en"),
        ("du får en hjärter och jag tar resten", "sv"),
        ("alla utom en är mina", "sv"),
    ],
)
def test_a_trick_given_up_within_a_claim(words: str, lang: str) -> None:
    said = understood(words, lang)
    assert said is not None
    assert (said.kind, said.all_but, said.line) == ("claim", True, False)


@pytest.mark.parametrize("words", ["what a hand", "how many trumps", "kaffe", "xyzzy", "", "?" * 1000])
def test_that_it_is_no_claim_is_asked_and_never_concluded(words: str) -> None:
    assert understood(words, "en") is None


def test_fewer_than_all_are_claimed() -> None:
    said = understood("I don't think you will win more than your ace", "en")
    assert said is not None
    assert said.all_but


@pytest.mark.parametrize("claim", ["the rest are mine", "I claim", "I claim the rest"])
@pytest.mark.parametrize(
    "filler",
    [", I think", " I guess", ", aren't they", ", aren’t they", ", sorry", ", partner.", ", thanks!"],
)
def test_what_fills_the_end_is_no_line(claim: str, filler: str) -> None:
    said = understood(claim + filler, "en")
    assert said is not None
    assert said == understood(claim, "en")


@pytest.mark.parametrize("filler", [", tror jag", " eller hur", ", förlåt", ", tack."])
def test_what_fills_the_end_is_no_line_in_swedish(filler: str) -> None:
    said = understood("resten är mina" + filler, "sv")
    assert said is not None
    assert (said.kind, said.line) == ("claim", False)


@pytest.mark.parametrize(
    "words",
    ["I claim zero tricks", "I claim nil", "claiming isn't allowed", "please claim", "partner, claim",
     "claim, partner", "you claim", "all right", "sorry", "thank you, partner"],
)  # fmt: skip
def test_what_is_said_of_claiming_is_no_claim(words: str) -> None:
    assert understood(words, "en") is None


def test_a_claim_that_gives_tricks_away_concedes_them() -> None:
    """68B1, 68B2: his partner may object, and play goes on."""
    said = {"speaker": "defender", "kind": "claim", "loses": 3, "tricks_left": 5, "line": "none"}
    said |= {"partner_objects": "at_once", "reply": "none"}
    assert answer({"incident": {"law": "68", "said": said}})["branch"] == "68B2"
