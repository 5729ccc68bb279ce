"""A call language of our own for the tests of the recogniser: small, but all 52 cards are in it.

It stands in for the sampled grammar, so that a change of ``grammars/`` cannot move these figures.
"""

from __future__ import annotations

SUITS = {"sv": ("spader", "hjärter", "ruter", "klöver"), "en": ("spade", "heart", "diamond", "club")}
RANKS_SV = (
    ("ess",), ("kung", "kungen"), ("dam", "damen"), ("knekt", "knekten"), ("tio", "tia", "tian"),
    ("nio", "nia", "nian"), ("åtta", "åttan"), ("sju", "sjua", "sjuan"), ("sex", "sexa", "sexan"),
    ("fem", "femma", "femman"), ("fyra", "fyran"), ("tre", "trea", "trean"), ("två", "tvåa", "tvåan"),
)  # fmt: skip
RANKS_EN = (
    ("ace",), ("king",), ("queen",), ("jack",), ("ten",), ("nine",), ("eight",), ("seven",), ("six",),
    ("five",), ("four",), ("three", "trey"), ("two", "deuce"),
)  # fmt: skip
LEVELS_SV = {
    "low": ("låg", "liten", "lilla", "lägsta", "minsta", "litet", "lågt"),
    "high": ("hög", "högsta", "högt", "stor", "stora", "största"),
}
LEVELS_EN = {
    "low": ("low", "small", "little", "lowest", "smallest"),
    "high": ("high", "big", "highest", "top"),
}
COMMANDS_SV = (
    "saka", "saka något", "ta det", "ta sticket", "vinn", "vinn sticket", "stjäl", "trumfa", "trumf",
    "lilla trumf", "minsta trumf", "trumfa lågt", "trumfa högt", "följ färg", "samma färg igen", "samma igen",
    "vad som helst", "valfritt", "något", "spela", "spela lågt", "lägg lågt", "ducka", "lägsta kortet",
    "högsta kortet", "från bordet", "tack", "ja", "nej", "ångra", "vänta", "nästa",
)  # fmt: skip
COMMANDS_EN = (
    "win", "win it", "cover", "ruff", "ruff low", "ruff high", "discard", "duck", "play", "play low",
    "play anything", "anything", "whatever", "any card", "any card please", "low please", "from dummy",
    "same again", "same suit again", "yes", "no", "undo", "wait", "lowest card", "top card",
)  # fmt: skip


def meanings(lang: str) -> dict[str, str]:
    """Every sentence and what it means, in a notation that is equal when the call is the same."""
    rows = _swedish() if lang == "sv" else _english()
    return rows | {command: command for command in (COMMANDS_SV if lang == "sv" else COMMANDS_EN)
                   if command not in rows} | (_levels_sv() if lang == "sv" else {})  # fmt: skip


def phrases(*langs: str) -> list[str]:
    return [sentence for lang in langs for sentence in meanings(lang)]


def _swedish() -> dict[str, str]:
    rows = {suit: suit for suit in SUITS["sv"]}
    for suit in SUITS["sv"]:
        for forms in RANKS_SV:
            for rank in forms:
                rows |= {f"{suit} {rank}": f"{suit} {forms[0]}", rank: forms[0]}
                rows[f"{rank} i {suit}"] = f"{suit} {forms[0]}"
        for level, words in LEVELS_SV.items():
            rows |= {f"{word} {suit}": f"{level} {suit}" for word in words}
            rows |= {f"{suit} {word}": f"{level} {suit}" for word in words}
    return rows | {word: level for level, words in LEVELS_SV.items() for word in words}


def _levels_sv() -> dict[str, str]:
    low = ("lägsta kortet", "lägg lågt", "spela lågt")
    return dict.fromkeys(low, "low") | {"högsta kortet": "high"}


def _english() -> dict[str, str]:
    rows: dict[str, str] = {}
    for suit in SUITS["en"]:
        rows |= {suit: suit, f"{suit}s": suit}
        for forms in RANKS_EN:
            for rank in forms:
                card = f"{suit} {forms[0]}"
                rows |= {f"{rank} of {suit}s": card, f"{suit} {rank}": card, rank: forms[0]}
        for level, words in LEVELS_EN.items():
            rows |= {f"{word} {suit}": f"{level} {suit}" for word in words}
    return rows | {word: level for level, words in LEVELS_EN.items() for word in words}
