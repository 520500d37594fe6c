"""Hamilton–Jacobi equations by characteristics, and by the formulas of Hopf and Lax."""

import numpy as np
import pytest

from symplex.expression import Derivative
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.numerics.evaluation.viscosity.hopf_lax import (
    Convex,
    Cube,
    Dual,
    along_characteristics,
    least,
    route,
    single_valued,
    viscosity_value,
)
from symplex.problem import Problem
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.problem.coordinates import differentiate_by

# Values of viscosity solutions.

X, T = np.linspace(-0.9, 0.9, 7), np.linspace(0.1, 1, 7)


def value(equation: str, data: str, where: str = "t = 0"):
    problem = Problem([equation], {"x": [-1, 1], "t": [0, 1]}, [(where, f"u = {data}")])
    return viscosity_value(problem, recognise(problem), {"x": X, "t": T})


def test_convex_hamiltonians_have_the_hopf_lax_value():
    found = value("u_t + u_x^2/2 = 0", "min(x, 0)")
    np.testing.assert_allclose(found, np.minimum(X - T / 2, 0), atol=1e-12)
    np.testing.assert_allclose(value("u_t + abs(u_x) = 0", "-abs(x)"), -np.abs(X) - T, atol=1e-12)


def test_concave_hamiltonians_are_mirrored():
    np.testing.assert_allclose(value("u_t - abs(u_x) = 0", "abs(x)"), np.abs(X) + T, atol=1e-12)


def test_any_hamiltonian_with_convex_data_has_the_hopf_value():
    found = value("u_t + u_x^3 = 0", "2*x")
    np.testing.assert_allclose(found, 2 * X - 8 * T, rtol=1e-9)


def test_terminal_data_run_backwards():
    found = value("u_t - abs(u_x) = 0", "abs(x)", "t = 1")
    np.testing.assert_allclose(found, np.maximum(np.abs(X) - (1 - T), 0), atol=1e-12)


def test_there_is_no_value_where_neither_formula_applies():
    assert value("u_t + sin(u_x) = 0", "sin(x)") is None
    assert value("u_t + x*u_x^2 = 0", "x") is None


# Ways through all slopes, each with its price.

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


# Least values on a cube.


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_kinks_are_found_to_the_last_digit(dimensions):
    centre = np.array([0.31, -0.72, 0.05])[:dimensions]

    def cost(trials):
        return sum(np.abs(trial - at) for trial, at in zip(trials, centre, strict=True))

    value, place = least(cost, Cube(dimensions, 2))
    np.testing.assert_allclose(value, 0, atol=1e-14)
    np.testing.assert_allclose(place, np.broadcast_to(centre, (2, dimensions)), atol=1e-14)


def test_the_lower_of_two_minima_is_taken_at_each_point():
    depth = np.array([[0.1], [-0.1]])

    def cost(trials):
        (s,) = trials
        return np.minimum((s - 0.5) ** 2, (s + 0.5) ** 2 + depth)

    value, place = least(cost, Cube(1, 2))
    np.testing.assert_allclose(value, [0, -0.1], atol=1e-14)
    np.testing.assert_allclose(place[:, 0], [0.5, -0.5], atol=1e-6)


def test_what_is_no_number_counts_as_infinite():
    with np.errstate(invalid="ignore"):
        value, place = least(lambda trials: np.sqrt(trials[0] - 0.5), Cube(1, 1))
    assert value[0] == pytest.approx(0, abs=1e-7)
    assert place[0, 0] >= 0.5


# The Legendre dual by bisection.


class Power:
    """|p|^a / a in one direction."""

    by = ("x",)

    def __init__(self, exponent: float) -> None:
        self.exponent = exponent

    def __call__(self, p):
        return np.abs(p[0]) ** self.exponent / self.exponent

    def slope(self, p):
        return [np.sign(p[0]) * np.abs(p[0]) ** (self.exponent - 1)]


@pytest.mark.parametrize("exponent", [1.5, 2.0, 4.0])
def test_the_dual_of_a_power_is_the_conjugate_power(exponent):
    conjugate = exponent / (exponent - 1)
    q = np.linspace(-2, 2, 9)[None, :]
    dual = Dual.along(Power(exponent), 0, 1)
    np.testing.assert_allclose(dual(q), np.abs(q) ** conjugate / conjugate, rtol=1e-6, atol=1e-12)


def test_speeds_stay_where_the_price_is_finite():
    dual = Dual.along(Power(1.0), 0, 1)
    speeds = dual.speed(np.array([[-1.0, 0.0, 1.0]]), 5.0)
    np.testing.assert_allclose(speeds, [[-1, 0, 1]])
    np.testing.assert_allclose(dual(speeds), 0, atol=1e-9)


# The relation along characteristics.

SPACE_AND_TIME = Scope(("x", "y", "t"), (), ("u",))


@pytest.mark.parametrize(
    ("hamiltonian", "single"),
    [
        ("u_x^2 + u_y^2", True),
        ("u_x*u_y", True),
        ("sqrt(1 + u_x^2)", True),
        ("sqrt(u_x^2 + u_y^2)", False),
        ("abs(u_x)", False),
        ("max(u_x, u_y)", False),
    ],
)
def test_only_smooth_hamiltonians_have_one_speed(hamiltonian, single):
    formula = parse(hamiltonian, SPACE_AND_TIME)
    slopes = tuple(differentiate_by(formula, by) for by in GRADIENT)
    assert single_valued(formula, GRADIENT, slopes) is single


def relation(where: str, domain=(0, 1)):
    problem = Problem(
        ["u_t + u_x^2/2 = 0"], {"x": [-1, 1], "t": list(domain)}, [(where, "u = x^2/2")]
    )
    return along_characteristics(problem, recognise(problem))


def test_the_relation_vanishes_on_the_solution():
    x, t = np.array([0.3, -0.7]), np.array([0.5, 0.2])
    values = {"x": x, "t": t, Derivative("u"): x**2 / (2 * (1 + t)), GRADIENT[0]: x / (1 + t)}
    np.testing.assert_allclose(evaluate(relation("t = 0"), values), 0, atol=1e-15)
    wrong = {**values, Derivative("u"): x**2}
    assert np.all(np.abs(evaluate(relation("t = 0"), wrong)) > 0.01)


def test_time_is_counted_from_the_slice_with_data():
    x, t = np.array([0.3, -0.7]), np.array([2.5, 2.2])
    since = 1 + t - 2
    values = {"x": x, "t": t, Derivative("u"): x**2 / (2 * since), GRADIENT[0]: x / since}
    np.testing.assert_allclose(evaluate(relation("t = 2", (2, 3)), values), 0, atol=1e-15)
