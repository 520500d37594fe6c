"""What became of a run, in a word."""

from support.saved import begun, ended
from support.served import HEAT
from symplex.work.runs.folder import CRASH, read_run
from symplex.work.runs.telling import best_of, state_of


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
