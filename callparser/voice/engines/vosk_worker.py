"""The process that runs vosk: reads a question and sound, writes hearings, until its input closes.

Question: ``{"model", "rate_hz", "alternatives", "timeout_s", "ears": [{"beam", "phrases"}]}``; then the
sound as 16-bit samples. Answer: ``{"ears": [[{"text", "score", "words"}, ...], ...]}`` or ``{"failed"}``.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, cast

from callparser.voice.framing import read_frame, read_json, write_json

#: The process ends itself when a question takes so much longer than its asker would wait: the asker
#: has died, or it would have ended us.
_SPARE_S: Final = 10.0

_loaded: dict[tuple[str, float | None], Any] = {}

#: Recognisers made ahead: a grammar of ten thousand pairs takes as long to build as a call to decode.
_ready: dict[tuple[object, ...], Any] = {}


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
            _prepare(cast(Any, question), answer)
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
    ears = []
    for ear in question["ears"]:
        listener = _ready.pop(_key(question, ear), None) or _listener(vosk, question, ear)
        listener.AcceptWaveform(sound)
        ears.append([_hearing(row) for row in json.loads(listener.FinalResult()).get("alternatives", ())])
    return {"ears": ears}


def _prepare(question: Any, answer: dict[str, object]) -> None:
    """The recognisers of the next turn, if it listens for the same; those of another grammar go."""
    _ready.clear()
    if "failed" in answer:
        return
    import vosk

    for ear in question["ears"]:
        _ready[_key(question, ear)] = _listener(vosk, question, ear)


def _key(question: Any, ear: Any) -> tuple[object, ...]:
    return (question["model"], question["rate_hz"], question["alternatives"], ear["beam"], *ear["phrases"])


def _listener(vosk: Any, question: Any, ear: Any) -> Any:
    """A fresh recogniser: vosk loses words when a grammar is changed."""
    model = _model(vosk, question["model"], ear["beam"])
    grammar = json.dumps(ear["phrases"], ensure_ascii=False)
    listener = vosk.KaldiRecognizer(model, question["rate_hz"], grammar)
    listener.SetMaxAlternatives(question["alternatives"])
    listener.SetWords(True)
    return listener


def _hearing(row: dict[str, Any]) -> dict[str, object]:
    words = [[word["word"], word["start"], word["end"]] for word in row.get("result", ())]
    return {"text": row["text"].strip(), "score": row["confidence"], "words": words}


def _model(vosk: Any, path: str, beam: float | None) -> Any:
    """Loaded once. With a ``beam``, from a passing copy whose settings have that lattice beam."""
    if (path, beam) not in _loaded:
        if beam is None:
            _loaded[path, beam] = vosk.Model(path)
        else:
            with tempfile.TemporaryDirectory(prefix="callparser-") as copy:
                wide = Path(copy, "model")
                shutil.copytree(path, wide)
                conf = wide / "conf" / "model.conf"
                kept = re.sub(r"(?m)^--lattice-beam=.*\n?", "", conf.read_text(encoding="utf-8"))
                conf.write_text(f"{kept.rstrip()}\n--lattice-beam={beam}\n", encoding="utf-8")
                _loaded[path, beam] = vosk.Model(str(wide))
    return _loaded[path, beam]


if __name__ == "__main__":
    sys.exit(main())
