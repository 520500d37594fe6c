"""Sums of products with what is shared taken out."""

import numpy as np

from symplex.expression import number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.solver.approximation.terms import written

X, T = symbol("x"), symbol("t")


def test_a_polynomial_in_one_variable():
    terms = [({}, 1.0), ({X: 1}, 2.0), ({X: 2}, 3.0)]
    assert to_text(written(terms)) == "1 + (2 + 3*x)*x"


def test_even_powers_alone():
    assert to_text(written([({}, 1.0), ({X: 2}, 2.0), ({X: 4}, 3.0)])) == "1 + (2 + 3*x^2)*x^2"


def test_what_most_terms_share_comes_first():
    terms = [({X: 1, T: 2}, 2.0), ({T: 2}, 3.0), ({X: 1}, 4.0), ({X: 1, T: 1}, 5.0)]
    formula = written(terms)
    at = {"x": np.array([0.3, 2.0]), "t": np.array([1.5, -1.0])}
    x, t = at["x"], at["t"]
    np.testing.assert_allclose(evaluate(formula, at), 2 * x * t**2 + 3 * t**2 + 4 * x + 5 * x * t)
    assert formula.size < 24


def test_a_lone_term_and_none():
    assert to_text(written([({X: 3}, 2.0)])) == "2*x^3"
    assert written([]) == number(0)
