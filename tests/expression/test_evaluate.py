import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Derivative, leaf
from symplex.expression.evaluate import evaluate, value_of
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
