"""Rivals compared: a process for each run, its truth, its row."""

import numpy as np
import pytest

from symplex.app.spread.rows import RowFile
from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.catalogue import Entry
from symplex_benchmarks.rivals.comparison import rows, runs
from symplex_benchmarks.rivals.comparison.process import Finding, Limits, run_entry
from symplex_benchmarks.rivals.comparison.rows import Course, compared, inference_of, summary
from symplex_benchmarks.rivals.comparison.truth import (
    beyond,
    read_truths,
    reference_truth,
    stated_truth,
    with_faces,
)

PROBLEM = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
POINTS = {"x": np.linspace(0, 1, 7)}


def _run(kind: str, limits=None):
    entry = Entry("support.failing_rivals", kind, "a test")
    return run_entry(entry, PROBLEM, 3, limits or Limits(999.0), POINTS)


def test_a_formula_comes_back_with_what_it_cost(capfd):
    found = _run("Formula")
    assert found.formulas == {"u": "exp(x)"}
    assert (found.candidates, found.storage, found.settings) == (3, 6, {"a": "b"})
    assert found.peak_memory > 10_000_000
    assert found.reason == ""
    assert "must not be seen" not in "".join(capfd.readouterr())


def test_the_memory_of_the_process_that_asks_is_not_counted():
    held = np.ones(100 << 20)  # 800 MB
    assert _run("Formula").peak_memory < held.nbytes


def test_a_field_comes_back_as_values_at_the_points():
    found = _run("Values")
    assert np.allclose(found.values["u"], np.exp(POINTS["x"]))
    assert found.inference > 0


@pytest.mark.parametrize(
    ("kind", "why"),
    [("Raises", "RuntimeError: no root"), ("Dies", "died"), ("Lacks", "a_library_that_nobody_has")],
)
def test_a_failure_is_a_reason(kind, why):
    assert why in _run(kind).reason


def test_a_method_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr("symplex_benchmarks.rivals.comparison.process._SPARE", 0.5)
    found = _run("Sleeps", Limits(0.5))
    assert "ended after" in found.reason


def test_a_method_that_takes_too_much_memory_is_ended():
    found = _run("Greedy", Limits(999.0, memory=400 << 20))
    assert "ended beyond 400 MiB" in found.reason
    assert found.peak_memory > 400 << 20


def test_a_method_that_can_choose_is_told_its_device():
    entry = Entry("support.failing_rivals", "Somewhere", "a test", takes_device=True)
    found = run_entry(entry, PROBLEM, 3, Limits(999.0, device="cuda"), POINTS)
    assert found.settings == {"device": "cuda"}


CONCAVE = load("hj-concave")
TRUTH = stated_truth(CONCAVE, {"u": "abs(x) + t/2"})
COURSE = Course("hj-concave", "fex", 0, Limits(1.0))


def _row(monkeypatch, **found):
    monkeypatch.setattr(rows, "run", lambda *_: Finding(1.0, 2, **found))
    return compared(COURSE, CONCAVE, TRUTH)


def test_the_true_solution_is_recovered_and_proved(monkeypatch):
    row = _row(monkeypatch, formulas={"u": "t*0.5 + abs(-x)"})
    assert row["mse"] < 1e-30
    assert (row["srr"], row["proved"]) == (True, True)


def test_a_solution_up_to_its_constants_is_recovered_but_not_proved(monkeypatch):
    row = _row(monkeypatch, formulas={"u": "abs(x) + 0.50001*t"})
    assert 0 < row["mse"] < 1e-8
    assert (row["srr"], row["proved"]) == (True, False)


def test_another_form_is_not_recovered_however_near(monkeypatch):
    row = _row(monkeypatch, formulas={"u": "sqrt(x^2 + 1e-12) + t/2"})
    assert row["mse"] < 1e-8
    assert (row["srr"], row["proved"]) == (False, False)


def test_a_field_has_an_error_and_no_recovery(monkeypatch):
    row = _row(monkeypatch, values={"u": TRUTH.values["u"] + 0.1})
    assert row["mse"] == pytest.approx(0.01)
    assert (row["mean"], row["largest"]) == pytest.approx((0.1, 0.1))
    assert (row["srr"], row["proved"]) == (False, False)


def test_a_field_that_is_not_finite_has_no_error(monkeypatch):
    assert _row(monkeypatch, values={"u": np.full(4096, np.nan)})["mse"] is None


@pytest.mark.parametrize("formula", ["sin(", "z + 1"])
def test_a_formula_that_cannot_be_read_is_a_reason(monkeypatch, formula):
    row = _row(monkeypatch, formulas={"u": formula})
    assert "cannot be read" in row["why"]
    assert row["mse"] is None


def test_without_a_truth_nothing_is_said_of_recovery(monkeypatch):
    monkeypatch.setattr(rows, "run", lambda *_: Finding(1.0, 2, formulas={"u": "abs(x) + t/2"}))
    row = compared(COURSE, CONCAVE, None)
    assert (row["mse"], row["srr"], row["proved"]) == (None, None, True)


def test_only_methods_that_take_them_are_told_the_faces(monkeypatch):
    told = []
    monkeypatch.setattr(rows, "run", lambda _, stated, *__: told.append(stated) or Finding(1.0, 2))
    for method in ("fex", "symplex"):
        compared(Course("hj-concave", method, 0, Limits(1.0), faces=True), CONCAVE, TRUTH)
    assert [len(stated.conditions) for stated in told] == [3, 1]


