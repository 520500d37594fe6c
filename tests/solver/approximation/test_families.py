"""Families of formulas that are fitted to values."""

from itertools import pairwise

import numpy as np
import pytest

from support.reference_values import reference_values_of
from symplex.expression import apply, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import EXP
from symplex.expression.render import to_text
from symplex.numerics.evaluation.regression import Fitted
from symplex.problem import Problem
from symplex.solver.approximation.families import constant, families, grown, seeds_of, waves
from symplex.solver.approximation.quotients import Target, pursue
from symplex.solver.approximation.terms import (
    bases_of,
    data_of,
    degree_for,
    functions_of,
    monomials,
    values_of,
)
from symplex.solver.approximation.values import ValueFit
from symplex.work.clock import Deadline

# Families with constants inside of functions.

LINE = Problem(["u_t = u"], {"t": [0, 20]}, [("t = 0", "u = 1")])
PLANE = Problem(["u_t = u_xx"], {"x": [-3, 3], "t": [0, 2]}, [("t = 0", "u = exp(-x^2)")])


def best(problem, solution):
    reference = reference_values_of(problem, solution)
    made = list(families(problem, "u", reference))
    fitted = ValueFit(reference, problem.variables, "u").fitted(made, steps=80)
    return min(reference.measure({"u": one.formula}).maximum for one in fitted)


@pytest.mark.parametrize(
    ("problem", "solution"),
    [
        (LINE, "2 + 3*exp(-t/4)"),
        (LINE, "1 - 2*tanh(t/3 - 2)"),
        (LINE, "cos(0.4*t + 1)*exp(-t/10)"),
        (LINE, "5/(1 + (t/4 - 3)^2)"),
        (PLANE, "exp(-(x - 0.7*t)^2)"),
        (PLANE, "exp(-t)*sin(1.5*x + 1)"),
        (PLANE, "3 + tanh(2*x - t)"),
        (PLANE, "exp(-x^2)*cos(4*t)"),
        (PLANE, "2*sin(1.5*x + 1)*cos(2*t)"),
        (PLANE, "exp(-(x/(1 + t/3))^2)/(1 + t/3)"),
    ],
)
def test_members_of_a_family_are_found(problem, solution):
    assert best(problem, solution) < 1e-4


def test_families_are_the_same_every_time():
    reference = reference_values_of(PLANE, "exp(-x^2 - t)")
    assert list(families(PLANE, "u", reference)) == list(families(PLANE, "u", reference))


# The terms that sums are made of.

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


# Sums and quotients that come close to values.

AT = {"x": np.linspace(0, 2, 80)}
TERMS = list(monomials((X,), 4))
COLUMNS = np.stack([values_of(term, AT, 80) for term in TERMS], axis=1)


def target(values):
    return Target(values, np.ones(80), TERMS, COLUMNS)


def error(formula, values):
    return np.max(np.abs(evaluate(formula, AT) - values))


def test_a_quotient_of_two_sums_is_found():
    values = (1 + 2 * AT["x"]) / (1 + 3 * AT["x"] ** 2)
    found = list(target(values).quotients(3))
    assert error(found[-1], values) < 1e-10


def test_sums_become_better_with_every_term():
    values = np.exp(AT["x"])
    errors = [error(formula, values) for formula in target(values).sums(5)]
    assert errors[-1] < 1e-2
    assert errors[0] > 0.5


def test_a_quotient_with_a_pole_is_left_out():
    values = 1 / (AT["x"] - 0.777)
    assert all(error(one, values) < np.inf for one in target(values).quotients(4))
    for formula in target(values).quotients(4):
        bottom = evaluate(formula.arguments[1], AT)
        assert np.min(bottom) > 0


# Few columns that together come close to values.

POINTS = np.linspace(-1, 1, 60)
MONOMIALS = np.stack([POINTS**k for k in range(8)], axis=1)


def test_the_right_columns_are_chosen_with_their_coefficients():
    target = 3 * POINTS**2 - POINTS**5
    *_, (chosen, found) = pursue(MONOMIALS, target, 2)
    assert dict(zip(chosen, found, strict=True)) == pytest.approx({2: 3.0, 5: -1.0})


def test_each_step_leaves_less():
    target = np.exp(POINTS)
    left = [
        np.linalg.norm(target - MONOMIALS[:, list(chosen)] @ found)
        for chosen, found in pursue(MONOMIALS, target, 5)
    ]
    assert len(left) == 5
    assert all(after < before for before, after in pairwise(left))


def test_an_early_choice_is_exchanged_for_a_better_one():
    target = POINTS**2 + POINTS**5 + POINTS**7
    trap = target + 0.1 * np.sin(20 * POINTS)
    found = list(pursue(np.column_stack([MONOMIALS, trap]), target, 3))
    assert found[0][0] == (8,)
    assert set(found[-1][0]) == {2, 5, 7}


def test_it_ends_where_nothing_is_gained():
    assert len(list(pursue(MONOMIALS, np.zeros(60), 3))) == 0
    broken = np.column_stack([np.full(60, np.nan), np.zeros(60), POINTS])
    assert [chosen for chosen, _ in pursue(broken, 2 * POINTS, 1)] == [(2,)]


# Sums of few sines.

OSCILLATOR = Problem(["u_tt = -u"], {"t": [0, 12]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")])


def found(solution):
    """The sums with their errors."""
    reference = reference_values_of(OSCILLATOR, solution)
    fit = ValueFit(reference, ("t",), "u")
    made = waves(
        symbol("t"),
        reference.known.columns["t"],
        reference.known.values["u"],
        lambda formula: fit.fitted([formula], steps=80)[0].formula,
    )
    return [(one, reference.measure({"u": one}).maximum) for one in made]


def test_frequencies_are_found_one_after_the_other():
    sums = found("1.5 + sin(0.81*t + 1) + 0.2*sin(2.5*t)")
    assert sums[0][1] > 0.05
    assert sums[1][1] < 1e-5
    assert sums[0][0].size < sums[1][0].size


@pytest.mark.parametrize("rate", ["-t/9", "-t/3"])
def test_damping_is_tried_too(rate):
    damped = [error for one, error in found(f"exp({rate})*sin(1.7*t)") if EXP in one.operators]
    assert min(damped) < 1e-5


# Formulas grow by one term at a time, and nothing is lost.

SQUARE = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = 1")])


def growth(solution, formula, most):
    reference = reference_values_of(SQUARE, solution)
    fit = ValueFit(reference, SQUARE.variables, "u")
    seeds = fit.fitted([formula])
    made = list(grown(seeds, (X, T), fit, most, Deadline()))
    return reference, made


def test_a_constant_becomes_a_function():
    seed = apply("exp", constant(-1.0) * T)
    reference, made = growth("exp(-2*t + 0.5*t*x^2)", seed, 16)
    best = min(made, key=lambda one: reference.measure({"u": one}).maximum)
    assert reference.measure({"u": best}).maximum < 1e-6
    assert all(one.size <= 16 for one in made)


def test_a_divisor_is_added():
    reference, made = growth("x/(1 + 3*t)", constant(1.0) * X, 9)
    assert min(reference.measure({"u": one}).maximum for one in made) < 1e-6


def test_seeds_are_those_that_no_smaller_one_beats():
    rows = ((X, 0.5), (X + T, 0.1), (X * T, 0.2), (X + T + X, 0.3), (X + T * X, 0.05))
    a, b, _, _, c = found = [Fitted(formula, misfit) for formula, misfit in rows]
    assert seeds_of(found, 9) == [a, b, c]
    assert seeds_of(found, 1) == [c]
