"""Sums of exponentials and powers, read off values at equal steps."""

import pytest

from support.views import seen
from symplex.propose.structure.exponents import exponential_sums, power_sums
from symplex.propose.structure.fitting import accepted

ENDS = {"x": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("3*exp(-2*x) + exp(x)", [-2, 1]),
        ("exp(-x)*sin(4*x)", [-1, 4]),
        ("2 + cos(3*x)", [3]),
        ("sinh(x) - 2*x", [-1, 1]),
        ("(1 + x)*exp(2*x)", [2, 2]),
    ],
)
def test_rates_are_found(text, rates):
    view = seen(text, ENDS)
    found = accepted(view, exponential_sums(view))
    assert found
    constants = [abs(value) for value in found[0].formula.constants]
    for rate in rates:
        assert min(abs(value - abs(rate)) for value in constants) < 1e-5


def test_powers_are_exponentials_of_logarithms():
    view = seen("x^3 - 2/x", {"x": (1.0, 3.0)})
    (found,) = accepted(view, power_sums(view))
    assert sorted(found.formula.constants) == pytest.approx([-2, -1, 1, 3])


def test_powers_need_a_positive_variable():
    assert power_sums(seen("x^3", ENDS)) == []


def test_too_many_rates_are_none():
    assert exponential_sums(seen("1/(1 + 9*x^2)", ENDS)) == []
