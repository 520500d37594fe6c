"""The folder of a run: its names, its lock, its manifest."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from symplex.errors import SettingsError
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.folder import RunFolder, RunState, read_run
from symplex.work.runs.lock import InUseError, Lock, is_locked
from symplex.work.runs.manifest import NAME, Manifest, read_manifest
from symplex.work.runs.places import kept_runs, new_place, runs_home
from symplex.work.runs.sealing import sealed

# The folder of a run: made once, used by one, read by any, whatever happened to it.

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


ACCENTED = Manifest({"text": "name = 'é'"}, {"seed": 3, "hint": ["x"]}, "é")


def test_what_was_asked_is_read_back_with_what_it_was_asked_of(tmp_path):
    ACCENTED.write(tmp_path, 12.0)
    saved = read_manifest(tmp_path)
    assert saved.manifest == ACCENTED
    assert saved.created == 12.0
    assert {"python", "system", "numpy"} <= set(saved.environment)


def test_another_format_is_refused_with_the_version_that_wrote_it(tmp_path):
    ACCENTED.write(tmp_path, 12.0)
    path = tmp_path / "run.json"
    content = json.loads(path.read_text())
    del content["sha256"]
    path.write_text(sealed({**content, "format": 2}, 1) + "\n")
    with pytest.raises(SettingsError, match=r"has format 2.*reads format 1; use the version"):
        read_manifest(tmp_path)


def test_a_damaged_or_missing_one_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="holds no run"):
        read_manifest(tmp_path)
    ACCENTED.write(tmp_path, 12.0)
    path = tmp_path / "run.json"
    path.write_text(path.read_text().replace('"seed": 3', '"seed": 4'))
    with pytest.raises(SettingsError, match=r"run\.json is damaged: its checksum differs"):
        read_manifest(tmp_path)


def test_runs_are_kept_in_the_user_s_state_folder(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert runs_home() == Path("/state/symplex/runs")
    for none in ("", "relative"):
        monkeypatch.setenv("XDG_STATE_HOME", none)
        assert runs_home() == Path.home() / ".local/state/symplex/runs"


def test_a_place_says_what_is_solved_and_is_a_name_that_any_system_takes():
    place = new_place("../a b/ü*\n" + "x" * 99, 0.0)
    assert place.parent == runs_home()
    assert len(place.name) < 80
    assert "/" not in place.name
    assert "\n" not in place.name
    assert "problem" in new_place("", 0.0).name


def test_two_runs_of_one_second_have_places_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    places = []
    for _ in range(3):
        places.append(new_place("heat", 0.0))
        places[-1].mkdir(parents=True)
    assert len(set(places)) == 3


def test_the_latest_run_is_the_first(tmp_path):
    for name in ("2026-b", "2025-a", "2026-c", "none"):
        (tmp_path / name).mkdir()
        if name != "none":
            (tmp_path / name / NAME).touch()
    assert [path.name for path in kept_runs(tmp_path)] == ["2026-c", "2026-b", "2025-a"]
    assert list(kept_runs(tmp_path / "missing")) == []


# One process a run; the lock of a process that was killed is free at once.

HOLDER = """
import sys, time
from pathlib import Path
from symplex.work.runs.lock import Lock
lock = Lock.taken(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(9999)
"""


def test_a_second_holder_is_refused_and_told_who_the_first_is(tmp_path):
    lock = Lock.taken(tmp_path)
    with pytest.raises(InUseError, match=f"process {os.getpid()} on "):
        Lock.taken(tmp_path)
    assert is_locked(tmp_path)
    lock.release()
    assert not is_locked(tmp_path)
    Lock.taken(tmp_path).release()


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUseError, match=f"process {holder.pid} on "):
            Lock.taken(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    Lock.taken(tmp_path).release()


def test_who_only_looks_does_not_keep_another_from_taking_it(tmp_path):
    Lock.taken(tmp_path).release()
    ended = threading.Event()

    def peek():
        while not ended.is_set():
            is_locked(tmp_path)

    looking = threading.Thread(target=peek)
    looking.start()
    try:
        for _ in range(20):
            Lock.taken(tmp_path).release()
    finally:
        ended.set()
        looking.join()


def test_a_holder_that_cannot_be_read_is_another_process(tmp_path):
    lock = Lock.taken(tmp_path)
    (tmp_path / "lock").write_bytes(b"\xff{")
    with pytest.raises(InUseError, match="another process"):
        Lock.taken(tmp_path)
    lock.release()


def test_a_folder_without_a_lock_is_not_locked(tmp_path):
    assert not is_locked(tmp_path / "none")
