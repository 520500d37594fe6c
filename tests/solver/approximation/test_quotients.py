"""Sums and quotients that come close to values."""

import numpy as np

from symplex.expression import symbol
from symplex.expression.evaluate import evaluate
from symplex.solver.approximation.quotients import Target
from symplex.solver.approximation.terms import monomials, values_of

X = symbol("x")
AT = {"x": np.linspace(0, 2, 80)}
TERMS = list(monomials((X,), 4))
COLUMNS = np.stack([values_of(term, AT, 80) for term in TERMS], axis=1)


def target(values):
    return Target(values, np.ones(80), TERMS, COLUMNS)


def error(formula, values):
    return np.max(np.abs(evaluate(formula, AT) - values))


def test_a_quotient_of_two_sums_is_found():
    values = (1 + 2 * AT["x"]) / (1 + 3 * AT["x"] ** 2)
    found = list(target(values).quotients(3))
    assert error(found[-1], values) < 1e-10


def test_sums_become_better_with_every_term():
    values = np.exp(AT["x"])
    errors = [error(formula, values) for formula in target(values).sums(5)]
    assert errors[-1] < 1e-2
    assert errors[0] > 0.5


def test_a_quotient_with_a_pole_is_left_out():
    values = 1 / (AT["x"] - 0.777)
    assert all(error(one, values) < np.inf for one in target(values).quotients(4))
    for formula in target(values).quotients(4):
        bottom = evaluate(formula.arguments[1], AT)
        assert np.min(bottom) > 0
