"""Signs on boxes: proved or not, never guessed."""

import pytest

from symplex.budget import Budget, OutOfTime
from symplex.expression.operators import Rule
from symplex.proof.arithmetic.signs import (
    HalfSpace,
    bounds_of,
    holds,
    is_empty,
    refuted_nowhere,
)
from symplex.proof.context import ProofContext


@pytest.mark.parametrize(
    ("text", "rule", "proved"),
    [
        ("x^2 + y^2", Rule.NONNEGATIVE, True),
        ("x^2 + y^2", Rule.POSITIVE, False),
        ("t", Rule.NONNEGATIVE, True),
        ("t", Rule.NONZERO, False),
        ("1 - t - (2 - 2)", Rule.NONNEGATIVE, True),
        ("2 - x - y", Rule.POSITIVE, False),
        ("2.001 - x - y", Rule.POSITIVE, True),
        ("exp(x) - 1/3", Rule.NONZERO, True),
    ],
)
def test_signs_are_proved_or_not(text, rule, proved, read, context):
    assert holds(read(text), rule, context) is proved


def test_a_sign_may_hold_within_half_spaces_alone(read, context):
    assert not holds(read("x"), Rule.NONNEGATIVE, context)
    assert holds(read("x"), Rule.NONNEGATIVE, context, [HalfSpace(read("x - 0.1"), 1)])
    assert holds(read("x"), Rule.NONNEGATIVE, context, [HalfSpace(read("0.1 - x"), -1)])


def test_an_empty_part_is_seen(read, context):
    assert is_empty(context, [HalfSpace(read("x - 2"), 1)])
    assert not is_empty(context, [HalfSpace(read("x"), 1)])


def test_a_sample_refutes(read, box):
    assert not refuted_nowhere(read("x"), box, [])
    assert refuted_nowhere(read("x^2"), box, [])
    assert refuted_nowhere(read("x"), box, [HalfSpace(read("x"), 1)])


def test_bounds_cover_the_range(read, box):
    low, high = bounds_of(read("x*y + t"), box)
    assert low <= -1 and high >= 2


def test_bisection_ends_with_the_budget(read, box):
    spent = ProofContext.of(box, Budget(seconds=0))
    with pytest.raises(OutOfTime):
        holds(read("x^2 + 1"), Rule.POSITIVE, spent)
