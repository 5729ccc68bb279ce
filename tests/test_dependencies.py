"""The audit of the dependencies fails for what it finds, and for nothing that is not ours."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dependencies import verdict

CLEAN: dict[str, Any] = {"name": "click", "version": "8.1.7", "vulns": []}
HOLED = CLEAN | {"vulns": [{"id": "PYSEC-2030-1", "fix_versions": ["8.2"], "aliases": [], "description": ""}]}
SKIPPED = {"name": "mdurl", "skip_reason": "Dependency not found on PyPI and could not be audited: mdurl"}


@pytest.mark.parametrize(
    ("rows", "code", "told"),
    [
        ([CLEAN, CLEAN], 0, "2 dependencies, no known vulnerability"),
        ([CLEAN, SKIPPED], 0, "1 could not be looked up"),
        ([SKIPPED, SKIPPED], 0, "NOT audited"),
        ([SKIPPED, HOLED], 1, "click 8.1.7: PYSEC-2030-1, fixed in 8.2"),
        ([HOLED | {"vulns": [HOLED["vulns"][0] | {"fix_versions": []}]}], 1, "fixed in none"),
    ],
)
def test_a_report(rows: list[dict[str, Any]], code: int, told: str) -> None:
    found, says = verdict(json.dumps({"dependencies": rows, "fixes": []}), "WARNING: about something")
    assert found == code
    assert told in says


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("requests.exceptions.ConnectionError: Failed to resolve 'pypi.org'", 0, "cannot be reached"),
        ("ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed", 0, "cannot be reached"),
        ("requests.exceptions.ReadTimeout: Read timed out. (read timeout=15)", 0, "cannot be reached"),
        ("requests.exceptions.HTTPError: 503 Server Error: Service Unavailable", 0, "cannot be reached"),
        ("No module named pip_audit", 1, "No module named pip_audit"),
        ("", 1, "failed"),
    ],
)
@pytest.mark.parametrize("report", ["", "no report", "[]", '{"dependencies": '])
def test_no_report(report: str, said: str, code: int, told: str) -> None:
    found, says = verdict(report, said)
    assert found == code
    assert told in says
