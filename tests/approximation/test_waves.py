"""Sums of few sines."""

import numpy as np

from symplex.approximation.waves import waves
from symplex.expression import symbol
from symplex.expression.evaluate import evaluate

AT = np.linspace(0, 12, 300)


def left(values, formula):
    return np.max(np.abs(values - evaluate(formula, {"t": AT})))


def unchanged(formula):
    return formula


def test_frequencies_are_found_one_after_the_other():
    values = 1.5 + np.sin(np.pi / 4 * AT + 1) + 0.2 * np.sin(3 * np.pi / 4 * AT)
    found = list(waves(symbol("t"), AT, values, unchanged))
    errors = [left(values, one) for one in found]
    assert errors[0] > 0.15
    assert errors[1] < 0.1
    assert found[0].size < found[1].size


def test_damping_is_tried_too():
    values = np.exp(-AT / 12) * np.sin(np.pi / 2 * AT)
    found = list(waves(symbol("t"), AT, values, unchanged))
    assert min(left(values, one) for one in found if "exp" in repr(one)) < 0.05
