"""What refuses a card never proposes it: "no", "none of", a misspelled "not"; what "but" joins is asked."""

from __future__ import annotations

from itertools import product

import pytest

from callparser.cards import Rank, Suit
from callparser.designation import (
    Ambiguous,
    Correction,
    Designation,
    Exclude,
    Intent,
    NotUnderstood,
    Ordinal,
    SuitOnly,
    is_play,
)
from callparser.grammar.load import load
from callparser.understand import LANGUAGES, parse
from callparser.wire import answer

#: West has led the seven of hearts; dummy follows with any of four, and may lead any of two kings.
FOLLOWS = {"trump": "NT", "dummy": "AK.KQ84..T2", "trick": [{"seat": "W", "card": "H7"}]}
LEADS = {"trump": "S", "dummy": "K84.KQ6.AK.T72"}

#: A suit, ranks in one and in many, as they stand bare behind a determiner.
BARE = {
    "sv": ("hjärter", "spader", "kung", "ess", "trumf"), "en": ("hearts", "spades", "king", "ace", "trumps"),
    "no": ("hjerter", "spar", "konge", "ess", "trumf"), "da": ("hjerter", "spar", "konge", "es", "trumf"),
}  # fmt: skip
MANY = {
    "sv": ("kungarna", "essen", "hjärter"), "en": ("kings", "aces", "hearts"),
    "no": ("kongene", "essene", "hjerter"), "da": ("kongerne", "esserne", "hjerter"),
}  # fmt: skip
NONE = {
    "sv": ("ingen", "inga", "inget", "lägg ingen"), "en": ("no", "not any", "neither"),
    "no": ("ingen", "ikke noen", "legg ingen"), "da": ("ingen", "ikke nogen", "læg ingen"),
}  # fmt: skip
NONE_OF = {
    "sv": ("ingen av", "inga av de"), "en": ("none of the", "none of", "neither of the"),
    "no": ("ingen av", "ingen av de"), "da": ("ingen af", "ingen af de"),
}  # fmt: skip
#: A "not" with a slip in it, and where it may stand.
SLIPS = {
    "sv": ("int", "itne", "ine", "intte"), "en": ("do'nt", "dotn", "dno't", "donot"),
    "no": ("ikk", "ike", "ikek", "ikkke"), "da": ("ikk", "ike", "ikek", "ikkke"),
}  # fmt: skip
AROUND = {
    "sv": ("{slip} kungen", "kungen {slip}", "lägg {slip} kungen", "ta {slip} hjärter kung"),
    "en": ("{slip} play the king", "{slip} the king", "please {slip} play the king of hearts"),
    "no": ("{slip} kongen", "kongen {slip}", "legg {slip} kongen", "ta {slip} hjerter konge"),
    "da": ("{slip} kongen", "kongen {slip}", "læg {slip} kongen", "tag {slip} hjerter konge"),
}
#: A no to what was said before, and then a call: with a pause, an article, or in a word of its own.
DENIED = {
    "sv": ("nej, {}", "nej {}", "nej {} tack"), "en": ("no, {}", "no the {}", "no, the {}", "no play {}"),
    "no": ("nei, {}", "nei {}"), "da": ("nej, {}", "nej {}"),
}  # fmt: skip
#: A suit and a rank or how high, with a "but" between; what it may be, and what it is not.
BUT = {"sv": "men", "en": "but", "no": "men", "da": "men"}
CALLS = {
    "sv": ("hjärter", "en hjärter", "kungen"), "en": ("hearts", "a heart", "any heart", "the king"),
    "no": ("hjerter", "en hjerter", "kongen"), "da": ("hjerter", "en hjerter", "kongen"),
}  # fmt: skip
ADDED = {
    "sv": ("högt", "den högsta", "spader", "damen"), "en": ("high", "the top one", "the best", "the queen"),
    "no": ("høyt", "den høyeste", "spar", "damen"), "da": ("højt", "den højeste", "spar", "damen"),
}  # fmt: skip


