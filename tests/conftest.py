"""Hypothesis profiles: short by default, long with ``HYPOTHESIS_PROFILE=thorough``."""

import os

from hypothesis import settings

settings.register_profile("default", max_examples=200, deadline=None)
settings.register_profile("thorough", max_examples=20_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
