"""What all tests share: Hypothesis profiles (``HYPOTHESIS_PROFILE=thorough``), signals, folders."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# NumPy is not loaded yet: workers of pytest whose BLAS has threads of its own wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A failure of any ingredient is a failure of the test.
os.environ.setdefault("SYMPLEX_STRICT", "1")
# The machine may be busy: how long an example takes says nothing about the program.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", patient, max_examples=60)
settings.register_profile("thorough", patient, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True, scope="session")
def _no_runs_in_the_user_s_folder(tmp_path_factory):
    """What tests solve is saved below a folder of theirs, by their child processes too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _signals_as_in_a_terminal():
    """What a shell starts in the background ignores interrupts, and children inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
