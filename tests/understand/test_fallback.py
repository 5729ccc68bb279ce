"""The statistical fallback proposes, and never more than was said."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from callparser.cards import Hand, Rank, Suit
from callparser.designation import (
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Designation,
    NamedCard,
    NotUnderstood,
    is_play,
)  # fmt: skip
from callparser.errors import InputError
from callparser.grammar.normalise import key
from callparser.grammar.tables import table
from callparser.intentform import intent_out
from callparser.languages import LANGUAGES
from callparser.resolver import resolve
from callparser.table import TableState
from callparser.understand import fallback, parse
from callparser.understand.match import Matcher
from callparser.understand.plain import plain, understood
from callparser.understand.sketch import Sketch, sketch
from tests.corpus import CASES

spacy = pytest.importorskip("spacy")
Doc = spacy.tokens.Doc
SEED = 46


def sketched(text: str, lang: str) -> Sketch:
    matcher = Matcher(table(lang))
    return sketch(matcher, matcher.split(key(text).split()))


def strange(lang: str, count: int) -> Iterator[str]:
    """Words of the language in an order that nobody chose."""
    chance = random.Random(SEED)
    words = sorted(word for word in table(lang)["vocabulary"] if word.isalpha())
    cards = sorted(table(lang)["spelling"]["members"])
    for _ in range(count):
        said = chance.choices(words, k=chance.randint(2, 5)) + chance.choices(cards, k=chance.randint(0, 3))
        chance.shuffle(said)
        yield " ".join(said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_suit_or_rank_that_was_not_said(lang: str) -> None:
    guessed = 0
    for text in strange(lang, 400):
        said = parse(text, lang)
        if isinstance(said, Designation) and said.guessed:
            guessed += 1
            seen = sketched(text, lang)
            for name, mentioned in (("suit", seen.suits), ("rank", seen.ranks)):
                value = getattr(said.intent, name, None)
                letter = getattr(value, "letter", getattr(value, "value", None))
                assert letter is None or mentioned == (letter,), text
    assert guessed >= 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_it_proposes_is_sure_enough_and_never_certain(lang: str) -> None:
    model = fallback.load()
    assert model is not None
    for text in strange(lang, 200):
        found = model.propose(sketched(text, lang), lang)
        assert 0 <= found.probability <= 1
        if found.intent is not None:
            names = [name for name, bar in model.certainty.items() if found.probability >= bar - 1e-9]
            assert found.intent.kind in {name.partition(".")[0] for name in names}
        said = parse(text, lang)
        if isinstance(said, Designation) and said.guessed:
            assert said.confidence < 1


NOT = {"sv": "inte", "en": "not", "no": "ikke", "da": "ikke"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_or_a_question_is_never_guessed_to_be_a_call(lang: str) -> None:
    for text in strange(lang, 300):
        for spoken in (f"{text} {NOT[lang]}", f"{NOT[lang]} {text}", f"{text}?"):
            said = parse(spoken, lang)
            assert not (isinstance(said, Designation) and said.guessed and is_play(said.intent)), spoken


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_has_no_say_in_what_the_grammar_knows_or_asks(lang: str) -> None:
    for text in strange(lang, 200):
        alone = parse(text, lang, fallback=False)
        is_talk = isinstance(alone, Designation) and alone.intent == Chatter()
        if not is_talk and (not isinstance(alone, NotUnderstood) or alone.near):
            assert parse(text, lang) == alone


def test_any_text_may_be_proposed_to() -> None:
    model = fallback.load()
    assert model is not None
    for words in ((), ("",), ("x" * 10_000,), ("\x00", "♥"), ("a",) * 400):
        assert model.propose(Sketch(words, (), ()), "sv").probability <= 1
    assert model.propose(Sketch(("hej",), (), ()), "xx").probability <= 1


def test_without_spacy_there_is_no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback.util, "find_spec", lambda name: None)
    fallback.load.cache_clear()
    try:
        assert fallback.load() is None
    finally:
        fallback.load.cache_clear()


@pytest.mark.parametrize("content", ["{", "{}", "[]", '{"certainty": {}, "temperature": 1, "words": {}}'])
def test_a_damaged_model_is_no_fallback(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / fallback.MODEL).mkdir()
    (tmp_path / fallback.MODEL / "callparser.json").write_text(content, "utf-8")
    monkeypatch.setattr(fallback, "data_dir", lambda name: str(tmp_path))
    fallback.load.cache_clear()
    try:
        assert fallback.load() is None
    finally:
        fallback.load.cache_clear()


# --- what it looks at ---------------------------------------------------------------------------------

COMPOUNDING = {"sv": "lankan", "no": "lusa", "da": "lusen"}


@pytest.mark.parametrize("lang", COMPOUNDING)
def test_a_suit_is_seen_in_a_strange_compound(lang: str) -> None:
    """Whatever it is joined to, before or behind."""
    for suit, name in (("S", "spader"), ("H", "hjärter"), ("D", "ruter"), ("C", "klöver")):
        local = {"no": ("", "hjerter", "ruter", "kløver"), "da": ("", "hjerter", "ruder", "")}
        word = local[lang]["SHDC".index(suit)] if lang in local else name
        for joined in (f"{word}{COMPOUNDING[lang]}", f"pytte{word}") if word else ():
            assert sketched(joined, lang).suits == (suit,), joined


def test_no_suit_is_seen_in_words_that_only_sound_like_one() -> None:
    for lang, word in (("en", "sweetheart"), ("en", "heartless"), ("sv", "hjärterum"), ("no", "hjerterom")):
        assert sketched(word, lang).suits == (), word


def test_a_strange_word_is_read_by_what_is_known_of_it() -> None:
    known = frozenset(("klen*", "*aste", "den"))
    read = {"den": ["den"], "klenaste": ["klen*", "*aste"], "klent": ["klen*"], "xyz": ["RARE"]}
    for word, wanted in read.items():
        assert fallback.tokens(Sketch((word,), (), ()), "sv", known) == ["lang=sv", *wanted]
    assert fallback.tokens(Sketch(("SUIT",), ("H",), ()), "sv", known) == ["lang=sv", "SUIT"]


@pytest.mark.parametrize("name", ["rank", "cover.over", "ruff.rank"])
def test_a_proposal_needs_one_rank(name: str) -> None:
    for ranks in ((), ("K", "Q")):
        assert fallback.made(name, Sketch(("a",), (), ranks)) is None
    one = fallback.made(name, Sketch(("a",), (), ("K",)))
    assert one is not None
    assert fallback.category(intent_out(one)) == name


def wide() -> list[tuple[str, str, str]]:
    rows = (CASES / "negatives_wide.tsv").read_text("utf-8").splitlines()
    split = (row.split("\t") for row in rows if row and not row.startswith("#"))
    return [(lang, group, text) for lang, group, text in split]


def test_hardly_any_talk_is_taken_for_a_call() -> None:
    """Three lines in a thousand may play a card; no more than five may be asked about (see ``guessed``)."""
    rows = wide()
    assert len(rows) >= 3000
    played, asked = [], []
    for lang, _, text in rows:
        said = parse(text, lang)
        if isinstance(said, Designation) and is_play(said.intent):
            (asked if said.guessed else played).append((text, said.intent))
    assert len(played) <= 0.003 * len(rows), played
    assert len(asked) <= 0.005 * len(rows), asked


def phrases(name: str) -> list[tuple[str, dict[str, object], str]]:
    with open(CASES / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [(lang, json.loads(intent), text) for lang, intent, text in rows]


def test_it_lifts_what_is_understood_of_free_wording_and_names_no_other_card() -> None:
    rows = phrases("paraphrases.tsv")
    right = {False: 0, True: 0}
    for lang, wanted, text in rows:
        for guess in right:
            said = parse(text, lang, fallback=guess)
            got = intent_out(said.intent) if isinstance(said, Designation) else {}
            right[guess] += all(got.get(name) == value for name, value in wanted.items())
            if guess:
                assert all(got.get(n, v) == v for n, v in wanted.items() if n in ("suit", "rank")), text
    assert right[True] - right[False] >= 0.3 * len(rows), right


GUESSED = Designation(NamedCard(Suit.SPADES, Rank.ACE), "the ace of spades i suppose", 0.97, guessed=True)


def test_what_is_guessed_is_asked_and_never_played() -> None:
    table_state = TableState(Hand.parse({"S": "AQ74", "H": "K82", "D": "", "C": "T2"}), None)
    for said in (GUESSED, [GUESSED]):
        found = resolve(said, table_state)
        assert found.outcome == "ask"
        assert {reading.card and reading.card.code for reading in found.readings} == {"SA"}
    for intent in (Claim(), Concession()):
        assert resolve(Designation(intent, "mine", 0.9, guessed=True), table_state).outcome == "ask"
    assert resolve(Designation(Chatter(), "well", 0.9, guessed=True), table_state).outcome == "not_a_call"


# --- as a component of spaCy --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "text"), [("sv", "hjärter åtta"), ("nb", "hjerter åtte"), ("en", "eight of hearts")]
)
def test_spacy_pipelines_have_designations(code: str, text: str) -> None:
    nlp = spacy.blank(code)
    nlp.add_pipe("callparser")
    assert nlp(text)._.designation == parse(text, "no" if code == "nb" else code)


def test_a_pipeline_in_another_language_listens_in_all() -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("callparser")
    assert nlp("ess of spades")._.designation == parse("ess of spades", "auto")
    assert isinstance(nlp("D")._.designation, Ambiguous)
    assert isinstance(nlp("")._.designation, NotUnderstood)


def test_settings_of_the_component_are_checked() -> None:
    nlp = spacy.blank("sv")
    nlp.add_pipe("callparser", config={"alphabet": "en"})
    assert nlp("DK")._.designation == parse("DK", "sv", alphabet="en")
    with pytest.raises(InputError, match="expected"):
        spacy.blank("sv").add_pipe("callparser", config={"lang": "fi"})


@pytest.mark.parametrize(
    "text", ["hjärter åtta", "hjrter ått", "DK", "hjärter, nej ruter", "mumlar något", "", "inte spader"]
)
def test_what_was_understood_can_be_stored(text: str) -> None:
    said = parse(text, "sv")
    assert understood(json.loads(json.dumps(plain(said)))) == said
    nlp = spacy.blank("sv")
    nlp.add_pipe("callparser")
    doc = nlp(text)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.designation == doc._.designation == said


def test_documents_come_back_from_other_processes() -> None:
    nlp = spacy.blank("sv")
    nlp.add_pipe("callparser", config={"fallback": False})
    texts = ["hjärter dam", "lågt", "DK", "hjrter ått"]
    found = [doc._.designation for doc in nlp.pipe(texts, n_process=2, batch_size=2)]
    assert found == [parse(text, "sv", fallback=False) for text in texts]


def test_a_document_that_nobody_read_has_no_designation() -> None:
    spacy.blank("sv").add_pipe("callparser")
    assert spacy.blank("sv")("lågt")._.designation is None
