"""The whole way from nothing: about five minutes. ``make training`` runs it, or CALLPARSER_SLOW=1.

Once asked for, it is not skipped: what is missing is a failure.
"""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.skipif(
    not os.environ.get("CALLPARSER_SLOW"), reason="five minutes; make training runs it"
)


def test_a_model_from_nothing_understands_voices_it_has_not_heard(tmp_path):
    from training.acoustic import evaluate, verify

    results = verify.tiny(tmp_path)
    assert len(results) >= 60
    assert evaluate.rates(results)[2] > 0.5  # by chance: less than 0.02
