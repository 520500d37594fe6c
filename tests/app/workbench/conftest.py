import pytest

from support.saved import ended
from support.served import HEAT
from symplex.app.workbench.saved_runs import SavedRuns
from symplex.work.runs.folder import RunFolder, read_run


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


@pytest.fixture
def forged(home):
    """Makes a folder with one run, "heat-1", that says "exact" of any formula."""

    def made(formula: str) -> SavedRuns:
        ended(home, "heat-1", HEAT, "u = exp(-t)*sin(x)")
        folder = RunFolder.opened(home / "heat-1")
        saved = read_run(folder.path).solution
        folder.write_solution({**saved, "solution": {"u": formula}}, durable=False)
        folder.lock.release()
        return SavedRuns(home)

    return made
