import numpy as np
import pytest

from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex_benchmarks.rivals.comparison import rows
from symplex_benchmarks.rivals.comparison.process import Finding, Limits
from symplex_benchmarks.rivals.comparison.rows import Course, compared, inference_of, summary
from symplex_benchmarks.rivals.comparison.truth import stated_truth

PROBLEM = load("hj-concave")
TRUTH = stated_truth(PROBLEM, {"u": "abs(x) + t/2"})
COURSE = Course("hj-concave", "fex", 0, Limits(1.0))


def _row(monkeypatch, **found):
    monkeypatch.setattr(rows, "run", lambda *_: Finding(1.0, 2, **found))
    return compared(COURSE, PROBLEM, TRUTH)


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
    row = compared(COURSE, PROBLEM, None)
    assert (row["mse"], row["srr"], row["proved"]) == (None, None, True)


def test_only_methods_that_take_them_are_told_the_faces(monkeypatch):
    told = []
    monkeypatch.setattr(rows, "run", lambda _, stated, *__: told.append(stated) or Finding(1.0, 2))
    for method in ("fex", "symplex"):
        compared(Course("hj-concave", method, 0, Limits(1.0), faces=True), PROBLEM, TRUTH)
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
    row = compared(course, PROBLEM, TRUTH)
    assert (row["mse"], row["beyond"]) == pytest.approx((0.0, 0.01))
    for formula, error in (("abs(x) + t/2 + 0.1", 0.01), ("sin(", None)):
        found = Finding(1.0, 2, formulas={"u": formula})
        monkeypatch.setattr(rows, "run", lambda *_, found=found: found)
        assert compared(course, PROBLEM, TRUTH)["beyond"] == pytest.approx(error)


def test_the_exported_function_is_fast():
    formulas = {"u": parse("abs(x) + t/2", PROBLEM.answer_scope)}
    assert inference_of(PROBLEM, formulas) < 1e-3


def test_a_summary_takes_the_least_error_and_the_share_of_recoveries():
    made = [
        {"mse": mse, "srr": srr, "proved": srr, "seconds": 1.0, "formula": str(mse), "why": why}
        for mse, srr, why in ((0.5, False, "late"), (None, False, "late"), (0.1, True, ""))
    ]
    found = summary(made)
    assert (found["best_mse"], found["srr"], found["proved"]) == (0.1, 1 / 3, 1)
    assert (found["formula"], found["why"]) == ("0.1", "late")
