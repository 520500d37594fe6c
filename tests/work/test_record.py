"""A record while a run goes: nothing of the disk's reaches the search, and all of it is said."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from symplex.errors import SettingsError
from symplex.work.runs import record as record_module
from symplex.work.runs.events import EventKind
from symplex.work.runs.folder import RunFolder, RunState, read_progress, read_run
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import Record

REQUEST = Manifest({"text": "x"}, {"seed": 3}, "heat")
SOLUTION = {"status": "exact", "solution": {"u": "x"}, "stop_reason": "exact solution found"}


@pytest.fixture
def heard():
    return []


@pytest.fixture
def record(tmp_path, heard):
    begun = Record(RunFolder.made(tmp_path / "run"), heard.append, apart=0.0)
    begun.begin(REQUEST)
    return begun


def idle(record):
    while not record._writer.is_idle:
        time.sleep(0.002)


def kinds(heard):
    return [event.kind for event in heard]


def test_checkpoints_stay_where_the_solution_could_not_be_saved(record, heard, monkeypatch):
    record.keep(lambda: b"state")
    idle(record)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RunFolder, "write_solution", full)
    record.end(SOLUTION, is_final=True)
    record.close()
    assert (record.path / "checkpoint-000001").exists()
    assert kinds(heard)[-1] is EventKind.FAULT


def test_a_run_is_written_down_and_told_once_it_is_durable(record, heard):
    record.tell(EventKind.FINDING, formula="x", loss=0.5)
    record.keep(lambda: b"state")
    record.end(SOLUTION, is_final=False)
    record.close()
    report = read_run(record.path)
    assert kinds(report.journal.events) == kinds(heard)
    assert kinds(heard) == [
        EventKind.STARTED,
        EventKind.FINDING,
        EventKind.CHECKPOINT,
        EventKind.ENDED,
    ]
    assert (report.state, report.solution, report.faults) == (RunState.ENDED, SOLUTION, ())
    assert (record.path / "checkpoint-000001").exists()


def test_a_final_solution_needs_no_checkpoint(record):
    record.keep(lambda: b"state")
    record.end(SOLUTION, is_final=True)
    record.close()
    assert not list(record.path.glob("checkpoint-*"))


def test_a_checkpoint_is_due_after_a_while_and_not_while_one_is_written(tmp_path, monkeypatch):
    time_is = [0.0]
    monkeypatch.setattr(record_module, "now", lambda: time_is[0])
    record = Record(RunFolder.made(tmp_path / "run"), apart=4.0)
    record.begin(REQUEST)
    idle(record)
    assert not record.is_due()
    time_is[0] = 4.0
    assert record.is_due()
    gate = threading.Event()
    record._writer.do(gate.wait)
    assert not record.is_due()

    def slow():
        time_is[0] += 1.0
        return b"state"

    gate.set()
    idle(record)
    record.keep(slow)  # it takes its time, so the next is far away
    idle(record)
    time_is[0] += 99.0
    assert not record.is_due()
    time_is[0] += 1.0
    assert record.is_due()
    record.close()


def test_a_resumed_record_gives_the_latest_checkpoint_that_is_whole(record, heard):
    record.keep(lambda: b"one")
    record.keep(lambda: b"two")
    record.close()
    heard.clear()
    (record.path / "checkpoint-000002").write_bytes(b"symplex-checkpoint-1 2 x\ntwo")
    again = Record(RunFolder.opened(record.path), heard.append)
    assert next(again.resume()) == b"one"
    again.resumed()
    again.close()
    assert kinds(heard) == [EventKind.FAULT, EventKind.FAULT, EventKind.RESUMED]
    assert "checkpoint-000002 is damaged" in heard[1].facts["what"]
    assert heard[2].facts["checkpoint"] == "checkpoint-000001"


def test_a_torn_line_and_a_crash_are_said_at_the_next_beginning(record, heard):
    record.close()
    with (record.path / "events.jsonl").open("ab") as file:
        file.write(b"half a li")
    (record.path / "crash.txt").write_text("Fatal Python error: Segmentation fault\n\n…")
    heard.clear()
    again = Record(RunFolder.opened(record.path), heard.append)
    assert list(again.resume()) == []
    again.resumed()
    again.close()
    assert heard[-1].facts["checkpoint"] is None
    said = [event.facts.get("what", "") for event in heard]
    assert "crashed: Fatal Python error: Segmentation fault" in said[0]
    assert "torn last line was cut off" in said[1]


def test_a_full_disk_is_said_once_and_what_waited_is_written_when_there_is_room(
    record, heard, monkeypatch
):
    idle(record)
    real = os.fsync

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    record.tell(EventKind.FINDING, formula="x", loss=0.5)
    record.keep(lambda: b"state")
    record.tell(EventKind.FINDING, formula="y", loss=0.4)
    idle(record)
    faults = [event.facts["what"] for event in heard if event.kind is EventKind.FAULT]
    assert len(faults) == 1
    assert faults[0].endswith("the run is not being saved: No space left on device")
    monkeypatch.setattr(os, "fsync", real)
    record.tell(EventKind.FINDING, formula="z", loss=0.3)
    record.close()
    assert heard[-1].facts["what"].endswith("the run is being saved again")
    report = read_run(record.path)
    found = [e.facts["formula"] for e in report.journal.events if e.kind is EventKind.FINDING]
    assert found == ["x", "y", "z"]
    assert report.faults == ()


def test_a_disk_that_is_full_from_the_beginning_is_tried_again(tmp_path, heard, monkeypatch):
    real = os.fsync

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    record = Record(RunFolder.made(tmp_path / "run"), heard.append)
    record.begin(REQUEST)
    idle(record)
    monkeypatch.setattr(os, "fsync", real)
    record.end(SOLUTION, is_final=True)
    record.close()
    report = read_run(record.path)
    assert (report.state, report.solution, report.faults) == (RunState.ENDED, SOLUTION, ())


def test_a_folder_that_is_deleted_costs_nothing_but_the_record(record, heard):
    idle(record)
    shutil.rmtree(record.path)
    record.tell(EventKind.FINDING, formula="x", loss=0.5)
    record.keep(lambda: b"state")
    record.end(SOLUTION, is_final=True)
    record.close()
    faults = [event.facts["what"] for event in heard if event.kind is EventKind.FAULT]
    assert len(faults) == 1
    assert "the run is not being saved: No such file or directory" in faults[0]
    assert not record.path.exists()


def test_a_run_that_could_not_begin_leaves_nothing(record):
    record.discard()
    assert not record.path.exists()


def test_who_listens_may_go(tmp_path):
    def gone(_):
        raise BrokenPipeError

    record = Record(RunFolder.made(tmp_path / "run"), gone)
    record.begin(REQUEST)
    record.end(SOLUTION, is_final=True)
    record.close()
    report = read_run(record.path)
    assert (report.solution, report.faults) == (SOLUTION, ())


CRASH = """
import os, signal, sys
from pathlib import Path
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import Record
record = Record(RunFolder.made(Path(sys.argv[1])))
record.begin(Manifest({}, {}))
record.keep(lambda: b"state")
while not record._writer.is_idle:
    pass
