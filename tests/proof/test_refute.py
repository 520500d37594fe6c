"""Points at which an answer certainly fails."""

import numpy as np
import pytest

from symplex.budget import Budget, OutOfTime
from symplex.expression.operators import Rule
from symplex.problem import bundled
from symplex.proof.answer import read_answer
from symplex.proof.arithmetic.balls import Ball, double_field
from symplex.proof.refute import at, balls_at, breaks, refute

HEAT = bundled("heat")
TRUTH = "sin(x)*cos(y)*exp(-2*t)"


def refuted(text, **rest):
    return refute(HEAT, read_answer(HEAT, text), **rest)


def test_the_truth_is_not_refuted():
    assert refuted(TRUTH) is None


@pytest.mark.parametrize("change", ["1.01*", "1e-6 + ", "0.1*max(x, 0) + "])
def test_a_wrong_answer_is_refuted_at_a_point(change):
    check = refuted(change + TRUTH)
    assert check.refuted and not check.proved
    assert set(check.point) == {"x", "y", "t"}
    assert check.worst > 0


def test_an_undefined_answer_says_what_fails():
    check = refuted(f"{TRUTH} + 0*log(x - 1)")
    assert check.what == "the answer is defined"
    assert "x - 1 > 0" in check.how


def test_a_margin_breaks_its_rule_only_beyond_its_error():
    field = double_field()
    ball = Ball(np.array([-1.0, -1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0, 0.0]), field)
    assert breaks(ball, Rule.NONNEGATIVE).tolist() == [True, False, False, False]
    assert breaks(ball, Rule.POSITIVE).tolist() == [True, False, True, False]
    assert breaks(ball, Rule.NONZERO).tolist() == [False, False, True, False]


def test_points_have_no_error():
    points = {"x": np.array([1.0, 2.0])}
    assert balls_at(points, double_field())["x"].error.tolist() == [0, 0]
    assert at(points, 1) == {"x": 2.0}


def test_it_ends_with_the_budget():
    with pytest.raises(OutOfTime):
        refuted(TRUTH, budget=Budget(seconds=0))
