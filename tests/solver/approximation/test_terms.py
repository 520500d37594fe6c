"""The terms that sums are made of."""

import numpy as np

from symplex.expression import symbol
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.solver.approximation.terms import (
    bases_of,
    data_of,
    degree_for,
    functions_of,
    monomials,
    values_of,
)

X, T = symbol("x"), symbol("t")
HEAT = Problem(
    ["u_t = kappa*u_xx"],
    {"x": [5, 6], "t": [0, 1]},
    [("t = 0", "u = exp(-x)"), ("x = 5", "u = 0"), ("x = 6", "u_x = t")],
    parameters={"kappa": [1, 2]},
)


def test_all_products_of_powers_up_to_a_degree_low_ones_first():
    found = list(monomials((X, T), 2))
    assert found[0] == {}
    assert found == [{}, {T: 1}, {X: 1}, {T: 2}, {X: 1, T: 1}, {X: 2}]


def test_parameters_have_low_powers():
    assert {X: 2, T: 1} in list(monomials((X, T), 3, ("x",)))
    assert {X: 3} not in list(monomials((X, T), 3, ("x",)))


def test_an_interval_far_from_0_is_counted_from_its_end():
    assert [to_text(base) for base in bases_of(HEAT)] == ["x - 5", "t", "kappa"]


def test_data_are_what_an_unknown_is_on_a_face():
    assert [to_text(data) for data in data_of(HEAT, "u")] == ["exp(-x)"]
    assert data_of(HEAT, "v") == ()


def test_values_of_a_product():
    at = {"x": np.array([1.0, 2.0]), "t": np.array([3.0, 4.0])}
    assert values_of({X: 2, T: 1}, at, 2).tolist() == [3.0, 16.0]
    assert values_of({}, at, 2).tolist() == [1.0, 1.0]


def test_more_variables_have_lower_degrees():
    assert degree_for((X,)) > degree_for((X, T)) > degree_for((X, T, X + T, X * T))


def test_functions_that_the_equations_are_made_of():
    forced = Problem(
        ["u_t = sqrt(t)*u + sin(2*t)*u^2 - exp(u)"], {"t": [0, 1]}, [("t = 0", "u = 1")]
    )
    assert [to_text(one) for one in functions_of(forced)] == ["sqrt(t)", "sin(2*t)", "cos(2*t)"]
    assert functions_of(HEAT) == ()
