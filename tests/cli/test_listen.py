"""``callparser listen`` as a user starts it, and its keyboard."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from callparser.cli.keyboard import Keyboard
from callparser.cli.main import main
from callparser.files import cache_dir
from callparser.session.dialog import Hung, Key, Typed
from callparser.session.state import Session
from callparser.wire import situation
from tests.voice.tiny_whisper import write

ROOT = Path(__file__).parents[2]
CLIP, TABLE = ROOT / "examples/sv-klover-tia.wav", ROOT / "examples/sv-klover-tia.json"


@pytest.fixture(autouse=True)
def _own_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CONFIG", str(tmp_path))


def rows(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_recording_is_heard_as_from_a_microphone(capsys):
    pytest.importorskip("vosk")
    code = main(["listen", "--input", str(CLIP), "--situation", str(TABLE), "--speak", "none", "--jsonl"])
    (row,) = [row for row in rows(capsys.readouterr().out) if row["event"] == "answer"]
    assert code == 0
    assert (row["outcome"], row["card"], row["heard"]) == ("played", "CT", "klöver tia")
    assert row["latency_s"] < 0.3 or os.environ.get("CI") or os.getloadavg()[0] > 2


CLIPS = ROOT / "tests/voice/wavs"


@pytest.mark.parametrize(
    ("clip", "kinds"),
    [(CLIP, {None}), (CLIPS / "15_sv_kokoro.wav", {"agreed", "mixed", "asked", "no call"})],
    ids=["sure", "in doubt"],
)
def test_a_second_opinion_is_asked_in_doubt(clip, kinds, tmp_path, capsys, monkeypatch):
    pytest.importorskip("vosk")
    monkeypatch.setattr("callparser.voice.whisper.opinion.compiled", lambda name, sources, build: build())
    network = write(tmp_path / "net")
    options = ["--second-opinion", str(network), "--speak", "none", "--jsonl"]
    main(["listen", "--input", str(clip), *options])
    (row,) = [row for row in rows(capsys.readouterr().out) if row["event"] == "answer"]
    assert row["second_opinion"] in kinds


def test_a_second_opinion_that_fails_is_a_notice(tmp_path, capsys):
    pytest.importorskip("vosk")
    network = write(tmp_path / "net")
    names = network / "tokenizer.json"
    names.write_text(names.read_text("utf-8").replace("<|sv|>", "<|xx|>"), "utf-8")
    options = ["--second-opinion", str(network), "--speak", "none", "--jsonl"]
    main(["listen", "--input", str(CLIPS / "15_sv_kokoro.wav"), *options])
    found = rows(capsys.readouterr().out)
    assert [row["second_opinion"] for row in found if row["event"] == "answer"] == ["failed"]
    assert "does not know the language 'sv'" in next(
        row["text"] for row in found if row.get("notice") == "no-second-opinion"
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--second-opinion", "nowhere"], "found no model"),
        (["--second-opinion", "dummycall-sv-en"], "for whisper"),
        (["--lang", "sv", "--second-opinion", "pocketsphinx-en-us"], "does not hear sv"),
        (["--lang", "en", "--model", "pocketsphinx-en-us", "--second-opinion", "pocketsphinx-en-us"],
         "listens already"),
    ],
)  # fmt: skip
def test_a_second_opinion_that_cannot_be_had(options, says, capsys):
    pytest.importorskip("vosk")
    pytest.importorskip("pocketsphinx")
    assert main(["listen", "--input", str(CLIP), "--speak", "none", *options]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["no", "da"])
def test_a_language_without_a_model_is_typed(lang, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("ja\nquit\n"))
    assert main(["listen", "--lang", lang, "--speak", "none", "--jsonl"]) == 0
    found = rows(capsys.readouterr().out)
    assert "typed calls work" in next(row["text"] for row in found if row.get("notice") == "model-missing")


def test_a_recording_that_nothing_can_hear_is_the_end(capsys):
    assert main(["listen", "--lang", "no", "--input", str(CLIP), "--speak", "none", "--jsonl"]) == 2
    assert [row["notice"] for row in rows(capsys.readouterr().out)] == ["model-missing"]


def test_without_a_microphone_typing_works(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("klöver tia\nångra\n/repeat\n"))
    assert main(["listen", "--situation", str(TABLE), "--speak", "none", "--jsonl"]) == 0
    found = rows(capsys.readouterr().out)
    assert {"microphone-missing", "typed-only"} <= {row.get("notice") for row in found}
    assert [row["event"] for row in found if row.get("by") == "text"] == ["answer", "undone", "repeat"]


def test_what_takes_long_is_begun_before_anybody_needs_it(monkeypatch):
    begun = []
    monkeypatch.setattr("callparser.understand.fallback.import_ahead", lambda: begun.append("spacy"))
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("sluta\n"))
    assert main(["listen", "--situation", str(TABLE), "--speak", "none", "--jsonl"]) == 0
    assert begun == ["spacy"]


@pytest.mark.parametrize("word", ["quit", "exit", "sluta", "avsluta", "/quit", '{"command": "quit"}'])
def test_a_word_leaves(word, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{word}\nklöver tia\n"))
    assert main(["listen", "--situation", str(TABLE), "--speak", "none", "--jsonl"]) == 0
    found = rows(capsys.readouterr().out)
    assert not [row for row in found if row["event"] == "answer"]
    assert [row.get("notice") for row in found].count("closed") == 1


def test_without_a_microphone_and_without_a_word_it_fails(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["listen", "--speak", "none"]) == 2
    assert "pip install sounddevice" in capsys.readouterr().out
    assert main(["listen", "--devices"]) == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [(["--quiet", "9"], "0.15"), (["--input", "nowhere.wav"], "nowhere.wav"),
     (["--input", str(CLIP), "--raw", "1x1"], "48000x2"), (["--situation", "no.json"], "no.json")],
)  # fmt: skip
def test_what_is_wrong_is_named(options, says, capsys):
    assert main(["listen", "--speak", "none", *options]) == 2
    assert says in capsys.readouterr().err


def test_keys_and_lines():
    events: list[object] = []
    shown = io.StringIO()
    keyboard = Keyboard(events.append, stream=io.StringIO(), echo=shown)
    for text in (" ", " ", "lågt, ", "tacl\x7fk", "\n", "\x1b", "\x1b[A", "\n", "\x7f", "q", "\n"):
        assert keyboard.take(text)
    assert not keyboard.take("\x04")
    talk, again, *others = events
    assert isinstance(talk, Key)
    assert isinstance(again, Key)
    assert others[0] == Typed("lågt, tack")
    assert others[1].name == "hush"
    assert others[2:] == [Typed("q")]  # the queen
    assert shown.getvalue().startswith("lågt, tacl\b \bk\n")


def test_what_is_shown_stands_above_the_line_that_is_typed():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    shown = Terminal()
    keyboard = Keyboard(lambda event: None, prompt="> ", stream=Terminal(), echo=shown)
    keyboard.take("läg")
    with keyboard.above():
        shown.write("Väst: klöver tre.\n")
    keyboard.take("st\n")
    keyboard.__exit__()
    with keyboard.above():
        shown.write("Slut.\n")
    assert shown.getvalue() == "läg\r     \rVäst: klöver tre.\n> lägst\n> \r  \rSlut.\n"


@pytest.mark.skipif(os.name == "nt", reason="terminals of another kind")
def test_on_a_terminal_the_keys_work_and_it_is_put_back():
    import pty
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    events: list[object] = []
    with os.fdopen(slave, "r+b", buffering=0) as raw, io.TextIOWrapper(raw) as terminal:
        with Keyboard(events.append, stream=terminal, echo=terminal):
            os.write(master, "åtta\n \x04".encode())
            deadline = time.monotonic() + 10
            while len(events) < 3 and time.monotonic() < deadline:
                time.sleep(0.01)
        assert termios.tcgetattr(slave) == before
        assert events[0] == Typed("åtta")
        assert isinstance(events[1], Key)
        assert events[2] == Hung()
    os.close(master)


def test_doctor_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    assert main(["doctor", "--audio"]) == 2
    assert "pip install sounddevice" in capsys.readouterr().out


# --- with a sound server -------------------------------------------------------------------------------


@pytest.fixture
def sound_server(tmp_path):
    """A PulseAudio of our own in which what is played comes back as the microphone."""
    pytest.importorskip("vosk")
    for program in ("pulseaudio", "paplay", "espeak-ng"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    try:
        import sounddevice  # noqa: F401
    except (ImportError, OSError) as err:
        pytest.skip(str(err))
    env = dict(os.environ, XDG_RUNTIME_DIR=str(tmp_path), HOME=str(tmp_path), CALLPARSER_CACHE=cache_dir(),
               PULSE_SOURCE="room.monitor", PULSE_SINK="room")  # fmt: skip
    modules = ["-L", "module-null-sink sink_name=room", "-L", "module-native-protocol-unix"]
    command = ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", *modules]
    server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1.0)
    listed = subprocess.run([sys.executable, "-m", "callparser", "listen", "--devices"], env=env, cwd=ROOT,
                            capture_output=True, text=True, check=False)  # fmt: skip
    if server.poll() is not None or "pulse@" not in listed.stdout:
        server.kill()
        pytest.skip("PortAudio does not reach PulseAudio here")
    yield env
    server.terminate()
    server.wait()


def test_a_real_sound_system_hears_says_back_and_takes_back(sound_server, request, tmp_path):
    command = [sys.executable, "-m", "callparser", "listen", "--device", "pulse", "--mode", "hands-free",
               "--situation", str(TABLE), "--jsonl", "--speak", "espeak-ng"]  # fmt: skip
    listener = subprocess.Popen(command, env=sound_server, cwd=ROOT, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    found: list[dict] = []

    def read() -> None:
        for line in listener.stdout:
            found.append(json.loads(line))

    def until(event: str, count: int = 1) -> list[dict]:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            matching = [row for row in list(found) if event in (row["event"], row.get("notice"))]
            if len(matching) >= count:
                return matching
            time.sleep(0.05)
        raise AssertionError(found)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    request.addfinalizer(listener.kill)
    until("ready")
    for _ in range(3):  # a busy computer may lose the microphone meanwhile, and get it back
        time.sleep(4.0)
        subprocess.run(["paplay", str(CLIP)], env=sound_server, check=True)
        time.sleep(2.0)
        if any(row["event"] == "answer" for row in found):
            break
    assert until("answer")[0]["card"] == "CT"
    time.sleep(5.0)  # it says so, with the voice of espeak-ng, into its own microphone
    undo = tmp_path / "undo.wav"
    subprocess.run(["espeak-ng", "-v", "sv", "-s", "130", "-w", str(undo), "ångra"], check=True)
    for _ in range(3):
        subprocess.run(["paplay", str(undo)], env=sound_server, check=True)
        time.sleep(2.0)
        if any(row["event"] == "undone" for row in found):
            break
    until("undone")
    time.sleep(5.0)
    listener.stdin.write("/quit\n")
    listener.stdin.flush()
    assert listener.wait(30) == 0
    reader.join(5)
    listener.stdin.close()
    listener.stdout.close()
    assert [row["by"] for row in found if row["event"] in ("answer", "undone")] == ["voice", "voice"]
    assert not [row for row in found if row["event"] == "noise" or row.get("notice") == "cut"]


LOW = {"sv": "lågt", "en": "low", "no": "lavt", "da": "lavt"}


@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize(
    "text", ["whose turn", "read the trick", "last trick", "why", "thanks", "xyzzy xyzzy"]
)
def test_what_is_said_is_what_is_shown_while_a_card_stands(text, lang, capsys, monkeypatch, tmp_path):
    """A question to the program has its answer, and talk: not a ruling on them."""
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    asked = {"utterance": "", "trump": "S", "dummy": "AQ74.K82..T2", "trick": [{"seat": "W", "card": "H7"}],
             "last_trick": {"won_by": "W", "won_with": "CA"}, "lang": lang}  # fmt: skip
    (tmp_path / "table.json").write_text(json.dumps(asked), "utf-8")
    session = Session(lang, situation(asked), moves=True)
    session.typed(LOW[lang])
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{LOW[lang]}\n{text}\n"))
    main(["listen", "--situation", str(tmp_path / "table.json"), "--speak", "none", "--plain"])
    shown = capsys.readouterr().out.splitlines()
    assert session.typed(text).speech in shown
    assert sum("46B1c" in line for line in shown) == 1  # the ruling on the call
    assert not any("45C4" in line for line in shown)


@pytest.mark.parametrize("name", ["undoo", "", "play"])
def test_an_unknown_command_is_an_error_that_names_them(name, capsys, monkeypatch):
    """A program that sends one learns what it may send; a person who typed a slash is helped."""
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f'{{"command": "{name}"}}\n/{name}\n'))
    main(["listen", "--situation", str(TABLE), "--speak", "none", "--jsonl"])
    found = rows(capsys.readouterr().out)
    (error,) = [row["error"] for row in found if row["event"] == "error"]
    assert repr(name) in error["message"]
    assert "undo, repeat, next" in error["message"]
    assert [row["notice"] for row in found if row["event"] == "notice"][-2:] == ["help", "closed"]


@pytest.mark.parametrize(
    ("lang", "king", "said"),
    [
        ("en", "king of hearts", "Suit and rank"),
        ("no", "hjerter konge", "Farge og valør"),
        ("da", "hjerter konge", "Farve og rang"),
    ],
)
def test_the_language_of_the_option_is_that_of_the_answers(lang, king, said, capsys, monkeypatch, tmp_path):
    """Whatever the situation is in, and it has none of its own where none is written."""
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"trump": "S", "dummy": "AQ4.K82..T732"}), "utf-8")
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{king}\n"))
    main(["listen", "--situation", str(table), "--lang", lang, "--speak", "none", "--jsonl"])
    (row,) = [row for row in rows(capsys.readouterr().out) if row["event"] == "answer"]
    assert (row["lang"], row["card"]) == (lang, "HK")
    assert said in row["explanation"]
