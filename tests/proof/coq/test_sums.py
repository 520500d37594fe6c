"""Sums of products of atoms, and their derivatives."""

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.proof.coq import sums
from symplex.proof.coq.sums import Sum, constant, derivative, expanded

SCOPE = Scope(("x", "t"), ("a",))
POINTS = {"x": np.linspace(0.2, 0.9, 5), "t": np.linspace(0.7, 0.3, 5), "a": np.full(5, 1.3)}


@pytest.mark.parametrize(
    "formula",
    [
        "(x + 2*t)^3 - x*t/3",
        "exp(-a*t)*sin(x - t)*cos(x)",
        "x/(1 + x*t) + 1/(2*x)",
        "sqrt(1 + x*t)/x",
        "log(x + t)*atan(x/t)",
        "erf(x/(2*sqrt(t)))",
        "exp(-x^2/(4*t))/sqrt(pi*t)",
    ],
)
def test_values_and_derivatives_are_those_of_the_formula(formula):
    tree = parse(formula, SCOPE)
    form = expanded(tree)
    np.testing.assert_allclose(evaluate(form.tree(), POINTS), evaluate(tree, POINTS), rtol=1e-12)
    for variable in ("x", "t"):
        slope = derivative(form, variable).tree()
        expected = evaluate(differentiate(tree, variable), POINTS)
        np.testing.assert_allclose(evaluate(slope, POINTS), expected, rtol=1e-11, atol=1e-13)


def test_equal_terms_are_collected():
    assert expanded(parse("(x + t)^2 - (x - t)^2 - 4*x*t", SCOPE)) == Sum({})
    assert expanded(parse("2*3 - 1", SCOPE)) == constant(5)


def test_what_grows_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(sums, "MAX_TERMS", 50)
    assert len(expanded(parse("(1 + x + t)^8", SCOPE)).terms) == 45
    with pytest.raises(ExpressionError, match="more than 50 terms"):
        expanded(parse("(1 + x + t)^9", SCOPE))
