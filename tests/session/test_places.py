"""A question about several cards: "the second" is the second that was said, "not the spade" the others."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.wire import situation

DUMMY = {"S": "K84", "H": "KQ6", "D": "AK", "C": "T72"}
#: What was said before, which leaves a question or nothing.
BEFORE = {
    "sv": ["kung", "kung/inte spader", "kung/den röda", "kung/lågt", "kung/det lägsta", "kung/vad som helst",
           "kung/vad som helst utom hjärter", "kung/inte ruter/inte hjärter", "lågt", "honnör",
           "hjärter/klöver"],
    "en": ["king", "king/not the spade", "king/the red one", "king/low", "king/the lowest", "king/anything",
           "king/anything but hearts", "king/the highest", "king/not hearts/not spades", "low", "honour",
           "hearts/clubs"],
    "no": ["konge", "konge/ikke spar", "konge/lavt", "konge/hva som helst", "lavt", "honnør",
           "hjerter/kløver"],
    "da": ["konge", "konge/ikke spar", "konge/lavt", "konge/hvad som helst", "lavt", "honnør",
           "hjerter/klør"],
}  # fmt: skip
PLACES = ("first", "second", "third", "fourth", "last")


def at(lang: str) -> Session:
    row = {"utterance": "", "lang": lang, "trump": "S", "dummy": DUMMY, "trick": []}
    return Session(lang, situation(row))


def named(session: Session, speech: str) -> list[str]:
    """Dummy's cards that were read out, in that order."""
    codes = [suit + rank for suit, ranks in DUMMY.items() for rank in ranks]
    found = {code: speech.casefold().find(session.messages.card(code).casefold()) for code in codes}
    return sorted((code for code in codes if found[code] >= 0), key=found.__getitem__)


@pytest.mark.parametrize(("lang", "before"), [(lang, one) for lang in BEFORE for one in BEFORE[lang]])
@pytest.mark.parametrize("place", range(len(PLACES)), ids=PLACES)
def test_a_place_counts_in_the_list_that_was_said(lang: str, before: str, place: int) -> None:
    session = at(lang)
    for text in before.split("/"):
        asked = session.typed(text)
    said = named(session, asked.speech) if session.state == "choose" else []
    words = session.messages.listening[PLACES[place]].split("|")
    reply = session.typed(words[0])
    if place == len(PLACES) - 1:
        place = len(said) - 1
    expected = said[place] if 0 <= place < len(said) else None
    standing = session.stands.code if session.stands else None
    assert standing == expected
    assert expected is None or reply.row["card"] == expected


NOT_THE_SPADE = {
    "sv": ["inte spader", "inte spader kung", "vad som helst utom spader"],
    "en": ["not the spade", "not the king of spades", "anything but spades"],
    "no": ["ikke spar"],
    "da": ["ikke spar"],
}


@pytest.mark.parametrize(
    ("lang", "text"), [(lang, one) for lang in NOT_THE_SPADE for one in NOT_THE_SPADE[lang]]
)
def test_what_rules_a_card_out_leaves_the_others(lang: str, text: str) -> None:
    session = at(lang)
    session.typed(BEFORE[lang][0])
    reply = session.typed(text)
    assert (reply.row["outcome"], reply.row["candidates"]) == ("choose", ["HK", "DK"])
    assert named(session, reply.speech.replace(text, "")) == ["HK", "DK"]


def test_the_card_that_is_left_waits_for_a_yes() -> None:
    session = at("en")
    for text in ("king", "not the spade", "not the heart"):
        session.typed(text)
    assert (session.state, [card.code for card in session.options]) == ("confirm", ["DK"])


def test_to_rule_out_all_or_none_is_another_call() -> None:
    for text in ("not the king", "not clubs", "not the spade five"):
        session = at("en")
        session.typed("king")
        assert session.typed(text).row["outcome"] != "choose"
        assert session.stands is None
