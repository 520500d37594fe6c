"""Power laws in parameters."""

from fractions import Fraction

import pytest

from support.views import known
from symplex.problem import Problem
from symplex.propose.structure.scaling import power_law

PROBLEM = Problem(
    ["u_t = a*b*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters={"a": [1, 2], "b": [1, 2]}
)
CHOICES = [{"a": 1.0, "b": 2.0}, {"a": 1.5, "b": 1.25}, {"a": 2.0, "b": 1.75}, {"a": 1.2, "b": 1.0}]


@pytest.mark.parametrize(
    ("answer", "law"),
    [
        ("sqrt(a)/b*exp(t)", {"a": Fraction(1, 2), "b": Fraction(-1)}),
        ("a^2*(1 + t)", {"a": Fraction(2)}),
        ("exp(a*t)", {}),
        ("a + b*t", {}),
    ],
)
def test_exponents_are_those_of_the_solution(answer, law):
    assert power_law(known(PROBLEM, {"u": answer}, CHOICES), 0) == law


def test_too_few_choices_show_no_law():
    assert power_law(known(PROBLEM, {"u": "a*t"}, CHOICES[:2]), 0) == {}
