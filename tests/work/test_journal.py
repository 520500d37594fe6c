"""The journal of a run, and who writes and reads it."""

import os
import random
import threading

import pytest

from support.saved import begun, ended
from support.served import HEAT
from symplex.work.runs.events import Event, EventKind, Level
from symplex.work.runs.folder import CRASH, read_run
from symplex.work.runs.journal import Journal, read_journal
from symplex.work.runs.telling import best_of, state_of
from symplex.work.runs.writer import Writer

# A journal that is torn, cut, damaged or full.


def event(number):
    return Event(EventKind.FINDING, 100.0 + number, {"formula": f"x + {number}"})


@pytest.fixture
def folder(tmp_path):
    journal = Journal(tmp_path)
    journal.begin()
    for number in range(1, 6):
        journal.append(event(number))
    return tmp_path


def formulas(reading):
    return [e.facts["formula"] for e in reading.events]


ALL = [f"x + {number}" for number in range(1, 6)]


def test_events_are_read_as_they_were_written(folder):
    reading = read_journal(folder)
    assert formulas(reading) == ALL
    assert [e.number for e in reading.events] == [1, 2, 3, 4, 5]
    assert (reading.torn, reading.faults) == (False, ())


def test_an_empty_folder_has_no_events_and_no_faults(tmp_path):
    assert read_journal(tmp_path).faults == ()


def test_a_torn_last_line_is_cut_off_and_the_journal_goes_on(folder):
    lines = folder / "events.jsonl"
    with lines.open("ab") as file:
        file.write(b'{"n":6,"at":1')
    journal = Journal(folder)
    reading = journal.repair()
    assert reading.torn
    assert (formulas(reading), reading.faults) == (ALL, ())
    journal.append(event(6))
    assert formulas(read_journal(folder)) == [*ALL, "x + 6"]
    assert not read_journal(folder).torn


def test_a_journal_that_was_cut_anywhere_is_noticed(folder):
    lines = folder / "events.jsonl"
    good = lines.read_bytes()
    for length in range(len(good)):
        lines.write_bytes(good[:length])
        reading = read_journal(folder)
        assert reading.faults or reading.torn, length
        assert formulas(reading) == ALL[: len(reading.events)]


def test_a_last_line_that_was_not_counted_is_no_fault(folder):
    """The count is written after the line: a kill may come between."""
    count = (folder / "events.count").read_bytes()
    Journal(folder).repair()
    journal = Journal(folder)
    journal.repair()
    journal.append(event(6))
    (folder / "events.count").write_bytes(count)
    assert read_journal(folder).faults == ()


def test_every_flipped_bit_is_noticed_and_the_other_lines_are_kept(folder):
    rng = random.Random(3)
    for name in ("events.jsonl", "events.count"):
        path = folder / name
        good = path.read_bytes()
        for _ in range(300):
            bad = bytearray(good)
            bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
            path.write_bytes(bytes(bad))
            reading = read_journal(folder)
            assert reading.faults or reading.torn
            assert set(formulas(reading)) <= set(ALL)
            assert len(reading.events) >= 3
        path.write_bytes(good)


def test_a_damaged_journal_is_kept_beside_and_its_good_lines_go_on(folder):
    lines = folder / "events.jsonl"
    bad = lines.read_bytes().replace(b"x + 2", b"x - 2")
    lines.write_bytes(bad)
    journal = Journal(folder)
    assert "1 of 5 lines are damaged" in journal.repair().faults[0]
    assert (folder / "events.damaged-1.jsonl").read_bytes() == bad
    journal.append(event(6))
    reading = read_journal(folder)
    assert formulas(reading) == ["x + 1", "x + 3", "x + 4", "x + 5", "x + 6"]
    assert "lines are missing" in reading.faults[0]  # it is not forgotten


def test_what_could_not_be_appended_leaves_the_journal_as_it_was(folder, monkeypatch):
    journal = Journal(folder)
    journal.repair()
    before = (folder / "events.jsonl").read_bytes()
    real = os.fsync

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        journal.append(event(6))
    assert (folder / "events.jsonl").read_bytes() == before
    monkeypatch.setattr(os, "fsync", real)
    assert journal.append(event(6)).number == 6
    assert read_journal(folder).faults == ()


def test_a_journal_that_was_deleted_is_not_written_to_in_silence(folder):
    journal = Journal(folder)
    journal.repair()
    (folder / "events.jsonl").unlink()
    with pytest.raises(FileNotFoundError):
        journal.append(event(6))
    assert "missing" in read_journal(folder).faults[0]


def test_an_event_is_read_as_it_was_written():
    event = Event(EventKind.FINDING, 12.5, {"formula": "x", "loss": 0.1}, 7)
    assert Event.from_plain(event.to_plain()) == event


def test_faults_are_more_important_than_findings_and_these_than_checkpoints():
    kinds = (EventKind.CHECKPOINT, EventKind.FINDING, EventKind.FAULT)
    assert [kind.level for kind in kinds] == [Level.DEBUG, Level.INFO, Level.WARNING]


def test_jobs_are_done_in_order_by_one_thread_while_others_go_on():
    gate, done = threading.Event(), []
    writer = Writer()
    writer.do(gate.wait)
    for number in range(50):
        writer.do(lambda number=number: done.append((number, threading.get_ident())))
    assert not writer.is_idle
    assert done == []
    gate.set()
    writer.close()
    assert [number for number, _ in done] == list(range(50))
    assert {thread for _, thread in done} != {threading.get_ident()}
    assert writer.is_idle


# What became of a run, in a word.


def test_an_answer_is_told_by_its_status(tmp_path):
    ended(tmp_path, "a", HEAT, "u = exp(-t)*sin(x)")
    report = read_run(tmp_path / "a")
    assert state_of(report) == "exact"
    assert best_of(report) == "u = exp(-t)*sin(x)"


def test_before_there_is_an_answer_the_best_finding_is_told(tmp_path):
    record, _ = begun(tmp_path, "a", HEAT)
    record.close()
    report = read_run(tmp_path / "a")
    assert state_of(report) == "stopped"
    assert best_of(report) == "0.1234567891*x"
    (tmp_path / "a" / CRASH).write_text("Fatal Python error")
    assert state_of(read_run(tmp_path / "a")) == "crashed"


def test_an_interrupted_run_says_so(tmp_path):
    record, _ = begun(tmp_path, "a", HEAT)
    record.end({"status": "none", "solution": {}, "stop_reason": "interrupted"}, is_final=False)
    record.close()
    assert state_of(read_run(tmp_path / "a")) == "interrupted"


def test_a_run_without_an_answer_tells_no_formula(tmp_path):
    record, _ = begun(tmp_path, "a", HEAT)
    record.end({"status": "none", "solution": {}, "stop_reason": "time limit"}, is_final=False)
    record.close()
    report = read_run(tmp_path / "a")
    assert (state_of(report), best_of(report)) == ("none", "no formula found")
