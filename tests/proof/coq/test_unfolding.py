"""Abbreviations are unfolded, and keep their values."""

import numpy as np
import pytest

from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ACOS, ASIN, COSH, SINH, TAN, TANH
from symplex.expression.parse import Scope, parse
from symplex.proof.coq.unfolding import unfolded

SCOPE = Scope(("x",))


@pytest.mark.parametrize(
    "formula",
    [
        *("tan(x)", "tanh(2*x)", "sinh(x)", "cosh(x)", "asin(x)", "acos(x)", "x^(1/3)"),
        *("x^(-3/2)", "x^(-2)", "tanh(x^(5/2))"),
    ],
)
def test_the_value_stays_and_the_abbreviation_goes(formula):
    tree = parse(formula, SCOPE)
    plain = unfolded(tree)
    assert not plain.operators & {TAN, TANH, SINH, COSH, ASIN, ACOS}
    points = {"x": np.linspace(0.1, 0.9, 7)}
    np.testing.assert_allclose(evaluate(plain, points), evaluate(tree, points), rtol=1e-13)
    exponents = {row.exponent for row in plain.operators if row.exponent is not None}
    assert all(e.denominator == 1 or e == 0.5 for e in exponents)
