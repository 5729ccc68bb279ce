"""What the voices read: calls in the voice vocabulary, loose words, and talk that is no call.

Seven in ten are sentences of the grammars, drawn so that every meaning is about as frequent as the next of
its kind; about two in ten are random words of the vocabulary, so that the acoustic model learns sounds and
not sentences; the rest is other words, labelled with espeak-ng's phones, so that the recogniser has heard
what it must refuse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from wordfreq import top_n_list

from callparser.grammar.load import load
from callparser.grammar.sample import sentences
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
_CONFUSABLE_SHARE: Final = 0.12
_CONFUSABLE: Final = {
    "sv": """tio nio tia nia tian nian ess äss esset sex sju sexa sjua sexan sjuan fem femma två tvåa tre trea
        fyra åtta ja den en låg hög ta stick""",
    "en": """ace eight two to low ten tens nine five four three jack six queen king deuce trey high any win
        spade club the a small trump""",
}
_SUITS: Final = {"sv": "spader hjärter ruter klöver", "en": "spade heart diamond club"}
_CANONICAL: Final = 0.75
_LONGEST: Final = 7
_COMMON: Final = 9000

_Pool = dict[str, dict[str, dict[int, list[str]]]]
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
    """The words of a sentence of the grammar, drawn by lot."""
    if rng.random() < _CONFUSABLE_SHARE:
        word = rng.choice(_CONFUSABLE[lang].split())
        return [rng.choice(_SUITS[lang].split()), word] if rng.random() < 0.5 else [word]
    pool = _pool(lang)
    kind = rng.choices(list(pool), _kind_weights(lang))[0]
    lengths = pool[kind][rng.choice(list(pool[kind]))]
    length = rng.choices(list(lengths), [1 / n**2 for n in lengths])[0]
    return rng.choice(lengths[length]).split()


def _loose(lang: str, rng: Random) -> Sequence[str]:
    return rng.choices(list(lexicon(lang)), k=rng.choice((1, 1, 2, 2, 3, 3, 4)))


def _other(lang: str, rng: Random) -> Sequence[str]:
    if rng.random() < 0.4:
        return rng.choice(_TALK[lang].replace("\n", "|").split("|")).split()
    return rng.choices(list(_others(lang)), k=rng.choice((1, 1, 2, 2, 3)))


_DRAW: Final = {CALL: call, LOOSE: _loose, OTHER: _other}


@cache
def _pool(lang: str) -> _Pool:
    """Kind -> meaning -> number of words -> sentences that need no word outside the vocabulary."""
    known = lexicon(lang)
    pool: _Pool = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for text, intent in sentences(load(lang), letters=False):
        words = text.split()
        if len(words) <= _LONGEST and all(word in known for word in words):
            pool[str(intent.kind)][repr(intent)][len(words)].append(text)
    return pool


@cache
def _kind_weights(lang: str) -> tuple[float, ...]:
    kinds = list(_pool(lang))
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
