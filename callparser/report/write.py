"""A report into a file: the end of its name says which format."""

from __future__ import annotations

import os

from callparser.errors import InputError, NotKept
from callparser.report.html import to_html
from callparser.report.pdf import require, to_pdf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.report.content import Report


def check(path: str, *, force: bool = False) -> None:
    """Can a report be written there? To be asked before the work is done that the report tells of.

    Raises :class:`InputError` for another ending than .html and .pdf, for a file that is there already, and
    where the library for PDF is missing.
    """
    ending = _ending(path)
    if ending not in (".html", ".pdf"):
        raise InputError(f"{path} ends with {ending!r}; a report is written as .html or .pdf")
    if os.path.exists(path) and not force:
        raise InputError(f"{path} is there already; give another name, or --force to write over it")
    if ending == ".pdf":
        require()


def write(path: str, report: Report, *, force: bool = False) -> None:
    """All of it or nothing. Raises what :func:`check` does, and :class:`NotKept`."""
    check(path, force=force)
    content = to_pdf(report) if _ending(path) == ".pdf" else to_html(report).encode("utf-8")
    partial = f"{path}.{os.getpid()}"
    try:
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    except OSError as err:
        if os.path.exists(partial):
            os.unlink(partial)
        raise NotKept(f"{path} cannot be written: {err.strerror}; choose another --report") from None


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()
