"""Functions continued beyond the ends of an interval by reflection."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.formulas.broken import broken
from symplex.expression.evaluate import evaluate
from symplex.propose.textbook.pdes.reflections import Continued, End, Parity

REAL = arithmetic(x=(0.0, 1.0))
ODD, EVEN, ABOUT = Parity.ODD, Parity.EVEN, Parity.ODD_ABOUT_ITS_VALUE


def continued(text, low, high, *, upward):
    """A function on [0, 1], three times reflected, as a function of numbers."""
    data = broken(formula(text), "x", REAL)
    assert data is not None
    ends = [parity and End(formula(place), parity) for place, parity in (("0", low), ("1", high))]
    tree = Continued("x", data, *ends, REAL).beyond(3, upward=upward).written("x", REAL)
    return lambda place: float(np.atleast_1d(evaluate(tree, {"x": np.array([place])}))[0])


@pytest.mark.parametrize("upward", [True, False])
@pytest.mark.parametrize(
    ("low", "high", "signs"),
    [(ODD, ODD, (-1, -1)), (EVEN, EVEN, (1, 1)), (EVEN, ODD, (1, -1)), (ODD, EVEN, (-1, 1))],
)
def test_each_continuation_is_reflected_again(low, high, signs, upward):
    f = continued("x^2 + abs(x - 1/2)", low, high, upward=upward)
    ends = (1, 2, 3) if upward else (0, -1, -2)
    for end in ends:
        sign = signs[end % 2]
        assert f(end + 0.3) == pytest.approx(sign * f(end - 0.3))


def test_about_its_value():
    f = continued("exp(x)", ABOUT, ABOUT, upward=True)
    assert f(1.4) == pytest.approx(2 * np.e - np.exp(0.6))
    assert f(2.4) - f(2) == pytest.approx(f(2) - f(1.6))


def test_a_half_line_is_reflected_once():
    f = continued("exp(-x)", EVEN, None, upward=False)
    assert f(-2.5) == pytest.approx(np.exp(-2.5))


def test_an_open_end_reflects_nothing():
    f = continued("x^2", EVEN, None, upward=True)
    assert f(3.0) == pytest.approx(9)
