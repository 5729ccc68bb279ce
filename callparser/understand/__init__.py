"""Text to intent: ``parse("hjärter åtta, tack")``. Never looks at a card.

A known phrase costs one normalisation and one look-up. What is not known is matched against the
templates, taken apart as several calls, and repaired, in that order; each step only when the one
before found nothing.
"""

from __future__ import annotations

from callparser.languages import LANGUAGES
from callparser.understand.parse import Parser, parse, parser

__all__ = ["LANGUAGES", "Parser", "parse", "parser"]
