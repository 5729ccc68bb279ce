"""What the voices read: calls in the voice vocabulary, loose words, and talk that is no call.

Seven in ten are calls: templates of the grammars, those that the recogniser listens for, drawn by kind and
then by how often their words are said, some with a lead-in, a courtesy, a refusal or a second call. About two
in ten are random words of the vocabulary, so that the acoustic model learns sounds and not sentences; the
rest is other words, labelled with espeak-ng's phones, so that the recogniser has heard what it must refuse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from wordfreq import top_n_list

from callparser.grammar.load import load
from callparser.grammar.model import Form, Grammar
from callparser.voice.calllanguage import call_language
from training.acoustic.lexicon import VOICES, Pronunciation, espeak_phones, lexicon

CALL: Final = "call"
LOOSE: Final = "loose"
OTHER: Final = "other"
_SHARES: Final = {CALL: 0.70, LOOSE: 0.17, OTHER: 0.13}
#: How often a kind of call is read; the others share what is left.
_KINDS: Final = {
    "card": 0.30, "rank": 0.14, "suit": 0.08, "low": 0.07, "high": 0.06, "ruff": 0.04, "win": 0.04,
    "discard": 0.03, "anything": 0.03, "continue": 0.03, "duck": 0.02, "cover": 0.02,
}  # fmt: skip
#: A word counts as said so often more than it was, and then only by the root: rare ones must be learnt too.
_UNHEARD: Final = 0.5
#: Of so many templates drawn by lot, one is read: the more usual its words, the likelier.
_DRAWN: Final = 6
#: How often something stands before a call, behind it, and another call behind that.
_BEFORE: Final = 0.25
_BEHIND: Final = 0.2
_TWICE: Final = 0.1
_FRAMES: Final = {
    "before": ("before", "around", "anywhere", "not", "except", "asks", "opens", "talk", "request"),
    "behind": ("after", "around", "anywhere"),
    "between": ("slip", "change", "or", "not", "but", "except"),
}
_CONFUSABLE_SHARE: Final = 0.12
_CONFUSABLE: Final = {
    "sv": """tio nio tia nia tian nian ess äss esset sex sju sexa sjua sexan sjuan fem femma två tvåa tre trea
        fyra åtta ja den en låg hög ta stick""",
    "en": """ace eight two to low ten tens nine five four three jack six queen king deuce trey high any win
        spade club the a small trump""",
}
_SUITS: Final = {"sv": "spader hjärter ruter klöver", "en": "spade heart diamond club"}
_CANONICAL: Final = 0.75
_LONGEST: Final = 12
_COMMON: Final = 9000

#: Symbols of a template, see callparser/grammar/template.py.
_Template = Sequence[str]
_TALK: Final = {
    "sv": """ska vi dricka kaffe sen|det regnar ute idag|var har du lagt nycklarna|jag måste hem och laga mat
        kan du stänga fönstret|hur mycket är klockan|vi ses imorgon kväll|han jobbar på sjukhuset
        det var en bra film|tåget kommer klockan fyra|hunden vill gå ut|har du sett mina glasögon
        vi åkte buss till stan|hon läser en bok|det kostar hundra kronor|ring mig när du kommer fram
        barnen leker i trädgården|vilken fin dag det är|jag köpte nya skor igår|soppan är för varm
        vem ska köra bilen|vi bor nära skogen|tack för maten det var gott|ställ stolen vid bordet
        jag förstår inte vad du menar|vänta lite jag kommer snart|det är din tur att diska
        telefonen ringer i köket|min syster bor i norge|vi får se hur det blir
        han glömde sin väska på tåget|kommer ni på fredag|jag har ont i ryggen|lampan är trasig
        gården ligger vid sjön|först äter vi sedan går vi|hon sjunger i kören|det luktar kanel
        flygplanet är försenat|skjortan hänger i garderoben""",
    "en": """shall we have some coffee later|it is raining outside|where did you put the keys
        i have to go home soon|could you close the window|what time is it now|see you tomorrow evening
        she works at the hospital|that was a very good film|the train leaves at seven
        the dog wants to go out|have you seen my glasses|we took the bus into town|he is reading a book
        it costs twenty pounds|call me when you arrive|the children play in the garden
        what a beautiful day|i bought new shoes yesterday|the soup is too hot|who is going to drive
        they live close to the forest|thank you for dinner|put the chair beside the door
        i do not understand you|just a minute i am coming|it is your turn to wash up
        the phone is ringing|my sister lives in norway|we will see what happens
        he forgot his bag on the train|are you coming on friday|my back hurts again|the lamp is broken
        the farm lies by the lake|first we eat and then we walk|the choir sings on sunday
        it smells of cinnamon|the flight was delayed|her shirt is in the wardrobe""",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    id: str
    lang: str
    kind: str
    words: tuple[str, ...]
    phones: tuple[Pronunciation, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


def texts(lang: str, seed: str) -> Iterator[Text]:
    """Training texts without end; the same seed gives the same texts."""
    rng = Random(f"texts {lang} {seed}")
    number = 0
    while True:
        kind = rng.choices(list(_SHARES), list(_SHARES.values()))[0]
        words = _DRAW[kind](lang, rng)
        if (phones := _phones(words, lang, rng)) is not None:
            yield Text(f"{lang}-{seed}-{number:04d}", lang, kind, tuple(words), phones)
            number += 1


def call(lang: str, rng: Random) -> Sequence[str]:
    """The words of a call, drawn by lot, with what may stand around it."""
    if rng.random() < _CONFUSABLE_SHARE:
        word = rng.choice(_CONFUSABLE[lang].split())
        return [rng.choice(_SUITS[lang].split()), word] if rng.random() < 0.5 else [word]
    words: list[str] = []
    while not 0 < len(words) <= _LONGEST:
        words = [*_framed("before", _BEFORE, lang, rng), *_sentence(lang, rng)]
        if rng.random() < _TWICE:
            words += [*_framed("between", 1.0, lang, rng), *_sentence(lang, rng)]
        words += _framed("behind", _BEHIND, lang, rng)
    return words


def _sentence(lang: str, rng: Random) -> list[str]:
    kinds = _templates(lang)
    kind = rng.choices(list(kinds), _kind_weights(lang))[0]
    return _said(kinds[kind], lang, rng)


def _framed(place: str, share: float, lang: str, rng: Random) -> list[str]:
    """Each of the groups that may stand in a place as often as the next."""
    if rng.random() >= share:
        return []
    groups = _frames(lang)[place]
    return _said(groups[rng.choice(list(groups))], lang, rng)


def _said(templates: Sequence[_Template], lang: str, rng: Random) -> list[str]:
    """One of some templates, filled in."""
    drawn = [_filled(rng.choice(templates), lang, rng) for _ in range(_DRAWN)]
    return rng.choices(drawn, [min(_usual(word, lang) for word in words) for words in drawn])[0]


def _filled(template: _Template, lang: str, rng: Random) -> list[str]:
    words: list[str] = []
    for symbol in template:
        forms = rng.choice(_values(lang, symbol))
        words += rng.choices(forms, [min(_usual(word, lang) for word in form) for form in forms])[0]
    return words


@cache
def _usual(word: str, lang: str) -> float:
    return float((_grammar(lang).counts.get(word, 0) + _UNHEARD) ** 0.5)


def _loose(lang: str, rng: Random) -> Sequence[str]:
    return rng.choices(list(lexicon(lang)), k=rng.choice((1, 1, 2, 2, 3, 3, 4)))


def _other(lang: str, rng: Random) -> Sequence[str]:
    if rng.random() < 0.4:
        return rng.choice(_TALK[lang].replace("\n", "|").split("|")).split()
    return rng.choices(list(_others(lang)), k=rng.choice((1, 1, 2, 2, 3)))


_DRAW: Final = {CALL: call, LOOSE: _loose, OTHER: _other}


@cache
def _grammar(lang: str) -> Grammar:
    return load(lang)


@cache
def _known(lang: str) -> set[str]:
    """The words that are said in calls and known how."""
    return lexicon(lang).keys() & call_language(lang).words


@cache
def _templates(lang: str) -> dict[str, list[_Template]]:
    """Kind -> templates that can be said in words of the vocabulary."""
    found: dict[str, list[_Template]] = defaultdict(list)
    for rule in _grammar(lang).rules:
        if not rule.is_wild and rule.sequence[0] != "@" and all(_values(lang, one) for one in rule.sequence):
            found[rule.kind].append(rule.sequence)
    return found


@cache
def _frames(lang: str) -> dict[str, dict[str, list[_Template]]]:
    """Place -> group -> what can be said there."""
    grammar = _grammar(lang)
    groups = {**grammar.markers, **grammar.fillers}
    return {place: _sayable({name: groups.get(name, ()) for name in names}, lang)
            for place, names in _FRAMES.items()}  # fmt: skip


def _sayable(groups: dict[str, Iterable[_Template]], lang: str) -> dict[str, list[_Template]]:
    kept = {name: [one for one in group if all(_values(lang, symbol) for symbol in one)]
            for name, group in groups.items()}  # fmt: skip
    return {name: group for name, group in kept.items() if group}


@cache
def _values(lang: str, symbol: str) -> list[list[tuple[str, ...]]]:
    """What a symbol of a template may stand for, value by value: the ways to say each."""
    grammar = _grammar(lang)
    if symbol[0] == "{":
        forms = grammar.classes.get(symbol[1:-1].partition(":")[0], [])
    else:
        forms = grammar.groups[symbol[1:-1]] if symbol[0] == "<" else [Form((symbol,))]
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for form in forms:
        if not form.alphabet and _known(lang).issuperset(form.words):
            found[form.value].append(tuple(form.words))
    return list(found.values())


@cache
def _kind_weights(lang: str) -> tuple[float, ...]:
    kinds = list(_templates(lang))
    others = [kind for kind in kinds if kind not in _KINDS]
    left = 1 - sum(_KINDS.get(kind, 0) for kind in kinds)
    return tuple(_KINDS.get(kind, left / len(others)) for kind in kinds)


def _phones(words: Sequence[str], lang: str, rng: Random) -> tuple[Pronunciation, ...] | None:
    """A pronunciation of each word, mostly the canonical one; None if a word cannot be said."""
    said: list[Pronunciation] = []
    for word in words:
        variants = lexicon(lang).get(word) or spoken(lang).get(word)
        if not variants:
            return None
        others = variants[1:] if rng.random() > _CANONICAL else ()
        said.append(rng.choice(others) if others else variants[0])
    return tuple(said)


@cache
def _others(lang: str) -> tuple[str, ...]:
    """Common words that are not in the vocabulary."""
    common = (word for word in top_n_list(lang, _COMMON) if word.isalpha() and 3 <= len(word) <= 12)
    sayable = spoken(lang)
    return tuple(word for word in common if word in sayable and word not in lexicon(lang))


@cache
def spoken(lang: str) -> dict[str, tuple[Pronunciation, ...]]:
    """What espeak-ng says for the words outside the vocabulary."""
    talk = _TALK[lang].replace("|", " ").split()
    words = list(dict.fromkeys([*talk, *top_n_list(lang, _COMMON)]))
    words = [word for word in words if word.isalpha()]
    phones = espeak_phones(words, VOICES[lang][-1], lang)
    return {word: (said,) for word, said in zip(words, phones, strict=True) if said and len(said) > 1}
