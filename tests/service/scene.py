"""The table at which these tests are played."""

from __future__ import annotations

TABLE = {"trump": "S", "dummy": {"S": "K4", "H": "K5", "D": "Q7", "C": "T2"},
         "last_trick": {"won_by": "N", "won_with": "DA"}}  # fmt: skip
