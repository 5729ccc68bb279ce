"""The reports that these tests look at: one of each kind, and what they are made from."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any
from unittest.mock import patch

from callparser.claims import check, read_position
from callparser.cli.main import main
from callparser.record.read import read_records
from callparser.referee.incident import read_incident
from callparser.report.audited import audit_report
from callparser.report.claimed import claim_report
from callparser.report.content import Report
from callparser.report.logged import log_report
from callparser.report.ruling import ruling_report
from callparser.service.journal import Journal, Policy

Row = dict[str, Any]

EXAMPLES = Path(__file__).parents[2] / "examples"
DATE = "2026-11-30"
TABLE: Row = {
    "trump": "S", "dummy_seat": "N", "dummy": {"S": "K4", "H": "K5", "D": "Q7", "C": "T2"},
    "last_trick": {"won_by": "N", "won_with": "DA"},
}  # fmt: skip
FOLLOWING: Row = TABLE | {"last_trick": None, "trick": [{"seat": "W", "card": "H7"}]}


def ruling(lang: str) -> Report:
    """Law 67 from a record: two facts were asked about."""
    incident = read_incident(json.loads((EXAMPLES / "referee-record.json").read_bytes()))
    asked = ("defect.still_to_play", "revoke.exception")
    return ruling_report(incident, "2017", lang, date=DATE, asked=asked, also=("1997",))


def audit(lang: str) -> Report:
    data = (EXAMPLES / "revoke.pbn").read_bytes()
    return audit_report(read_records(data), "2017", lang, date=DATE, data=data, file="revoke.pbn")


def log(lang: str, change: Callable[[list[Row]], object] = lambda rows: None) -> Report:
    """A session of two calls; ``change`` may do something to its rows before."""
    rows = [
        {"session": "t1", "seq": seq, "at": _clock(at_s), "kind": kind, "deleted": False,
         "body": deepcopy(body), "digest": "", "hash": ""}
        for seq, (at_s, kind, body) in enumerate(EVENTS, 1)
    ]  # fmt: skip
    change(rows)
    verified = {"whole": True, "events": len(rows), "deleted": 0, "fault": None, "ends": {"t1": "ab" * 32}}
    return log_report(rows, verified, lang, date=DATE)


def claim(lang: str) -> Report:
    """A trump is out that was not mentioned: a line on which the claim fails, and one on which it holds."""
    position = read_position(json.loads((EXAMPLES / "claim.json").read_bytes()))
    said = {"sv": "resten är mina", "en": "the rest are mine"}[lang]
    return claim_report(position, said, check(position, said, lang=lang), lang, date=DATE)


SCENES = {"ruling": ruling, "audit": audit, "log": log, "claim": claim}


def _clock(at_s: float) -> str:
    return f"2026-11-30T18:{int(at_s) // 60:02d}:{at_s % 60:06.3f}Z"


def _answer(outcome: str, card: str | None, clause: str, explanation: str) -> Row:
    return {
        "outcome": outcome,
        "card": card,
        "clause": clause,
        "edition": "wbf-2017",
        "explanation": explanation,
    }


EVENTS: list[tuple[float, str, Row]] = [
    (1.0, "client.hello", {"lang": "sv"}),
    (1.1, "server.welcome", {"lang": "sv", "edition": "wbf-2017"}),
    (2.0, "client.situation", {"situation": TABLE}),
    (5.2, "server.heard", {"n": 1, "by": "voice", "text": "hjärter", "start_s": 3.1, "end_s": 3.9,
                           "latency_s": 0.21, "hearings": [{"text": "hjärter"}, {"text": "hjärter ess"}]}),
    (5.21, "server.resolution", {"n": 1, "answer": _answer(
        "played", "H5", "46B2", "Hjärter utan valör: lägsta kortet, hjärter fem.")}),
    (5.9, "server.played", {"n": 1, "card": "H5", "by": "call"}),
    (7.4, "server.heard", {"n": 2, "by": "voice", "text": "nej ruter", "start_s": 5.1, "end_s": 6.0,
                           "latency_s": 0.2, "hearings": [{"text": "nej ruter"}]}),
    (7.41, "server.resolution", {"n": 2, "answer": _answer("ask", None, "45C4b", "Två olika begäranden.")}),
    (7.42, "server.prompt", {"n": 2, "code": "choose", "say": "Hjärter fem eller ruter sju?"}),
    (12.0, "client.command", {"command": "undo"}),
    (12.05, "server.taken_back", {"n": 1, "card": "H5"}),
    (40.0, "client.situation", {"situation": FOLLOWING}),
    (44.0, "server.heard", {"n": 3, "by": "text", "text": "lågt"}),
    (44.01, "server.resolution", {"n": 3, "answer": _answer(
        "played", "H5", "46B1c", "Lågt: det lägsta kortet i hjärter, hjärter fem.")}),
    (44.02, "server.played", {"n": 3, "card": "H5", "by": "call"}),
    (60.0, "client.bye", {}),
]  # fmt: skip


def write_log(path: Path, *sessions: str) -> Path:
    """The same as a log on disk, once for each session."""
    with (
        patch("callparser.service.journal.secrets.token_bytes", bytes),
        Journal(path, Policy(None, None)) as kept,
    ):
        for session in sessions:
            for at_s, kind, body in EVENTS:
                kept.keep(session, kind, body, _clock(at_s)).result(5)
    return path


def run(*argv: object) -> int:
    return main([str(one) for one in argv])
