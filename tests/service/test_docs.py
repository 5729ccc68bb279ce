"""``docs/integrating.md`` says only what is true: its client and its commands run against a service."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from callparser import service
from callparser.service import events
from callparser.service.settings import PORT, Limits
from callparser.service.socket import routes
from tests.service.running import running

PAGE = Path(__file__).parents[2].joinpath("docs", "integrating.md").read_text("utf-8")
PLACE = f"127.0.0.1:{PORT}"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Where it listens: address and port."""
    with running(more=routes()) as site:
        yield f"127.0.0.1:{site.port}"


@pytest.mark.parametrize("code", blocks("python"))
def test_the_clients(code: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert PLACE in code
    exec(code.replace(PLACE, url), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"# -> (.*)", code)


def test_the_commands(url: str) -> None:
    """Each answers with JSON that is no problem."""
    commands = re.split(r"^(?=curl )", blocks("sh")[0], flags=re.MULTILINE)[1:]
    assert len(commands) == 5
    for command in commands:
        done = subprocess.run(["sh", "-c", command.replace(PLACE, url)], capture_output=True, check=True)
        for line in done.stdout.splitlines():
            assert not {"code", "error"} & json.loads(line).keys(), line


def test_every_event_of_a_table_is_described_with_its_keys() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "protocol.md").read_text("utf-8")
    for kind in events.Event.__subclasses__():
        rows = " ".join(re.findall(rf"^\| `{kind.type}` \|.*", page, re.MULTILINE))
        keys = {one.name for one in fields(kind)} - {"more"}
        assert [key for key in keys if f"`{key}`" not in rows] == [], kind.type


def test_every_code_is_listed() -> None:
    raised = {
        code
        for path in Path(service.__path__[0]).glob("*.py")
        for code in re.findall(r"Problem\(\s*[\w.]+,\s*\"([a-z-]+)\"", path.read_text("utf-8"))
    }
    assert raised >= {"too-large", "unauthorised", "full", "bug"}
    assert [code for code in sorted(raised) if f"`{code}`" not in PAGE] == []


def test_the_figures_are_those_of_the_code() -> None:
    limits = Limits()
    for figure in (
        f"{limits.batch:,}",
        f"{limits.long_chars:,}",
        f"{limits.connections:,}",
        f"{limits.rate:g} calls",
    ):
        assert figure in PAGE
    assert f"{limits.body_bytes >> 20} MiB" in PAGE
    assert f"within {limits.patience_s:g} seconds" in PAGE
