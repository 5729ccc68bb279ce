"""The sentences that the second opinion always weighs: every card, suit, rank and level, and the usual verbs.

The sampled language has some 80,000 sentences. Scoring all would need minutes to set up and, worse, set a
hundred rare ways to say a thing against the usual one; what the first pass heard is added by
:func:`callparser.voice.second.worth_scoring`. Dummy's cards never shorten the list: if the card that was
called is missing from it, another one wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final


@dataclass(frozen=True, slots=True)
class _Words:
    """``frames`` have places for a suit, a rank and a level ("low", "the highest"). Forms stand in commas."""

    suits: str
    ranks: str
    levels: str
    frames: str
    calls: str


_SV: Final = _Words(
    suits="spader, hjärter, ruter, klöver",
    ranks=(
        "ess, esset, kung, kungen, dam, damen, knekt, knekten, tio, tia, tian, nio, nia, nian, åtta, åttan,"
        " sju, sjua, sjuan, sex, sexa, sexan, fem, femma, femman, fyra, fyran, tre, trea, trean, två, tvåa,"
        " tvåan"
    ),
    levels="låg, lågt, liten, lilla, lägsta, minsta, hög, högt, högsta, största",
    frames="{suit}; {rank}; {suit} {rank}; {rank} i {suit}; {level}; {level} {suit}",
    calls=(
        "saka, saka något, ta, ta det, ta den, ta sticket, vinn, vinn sticket, stick, stjäl, trumfa, trumf,"
        " lilla trumf, minsta trumf, trumfa lågt, trumfa högt, stjäl lågt, stjäl högt, följ färg, samma "
        "färg, samma igen, samma färg igen, vad som helst, valfritt, valfritt kort, något, spela, lägg, "
        "spela lågt, lägg lågt, ducka, släpp, maska, täck, lägsta kortet, högsta kortet, tack, ja, nej, "
        "ångra, vänta, nästa, upprepa, resten"
    ),
)
_EN: Final = _Words(
    suits="spade, heart, diamond, club",
    ranks="ace, king, queen, jack, ten, nine, eight, seven, six, five, four, three, two, trey, deuce",
    levels="low, small, little, lowest, smallest, high, big, highest, top",
    frames=(
        "{suit}; {suit}s; {rank}; {rank} of {suit}s; {suit} {rank}; {suit}s {rank}; {level}; {level} {suit}"
    ),
    calls=(
        "win, win it, take, take it, cover, cover it, ruff, ruff it, ruff low, ruff high, trump, trump it, "
        "discard, pitch, duck, finesse, play, play low, play high, play anything, anything, whatever, any "
        "card, any card please, low please, from dummy, follow suit, same again, same suit again, yes, no, "
        "please, undo, wait, next, repeat, lowest card, highest card, top card, the rest"
    ),
)
_NO: Final = _Words(
    suits="spar, hjerter, ruter, kløver",
    ranks=(
        "ess, esset, konge, kongen, dame, damen, knekt, knekten, ti, tier, tieren, ni, nier, nieren, åtte, "
        "åtter, åtteren, sju, sjuer, sjueren, seks, sekser, sekseren, fem, femmer, femmeren, fire, firer, "
        "fireren, tre, treer, treeren, to, toer, toeren"
    ),
    levels="lav, lavt, liten, lavest, laveste, minste, høy, høyt, høyeste, største",
    frames="{suit}; {rank}; {suit} {rank}; {rank} i {suit}; {level}; {level} {suit}",
    calls=(
        "kast, ta, ta det, ta stikket, vinn, stikk, trumf, trumf lavt, trumf høyt, følg farge, samme igjen,"
        " samme farge igjen, hva som helst, spill, spill lavt, legg lavt, dukk, laveste kort, høyeste kort,"
        " takk, ja, nei, angre, vent, neste, resten"
    ),
)
_DA: Final = _Words(
    suits="spar, hjerter, ruder, klør",
    ranks=(
        "es, esset, konge, kongen, dame, damen, knægt, knægten, ti, tier, tieren, ni, nier, nieren, otte, "
        "otter, otteren, syv, syver, syveren, seks, sekser, sekseren, fem, femmer, femmeren, fire, firer, "
        "fireren, tre, treer, treeren, to, toer, toeren"
    ),
    levels="lav, lavt, lille, laveste, mindste, høj, højt, højeste, største",
    frames="{suit}; {rank}; {suit} {rank}; {rank} i {suit}; {level}; {level} {suit}",
    calls=(
        "kast, tag, tag det, tag stikket, vind, stik, trumf, trumf lavt, trumf højt, følg farve, samme "
        "igen, samme farve igen, hvad som helst, spil, spil lavt, læg lavt, duk, laveste kort, højeste "
        "kort, tak, ja, nej, fortryd, vent, næste, resten"
    ),
)
_LANGUAGES: Final = {"sv": _SV, "en": _EN, "no": _NO, "da": _DA}


def core(lang: str) -> list[str]:
    """The sentences of a language, each once; none for a language that has no list."""
    if lang not in _LANGUAGES:
        return []
    words = _LANGUAGES[lang]
    found: dict[str, None] = {}
    for frame in words.frames.split("; "):
        places = {"suit": words.suits, "rank": words.ranks, "level": words.levels}
        used = {name: forms.split(", ") for name, forms in places.items() if f"{{{name}}}" in frame}
        for choice in product(*used.values()):
            found[frame.format_map(dict(zip(used, choice, strict=True)))] = None
    found.update(dict.fromkeys(words.calls.split(", ")))
    return list(found)
