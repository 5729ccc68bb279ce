"""The phones that Swedish and English share, and how espeak-ng and the synthesisers spell them.

Small letters are short or plain, doubled or capital letters long: ``a aa``, ``e ee``, ``oa OA``, ``u UU``.
Where English has nearly the same sound as Swedish, it uses the same phone (``OA`` is both *två* and *four*).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

SILENCE: Final = "SIL"
SPOKEN_NOISE: Final = "SPN"
_VOWELS: Final = "a aa ae AE ah aw ax ay e ee er ey i ii o oa OA oe OE oo ow oy u UU y yy"
_CONSONANTS: Final = "b ch d dh f g h j jh k l m n N p r rd rl rn rs rt s sh sj t th tj v w z zh"
VOWELS: Final = tuple(_VOWELS.split())
CONSONANTS: Final = tuple(_CONSONANTS.split())
#: The id of a phone is its place in this list + 1.
PHONES: Final[tuple[str, ...]] = (SILENCE, SPOKEN_NOISE, *VOWELS, *CONSONANTS)
IDS: Final[dict[str, int]] = {phone: number for number, phone in enumerate(PHONES, start=1)}

_IPA_SV: Final = """
a a|aː aa|ɑ aa|ɑː aa|ɐ a|ə e|ɛ e|ɛː AE|æ ae|æː ae|e e|eː ee|ɪ i|i i|iː ii|ɔ oa|ɔː OA|o o|oː OA|ʊ o
u o|uː oo|ʉ UU|ʉː UU|ɵ u|ɵː UU|œ oe|œː OE|ø oe|øː OE|y y|yː yy|ʏ y|aʊ aw|ɑʊ aw|eʊ e u|ɜː OE|ʌ a
aɪ ay|eɪ ey|b b|d d|f f|ɡ g|g g|h h|j j|k k|l l|m m|n n|ŋ N|p p|r r|ɹ r|ɾ r|s s|t t|v v|w v|z s|ɕ tj
ʂ rs|ʃ sh|ɧ sj|sx sj|ʈ rt|ɖ rd|ɭ rl|ɳ rn|x sj|tʃ tj|dʒ j|ʒ sh|θ t|ð d|ts t s
"""
_IPA_EN: Final = """
a ae|æ ae|aː aa|ɑ aa|ɑː aa|ɑːɹ aa r|ɐ ax|ə ax|əl ax l|ɚ er|ɜ er|ɜː er|ɜːɹ er r|ɛ e|e e|eː AE|eə AE
ɛə AE|ɛː AE|ɛɹ e r|eɪ ey|aɪ ay|aɪə ay ax|aɪɚ ay er|ɔɪ oy|oʊ ow|əʊ ow|əʊl ow l|oː OA|oːɹ OA r|aʊ aw
aʊə aw ax|aʊɚ aw er|ɪ i|i ii|iː ii|iə ii ax|ɪə ii ax|ɪɹ ii r|ɪː ii|ᵻ i|ɨ i|ʊ o|u oo|uː oo|ʊə o ax
ʊɹ o r|ɔ oa|ɔː OA|ɔːɹ OA r|ɔɹ OA r|ɒ oa|ʌ ah|ɵ u|øː er|b b|d d|ð dh|dʒ jh|f f|ɡ g|g g|h h|j j|k k
l l|ɫ l|l̩ ax l|m m|n n|n̩ ax n|ŋ N|p p|r r|ɹ r|ɾ d|ʁ r|s s|ʃ sh|t t|tʃ ch|ʔ t|v v|w w|ʍ w|x k|z z
ʒ zh|θ th|kʰ k|ɬ l
"""
#: IPA that Kokoro knows. It has no ʉ and no ɵ; ``UU`` and ``u`` are therefore spoken in several near ways.
_KOKORO_SV: Final = """
a a|aa ɑː|ae æ|AE ɛː|ah ʌ|aw W|ax ə|ay I|e ɛ|ee eː|er ɜː|ey A|i ɪ|ii iː|o ʊ|oa ɔ|OA oː|oe œ|OE øː
oo uː|ow O|oy Y|u ʊ|UU yː|y y|yy yː|b b|ch ʧ|d d|dh ð|f f|g ɡ|h h|j j|jh ʤ|k k|l l|m m|n n|N ŋ|p p
r r|rd ɖ|rl l|rn ɳ|rs ʂ|rt ʈ|s s|sh ʃ|sj ʃ|t t|th θ|tj ɕ|v v|w w|z z|zh ʒ
"""
_KOKORO_EN: Final = """
r ɹ|aa ɑː|OA ɔː|oa ɑ|ae æ|AE ɛə|o ʊ|er ɜɹ|a æ
"""
#: The nearest English sounds, as hibari and other English voices speak IPA.
_ENGLISH_IPA: Final = """
a ʌ|aa ɑː|ae æ|AE ɛ|ah ʌ|aw W|ax ə|ay I|e ɛ|ee iː|er ɜɹ|ey A|i ɪ|ii iː|o ʊ|oa ɔ|OA ɔː|oe ɜ|OE ɜː
oo uː|ow O|oy Y|u ʊ|UU uː|y ɪ|yy iː|b b|ch ʧ|d d|dh ð|f f|g ɡ|h h|j j|jh ʤ|k k|l l|m m|n n|N ŋ|p p
r ɹ|rd ɹd|rl ɹl|rn ɹn|rs ʃ|rt ɹt|s s|sh ʃ|sj ʃ|t t|th θ|tj ʃ|v v|w w|z z|zh ʒ
"""
#: The same in the American alphabet of flite and festival.
_ARPABET: Final = """
a ah|aa aa|ae ae|AE eh|ah ah|aw aw|ax ax|ay ay|e eh|ee iy|er er|ey ey|i ih|ii iy|o uh|oa ao|OA ao
oe er|OE er|oo uw|ow ow|oy oy|u uh|UU uw|y ih|yy iy|b b|ch ch|d d|dh dh|f f|g g|h hh|j y|jh jh|k k
l l|m m|n n|N ng|p p|r r|rd r d|rl r l|rn r n|rs sh|rt r t|s s|sh sh|sj sh|t t|th th|tj sh|v v|w w
z z|zh zh
"""
#: The Finnish voices of festival.
_FINNISH: Final = """
a a|aa a:|ae @|AE @:|ah a|aw a u|ax 7|ay a i|e e|ee e:|er 7:|ey e i|i i|ii i:|o u|oa o|OA o:|oe 7
OE 7:|oo u:|ow o u|oy o i|u u|UU y:|y y|yy y:|b b|ch t S|d d|dh d|f f|g g|h h|j j|jh d j|k k|l l|m m
n n|N N|p p|r r|rd r d|rl l|rn r n|rs S|rt r t|s s|sh S|sj S|t t|th t|tj S|v v|w v|z s|zh S
"""


def _table(text: str) -> dict[str, tuple[str, ...]]:
    rows = (row.split() for row in text.replace("\n", "|").split("|") if row.strip())
    return {row[0]: tuple(row[1:]) for row in rows}


FROM_IPA: Final = {"sv": _table(_IPA_SV), "en": _table(_IPA_EN)}
TO_KOKORO: Final = {"sv": _table(_KOKORO_SV), "en": {**_table(_KOKORO_SV), **_table(_KOKORO_EN)}}
TO_ENGLISH_IPA: Final = _table(_ENGLISH_IPA)
TO_ARPABET: Final = _table(_ARPABET)
TO_FINNISH: Final = _table(_FINNISH)
_STRESS: Final = str.maketrans("", "", "ˈˌ")


def from_ipa(word: str, lang: str) -> tuple[str, ...] | None:
    """The phones of one word as ``espeak-ng --ipa --sep=_`` prints it; None if a sound is unknown."""
    phones: list[str] = []
    for sound in unicodedata.normalize("NFC", word).translate(_STRESS).split("_"):
        found = _sound(sound.strip(), FROM_IPA[lang])
        if found is None:
            return None
        phones += found
    return tuple(phones)


def _sound(sound: str, table: dict[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    if not sound:
        return ()
    if (found := table.get(sound)) is None and len(sound) > 1 and sound[-1] == "ː":
        return table.get(sound[:-1])  # Swedish espeak writes long consonants
    return found


def spelled(phones: Iterable[str], table: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """The symbols of a synthesiser for some phones."""
    for phone in phones:
        yield from table[phone]
