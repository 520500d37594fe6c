"""The value of a formula in floating point, and the primitives of the operator table."""

import math
from fractions import Fraction

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Derivative, leaf, number, symbol
from symplex.expression.evaluate import (
    evaluate,
    nearest_float,
    numpy_backend,
    tree_backend,
    value_of,
)
from symplex.expression.operators import MAX, SIN
from symplex.expression.parse import Scope, parse

SCOPE = Scope(("x", "t"), (), ("u",))


def test_values_broadcast():
    value = evaluate(parse("x*t + 1", SCOPE), {"x": np.ones((3, 1)), "t": np.arange(4.0)})
    assert value.shape == (3, 4)


def test_unknowns_are_given_by_derivative():
    tree = parse("u_x^2 + u", SCOPE)
    assert evaluate(tree, {Derivative("u", ("x",)): 3.0, Derivative("u"): 1.0}) == 10


def test_a_missing_value_is_named():
    with pytest.raises(ExpressionError, match="no value was given for t"):
        evaluate(parse("t", SCOPE))


def test_undefined_is_not_a_number_and_says_nothing():
    assert np.isnan(evaluate(parse("log(x)", SCOPE), {"x": -1.0}))
    assert np.isnan(evaluate(parse("x^(1/3)", SCOPE), {"x": -8.0}))
    assert np.isinf(evaluate(parse("1/x", SCOPE), {"x": 0.0}))


def test_numbers_too_large_for_a_float_are_infinite():
    assert value_of(parse("1e400")) == np.inf
    assert value_of(parse("-1e400 + 1")) == -np.inf


def test_slots_have_their_constants():
    assert value_of(leaf(CONSTANT, 2.5)) == 2.5
    assert value_of(parse("2*pi")) == 2 * np.pi


# The primitives that the operator table computes with.

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
