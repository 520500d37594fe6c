"""Signs by factors."""

import pytest

from symplex.budget import Budget, OutOfTime
from symplex.expression.operators import Rule
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import holds
from symplex.proof.context import STOPPED, ProofContext


def test_factors_show_what_intervals_do_not(read, context):
    formula = read("t - t^2")
    assert not holds(formula, Rule.POSITIVE, context)
    assert nonnegative(formula, context, [])
    assert nonnegative(read("t - x^2*t"), context, [])


@pytest.mark.parametrize("text", ["t^2 - t", "x*t", "x - y", "sin(x)*t - t^2"])
def test_what_may_be_negative_is_not_proved(text, read, context):
    assert not nonnegative(read(text), context, [])


def test_zero_is_not_negative(read, context):
    assert nonnegative(read("(x + y)^2 - x^2 - 2*x*y - y^2"), context, [])


def test_a_question_that_is_stopped_is_reported(read, box):
    hurried = ProofContext.of(box, Budget(seconds=60, question=0))
    with pytest.raises(OutOfTime, match=STOPPED):
        nonnegative(read("x^2*t - 2*x*y*t + y^2*t"), hurried, [])