def test_an_answer_is_measured_beyond_the_box_where_that_is_asked_for(monkeypatch):
    course = Course("hj-concave", "weno", 0, Limits(1.0), beyond=True)
    assert course.task != Course("hj-concave", "weno", 0, Limits(1.0)).task

    def answered(*given):
        points = given[-1]
        outside = (np.abs(points["x"]) > 1) | (points["t"] > 1)
        values = np.abs(points["x"]) + points["t"] / 2 + 0.1 * outside
        return Finding(1.0, 2, values={"u": values})

    monkeypatch.setattr(rows, "run", answered)
    row = compared(course, CONCAVE, TRUTH)
    assert (row["mse"], row["beyond"]) == pytest.approx((0.0, 0.01))
    for formula, error in (("abs(x) + t/2 + 0.1", 0.01), ("sin(", None)):
        found = Finding(1.0, 2, formulas={"u": formula})
        monkeypatch.setattr(rows, "run", lambda *_, found=found: found)
        assert compared(course, CONCAVE, TRUTH)["beyond"] == pytest.approx(error)


def test_the_exported_function_is_fast():
    formulas = {"u": parse("abs(x) + t/2", CONCAVE.answer_scope)}
    assert inference_of(CONCAVE, formulas) < 1e-3


def test_a_summary_takes_the_least_error_and_the_share_of_recoveries():
    made = [
        {"mse": mse, "srr": srr, "proved": srr, "seconds": 1.0, "formula": str(mse), "why": why}
        for mse, srr, why in ((0.5, False, "late"), (None, False, "late"), (0.1, True, ""))
    ]
    found = summary(made)
    assert (found["best_mse"], found["srr"], found["proved"]) == (0.1, 1 / 3, 1)
    assert (found["formula"], found["why"]) == ("0.1", "late")


COURSES = [Course("burgers", "fex", seed, Limits(1.0)) for seed in range(3)]


def test_rows_that_are_kept_are_not_made_again(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(runs, "truth_of", lambda *_: None)
    monkeypatch.setattr(
        runs, "compared", lambda course, *_: made.append(course) or {"n": course.seed}
    )
    for courses in (COURSES[:2], COURSES):
        kept = RowFile(tmp_path / "rows.jsonl")
        found = list(runs.rows_of(courses, {}, kept))
        assert [row["n"] for row in found] == [course.seed for course in courses]
    assert made == COURSES
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 3


def test_a_run_with_another_limit_is_another_run():
    tasks = {Course("burgers", "fex", 0, Limits(s), faces=f).task for s in (1, 2) for f in (0, 1)}
    assert len(tasks) == 4
    ours = {Course("burgers", "symplex", 0, Limits(1.0), faces=f).task for f in (False, True)}
    assert len(ours) == 1  # it is never told the faces


def test_a_file_of_truths_is_read_without_what_is_no_formula(tmp_path):
    file = tmp_path / "truths.toml"
    file.write_text('[heat]\nu = "x"\nmisprints = ["y"]\n')
    assert read_truths(file) == {"heat": {"u": "x"}}


@pytest.mark.parametrize("text", [None, "u = = 1"])
def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path, text):
    file = tmp_path / "truths.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SettingsError, match="--truth"):
        read_truths(file)


def test_the_values_are_those_of_the_formula_at_points_of_the_box():
    truth = stated_truth(load("burgers"), {"u": "abs(x) + abs(y) + t"})
    x, y, t = (truth.points[name] for name in "xyt")
    assert np.allclose(truth.values["u"], np.abs(x) + np.abs(y) + t)
    assert x.min() < -0.99
    assert x.max() > 0.99


def test_beyond_the_box_the_solution_is_the_same_formula():
    far = beyond(
        load("parametric-heat"), stated_truth(load("parametric-heat"), {"u": "x + kappa*t"})
    )
    x, y, t, kappa = (far.points[name] for name in ("x", "y", "t", "kappa"))
    assert np.all((np.abs(x) > 1) | (np.abs(y) > 1) | (t > 1))
    assert (x.min() < -1.9, t.min() >= 0, 1.9 < t.max() <= 2) == (True,) * 3
    assert (kappa.min() >= 0.5, kappa.max() <= 2) == (True, True)  # a parameter has its range
    np.testing.assert_allclose(far.values["u"], x + kappa * t)


@pytest.mark.parametrize("texts", [{}, {"u": "sin("}, {"u": "z"}])
def test_a_truth_that_lacks_an_unknown_or_cannot_be_read_is_a_mistake(texts):
    with pytest.raises(SettingsError, match="burgers"):
        stated_truth(load("burgers"), texts)


def test_without_a_file_a_numerical_reference_takes_its_place():
    truth = reference_truth(load("burgers"))
    x, y, t = (truth.points[name] for name in "xyt")
    assert truth.formulas is None
    assert np.allclose(truth.values["u"], np.abs(x) + np.abs(y) + t, atol=1e-8)


def test_a_problem_without_data_has_no_reference():
    assert reference_truth(Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]})) is None


def test_an_end_that_gets_a_true_value_is_no_longer_declared():
    domain, start = {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")]
    problem = Problem(["u_t + u_x = 0"], domain, start, free=["x", "t"])
    told = with_faces(problem, stated_truth(problem, {"u": "x - t"}))
    assert len(told.conditions) == 3
    assert told.statement()["free"] == ["t = 1"]


def test_faces_that_are_open_get_the_true_values_and_others_stay_as_they_are():
    problem = Problem(
        ["u_t + u_x = 0"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = x^2"), ("x = 0", "u = t*t")],
    )
    told = with_faces(problem, stated_truth(problem, {"u": "(x - t)^2"}))
    assert [(str(c.region), c.text) for c in told.conditions] == [
        ("t = 0", "u = x^2"),
        ("x = 0", "u = t*t"),
        ("x = 1", "u = (1 - t)^2"),
    ]
