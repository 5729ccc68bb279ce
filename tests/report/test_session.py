"""A report of a session that was really played: what the service records is what reports read."""

from __future__ import annotations

from pathlib import Path

from callparser.cli.main import main
from callparser.service.journal import Journal
from callparser.service.socket import routes
from tests.service.conftest import serving
from tests.service.player import Player
from tests.service.scene import TABLE


def test_a_session_that_was_played(tmp_path: Path) -> None:
    log, file = tmp_path / "log.db", tmp_path / "a.html"
    with (
        Journal(log) as journal,
        serving(routes(journal=journal)) as url,
        Player(url, lang="sv", consent={"log": True}) as one,
    ):
        one.send("situation", situation=TABLE)
        one.until("notice")
        assert one.text("ruter dam", "played")
        one.send("command", command="undo")
        one.until("taken_back")
        assert one.text("kung", "prompt")
        assert one.text("blurp flarp", "not_understood")
    assert main(["log", "show", str(log), "--lang", "en", "--report", str(file)]) == 0
    text = file.read_text("utf-8")
    for told in (
        '<td>typed</td><td lang="sv">ruter dam</td>', "[46A, wbf-2017]", "by the call", "<td>undo</td>",
        "<td>taken back</td>", "[46B3b, wbf-2017]", "<td>question</td>", "<td>not understood</td>",
        "Whole: every event stands as it was written",
    ):  # fmt: skip
        assert told in text, told
