"""The primitives that the operator table computes with."""

import math
from fractions import Fraction

import numpy as np
import pytest

from symplex.expression import number, symbol
from symplex.expression.evaluate import nearest_float, numpy_backend, tree_backend
from symplex.expression.operators import MAX, SIN
from symplex.expression.parse import Scope, parse

NUMPY, TREES = numpy_backend(), tree_backend()


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_too_large_for_a_float_is_infinite(sign):
    assert nearest_float(sign * Fraction(10) ** 400) == sign * math.inf
    assert nearest_float(Fraction(sign, 3)) == sign / 3


def test_numpy_passes_nan_on_in_max_and_min():
    values = np.array([np.nan, 1.0]), np.array([0.0, 2.0])
    assert np.isnan(NUMPY.maximum(*values)[0])
    assert np.isnan(NUMPY.minimum(*values)[0])
    assert NUMPY.maximum(*values)[1] == 2


def test_a_root_of_a_negative_number_is_undefined_in_numpy():
    with np.errstate(invalid="ignore"):
        assert np.isnan(NUMPY.power(np.array(-8.0), Fraction(1, 3)))
    assert NUMPY.power(np.array(-2.0), Fraction(3)) == -8


def test_numpy_has_the_error_function():
    np.testing.assert_allclose(NUMPY.erf(np.array([0.0, 1.0])), [0, math.erf(1)])


def test_trees_are_built_from_the_same_forms():
    x = symbol("x")
    assert SIN.form(TREES, x) == parse("sin(x)", Scope(("x",)))
    assert MAX.form(TREES, x, number(0)) == parse("max(x, 0)", Scope(("x",)))
    assert TREES.power(x, Fraction(1, 2)) == parse("sqrt(x)", Scope(("x",)))
