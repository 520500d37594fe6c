"""Every way to write a new symbol into a formula."""

from itertools import product

import numpy as np
import pytest

from symplex.expression import symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.search.proposers.insertions import insertions, parameter_insertions, parameter_lifts

SCOPE = Scope(("x", "t"), ("k", "c1", "c2", "c3"))


def reaches(found, text, point, constants):
    """Whether some formula is the given one for some choice of its constants among a few."""
    wanted = evaluate(parse(text, SCOPE), point)
    for formula in found:
        count = len(formula.constants)
        for values in product(constants, repeat=count):
            value = evaluate(formula.with_constants(values), point)
            if np.all(np.isclose(value, wanted)):
                return True
    return False


POINT = {
    "x": np.array([0.3, 1.2, 0.7]),
    "t": np.array([0.4, 0.3, 0.2]),
    "k": np.array([0.5, 1.5, 2.0]),
}


@pytest.mark.parametrize(
    ("before", "after", "constants"),
    [
        ("log(x^2 + 1)", "log((x^2 + 1)/(1 - 2*t))", (-2.0, 2.0)),
        ("sqrt(x)", "sqrt(x + t^2/4) - t/2", (0.25, -0.5)),
        ("exp(x + 1)", "exp(x*exp(t) + exp(2*t))", (1.0, 2.0)),
        ("x", "x/(1 + x*t)", (1.0, -1.0)),
        ("x^2", "sin(x + t)", None),
    ],
)
def test_time_enters_at_two_places(before, after, constants):
    found = list(insertions(parse(before, SCOPE), symbol("t"), ("x",)))
    if constants is None:  # another function altogether
        assert not reaches(found, after, POINT, (1.0, -1.0))
    else:
        assert reaches(found, after, POINT, constants)


def test_a_number_may_be_a_root_of_a_parameter():
    before = parse("cos(x)*cos(2*t)", SCOPE)
    found = list(parameter_insertions(before, symbol("k")))
    assert reaches(found, "cos(x)*cos(sqrt(1 + k^2)*t)", POINT, (1.0,))


def test_all_slots_are_scaled_at_once():
    before = parse("(exp(2*x) - 1)/(exp(2) - 1)", SCOPE)
    found = list(parameter_lifts(before, symbol("k")))
    assert reaches(found, "(exp(2*k*x) - 1*k)/(exp(2*k) - 1*k)", POINT, (1.0,))


def test_long_formulas_and_tuples_have_too_many_places():
    long = parse(" + ".join(f"sin({n}*x)" for n in range(1, 9)), SCOPE)
    assert not list(insertions(long, symbol("t")))
