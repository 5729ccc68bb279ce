"""The words of the page: every one that it asks for is there, in every language, with the same gaps."""

from __future__ import annotations

import json
import re
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from tests.web.site import WEB

FILES = [path for path in sorted(WEB.iterdir()) if path.suffix in (".js", ".html")]
SOURCE = "\n".join(path.read_text("utf-8") for path in FILES)
#: Asked for by a name that is put together.
FAMILIES = (
    "alphabet", "confirm", "connection", "consent", "contract", "deal_kind", "entry_in", "error", "letter",
    "mode", "output", "rule_law", "seat", "set", "switch_key", "talk", "talk_help", "tones", "verbosity",
    "wait_s",
)  # fmt: skip
KEYS = set(load_messages("sv").page)


def _families() -> set[str]:
    return {key for key in KEYS if any(key.startswith(f"{family}_") for family in FAMILIES)}


def test_every_word_that_is_asked_for_is_there() -> None:
    asked = re.findall(r'\btext\("([\w-]+)"', SOURCE) + re.findall(r'data-text="([\w-]+)"', SOURCE)
    asked += re.findall(r'Wrong\("(\w+)"', SOURCE) + re.findall(r'table\("(\w+)"', SOURCE)
    assert set(asked) - KEYS == set()


def test_no_word_is_there_for_nothing() -> None:
    named = set(re.findall(r'"([\w-]+)"', SOURCE))
    assert KEYS - named - _families() == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_gaps_are_the_same(lang: str) -> None:
    def gaps(texts: dict[str, str]) -> dict[str, list[str]]:
        return {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in texts.items()}

    assert gaps(dict(load_messages(lang).page)) == gaps(dict(load_messages("sv").page))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_route(url: str, lang: str) -> None:
    with urlopen(f"{url}v1/messages/{lang}") as found:
        rows = json.load(found)
    assert rows["names"] == dict(load_messages(lang).names)
    assert rows["page"]["title"] == load_messages(lang).page["title"]


@pytest.mark.parametrize("lang", ["xx", "..%2f..%2fetc", "sv%00", "SV"])
def test_there_is_no_other_language(url: str, lang: str) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{url}v1/messages/{lang}")
