"""The process that runs vosk: reads a question and sound, writes hearings, until its input closes.

Question: ``{"ears": [{"folder", "alternatives", "long"?}, ...], "few", "rate_hz", "timeout_s"}``; then the
sound as 16-bit samples. An ear for what is ``long`` listens only when a best hearing before it has more than
``few`` words. Answer: ``{"ears": [[{"text", "score", "words"}, ...], ...]}`` or ``{"failed"}``.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from callparser.voice.serving import serve

#: As many ears as two languages have, and one for any speech.
_KEPT: Final = 3

#: A word of no meaning that may come out where a word begins, when the word itself comes out later.
BEGINS: Final = "|"

_loaded: dict[str, Any] = {}


def main() -> int:
    return serve(_answer)


def _answer(question: Any, sound: bytes) -> dict[str, object]:
    try:
        import vosk
    except ImportError as err:
        return {"failed": f"vosk cannot be imported ({err}); pip install 'callparser[voice]'"}
    vosk.SetLogLevel(-1)
    ears: list[list[dict[str, Any]]] = []
    for ear in question["ears"]:
        if not ear.get("long") or any(_length(heard) > question["few"] for heard in ears):
            ears.append(_heard_by(vosk, ear, question["rate_hz"], sound))
    return {"ears": ears}


def _length(heard: list[dict[str, Any]]) -> int:
    """How many words the best hearing has."""
    return len(heard[0]["text"].split()) if heard else 0


def _heard_by(vosk: Any, ear: Any, rate_hz: int, sound: bytes) -> list[dict[str, Any]]:
    """What one ear heard, with a fresh recogniser: one that is used again remembers."""
    if ear["folder"] not in _loaded:
        while len(_loaded) >= _KEPT:
            del _loaded[next(iter(_loaded))]
        _loaded[ear["folder"]] = vosk.Model(ear["folder"])
    listener = vosk.KaldiRecognizer(_loaded[ear["folder"]], rate_hz)
    listener.SetMaxAlternatives(ear["alternatives"])
    listener.SetWords(True)
    listener.AcceptWaveform(sound)
    return [_hearing(row) for row in json.loads(listener.FinalResult()).get("alternatives", ())]


def _hearing(row: dict[str, Any]) -> dict[str, Any]:
    words, begins = [], None
    for word in row.get("result", ()):
        if word["word"] == BEGINS:
            begins = word["start"]
        else:
            words.append([word["word"], word["start"] if begins is None else begins, word["end"]])
            begins = None
    text = " ".join(word for word in row["text"].split() if word != BEGINS)
    return {"text": text, "score": row["confidence"], "words": words}


if __name__ == "__main__":
    sys.exit(main())