os.kill(os.getpid(), int(sys.argv[2]))
"""


@pytest.mark.parametrize(
    ("how", "where", "said"),
    [
        (signal.SIGSEGV, "Fatal Python error: Segmentation", "the program had crashed: Fatal Pyth"),
        (signal.SIGKILL, "", "the program had been killed"),
    ],
)
def test_that_the_process_died_is_known_afterwards(tmp_path, heard, how, where, said):
    folder = tmp_path / "run"
    program = [sys.executable, "-c", CRASH, str(folder), str(int(how))]
    assert subprocess.run(program, capture_output=True, check=False).returncode == -how
    report = read_run(folder)
    assert report.state is RunState.STOPPED
    assert report.crash.startswith(where)
    again = Record(RunFolder.opened(folder), heard.append)
    assert list(again.resume()) == [b"state"]
    again.close()
    assert heard[0].facts["what"].startswith(said)


def test_a_journal_that_cannot_be_repaired_is_not_written_to(record, monkeypatch):
    record.close()
    with (record.path / "events.jsonl").open("ab") as file:
        file.write(b"half a li")

    def full(_):
        raise OSError(28, "No space left on device")

    again = Record(RunFolder.opened(record.path))
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="cannot be written: No space"):
        list(again.resume())
    again.close()
    assert (record.path / "events.jsonl").read_bytes().endswith(b"half a li")


def test_progress_is_there_for_those_who_watch_and_gone_at_the_end(record, monkeypatch):
    idle(record)
    record.show({"candidates": 7})
    idle(record)
    assert read_progress(record.path) == {"candidates": 7}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RunFolder, "write_progress", full)
    record.show({"candidates": 8})  # nobody is told of it
    idle(record)
    assert read_progress(record.path) == {"candidates": 7}
    record.end(SOLUTION, is_final=True)
    record.close()
    assert read_progress(record.path) is None
    assert read_run(record.path).faults == ()
