"""The loop of a process that answers questions about sound, until its input closes."""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Callable
from typing import Any, Final, cast

from callparser.voice.framing import read_frame, read_json, write_json

#: The process ends itself when a question takes so much longer than its asker would wait: the asker
#: has died, or it would have ended us.
_SPARE_S: Final = 10.0


def serve(answer: Callable[[Any, bytes], dict[str, object]]) -> int:
    """Answer until the input closes; whatever ``answer`` raises becomes ``{"failed"}``."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asker, who then closes our input
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as questions:
        os.dup2(2, 1)  # what native code prints must not get between the answers
        while (question := read_json(questions)) is not None:
            sound = read_frame(questions)
            if sound is None:
                break
            faulthandler.dump_traceback_later(_seconds(question) + _SPARE_S, exit=True)
            try:
                found = answer(cast(Any, question), sound)
            except Exception as err:  # a recogniser raises what it likes
                found = {"failed": f"{type(err).__name__}: {err}"}
            write_json(answers, found)
            faulthandler.cancel_dump_traceback_later()
    return 0


def _seconds(question: dict[str, object]) -> float:
    value = question.get("timeout_s")
    return float(value) if isinstance(value, (int, float)) else 0.0
