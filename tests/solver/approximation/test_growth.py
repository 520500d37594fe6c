"""Formulas grow by one term at a time, and nothing is lost."""

from support.yardsticks import yardstick_of
from symplex.expression import apply, symbol
from symplex.problem import Problem
from symplex.solver.approximation.families import constant, grown, seeds_of
from symplex.solver.approximation.values import ValueFit
from symplex.work.budget import Budget

PLANE = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = 1")])
X, T = symbol("x"), symbol("t")


def growth(solution, formula, most):
    yardstick = yardstick_of(PLANE, solution)
    fit = ValueFit(yardstick, PLANE.variables, "u")
    seeds = fit.scored([formula])
    made = list(grown(seeds, (X, T), fit, most, Budget.unlimited()))
    return yardstick, made


def test_a_constant_becomes_a_function():
    seed = apply("exp", constant(-1.0) * T)
    yardstick, made = growth("exp(-2*t + 0.5*t*x^2)", seed, 16)
    best = min(made, key=lambda one: yardstick.measure({"u": one}).maximum)
    assert yardstick.measure({"u": best}).maximum < 1e-6
    assert all(one.size <= 16 for one in made)


def test_a_divisor_is_added():
    yardstick, made = growth("x/(1 + 3*t)", constant(1.0) * X, 9)
    assert min(yardstick.measure({"u": one}).maximum for one in made) < 1e-6


def test_seeds_are_those_that_no_smaller_one_beats():
    found = {X: 0.5, X + T: 0.1, X * T: 0.2, X + T + X: 0.3, X + T * X: 0.05}
    assert seeds_of(found, 9) == [(X, 0.5), (X + T, 0.1), (X + T * X, 0.05)]
    assert seeds_of(found, 1) == [(X + T * X, 0.05)]
