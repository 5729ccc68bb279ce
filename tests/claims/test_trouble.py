"""Why a claim fails, in one sentence."""

from __future__ import annotations

from random import Random

import pytest

from callparser.cards import Hand
from callparser.claims import Stated, check, read_position
from callparser.claims.report import sentences, verdict_row
from tests.claims.endings import position

DEFENDERS = {"W": "...KQJ", "E": "..AKQ."}
BLOCKED = {
    "trump": "NT", "dummy": "KQJ...", "declarer": "A..2.A", "leader": "S", "defenders": DEFENDERS,
}  # fmt: skip
IN_THE_WRONG_ORDER = {
    "trump": "NT", "dummy": "AK...2", "declarer": "2...A3", "leader": "S", "defenders": DEFENDERS,
}  # fmt: skip
TRUMP_OUT = {
    "trump": "S", "dummy": ".432..", "declarer": "QT...Q", "leader": "S",
    "defenders": {"W": "...JT9", "E": "7..AK."},
}  # fmt: skip
TOLD = [
    (
        BLOCKED, "resten är mina", "sv",
        "Det brister här: spader knekt hos nord går inte att nå; öst tar stick 3 med ruter dam.",
    ),
    (
        BLOCKED, "the rest are mine", "en",
        "Where it fails: the jack of spades with north cannot be reached; east wins trick 3 with the queen "
        "of diamonds.",
    ),
    (
        IN_THE_WRONG_ORDER, "resten är mina", "sv",
        "Det brister här: spader kung hos nord går inte att nå; spelas klöver två i stick 2 tar väst stick 3 "
        "med klöver knekt; ett annat kort där räcker.",
    ),
    (
        TRUMP_OUT, "the rest are mine", "en",
        "Where it fails: if the queen of clubs is played to trick 1, east wins trick 1 with the seven of "
        "spades; another card there is enough.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("row", "words", "lang", "told"), TOLD)
def test_the_sentence(row: dict[str, object], words: str, lang: str, told: str) -> None:
    found = check(read_position(row), words, lang=lang)
    assert told in list(sentences(found, lang))
    assert told in verdict_row(found, lang)["explanation"]


def test_a_good_claim_has_no_trouble() -> None:
    found = check(read_position(IN_THE_WRONG_ORDER), "klöver ess, sedan spader", lang="sv")
    assert (found.word, found.trouble) == ("GOOD", None)


def test_trouble_is_what_the_line_shows() -> None:
    """Every failing line is explained; what is said of it can be seen in it."""
    random = Random(11)
    stranded = turned = 0
    for _ in range(80):
        at = position(random, 3, high=random.random() < 0.7)
        found = check(at, Stated("claim", wins=random.randrange(1, at.tricks_left + 1)))
        why = found.trouble
        assert (why is None) is (not found.failing)
        if why is None:
            continue
        trick = found.failing[why.lost - 1]
        assert why.winner in trick.plays
        assert trick.winner == why.winner.seat
        assert trick.winner.partner != at.claimer
        if why.turning is not None:
            turned += 1
            number, card = why.turning
            assert number <= why.lost
            assert card in [play.card for play in found.failing[number - 1].plays if play.seat in at.controls]
        if why.stranded:
            stranded += 1
            played = {play.card for one in found.failing[: why.lost - 1] for play in one.plays}
            assert Hand.of(why.stranded) & (at.hands[why.holder] or Hand()) == Hand.of(why.stranded)
            assert played.isdisjoint(why.stranded)
    assert stranded
    assert turned
