"""The whole way from nothing: about five minutes. Set CALLPARSER_SLOW=1 to run it."""

from __future__ import annotations

import os
import shutil

import pytest


@pytest.mark.skipif(not os.environ.get("CALLPARSER_SLOW"), reason="five minutes; set CALLPARSER_SLOW=1")
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_a_model_from_nothing_understands_voices_it_has_not_heard(tmp_path):
    for needed in ("torch", "vosk", "soundfile"):
        pytest.importorskip(needed)
    from training.acoustic import evaluate, verify

    results = verify.tiny(tmp_path)
    assert len(results) >= 60
    assert evaluate.rates(results)[2] > 0.5  # by chance: less than 0.02
