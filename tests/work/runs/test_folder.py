"""The folder of a run: made once, used by one, read by any, whatever happened to it."""

import random

import pytest

from symplex.errors import SettingsError
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.folder import RunFolder, RunState, read_run
from symplex.work.runs.manifest import Manifest

REQUEST = Manifest({"text": "x"}, {"seed": 3}, "heat")
SOLUTION = {"status": "exact", "solution": {"u": "x"}, "stop_reason": "exact solution found"}


def event(kind, **facts):
    return Event(kind, 1.0, facts)


@pytest.fixture
def ended(tmp_path):
    folder = RunFolder.made(tmp_path / "run")
    folder.begin(REQUEST)
    journal = folder.journal
    journal.append(event(EventKind.STARTED))
    journal.append(event(EventKind.FINDING, formula="x + 1", loss=0.5))
    folder.checkpoints.keep(b"first")
    folder.checkpoints.keep(b"second")
    journal.append(event(EventKind.ENDED, solution=SOLUTION))
    folder.write_solution(SOLUTION, durable=True)
    folder.lock.release()
    return folder.path


def test_a_run_is_read_while_it_goes_and_afterwards(tmp_path):
    folder = RunFolder.made(tmp_path / "a" / "b")
    folder.begin(REQUEST)
    journal = folder.journal
    journal.append(event(EventKind.FINDING, formula="x", loss=1.0))
    report = read_run(folder.path)
    assert (report.state, report.best["formula"]) == (RunState.RUNNING, "x")
    assert (report.solution, report.faults) == (None, ())
    folder.lock.release()
    assert read_run(folder.path).state is RunState.STOPPED
    journal.append(event(EventKind.ENDED, solution=SOLUTION))
    report = read_run(folder.path)
    assert report.state is RunState.ENDED
    assert report.solution == SOLUTION  # the journal has it where its own file does not
    assert report.faults == ("solution.json is missing",)


def test_a_folder_that_holds_a_run_takes_no_other(ended):
    with pytest.raises(SettingsError, match="holds a run already; 'symplex resume"):
        RunFolder.made(ended)
    RunFolder.opened(ended).lock.release()


def test_a_folder_in_use_is_refused(tmp_path):
    folder = RunFolder.made(tmp_path)
    folder.begin(REQUEST)
    for use in (RunFolder.made, RunFolder.opened):
        with pytest.raises(SettingsError, match="is in use by process"):
            use(tmp_path)
    folder.lock.release()


def test_what_is_no_run_is_not_opened(tmp_path):
    with pytest.raises(SettingsError, match="holds no run"):
        RunFolder.opened(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be written: Not a directory"):
        RunFolder.made(tmp_path / "file" / "run")


def test_other_files_in_the_folder_stay_when_a_run_is_discarded(tmp_path):
    (tmp_path / "notes.txt").touch()
    folder = RunFolder.made(tmp_path)
    folder.begin(REQUEST)
    folder.discard()
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    other = RunFolder.made(tmp_path / "new")
    other.begin(REQUEST)
    other.discard()
    assert not (tmp_path / "new").exists()


def test_flips_and_cuts_in_any_file_are_noticed(ended):
    rng = random.Random(7)
    paths = sorted(path for path in ended.iterdir() if path.name != "lock")
    assert len(paths) == 6
    for round_number in range(240):
        path = paths[round_number % len(paths)]
        good = path.read_bytes()
        place = rng.randrange(len(good))
        bad = bytearray(good[:place] if round_number % 3 == 0 else good)
        if round_number % 3:
            bad[place] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(bad))
        try:
            assert read_run(ended).faults, (path.name, place)
        except SettingsError:
            assert path.name == "run.json"
        path.write_bytes(good)
    assert read_run(ended).faults == ()


def test_a_run_can_be_moved(ended, tmp_path):
    moved = ended.rename(tmp_path / "elsewhere")
    assert read_run(moved).solution == SOLUTION
