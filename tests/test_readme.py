"""README and docs say only what is true: their commands run, and print what they show."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from callparser.cli.main import main
from callparser.wire import answer

ROOT = Path(__file__).parents[1]
PAGES = {
    path: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
#: That page needs a service: ``tests/service/test_docs.py``.
TEXT = "\n".join(text for path, text in PAGES.items() if path.name != "integrating.md")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for name, text in BLOCKS if name == kind]


def commands(block: str) -> list[tuple[str, str]]:
    """Each ``$ command`` of a console block and the output shown under it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


TOUR = [pair for block in blocks("console") for pair in commands(block)]


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    assert {name for name, _ in BLOCKS} <= {"sh", "console", "python", "json", "text"}
    assert len(TOUR) >= 8


def needs_more(command: str) -> bool:
    """Does it need an extra that is not here?"""
    return command.startswith("callparser play") and find_spec("endplay") is None


@pytest.mark.parametrize(("command", "shown"), TOUR, ids=[command[:50] for command, _ in TOUR])
def test_the_tour(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if needs_more(command):
        pytest.skip("endplay is not installed")
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)
    assert words[0] == "callparser"
    main(words[1:])
    printed = capsys.readouterr().out
    if shown.rstrip().endswith("..."):
        assert printed.startswith(shown.rstrip()[:-3].rstrip())
    else:
        assert printed.rstrip() == shown.rstrip()


@pytest.mark.parametrize("code", blocks("python"))
def test_the_python_examples(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a block prints stands in comments behind ``# ->``."""
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"# -> (.*)", code)


def test_the_contract() -> None:
    """The JSON blocks are a situation and its answer."""
    situation, expected = (json.loads(block) for block in blocks("json"))
    assert answer(situation) == expected


@pytest.mark.parametrize(
    "target",
    [
        command.split()[1]
        for block in blocks("sh")
        for command in block.splitlines()
        if command.startswith("make ")
    ],
)
def test_the_commands_are_targets(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0


def test_make_demo_and_make_test_run() -> None:
    """In this environment; ``-o`` keeps make from setting up another one."""
    ready = f"{sys.prefix}/ready"
    env = {"PATH": "/usr/bin:/bin", "PYTEST_ADDOPTS": "--collect-only -q", "HOME": str(Path.home())}
    for target, shows in (("demo", "queen of hearts"), ("test", "tests/test_readme.py")):
        done = subprocess.run(
            ["make", "-o", ready, target, f"VENV={sys.prefix}"],
            cwd=ROOT,
            capture_output=True,
            env=env,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert shows in done.stdout.decode()


LINKS = [(page, link) for page, text in PAGES.items() for link in re.findall(r"\]\(([^)#:]+)\)", text)]


@pytest.mark.parametrize(("page", "link"), LINKS, ids=[link for _, link in LINKS])
def test_the_links_lead_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()
