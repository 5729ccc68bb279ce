"""Sentences that name a card and do not call it: questions, refusals, remarks, halves, two things at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from callparser.cards import Rank, Suit
from callparser.designation import (
    Claim,
    Concession,
    Correction,
    Designation,
    Either,
    Exclude,
    NamedCard,
    RankOnly,
    SuitOnly,
    is_play,
)  # fmt: skip
from callparser.grammar.load import load
from callparser.understand import LANGUAGES, parse
from callparser.wire import answer

Texts = dict[str, tuple[str, ...]]

#: A rank, a suit and a card, as one names them in a sentence, and without their articles.
NAMED = {
    "sv": ("kungen", "esset", "hjärter", "hjärter kung", "ruter åtta"),
    "en": ("the king", "the ace", "a heart", "the king of hearts", "the eight of diamonds"),
    "no": ("kongen", "esset", "hjerter", "hjerter konge", "ruter åtte"),
    "da": ("kongen", "esset", "hjerter", "hjerter konge", "ruder otte"),
}
BARE = {
    "sv": ("kung", "ess", "spader", "honnör"), "en": ("king", "ace", "spade", "honour"),
    "no": ("konge", "ess", "spar", "honnør"), "da": ("konge", "es", "spar", "honnør"),
}  # fmt: skip
WHICH = {
    "sv": ("vilken {}", "vilket {}", "vilken {} då", "vems {}"),
    "en": ("which {}", "which {} now", "what {}", "whose {}"),
    "no": ("hvilken {}", "hvilket {}", "hvilken {} nå"),
    "da": ("hvilken {}", "hvilket {}", "hvilken {} nu"),
}
QUESTIONS = {
    "sv": ("kan jag spela {}", "får jag lägga {}", "ska jag ta {}", "borde vi spela {}", "kan vi spela {}",
           "sa du {}", "menar du {}", "är det {}", "har du {}", "ska jag inte spela {}"),
    "en": ("can i play {}", "may i play {}", "should i play {}", "shall we lead {}", "could i put up {}",
           "did you say {}", "do you mean {}", "is it {}", "do i play {}", "can we play {}"),
    "no": ("kan jeg spille {}", "får jeg legge {}", "skal jeg ta {}", "burde vi spille {}",
           "kan vi spille {}", "sa du {}", "mener du {}", "er det {}", "har du {}"),
    "da": ("kan jeg spille {}", "må jeg lægge {}", "skal jeg tage {}", "burde vi spille {}",
           "kan vi spille {}", "sagde du {}", "mener du {}", "er det {}", "har du {}", "hvad med {}"),
}  # fmt: skip
REMARKS = {
    "sv": ("tack för {}", "ta bort {}", "aldrig {}", "spara {}", "{} är borta", "{} borta", "inte bara {}",
           "t inte {}", "vi saknar {}", "{} är god", "sedan {}", "så {} är borta", "låt bli {}"),
    "en": ("thanks for {}", "save {}", "never {}", "{} is gone", "not only {}", "t not {}", "you have {}",
           "{} is good", "keep {}", "put {} back", "do not play {}"),
    "no": ("takk for {}", "ta bort {}", "aldri {}", "behold {}", "{} er borte", "{} borte", "ikke bare {}",
           "t ikke {}", "{} er god", "jaså {}", "la være {}"),
    "da": ("tak for {}", "drop {}", "aldrig {}", "behold {}", "{} er væk", "{} væk", "ikke bare {}",
           "t ikke {}", "{} er god", "de tog {}", "tag {} væk", "lad være {}"),
}  # fmt: skip
HOLDS = {
    "sv": ("du har {}", "han har {}", "de har {}", "{} är god", "{} är hög", "ta din {}"),
    "en": ("you have {}", "they have {}", "{} is good", "i lose {}", "losing {}", "we have {}"),
    "no": ("du har {}", "han har {}", "de har {}", "{} er god", "{} er høy", "{} står"),
    "da": ("du har {}", "han har {}", "de har {}", "{} er god", "{} er høj", "{} står"),
}
REQUESTS = [
    ("sv", "kan du spela {}"), ("sv", "kan jag få {} tack"), ("sv", "vill du ta {}"),
    ("sv", "får jag be om {}"),
    ("en", "can you play {} please"), ("en", "could i have {}"), ("en", "will you put up {}"),
    ("no", "kan du spille {}"), ("no", "kan jeg få {}"), ("da", "kan du spille {}"), ("da", "må jeg få {}"),
    ("no", "vil du ikke være så snill å ta {}"), ("da", "vil du ikke nok tage {}"),
    ("da", "må jeg ikke få {}"),
]  # fmt: skip
C = Suit.CLUBS
HK, CK = NamedCard(Suit.HEARTS, Rank.KING), NamedCard(C, Rank.KING)
TABLE = {"trump": "NT", "dummy": "AK73.K82.Q864.T5"}
KING = {"sv": "kung", "en": "king", "no": "konge", "da": "konge"}


def sentences(
    frames: dict[str, tuple[str, ...]], names: dict[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    for lang in LANGUAGES:
        for frame in frames[lang]:
            yield from ((lang, frame.format(name)) for name in names[lang])


def called(text: str, lang: str) -> object:
    """What is called without a question, or ``None``; to bar a card or to duck calls none that was named."""
    said = parse(text, lang)
    if not isinstance(said, Designation) or said.guessed or not is_play(said.intent):
        return None
    return None if isinstance(said.intent, Exclude) or said.intent.kind == "duck" else said.intent


@pytest.mark.parametrize(
    ("frames", "names"), [(WHICH, BARE), (QUESTIONS, NAMED), (REMARKS, NAMED)], ids=["which", "asks", "tells"]
)
@pytest.mark.parametrize("auto", [False, True])
def test_what_is_asked_or_told_is_not_called(frames, names, auto):
    rows = sentences(frames, names)
    wrong = {
        text: found for lang, text in rows if (found := called(text, "auto" if auto else lang)) is not None
    }
    assert wrong == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_misspelled_question_is_not_called(lang):
    for opening in load(lang).markers["talk"]:
        text = f"{' '.join(opening)} {NAMED[lang][0][:-1]}"
        assert called(text, lang) is None, text


def test_who_holds_a_card_ends_no_hand():
    names = {lang: (NAMED[lang][0], BARE[lang][2], NAMED[lang][3]) for lang in LANGUAGES}
    for lang, text in sentences(HOLDS, names):
        said = parse(text, lang, fallback=False)
        assert not (isinstance(said, Designation) and isinstance(said.intent, (Claim, Concession))), text


@pytest.mark.parametrize(("lang", "frame"), REQUESTS)
def test_a_polite_request_is_a_call(lang, frame):
    for name in NAMED[lang]:
        assert called(frame.format(name), lang) is not None, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rank_that_waits_for_its_suit_is_asked_about(lang):
    """Whatever else could fit: dummy has one queen, and it is no more than a reading."""
    queen = {"sv": "dam", "en": "queen", "no": "dame", "da": "dame"}[lang]
    for words in load(lang).markers["dangling"]:
        row = answer({**TABLE, "lang": lang, "utterance": f"{queen} {' '.join(words)}"})
        assert row["outcome"] == "ask", row
        assert [one["card"] for one in row["readings"]] == ["DQ"], row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_suit_that_waits_for_its_rank_is_asked_about(lang):
    for words in load(lang).markers["dangling"]:
        if words in (("till",), ("til",)):
            continue  # "spader till" is one more of them
        row = answer({**TABLE, "lang": lang, "utterance": f"{BARE[lang][2]} {' '.join(words)}"})
        assert row["outcome"] not in ("played", "void"), row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_call_that_asks_whether_it_is_right_is_asked_about(lang):
    """ "Hjärter kung, va": with the comma and without it, whatever is called."""
    for words in load(lang).markers["tag"]:
        for name in NAMED[lang]:
            for text in (f"{name} {' '.join(words)}", f"{name}, {' '.join(words)}"):
                assert called(text, lang) is None, text


@pytest.mark.parametrize("text", ["", " ", "\n", "\u00a0", "\u200b", "...", "!", "?"])
@pytest.mark.parametrize("lang", [*LANGUAGES, "auto"])
def test_no_words_are_not_understood(text, lang):
    row = answer({**TABLE, "lang": lang, "utterance": text})
    assert (row["outcome"], row["confidence"]) == ("not_understood", 0.0)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "två över kungen"), ("sv", "spar på esset"), ("sv", "spara på esset"), ("sv", "spar i"),
        ("en", "two over the king"), ("en", "save the ace"),
        ("no", "to over kongen"), ("no", "spar på esset"), ("no", "gjem esset"),
        ("da", "to over kongen"), ("da", "spar på esset"), ("da", "gem esset"),
        ("sv", "spara esset"), ("sv", "spara ess"), ("sv", "spara på den"), ("sv", "spar på den"),
        ("no", "spar på den"), ("no", "spar den"), ("da", "spar på den"), ("da", "spar den"),
        ("sv", "spader över"), ("en", "<3"), ("sv", "<3"), ("no", ">5"), ("en", "hearts <3"),
    ],
)  # fmt: skip
def test_a_card_that_is_saved_or_counted_plays_none(lang, text):
    row = answer({**TABLE, "lang": lang, "utterance": text})
    assert row["outcome"] in ("ask", "not_understood", "not_a_call"), row


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "oh kungen"), ("sv", "åh kungen"), ("sv", "först kungen"), ("en", "oh the king"),
        ("en", "first the king"), ("no", "åh kongen"), ("no", "først kongen"), ("da", "åh kongen"),
        ("da", "først kongen"),
    ],
)  # fmt: skip
def test_a_rank_in_a_cry_or_a_plan_is_not_certain(lang, text):
    said = parse(text, lang, fallback=False)
    assert not isinstance(said, Designation) or said.confidence <= 0.7


#: Openings of a negative question, and what it goes on with.
NEGATIVE = {
    "sv": (("vill du inte", "kan du inte", "ska vi inte", "borde vi inte", "skulle du inte", "får vi inte"),
           ("ta", "spela", "lägga", "kasta")),
    "en": (("won't you", "don't you", "can't we", "couldn't you", "shouldn't we", "don't we", "will you not",
            "would you not", "can we not"), ("take", "play", "lead", "throw")),
    "no": (("vil du ikke", "vil du ikkje", "kan du ikke", "skal vi ikke", "burde vi ikke", "kunne du ikke",
            "vil ikke du", "får vi ikke"), ("ta", "spille", "legge", "kaste")),
    "da": (("vil du ikke", "kan du ikke", "skal vi ikke", "burde vi ikke", "kunne du ikke", "gider du ikke",
            "vil ikke du", "må vi ikke"), ("tage", "ta", "spille", "lægge", "kaste", "give dem")),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_negative_question_is_no_call(lang):
    """Neither of the card nor of any other than it."""
    openings, verbs = NEGATIVE[lang]
    frames = {lang: tuple(f"{opening} {verb} {{}}" for opening in openings for verb in verbs)}
    for frame in frames[lang]:
        for name in NAMED[lang]:
            said = parse(frame.format(name), lang)
            plays = isinstance(said, Designation) and not said.guessed and is_play(said.intent)
            assert not plays, (frame.format(name), said)


#: Verbs, who does it, and how a negative question is put with them.
DOUBTS = {
    "sv": (
        ("kan", "ska", "måste", "bör", "skulle", "får", "tar", "spelade", "brukar", "har"),
        ("jag", "du", "vi", "ni", "han", "man"),
        ("{verb} {who} inte ta", "{verb} inte {who} spela", "men {verb} {who} inte", "inte {verb} {who} väl"),
    ),
    "en": (
        ("is", "was", "should", "could", "must", "ought", "need", "did"),
        ("i", "we", "you", "she", "they"),
        ("{verb} {who} not play", "{verb}n't {who} take", "so {verb}n't {who} lead", "{verb}nt {who}"),
    ),
    "no": (
        ("kan", "skal", "må", "bør", "skulle", "får", "tar", "spilte", "pleier"),
        ("jeg", "du", "vi", "han"),
        (
            "{verb} {who} ikke ta",
            "{verb} ikke {who} spille",
            "men {verb} {who} ikkje",
            "ikke {verb} {who} vel",
        ),
    ),
    "da": (
        ("kan", "skal", "må", "bør", "skulle", "får", "tager", "spillede", "plejer"),
        ("jeg", "du", "vi", "han"),
        (
            "{verb} {who} ikke tage",
            "{verb} ikke {who} spille",
            "men {verb} {who} ikke",
            "ikke {verb} {who} vel",
        ),
    ),
}
#: And of the card itself.
DOUBTS_IT = {
    "sv": ("är det inte", "var det inte", "ska det inte vara", "borde det inte vara", "är inte det"),
    "en": ("isn't it", "wasn't it", "ain't it", "is it not", "shouldn't it be", "should it not be",
           "was that not", "aren't they", "won't it be", "isnt that"),
    "no": ("er det ikke", "var det ikke", "skal det ikke være", "burde det ikke være", "er ikke det"),
    "da": ("er det ikke", "var det ikke", "skal det ikke være", "burde det ikke være", "er ikke det"),
}  # fmt: skip
#: What those words are beside in a call.
NO_DOUBTS = [
    ("sv", "då ska vi spela kungen"), ("sv", "nu tar vi kungen"), ("sv", "kan vi ta kungen"),
    ("da", "vil du ikke nok tage kongen"), ("da", "må jeg ikke få kongen"), ("da", "tag den ikke"),
    ("sv", "något vi inte behöver"), ("no", "noe vi ikke trenger"), ("da", "noget vi ikke skal bruge"),
    ("sv", "lägg något vi inte behöver"), ("no", "ta den ikke"), ("sv", "ta den inte"), ("sv", "ta inte den"),
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_negative_question_proposes_no_card(lang):
    """Not even one that a "yes" would play, whatever the verb and whoever does it."""
    verbs, people, frames = DOUBTS[lang]
    openings = [frame.format(verb=verb, who=who) for frame in frames for verb in verbs for who in people]
    for opening in (*openings, *DOUBTS_IT[lang]):
        for name in (NAMED[lang][0], NAMED[lang][3]):
            said = parse(f"{opening} {name}", lang)
            assert not isinstance(said, Designation) or not is_play(said.intent), (opening, name, said)


@pytest.mark.parametrize(("lang", "text"), NO_DOUBTS)
def test_the_words_of_a_negative_question_are_borne_in_a_call(lang, text):
    said = parse(text, lang, fallback=False)
    assert isinstance(said, Designation)
    assert is_play(said.intent)


#: What asks for assent wherever it is said last.
TAGS = {
    "sv": ("va", "väl", "eh", "eller", "eller hur", "inte sant", "eller vad"),
    "en": ("eh", "huh", "hey", "right", "or", "or what", "isn't it", "innit"),
    "no": ("hva", "hæ", "eh", "sant", "ikke sant", "vel", "eller", "eller hva"),
    "da": ("hva", "hvad", "eh", "ikke sandt", "ikke også", "vel", "eller", "eller hvad"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tag_of_the_language_is_known(lang):
    known = {" ".join(words) for words in load(lang).markers["tag"]}
    assert known.issuperset(TAGS[lang])


#: A question word, a rank behind it, misspelled question words.
GUESSED = {
    "sv": ("vilken", "vilket", "viken"), "en": ("which", "what", "wich", "whose"),
    "no": ("hvilken", "hvilket", "hvlken", "kva for"), "da": ("hvilken", "hvilket", "hvilkn"),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_word_lets_no_card_be_guessed(lang):
    """By the fallback neither, whose guess a "yes" would play."""
    for word in GUESSED[lang]:
        for name in BARE[lang]:
            said = parse(f"{word} {name}", lang)
            assert not isinstance(said, Designation) or not is_play(said.intent), (word, name)


@pytest.mark.parametrize("utterance", ["spader ess", "hjärter", "kungen", "vad som helst", "stjäl", ""])
def test_a_dummy_of_fourteen_cards_is_a_matter_for_the_director(utterance):
    for trick in ([], [{"seat": "W", "card": "D7"}], [{"seat": "W", "card": "H2"}]):
        table = {"trump": "S", "dummy": "AKQJT987.AKQJT9..", "trick": trick, "lang": "sv"}
        assert "td" in answer({**table, "utterance": utterance})["flags"]


@pytest.mark.parametrize(
    ("lang", "text"), [("sv", "dam upp"), ("en", "queen up"), ("no", "dame opp"), ("da", "dame op")]
)
def test_a_rank_that_goes_up_is_played(lang, text):
    assert answer({**TABLE, "lang": lang, "utterance": text})["card"] == "DQ"


@pytest.mark.parametrize(
    ("lang", "text", "options"),
    [
        ("en", "king of hearts or a club", (NamedCard(Suit.HEARTS, Rank.KING), SuitOnly(Suit.CLUBS))),
        (
            "en",
            "king of hearts or clubs",
            (NamedCard(Suit.HEARTS, Rank.KING), NamedCard(Suit.CLUBS, Rank.KING)),
        ),
        ("sv", "hjärter kung eller en klöver", (NamedCard(Suit.HEARTS, Rank.KING), SuitOnly(Suit.CLUBS))),
        ("no", "hjerter konge eller en kløver", (NamedCard(Suit.HEARTS, Rank.KING), SuitOnly(Suit.CLUBS))),
        ("da", "hjerter konge eller en klør", (NamedCard(Suit.HEARTS, Rank.KING), SuitOnly(Suit.CLUBS))),
    ],
)  # fmt: skip
def test_a_suit_behind_or_is_a_card_only_without_its_article(lang, text, options):
    said = parse(text, lang)
    assert isinstance(said, Designation)
    assert said.intent == Either(options)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_two_things_none_is_played(lang):
    """Not even if dummy has only one of them."""
    way = {"sv": "eller", "en": "or", "no": "eller", "da": "eller"}[lang]
    for one in NAMED[lang]:
        for other in NAMED[lang]:
            row = answer({**TABLE, "lang": lang, "utterance": f"{one} {way} {other}"})
            assert one == other or row["outcome"] in ("ask", "defender_designates", "void"), row


@pytest.mark.parametrize("name", ["spar", "ess", "kongen", "hjerter", "ruter åtte"])
def test_auto_passes_over_no_word_that_says_no(name):
    """Norwegian "no" is "now" as well."""
    assert called(f"no {name}", "no") is not None
    said = parse(f"no {name}", "auto")
    assert isinstance(said, Designation)
    assert isinstance(said.intent, (Correction, Exclude))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_letter_before_a_refusal_is_no_rank(lang):
    refusal = {"sv": "inte", "en": "not", "no": "ikke", "da": "ikke"}[lang]
    for letter in "abcdefghijklmnopqrstuvwxyz":
        found = called(f"{letter} {refusal} {KING[lang]}", lang)
        assert not isinstance(found, RankOnly), letter


#: What ends a hand if nothing refuses it, with the place of the refusal.
CLAIMS = {
    "sv": ["jag kräver {not}", "jag kräver {not} resten", "vi ger oss {not}", "ni får {not} resten"],
    "en": ["{not} sure the rest are good", "i {not} think the rest are good"],
    "no": ["jeg krever {not} resten", "jeg gir meg {not}", "de får {not} resten"],
    "da": ["jeg kræver {not} resten", "i får {not} resten"],
}
REFUSALS = {
    "sv": ["inte", "aldrig", "itne"],
    "en": ["not", "never", "don't"],
    "no": ["ikke", "aldri"],
    "da": ["ikke", "aldrig"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_ends_by_what_is_refused(lang):
    for claim in CLAIMS[lang]:
        for refusal in REFUSALS[lang]:
            text = claim.replace("{not}", refusal)
            said = parse(text, lang, fallback=False)
            assert not isinstance(getattr(said, "intent", None), (Claim, Concession)), text
