"""Claims (Laws 68 to 71): what was said, and whether it is good. :func:`check` is the way in."""

from __future__ import annotations

from callparser.claims.position import ClaimPosition, read_position
from callparser.claims.stated import Stated
from callparser.claims.trial import check
from callparser.claims.verdict import Verdict

__all__ = ["ClaimPosition", "Stated", "Verdict", "check", "read_position"]
