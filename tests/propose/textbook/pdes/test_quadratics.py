"""Roots that survive where the square disappears."""

import numpy as np

from support.textbook import arithmetic, formula
from symplex.expression.evaluate import evaluate
from symplex.propose.textbook.pdes.quadratics import roots_of


def test_a_root_has_a_value_where_the_leading_coefficient_vanishes():
    real = arithmetic(a=(0.0, 1.0))
    roots = roots_of(formula("a*y^2 + y - x"), "y", real)
    values = [float(evaluate(root, {"a": 0.0, "x": 0.5})) for root in roots]
    assert 0.5 in [value for value in values if np.isfinite(value)]


def test_every_root_is_one():
    real = arithmetic(a=(0.0, 1.0))
    tree = formula("a*y^2 + y - x")
    for root in roots_of(tree, "y", real):
        value = float(evaluate(root, {"a": 0.3, "x": 0.5}))
        assert abs(float(evaluate(tree, {"a": 0.3, "x": 0.5, "y": value}))) < 1e-12


def test_others_are_as_they_were():
    real = arithmetic(a=(0.0, 1.0))
    assert roots_of(formula("2*y - x"), "y", real) == [formula("x/2")]
