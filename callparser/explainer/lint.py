"""What may be wrong with messages that still load.

``missing``  a language lacks a message that another one has
``advice``   a message says what to play: the program, like dummy, may state facts and ask, but not advise
             (Laws 42A, 43A)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from callparser.explainer.messages import GROUPS, load_messages
from callparser.grammar.lint import Finding

_ADVICE: Final = re.compile(
    r"\b(should|ought to|better to|best to|recommend\w*|suggest\w*"  # en
    r"|bör|borde|bäst att|rekommend\w*|föreslå\w*"  # sv
    r"|bør|burde|best å|anbefal\w*|foreslå\w*|bedst at)\b",  # no, da
    re.IGNORECASE,
)


def lint(languages: Iterable[str]) -> list[Finding]:
    """Everything found in the messages of these languages."""
    texts = {lang: dict(_texts(lang)) for lang in languages}
    every = {name for found in texts.values() for name in found}
    return [
        *(
            Finding("missing", lang, f"no message {name}")
            for lang, found in texts.items()
            for name in sorted(every - set(found))
        ),
        *(
            Finding("advice", lang, f"{name}: {text!r} tells a player what to do")
            for lang, found in texts.items()
            for name, text in found.items()
            if _ADVICE.search(text)
        ),
    ]


def _texts(lang: str) -> Iterator[tuple[str, str]]:
    messages = load_messages(lang)
    for group in GROUPS:
        for name, text in getattr(messages, group).items():
            yield f"{group}.{name}", text
