"""A report of each kind in each language, as HTML and as the text of the PDF, as it was found right.

``python -m tests.report.golden`` writes them anew; the pages are in ``docs/``.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from pypdf import PdfReader

from callparser.report.content import Report
from callparser.report.html import to_html
from callparser.report.pdf import to_pdf
from callparser.report.words import REPORT_LANGUAGES
from tests.report.scenes import SCENES

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = [(kind, lang) for kind in SCENES for lang in REPORT_LANGUAGES]


def made(kind: str, lang: str) -> dict[str, str]:
    """The files of one report: name and text."""
    report = SCENES[kind](lang)
    name = f"report-{kind}-{lang}"
    html = re.sub("<style>.*?</style>", "<style></style>", to_html(report), flags=re.DOTALL)
    return {f"{name}.html": html, f"{name}.txt": pdf_text(report)}


def pdf_text(report: Report) -> str:
    pages = PdfReader(io.BytesIO(to_pdf(report))).pages
    return "\f\n".join(page.extract_text() + "\n" for page in pages)


if __name__ == "__main__":
    for kind, lang in NAMES:
        for name, text in made(kind, lang).items():
            (FOLDER / name).write_text(text, "utf-8")
