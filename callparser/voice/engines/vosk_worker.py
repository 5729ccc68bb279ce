"""The process that runs vosk: reads a question and sound, writes hearings, until its input closes.

Question: ``{"ears": [{"folder", "alternatives"}, ...], "rate_hz", "timeout_s"}``; then the sound as 16-bit
samples. Answer: ``{"ears": [[{"text", "score", "words"}, ...], ...]}`` or ``{"failed"}``.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from typing import Any, Final, cast

from callparser.voice.framing import read_frame, read_json, write_json

#: The process ends itself when a question takes so much longer than its asker would wait: the asker
#: has died, or it would have ended us.
_SPARE_S: Final = 10.0

#: As many ears as two languages have.
_KEPT: Final = 4

_loaded: dict[str, Any] = {}


def main() -> int:
    """Answer until the input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asker, who then closes our input
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as questions:
        os.dup2(2, 1)  # what native code prints must not get between the answers
        while (question := read_json(questions)) is not None:
            sound = read_frame(questions)
            if sound is None:
                break
            faulthandler.dump_traceback_later(_seconds(question) + _SPARE_S, exit=True)
            try:
                answer = _answer(cast(Any, question), sound)
            except Exception as err:  # whatever vosk raises becomes an answer
                answer = {"failed": f"{type(err).__name__}: {err}"}
            write_json(answers, answer)
            faulthandler.cancel_dump_traceback_later()
    return 0


def _seconds(question: dict[str, object]) -> float:
    value = question.get("timeout_s")
    return float(value) if isinstance(value, (int, float)) else 0.0


def _answer(question: Any, sound: bytes) -> dict[str, object]:
    try:
        import vosk
    except ImportError as err:
        return {"failed": f"vosk cannot be imported ({err}); pip install 'callparser[voice]'"}
    vosk.SetLogLevel(-1)
    return {"ears": [_heard_by(vosk, ear, question["rate_hz"], sound) for ear in question["ears"]]}


def _heard_by(vosk: Any, ear: Any, rate_hz: int, sound: bytes) -> list[dict[str, object]]:
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


def _hearing(row: dict[str, Any]) -> dict[str, object]:
    words = [[word["word"], word["start"], word["end"]] for word in row.get("result", ())]
    return {"text": row["text"].strip(), "score": row["confidence"], "words": words}


if __name__ == "__main__":
    sys.exit(main())
