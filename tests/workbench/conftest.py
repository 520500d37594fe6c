import pytest

from support.saved import ended
from support.served import HEAT
from symplex.workbench.saved_runs import SavedRuns


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    return folder


@pytest.fixture
def solved(home):
    """A folder with one run, "heat-1", that has ended with a proof."""
    ended(home, "heat-1", HEAT, "u = exp(-t)*sin(x)")
    return SavedRuns(home)
