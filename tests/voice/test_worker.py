"""The watchdog, with workers that misbehave in every way we know. No vosk here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from callparser.errors import EngineFailed
from callparser.voice import worker
from callparser.voice.engines.vosk import VoskEngine
from callparser.voice.framing import MAX_FRAME
from callparser.voice.wordgraph import listed
from callparser.voice.worker import Worker

HEAD = """
import os, sys, time
from callparser.voice.framing import *
def read():
    row = read_json(sys.stdin.buffer)
    if row is None: sys.exit(0)
    return row, read_frame(sys.stdin.buffer)
def answer(row): write_json(sys.stdout.buffer, row)
"""
ECHO = HEAD + "while True:\n    row, sound = read(); answer({'got': len(sound), 'pid': os.getpid()} | row)"
BAD = {
    "hangs before reading": ("time.sleep(60)", "no answer within"),
    "hangs after reading": ("read(); time.sleep(60)", "no answer within"),
    "hangs within an answer": ("read(); os.write(1, b'\\0\\0\\0\\x09{'); time.sleep(60)", "no answer"),
    "dies at once": ("sys.exit(3)", "status 3"),
    "dies with a reason": ("read(); sys.exit('out of luck')", "status 1, saying: out of luck"),
    "is aborted": ("read(); os.abort()", "SIGABRT" if os.name == "posix" else "status"),
    "closes in silence": ("read()", "status 0"),
    "writes garbage": ("read(); os.write(1, b'hello, this is not a frame')", "the recogniser failed"),
    "writes half an answer": ("read(); os.write(1, b'\\0\\0\\0\\x09{')", "status 0"),
    "writes no JSON": ("read(); write_frame(sys.stdout.buffer, b'\\xff{')", "status 0"),
    "writes a list": ("read(); write_frame(sys.stdout.buffer, b'[1]'); time.sleep(60)", "JSON object"),
    "nests too deep": ("read(); write_frame(sys.stdout.buffer, b'[' * 999999); time.sleep(60)", "JSON was"),
}


def python(code):
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(("code", "said"), BAD.values(), ids=BAD)
def test_a_broken_worker_is_reported_and_gone(code, said):
    process = Worker(python(HEAD + code))
    start = time.monotonic()
    with pytest.raises(EngineFailed, match="recogniser") as caught:
        process.ask({"a": 1}, bytes(3_000_000), timeout_s=1.5 if "no answer" in said else 25.0)
    assert said in str(caught.value)
    assert process.pid is None
    assert time.monotonic() - start < 30  # none of them waits for its child to wake up
    process.close()


def test_the_next_question_starts_a_new_one(tmp_path):
    mark = tmp_path / "died"
    dies_once = f"import os\nm = {str(mark)!r}\nif not os.path.exists(m):\n    os.mkdir(m); os._exit(9)\n"
    process = Worker(python(dies_once + ECHO))
    with pytest.raises(EngineFailed, match="status 9"):
        process.ask({}, b"", 5)
    assert process.ask({}, b"abc", 5)["got"] == 3
    process.close()


def test_one_process_answers_many_and_ends_on_close():
    process = Worker(python(ECHO))
    first, second = (process.ask({"n": n}, b"x" * n, 5) for n in (1, 2))
    assert first["pid"] == second["pid"] == process.pid
    process.close()
    process.close()
    assert not alive(first["pid"])


def test_no_such_program():
    with pytest.raises(EngineFailed, match="cannot be started"):
        Worker(("no-such-program-at-all",)).ask({}, b"", 5)


def test_an_interrupted_question_leaves_no_answer_behind(monkeypatch):
    def interrupted(pipe):
        raise KeyboardInterrupt

    process = Worker(python(ECHO))
    with monkeypatch.context() as patched:
        patched.setattr(worker, "read_json", interrupted)
        with pytest.raises(KeyboardInterrupt):
            process.ask({"n": 1}, b"", 5)
    assert process.pid is None
    assert process.ask({"n": 2}, b"", 5)["n"] == 2
    process.close()


@pytest.mark.parametrize(
    ("question", "payload"),
    [({"a": "x" * MAX_FRAME}, b""), ({}, bytes(MAX_FRAME + 1))],
    ids=["words", "sound"],
)
def test_what_is_too_long_never_reaches_the_process(question, payload):
    process = Worker(python(ECHO))
    first = process.ask({}, b"", 5)["pid"]
    with pytest.raises(EngineFailed, match=f"expected at most {MAX_FRAME}.*give it less"):
        process.ask(question, payload, 5)
    assert process.ask({}, b"", 5)["pid"] == first
    process.close()


@pytest.mark.parametrize("timeout_s", [1e9, float("inf")])
def test_patience_without_end(timeout_s):
    process = Worker(python(ECHO))
    assert process.ask({"n": 1}, b"", timeout_s)["n"] == 1
    process.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("ending", ["pass", "1/0", "os._exit(1)", "os.kill(os.getpid(), 9)"])
def test_no_worker_outlives_us(ending):
    code = f"""
import os, sys
from callparser.voice.wordgraph import listed
from callparser.voice.worker import Worker
process = Worker((sys.executable, "-c", {ECHO!r}))
print(process.ask({{}}, b"", 10)["pid"], flush=True)
{ending}
"""
    run = subprocess.run(python(code), capture_output=True, text=True, timeout=30, check=False)
    pid = int(run.stdout)
    for _ in range(100):
        if not alive(pid):
            break
        time.sleep(0.05)
    else:
        os.kill(pid, signal.SIGKILL)
        pytest.fail("the worker is still there")


def alive(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")")[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"failed": "no luck"}, "no luck"), ({}, "unreadable"), ({"ears": 7}, "unreadable"),
        ({"ears": [[{"text": "a"}]]}, "unreadable"), ({"ears": [[{"score": 1}]]}, "unreadable"),
        ({"ears": [[{"text": "a", "score": 1, "words": [["a", 0]]}]]}, "unreadable"),
        ({"ears": [[{"text": "a", "score": float("nan"), "words": []}]]}, "unreadable"),
    ],
)  # fmt: skip
def test_an_answer_that_makes_no_sense(answer, said, clip_audio):
    with pytest.raises(EngineFailed, match=said):
        VoskEngine(worker=Answers(answer)).hear(clip_audio, listed(["ess"]))


def test_two_ears_are_merged_into_shares(clip_audio):
    ear_a = [{"text": "ess", "score": 2.0, "words": [["ess", 0.3, 0.5]]}]
    ear_a += [{"text": "sex", "score": 1.0, "words": []}]
    ear_b = [{"text": "[unk]", "score": 2.5, "words": []}, {"text": "ess", "score": 1.9, "words": []}]
    heard = VoskEngine(worker=Answers({"ears": [ear_a, ear_b]})).hear(clip_audio, listed(["ess"]))
    assert [a.text for a in heard.alternatives] == ["[unk]", "ess", "sex"]
    assert sum(a.confidence for a in heard.alternatives) == pytest.approx(1.0)
    assert heard.alternatives[1].words[0].start_s == 0.0
    assert heard.alternatives[1].words[0].confidence == pytest.approx(heard.alternatives[1].confidence)
    assert not heard.in_language


class Answers(Worker):
    """A worker that gives one answer to everything."""

    def __init__(self, answer):
        super().__init__(())
        self.answer = answer

    def ask(self, question, payload, timeout_s):
        return self.answer
