"""Spoken calls, from the microphone of a real browser to the card on the screen and in the live region."""

from __future__ import annotations

import json
import re
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the page needs a server: pip install '.[dev]'")
pytest.importorskip("vosk", reason="a spoken call needs a recogniser: pip install '.[voice]'")

from callparser.explainer.messages import load_messages
from callparser.voice.audio import read_audio
from tests.service.test_serve import TOKEN, process
from tests.web.browser import ActionChains, Keys, browsing

INTEGRATING = Path(__file__).parents[2] / "docs" / "integrating.md"
EXAMPLES = Path(__file__).parents[2] / "examples"
LEAD_S, TAIL_S = 1.5, 1.0


@pytest.fixture(scope="module")
def served(chromium: None) -> Iterator[str]:
    """``callparser serve``, with a token: the page behind the guard that users have."""
    with process("--recognisers", "1", CALLPARSER_TOKEN=TOKEN) as (_, _line, url):
        yield f"{url}/#token={TOKEN}"


def padded(name: str, folder: Path) -> Path:
    """A recording with quiet around it, at the rate it has."""
    audio = read_audio(str(EXAMPLES / f"{name}.wav"))
    quiet = [array("h", bytes(2 * int(length_s * audio.rate_hz))) for length_s in (LEAD_S, TAIL_S)]
    path = folder / f"{name}.wav"
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(audio.rate_hz)
        out.writeframes((quiet[0] + audio.samples + quiet[1]).tobytes())
    return path


SPOKEN = [
    ("sv-klover-tia", "sv", "hold", 1, "Nord: ♣ klöver tio", "(sv) Klöver tio är spelat."),
    ("sv-klover-tia", "sv", "hands-free", 1, "Nord: ♣ klöver tio", "(sv) Klöver tio är spelat."),
    (
        "en-queen-of-hearts",
        "en",
        "hold",
        2,
        "North: ♥ the queen of hearts",
        "(en) The queen of hearts is played.",
    ),
]


@pytest.mark.parametrize(
    ("name", "lang", "mode", "example", "shown", "told"), SPOKEN, ids=["sv", "sv-hands-free", "en"]
)
def test_a_spoken_call(
    served: str, tmp_path: Path, name: str, lang: str, mode: str, example: int, shown: str, told: str
) -> None:
    settings = json.dumps({"lang": lang, "mode": mode, "tones": "no"})
    with browsing(padded(name, tmp_path)) as page:
        page.driver.get(served)
        page.run("localStorage.setItem('callparser.settings', arguments[0])", settings)
        page.driver.refresh()
        page.until(lambda: page.shown("page"))
        page.until(lambda: page.run("return document.getElementById('connection').dataset.state") == "open")
        page.run("document.getElementById('example').value = arguments[0]", str(example))
        page.run("document.getElementById('use-example').click()")
        page.until(lambda: page.focus() == "talk")
        page.hears(load_messages(lang).page["turn_dummy"])  # all that the page has to say before
        ActionChains(page.driver).key_down(Keys.SPACE).perform()
        page.until(lambda: page.run("return document.getElementById('listening').dataset.on") == "true")
        before = len(page.said())
        page.hears(told)
        assert len(page.said()) == before + 1  # and nothing of it before
        ActionChains(page.driver).key_up(Keys.SPACE).perform()
        assert shown in page.text("trick")
        assert page.faults() == []


def test_the_snippet_for_integrators_plays_the_card(served: str) -> None:
    (snippet,) = re.findall(r"```js\n(.*?)```", INTEGRATING.read_text("utf-8"), re.S)
    snippet = snippet.replace("rate_hz: 0", f'rate_hz: 0, auth: "{TOKEN}"')
    with browsing() as page:
        page.driver.get(served)
        page.driver.set_script_timeout(30)
        told = page.driver.execute_async_script(
            "const done = arguments[0], said = [];"
            "const tell = (text) => said.push(text), play = (card) => done([card, said]);" + snippet
        )
    assert told == ["H2", ["Hjärter två."]]