def proposed(text: str, lang: str) -> list[Intent]:
    """The plays by name that a "yes" or a choice may come to: neither what bars a card nor talk."""
    said = parse(text, lang)
    found: list[Intent] = []
    if isinstance(said, Designation):
        found = [said.intent]
    elif isinstance(said, Ambiguous):
        found = [one.intent for one in said.readings]
    elif isinstance(said, NotUnderstood):
        found = list(said.near)
    found += [two for one in found if isinstance(one, Correction) and (two := one.second) is not None]
    plays = [one for one in found if is_play(one) and not isinstance(one, (Exclude, Correction))]
    return [one for one in plays if any(getattr(one, slot, None) for slot in ("suit", "rank", "level"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_none_of_a_suit_or_rank_refuses_it(lang):
    texts = [
        " ".join(words) for words in (*product(NONE[lang], BARE[lang]), *product(NONE_OF[lang], MANY[lang]))
    ]
    assert {text: found for text in texts if (found := proposed(text, lang))} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_misspelled_not_proposes_nothing(lang):
    texts = [frame.format(slip=slip) for slip, frame in product(SLIPS[lang], AROUND[lang])]
    assert {text: found for text in texts if (found := proposed(text, lang))} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_no_before_a_call_puts_right_what_was_said(lang):
    for frame, name in product(DENIED[lang], BARE[lang][:4]):
        said = parse(frame.format(name), lang)
        assert isinstance(said, Designation), (frame, name)
        assert isinstance(said.intent, Correction), (frame, name, said.intent)


@pytest.mark.parametrize(
    ("text", "first", "second"), [("king no queen", "K", "Q"), ("ace, no, king", "A", "K")]
)
def test_behind_a_call_a_no_is_a_correction(text, first, second):
    intent = parse(text, "en").intent
    assert isinstance(intent, Correction)
    assert (intent.first.rank, intent.second.rank) == (Rank.parse(first), Rank.parse(second))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("comma", ["", ","])
def test_a_but_between_two_calls_is_asked_about(lang, comma):
    """Played is at most what every reading of it comes to."""
    for one, two in product(CALLS[lang], ADDED[lang]):
        text = f"{one}{comma} {BUT[lang]} {two}"
        row = answer({**FOLLOWS, "lang": lang, "utterance": text})
        assert row["outcome"] != "played" or row["confidence"] < 1.0, row
        assert row["card"] != "H4", row


@pytest.mark.parametrize(
    ("text", "lang"), [("cover but low", "en"), ("king but the heart", "en"), ("high, but hearts", "en")]
)
def test_what_but_limits_is_asked_about(text, lang):
    assert answer({**FOLLOWS, "lang": lang, "utterance": text})["outcome"] == "ask"


@pytest.mark.parametrize(
    ("text", "lang", "barred"),
    [
        ("hearts but not the king", "en", (None, Rank.KING)),
        ("hjärter men inte kungen", "sv", (None, Rank.KING)),
        ("hjerter men ikke kongen", "no", (None, Rank.KING)),
        ("hjerter men ikke kongen", "da", (None, Rank.KING)),
        ("hearts except the king", "en", (None, Rank.KING)),
        ("anything but a heart", "en", (Suit.HEARTS, None)),
        ("throw anything but a heart", "en", (Suit.HEARTS, None)),
    ],
)
def test_what_plainly_excepts_a_card_bars_it(text, lang, barred):
    intent = parse(text, lang).intent
    assert isinstance(intent, Exclude)
    assert (intent.suit, intent.rank) == barred


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_grunt_that_says_no_is_passed_over_by_no_call(lang):
    """ "Uh-uh": a disfluency said once says nothing, doubled with a hyphen it is a no."""
    for words in load(lang).fillers["anywhere"]:
        if len(words) == 1:
            said = parse(f"{words[0]}-{words[0]} {BARE[lang][2]}", lang)
            plays = isinstance(said, Designation) and not said.guessed and is_play(said.intent)
            assert not plays, words


def test_auto_bars_what_is_barred_in_one_language():
    for text in ("inga hjärter", "no hearts", "ingen hjerter"):
        assert proposed(text, "auto") == []
        assert answer({**LEADS, "lang": "auto", "utterance": text})["card"] is None


#: Words that may be a rank with a slip in it, beside a suit, and words that say nothing there.
RANK_OR_NOT = {
    "sv": ("hjärter ju", "spader ju tack"), "en": ("to hearts", "hearts too", "to spades"),
    "no": ("hjerter te", "spar te takk"), "da": (),
}  # fmt: skip
SUIT_ALONE = {
    "sv": ("hjärter nu", "hjärter då", "ta hjärter"),
    "en": ("hearts now", "hearts to me", "switch to hearts"),
    "no": ("hjerter nå", "hjerter da", "hjerter til meg"), "da": ("hjerter nu", "hjerter da", "hjerter så"),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_that_may_be_a_rank_leaves_a_suit_open(lang):
    for text in RANK_OR_NOT[lang]:
        assert isinstance(parse(text, lang), Ambiguous), text
    for text in SUIT_ALONE[lang]:
        said = parse(text, lang)
        assert isinstance(said, Designation), text
        assert isinstance(said.intent, SuitOnly), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_short_courtesy_behind_a_suit_hides_a_rank(lang):
    """A rank of three letters that has lost one is never passed over."""
    grammar = load(lang)
    ranks = {form.words[0] for form in grammar.classes["rank"] if not form.alphabet and len(form.words) == 1}
    short = {name[:at] + name[at + 1 :] for name in ranks if len(name) == 3 for at in range(3)} - ranks
    passed = {
        words[0] for place in ("after", "around") for words in grammar.fillers[place] if len(words) == 1
    }
    for word in short & passed:
        said = parse(f"{BARE[lang][0]} {word}", lang)
        plays = isinstance(said, Designation) and not said.guessed and is_play(said.intent)
        assert not plays, word


@pytest.mark.parametrize("text", ["andra", "den andra kungen", "den andra"])
def test_another_is_no_change_of_mind(text):
    said = parse(text, "sv")
    assert not isinstance(getattr(said, "intent", None), Correction)


#: What only sounds as if it refused something is marked so, and never what goes on to refuse a card.
REFUSED_ALL_THE_SAME = [
    ("sv", "inget mer klöver"), ("sv", "så ingen kung"), ("sv", "det jag inte behöver är esset"),
    ("sv", "klövern behövs inte"), ("sv", "inga höga hjärter"), ("sv", "ingen tvekan men inte esset"),
    ("en", "no more hearts"), ("en", "clubs not needed"), ("en", "nothing else but not the ace"),
    ("no", "ikke noe mer kløver"), ("da", "ikke noget mere klør"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "text"), REFUSED_ALL_THE_SAME)
def test_what_sounds_idle_and_refuses_a_card_is_not_guessed(lang: str, text: str) -> None:
    assert not _guessed_a_play(parse(text, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_idle_phrase_beside_a_refusal_leaves_it_one(lang: str) -> None:
    """Before it or behind it: "no doubt, no king"."""
    idle = [" ".join(words) for words in load(lang).markers["idle"]]
    assert idle
    for phrase, none, card in product(idle[::4], NONE[lang][:2], BARE[lang][:3]):
        for text in (f"{phrase} {none} {card}", f"{none} {card} {phrase}"):
            assert not _guessed_a_play(parse(text, lang)), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_idle_phrase_names_no_card(lang: str) -> None:
    grammar = load(lang)
    names = {form.words for name in ("suit", "rank") for form in grammar.classes[name] if not form.alphabet}
    for words in grammar.markers["idle"]:
        assert not names.intersection((word,) for word in words), words


def _guessed_a_play(said: object) -> bool:
    return isinstance(said, Designation) and said.guessed and is_play(said.intent)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "spader kungej"), ("sv", "spader damej"), ("sv", "spaderdamej"), ("sv", "hjärterkungej"),
        ("sv", "klöverknektej"), ("sv", "hjärteressej"), ("sv", "trumfej"), ("sv", "spaderfyraej"),
        ("sv", "spelej kungen"), ("sv", "sparar damen"), ("sv", "skit i kungen"),
        ("sv", "sparar lågt"), ("sv", "spader kunginte"), ("en", "spade kingnot"),
        ("no", "spar kongeikke"), ("da", "spar kongeikke"),
    ],
)  # fmt: skip
def test_a_not_that_is_glued_on_and_a_word_that_refuses_are_no_slip(lang, text):
    said = parse(text, lang, fallback=False)
    assert not (isinstance(said, Designation) and is_play(said.intent)) or isinstance(said.intent, Exclude)


@pytest.mark.parametrize("which", ["högsta utan ess", "lågt utan tvåa", "hjärter utan tvåa", "hög utan ess",
                                   "topp utan ess", "högt utan ess"])  # fmt: skip
def test_a_call_without_a_card_is_not_that_card(which):
    row = answer({"lang": "sv", "trump": "S", "dummy": "KQ74.A62.K85.J73", "utterance": which})
    assert row["card"] not in ("HA", "H2")


@pytest.mark.parametrize("top", ["highest", "top", "best", "high", "biggest", "largest"])
@pytest.mark.parametrize("bottom", ["lowest", "low", "smallest"])
def test_but_one_counts_from_that_end(top, bottom):
    assert parse(f"{top} but one", "en").intent == Ordinal(2)
    assert parse(f"{top} heart but one", "en").intent == Ordinal(2, suit=Suit.HEARTS)
    assert parse(f"{bottom} but one", "en").intent == Ordinal(2, from_low=True)


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [
        ("sv", "fånga damen", "finesse"), ("no", "fang damen", "finesse"), ("da", "fang damen", "finesse"),
        ("sv", "hem till handen", "chatter"), ("no", "hjem til hånden", "chatter"),
        ("da", "hjem til hånden", "chatter"),
    ],
)  # fmt: skip
def test_their_card_and_the_way_to_the_hand_are_no_call_and_no_claim(lang, text, kind):
    assert parse(text, lang).intent.kind == kind
