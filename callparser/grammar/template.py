"""The little language of ``calls.yaml``: one template, all the word sequences it stands for.

======================  =======================================================================
``word``                that word, as normalised
``[a b]``               may be there
``(a|b c)``             one of these
``{suit}``              a word of that class in ``words.yaml``, kept as a slot
``{rank:over}``         the same, kept under another name; ``{rank:_}`` is heard but not kept
``<low>``               any phrase of that group in ``words.yaml``
``*``                   any words, or none
======================  =======================================================================
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final

Sequence = tuple[str, ...]

MAX_SEQUENCES: Final = 5000
_TOKEN: Final = re.compile(r"\{[a-z_]+(?::[a-z_]+)?\}|<[a-z_]+>|[\[\]()|*]|[^\s\[\]()|{}<>*]+")


def expand(template: str) -> list[Sequence]:
    """Every sequence of words, slots and groups that ``template`` stands for, without repetitions.

    Raises :class:`ValueError` for unbalanced brackets, foreign characters or too many sequences.
    """
    tokens = _TOKEN.findall(template)
    if "".join(tokens) != re.sub(r"\s+", "", template):
        raise ValueError(f"template {template!r} has a character that is not allowed there")
    sequences, rest = _alternatives(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"template {template!r} closes a bracket that was not opened")
    return list(dict.fromkeys(sequences))


def _alternatives(tokens: list[str], at: int) -> tuple[list[Sequence], int]:
    found: list[Sequence] = []
    while True:
        branch, at = _sequence(tokens, at)
        found += branch
        if at == len(tokens) or tokens[at] != "|":
            return found, at
        at += 1


def _sequence(tokens: list[str], at: int) -> tuple[list[Sequence], int]:
    parts: list[list[Sequence]] = []
    while at < len(tokens) and tokens[at] not in "|])":
        token = tokens[at]
        if token in "[(":
            inner, at = _alternatives(tokens, at + 1)
            if at == len(tokens) or tokens[at] != {"[": "]", "(": ")"}[token]:
                raise ValueError(f"a {token!r} is not closed")
            parts.append([*inner, ()] if token == "[" else inner)
        else:
            parts.append([(token,)])
        at += 1
    count = 1
    for part in parts:
        count *= len(part)
    if count > MAX_SEQUENCES:
        raise ValueError(f"a template stands for {count} sequences; at most {MAX_SEQUENCES}")
    return [sum(choice, ()) for choice in product(*parts)], at
