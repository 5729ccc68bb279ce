"""Hypothesis profiles: ``ci`` is short and always the same; ``HYPOTHESIS_PROFILE=long`` digs."""

import os

from hypothesis import settings

settings.register_profile("ci", max_examples=150, derandomize=True, deadline=None, print_blob=False)
settings.register_profile("long", max_examples=10_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
