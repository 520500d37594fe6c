"""Ways through all slopes, each with its price."""

import numpy as np
import pytest

from symplex.expression import Derivative
from symplex.expression.parse import Scope, parse
from symplex.numerics.evaluation.viscosity.hopf_lax import Convex, Dual, route

SCOPE = Scope(("x", "y"), ("k",), ("u",))
GRADIENT = (Derivative("u", ("x",)), Derivative("u", ("y",)))
TRIALS = [np.array([[-0.4, 0.1, 0.6]]), np.array([[0.2, -0.5, 0.3]])]


def convex(text: str, sign: float = 1.0) -> Convex:
    columns = {"k": np.array([[3.0]])}
    return Convex.of(parse(text, SCOPE), GRADIENT, columns, sign)


def test_a_smooth_function_is_walked_by_its_gradient():
    way = route(convex("(u_x^2 + u_y^2)/2"), 1)
    slopes, price = way(TRIALS)
    assert not way.bounded
    np.testing.assert_allclose(price, sum(q**2 for q in slopes) / 2, rtol=1e-12)


def test_a_norm_has_a_ball_of_free_slopes():
    way = route(convex("k*sqrt(u_x^2 + u_y^2)"), 1)
    slopes, price = way([np.array([[1.0, 0.6]]), np.array([[1.0, 0.0]])])
    assert way.bounded
    assert np.all(price == 0)
    np.testing.assert_allclose(np.hypot(*slopes), [[3.0, 1.8]])


def test_a_sum_of_norms_has_a_box_of_free_slopes():
    way = route(convex("2*abs(u_x) + max(u_y, 0)"), 1)
    slopes, price = way([np.array([[-1.0, 1.0]]), np.array([[-1.0, 1.0]])])
    np.testing.assert_allclose(slopes[0], [[-2, 2]])
    np.testing.assert_allclose(slopes[1], [[0, 1]])
    assert np.all(price == 0)


def test_kinked_and_separable_functions_use_the_duals():
    way = route(convex("abs(u_x) + u_x^2/2 + u_y^2/2"), 1)
    slopes, price = way(TRIALS)
    expected = np.maximum(np.abs(slopes[0]) - 1, 0) ** 2 / 2 + slopes[1] ** 2 / 2
    np.testing.assert_allclose(price, expected, rtol=1e-6, atol=1e-9)


def test_there_may_be_no_way():
    assert route(convex("max(u_x, u_y) + u_x^2"), 1) is None


def test_a_concave_function_is_mirrored():
    p = [np.array([0.5]), np.array([-2.0])]
    np.testing.assert_allclose(convex("-u_x^2 - u_y", -1.0)(p), 0.25 + 2.0)


@pytest.mark.parametrize(("slope", "price"), [(0.5, 0.0), (1.0, 0.0), (3.0, 2.0), (-2.0, 0.5)])
def test_a_dual_is_right_at_kinks(slope, price):
    dual = Dual.along(convex("abs(u_x) + u_x^2/2"), 0, 1)
    np.testing.assert_allclose(dual(np.array([[slope]])), price, atol=1e-9)
