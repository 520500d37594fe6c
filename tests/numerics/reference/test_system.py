"""Statements ready for numbers."""

import numpy as np

from support.references import ON_LINE, system
from symplex.expression import Derivative
from symplex.numerics.reference.system import on


def test_slopes_are_the_partial_derivatives_of_the_residual():
    stated = system("u_t + u*u_x = 0", ON_LINE, ("t = 0", "u = x"))
    relation = stated.equations[0]
    u, u_x = Derivative("u"), Derivative("u", ("x",))
    values = {u: np.array([3.0]), u_x: np.array([5.0])}
    assert on(relation.slopes[u_x], values, 1)[0] == 3.0
    assert on(relation.slopes[u], values, 1)[0] == 5.0
    assert not stated.linear
    assert relation.order_in("x") == 1


def test_conditions_know_where_they_hold_and_have_the_values_put_in():
    stated = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x + t"))
    condition = stated.conditions[0]
    assert condition.fixed == {"t": 0.0}
    values = {"x": np.array([2.0]), Derivative("u"): np.array([0.0])}
    assert on(condition.residual, values, 1)[0] == -2.0
    assert stated.linear


def test_points_are_the_same_every_time():
    stated = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"))
    np.testing.assert_array_equal(stated.points(5)["x"], stated.points(5)["x"])
