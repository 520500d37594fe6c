"""Squares of binomials in sums with negative terms."""

import pytest

from support.proving import formula, region, space
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.functions import function_of
from symplex.exact.quotients.squares import with_squares
from symplex.expression.operators import Rule
from symplex.work.budget import Budget

PLANE = region(x=(None, None), y=(None, None))
SUMS = [
    "x^2 - 2*x*y + y^2 + 1",
    "x^4 - x^2*y^2 + y^4 + 1/8",
    "4*x^2 - 3*x + 1",
    "exp(x)^2 - exp(x)*exp(y) + exp(y)^2",
    "exp(4*x + 2*y) + 9/25*exp(2*x + 4*y) - 32/25*exp(2*x + 2*y) + 9/25*exp(2*x) + exp(2*y)",
    "x^2 + y^2 + 3 - x*y - x - y",
]


def squared(text):
    return with_squares(Field(lambda _: 0, Budget.unlimited(), function_of), formula(text))


@pytest.mark.parametrize("text", SUMS)
def test_the_sum_is_the_same_and_its_sign_is_seen(text):
    found = squared(text)
    assert found is not None
    assert space(PLANE).is_zero(found - formula(text))
    assert space(PLANE).signs.holds(formula(text), Rule.NONNEGATIVE)


@pytest.mark.parametrize("text", ["x^2 - 3*x*y + y^2", "x - y", "x^2 + y^2", "1/x", "x^3 - x + 1"])
def test_none_where_something_is_left_or_nothing_is_negative(text):
    assert squared(text) is None
