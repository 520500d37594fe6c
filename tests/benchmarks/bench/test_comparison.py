"""When an answer counts as the true solution."""

import math

import numpy as np
import pytest

from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.solution.solution import Approximation, Solution
from symplex_benchmarks.bench._comparison import compare, difference

PROBLEM = Problem(["u_x = 0"], {"x": [-1, 1]}, [("x = 0", "u = 0")])
POINTS = np.linspace(-1, 1, 1001)


def row_of(found: str, true: str, status=Verdict.EXACT):
    formulas = {"u": parse(found, PROBLEM.answer_scope)}
    truth = {"u": parse(true, PROBLEM.answer_scope)}
    return compare(PROBLEM, Solution(PROBLEM, status, formulas, None), truth)


def test_the_truth_in_another_form_is_proved():
    row = row_of("(x + 1)^2 - 2*x - 1", "x^2")
    assert row["proved"]
    assert row["srr"]
    assert not row["other"]
    assert row["mse"] < 1e-20


def test_another_exact_answer_is_different_and_an_approximation_is_neither():
    row = row_of("x^2 + 1/1000", "x^2")
    assert row["other"]
    assert not row["proved"]
    for status in (Verdict.APPROXIMATE, Verdict.CONJECTURED):
        row = row_of("x^2", "x^2", status)
        assert (row["proved"], row["other"], row["status"]) == (False, False, status.value)


def test_of_a_run_without_an_answer_the_best_candidate_is_compared():
    trees = [parse(text, PROBLEM.answer_scope) for text in ("x", "x^2", "0")]
    losses = 0.5, 0.1, 2.0
    front = tuple(Approximation(1, loss, {"u": u}) for u, loss in zip(trees, losses, strict=True))
    nothing = Solution(PROBLEM, Verdict.NONE, {}, None, front=front)
    row = compare(PROBLEM, nothing, {"u": trees[1]})
    assert (row["status"], row["proved"], row["srr"]) == ("none", False, True)
    assert (row["mse"], row["answer"]) == (0.0, "u = x^2")


def test_points_where_neither_is_defined_do_not_count():
    row = row_of("sqrt(x + 1/2)", "(x + 1/2)/sqrt(x + 1/2)")
    assert row["proved"]
    assert row["mse"] < 1e-20


@pytest.mark.parametrize(
    ("found", "true"),
    [
        ("sqrt(x + 1/2)", "sqrt(abs(x + 1/2))"),  # the truth goes further
        ("sqrt(abs(x + 1/2))", "sqrt(x + 1/2)"),  # the answer goes further
        ("sqrt(x - 1/2)", "sqrt(x - 1/2)"),  # too little to compare
    ],
)
def test_formulas_that_cannot_be_compared_are_different(found, true):
    row = row_of(found, true)
    assert row["other"]
    assert not row["proved"]
    assert row["mse"] is None


def test_the_size_of_the_truth_is_the_scale():
    big, small = 1e9 * np.exp(POINTS), 1e-9 * np.exp(POINTS)
    assert difference(big * (1 + 1e-12), big)[1] < 1e-12
    assert difference(small + 1e-11, small)[1] > 1e-12
    assert difference(np.zeros(1001), small)[1] > 0.01


def test_a_peak_of_the_truth_does_not_hide_a_gap_elsewhere():
    peaked = 1 / (POINTS + 1 + 1e-9)
    assert difference(peaked + 0.01 * (POINTS > 0), peaked)[1] > 1e-6


def test_a_truth_that_is_zero_mostly_has_a_scale():
    ramp = np.maximum(POINTS - 0.9, 0)
    assert difference(ramp, ramp) == (0, 0)
    assert difference(ramp + 1e-4, ramp)[1] > 1e-12
    assert difference(np.full(9, 1e-9), np.zeros(9))[1] == pytest.approx(1e-18)


def test_huge_values_raise_no_warning():
    error, relative = difference(np.full(9, 1e200), np.full(9, -1e200))
    assert error == math.inf
    assert relative > 0.5
