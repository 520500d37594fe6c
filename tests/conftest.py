"""Hypothesis profiles: short by default, long with ``HYPOTHESIS_PROFILE=thorough``."""

import os

import pytest
from hypothesis import HealthCheck, settings

# The machine may be busy: how long an example takes says nothing about the program.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", patient, max_examples=200)
settings.register_profile("thorough", patient, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True, scope="session")
def _no_runs_in_the_user_s_folder(tmp_path_factory):
    """What tests solve is saved below a folder of theirs, by their child processes too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
