"""How constants depend on parameters."""

import numpy as np
import pytest

from symplex.expression import apply, symbol
from symplex.expression.render import to_text
from symplex.propose.structure.fitting import free
from symplex.propose.structure.laws import law, with_laws

ONE = [{"k": value} for value in (0.5, 1.25, 2.0)]
TWO = [{"a": a, "b": b} for a, b in ((1.0, 2.0), (1.5, 0.5), (0.75, 1.25), (2.0, 1.75))]


@pytest.mark.parametrize(
    ("function", "choices", "text"),
    [
        (lambda k: 3.0 + 0 * k, ONE, "3"),
        (lambda k: -2 * k, ONE, "-2*k"),
        (lambda k: np.sqrt(k), ONE, "sqrt(k)"),
        (lambda k: 1 / k**2, ONE, "k^(-2)"),
        (lambda k: 1 + k, ONE, "1 + k"),
        (lambda a, b: -4 * a - b, TWO, "-4*a - b"),
        (lambda a, b: a / b, TWO, "a*(1/b)"),
        (lambda a, b: np.sqrt(a * a + b), TWO, "sqrt(b + a^2)"),
    ],
)
def test_laws_are_read_off(function, choices, text):
    values = np.array([function(**choice) for choice in choices])
    found = law(values, choices)
    assert found is not None
    assert to_text(found) == text


def test_what_is_no_law_is_none():
    assert law(np.array([0.123456, 0.98761, 0.3333217]), ONE) is None


def test_slots_become_laws_one_by_one():
    wave = free(1.0) * apply("exp", free(-0.5) * symbol("t"))
    table = np.array([[1.0, -0.5], [1.0, -1.25], [1.0, -2.0]])
    assert to_text(with_laws(wave, table, ONE)) == "1*exp(-k*t)"
