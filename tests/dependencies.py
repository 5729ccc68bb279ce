"""What we depend on, looked up among the known vulnerabilities: pip-audit, and what its answer is worth.

    python -m tests.dependencies

Exit 1 when something is found. Where the advisory service cannot be reached nothing is known: it says so,
and that is no fault of ours (exit 0). pip-audit itself ends with "none found" when a mirror answers every
question with "not here", and with 1 when it has no network; so its report is read, not its exit code.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

COMMAND: Final = (
    sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "--progress-spinner", "off",
    "--timeout", "15", "--format", "json",
)  # fmt: skip
PATIENCE_S: Final = 300
#: By these words pip-audit, requests and the system say that nobody is there.
_UNREACHED: Final = ("connect", "timed out", "timeout", "network", "name resolution", "proxy", "unavailable")


def verdict(report: str, said: str) -> tuple[int, str]:
    """What pip-audit printed and what it said beside -> the exit code, and what there is to tell."""
    try:
        rows: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = said.strip().splitlines() or ["nothing"]
        if any(word in said.lower() for word in _UNREACHED):
            return 0, f"dependencies NOT audited: the advisory service cannot be reached ({lines[-1][:200]})"
        return 1, f"pip-audit failed; it said: {lines[-1][:200]}"
    asked = [row for row in rows if "vulns" in row]
    found = [
        f"{row['name']} {row['version']}: {one['id']}, fixed in {', '.join(one['fix_versions']) or 'none'}"
        for row in asked
        for one in row["vulns"]
    ]
    if found:
        return 1, "\n".join([f"{len(found)} known vulnerabilities in what we depend on:", *found])
    if not asked:
        return 0, "dependencies NOT audited: the advisory service knows none of them (is it a mirror?)"
    left = f"; {len(rows) - len(asked)} could not be looked up" if len(asked) < len(rows) else ""
    return 0, f"{len(asked)} dependencies, no known vulnerability{left}"


def main() -> int:
    try:
        done = subprocess.run(COMMAND, capture_output=True, text=True, timeout=PATIENCE_S)
        code, told = verdict(done.stdout, done.stderr)
    except subprocess.TimeoutExpired:
        code, told = verdict("", f"timeout: no answer within {PATIENCE_S} seconds")
    print(told)
    return code


if __name__ == "__main__":
    sys.exit(main())
