"""Constants have as many digits as the error warrants."""

import pytest

from support.digits import digits_of
from support.yardsticks import yardstick_of
from symplex.expression import CONSTANT, apply, leaf, symbol
from symplex.problem import Problem
from symplex.solver.approximation.digits import rounded

LINE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
X = symbol("x")


def c(value):
    return leaf(CONSTANT, value)


def test_a_coarse_formula_has_few_digits():
    yardstick = yardstick_of(LINE, "exp(x)")
    formula = c(0.8731265561) + c(1.6903090293) * X
    found = rounded({"u": formula}, yardstick)
    assert found is not None
    short, error = found
    assert digits_of(short["u"]) <= 3
    assert error.maximum <= 1.1 * yardstick.measure({"u": formula}).maximum


def test_an_accurate_formula_keeps_its_digits():
    yardstick = yardstick_of(LINE, "1.23456789*exp(x)", error=1e-12)
    formula = c(1.2345678912) * apply("exp", X)
    short, error = rounded({"u": formula}, yardstick) or (None, None)
    assert 8 <= digits_of(short["u"]) <= 11
    assert error.maximum < 2e-9


def test_every_constant_has_its_own_digits():
    yardstick = yardstick_of(LINE, "100*x")
    short, _ = rounded({"u": c(100.23456) * X + c(0.0123456)}, yardstick) or (None, None)
    assert len(repr(short["u"].constants[1])) < len("0.0123456")


def test_terms_that_cancel_are_refused():
    formula = c(12345678.5) * X - c(12345677.6) * X
    assert rounded({"u": formula}, yardstick_of(LINE, "x")) is None


def test_nothing_to_round():
    yardstick = yardstick_of(LINE, "x")
    assert rounded({"u": X}, yardstick) == ({"u": X}, yardstick.measure({"u": X}))
    assert rounded({"u": apply("log", X)}, yardstick) is None


@pytest.mark.parametrize(("value", "digits"), [(0.5, 1), (-120.0, 2), (0.0123, 3)])
def test_digits_are_counted_from_the_first_that_is_not_0(value, digits):
    assert digits_of(c(value)) == digits
