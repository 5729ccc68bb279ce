"""What the page knows of cards and tricks is what the library knows."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs a server: pip install '.[dev]'")

from callparser.cards import RANK_LETTERS, SUIT_LETTERS, Suit
from callparser.errors import InvalidTable
from callparser.languages import LANGUAGES
from callparser.service.catalogue import catalogue
from callparser.table import Play, Seat, Trick
from callparser.wire import answer, play
from callparser.written import one_card
from tests.web.browser import Browser

CODES = [suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS]


def call(page: Browser, module: str, name: str, *arguments: object) -> Any:
    """What a function of a module gives."""
    script = """
      const [module, name, args, done] = arguments;
      import(`/${module}.js`).then((found) => done(JSON.stringify(args.map((one) => found[name](...one)))));
    """
    return json.loads(page.driver.execute_async_script(script, module, name, arguments))


def test_cards_are_read_as_the_library_reads_them(page: Browser) -> None:
    """Suit first, as codes, symbols, letters of the languages, and names."""
    written = [form.format(code[0], code[1]) for code in CODES for form in ("{}{}", "{} {}")]
    written += ["♥7", "♦10", "rk", "RKn", "KD", "kk", "hE", "D10", "hjärter7", "7", "", "H", "H1", "hh", "♥️7"]
    read = call(page, "cards", "cardIn", *[[text, catalogue("sv")] for text in written])
    for text, found in zip(written, read, strict=True):
        try:
            expected = one_card(text).code
        except InvalidTable:
            continue  # the page may know less, or more; below it is asked about what it may not know
        assert found in (expected, None), text
        if len(text) == 2 and text.isascii() and text.isupper():
            assert found == expected
    assert read[-9:] == ["HA", "DT", "H7", None, None, None, None, None, "H7"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_read_by_their_names(page: Browser, lang: str) -> None:
    words = catalogue(lang)
    named = [[form.format(suit=words["suits"][code[0]], rank=code[1]), words] for code in CODES
             for form in ("{suit} {rank}", "{suit}{rank}")]  # fmt: skip
    assert call(page, "cards", "cardIn", *named) == [code for code in CODES for _ in range(2)]
    assert call(page, "cards", "cardIn", *[[name, words] for name in words["names"].values()]) == list(
        words["names"]
    )


@pytest.mark.parametrize(
    ("text", "seat", "card"),
    [("W H7", "W", "H7"), ("V: H7", "W", "H7"), ("Ö r10", "E", "DT"), ("H7", None, "H7"), ("s 7", None, "S7"),
     ("S hjärter sju", "S", "H7"), ("v klöver 3", "W", "C3")],
)  # fmt: skip
def test_a_play(page: Browser, text: str, seat: str | None, card: str) -> None:
    assert call(page, "cards", "playIn", [text, catalogue("sv")]) == [{"seat": seat, "card": card}]


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("ED104", "AQT4"), ("AKQJT", "AKQJT"), ("k kn 2", "KJ2"), ("-", ""), ("", ""), ("AA", None), ("x", None),
     ("4 10 e", "AT4")],
)  # fmt: skip
def test_a_holding(page: Browser, text: str, ranks: str | None) -> None:
    assert call(page, "cards", "ranksIn", [text]) == [ranks]


def test_tricks_are_won_as_in_the_library(page: Browser) -> None:
    chance = random.Random(46)
    tricks = []
    for _ in range(300):
        leader = chance.choice(list(Seat))
        plays = [Play(leader.after(at), one_card(code)) for at, code in enumerate(chance.sample(CODES, 4))]
        tricks.append((plays, chance.choice([*SUIT_LETTERS, "NT"])))
    rows = [[[{"seat": p.seat.letter, "card": p.card.code} for p in plays], trump] for plays, trump in tricks]
    found = call(page, "table", "winner", *rows)
    for (plays, trump), won in zip(tricks, found, strict=True):
        trumps = None if trump == "NT" else Suit.parse(trump)
        assert play(won["seat"], won["card"]) == Trick(tuple(plays)).best(trumps)


_PLAY_ON = """
  const [at, numbers, done] = arguments;
  const modules = ["game", "examples", "table", "cards"].map((name) => import(`/${name}.js`));
  Promise.all(modules).then(([{ Game }, { EXAMPLES }, { isDummysTurn }, { SUITS, RANKS }]) => {
    const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => suit + rank));
    const game = new Game();
    const now = () => JSON.stringify(
      [game.table, game.isOpen, game.canTakeOff, sessionStorage.getItem("callparser.table")]);
    const changed = [];
    let last = null;
    game.lay(EXAMPLES[at].table);
    for (const number of numbers) {
      const { dummy } = game.table;
      if (number % 7 === 0) game.goOn();
      else if (number % 7 === 1 && game.canTakeOff) game.takeOff();
      else if (number % 7 === 2 && game.isOpen) game.takenBack(last);
      else if (isDummysTurn(game.table)) game.designated((last = dummy[number % dummy.length]));
      else game.enter({ seat: null, card: pack[number % 52] });
      const before = now();
      const others = pack.filter((card) => card !== last || !game.isOpen);
      for (const none of [null, undefined, ...others]) game.takenBack(none);
      if (now() !== before) changed.push([before, now()]);
    }
    done(JSON.stringify({ changed, played: game.table.played.length }));
  });
"""


@pytest.mark.parametrize("example", range(5))
def test_only_dummys_card_that_stands_is_taken_back(page: Browser, example: int) -> None:
    """At any point of a hand: a question that ends without a card, and any other card, change nothing."""
    chance = random.Random(example)
    numbers = [chance.randrange(10**6) for _ in range(300)]
    found = json.loads(page.driver.execute_async_script(_PLAY_ON, example, numbers))
    assert found["changed"] == []
    assert found["played"] > 20


def test_every_example_is_a_table(page: Browser) -> None:
    """And has a text in the catalogue (``test_catalogue``)."""
    script = "import('/examples.js').then((found) => arguments[0](JSON.stringify(found.EXAMPLES)))"
    for example in json.loads(page.driver.execute_async_script(script)):
        (situation,) = call(page, "table", "situation", [example["table"], {"lang": "sv", "edition": "2017"}])
        assert answer(situation | {"utterance": "hjärter"})["outcome"] != "error"
