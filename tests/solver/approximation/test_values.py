"""Values as an objective."""

import numpy as np
import pytest

from support.yardsticks import formulas_of, yardstick_of
from symplex.expression import apply, number, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.sampling import Sampling
from symplex.problem import Problem
from symplex.solver.approximation.families import constant
from symplex.solver.approximation.values import ValueDraw, ValueFit, some_of, value_objective

PLANE = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])
PAIR = Problem(
    ["u_t = v", "v_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 0"), ("t = 0", "v = 9")],
    unknowns=["u", "v"],
)  # fmt: skip


def loss(objective, formula):
    encoding = TreeEncoding(Vocabulary(tuple(dict.fromkeys((*formula.tokens, constant(1).root)))))
    batch = encoding.batch([encoding.encode(formula)])
    made = evaluator(objective, encoding.vocabulary)
    return float(made.fit(batch.tokens, Fixed(), first=batch.constants).losses[0])


def test_the_loss_is_the_mean_square_error_relative_to_the_range():
    yardstick = yardstick_of(PLANE, "2*x + t")
    objective = value_objective(yardstick, PLANE.variables, ("u",))
    formula = formulas_of(PLANE, "2*x + t + x^2")["u"]
    assert loss(objective, formula) == pytest.approx(yardstick.measure({"u": formula}).rms ** 2)


def test_points_are_drawn_for_a_search():
    draw = ValueDraw(yardstick_of(PAIR, "9*sin(t)", "9*cos(t)"))
    first, second, other = (
        draw(PAIR, np.random.default_rng(seed), Sampling(interior=50)) for seed in (1, 1, 2)
    )
    assert first.rows == 100
    assert first.unknowns == ("u", "v")
    columns = [one.point_sets[0].columns["t"].tolist() for one in (first, second, other)]
    assert columns[0] == columns[1] != columns[2]


def test_constants_are_fitted_from_those_that_a_formula_has():
    yardstick = yardstick_of(PLANE, "exp(-2*t)*x")
    fit = ValueFit(yardstick, PLANE.variables, "u")
    seed = apply("exp", constant(-1.0) * symbol("t")) * symbol("x")
    ((fitted, left),) = fit.scored([seed])
    assert fitted.constants[0] == pytest.approx(-2.0)
    assert left < 1e-15
    undefined = apply("log", number(-1) - apply("square", symbol("x")))
    assert fit.scored([undefined]) == [(undefined, np.inf)]
    assert fit.fitted([]) == []


def test_balancing_makes_the_largest_error_smaller():
    yardstick = yardstick_of(PLANE, "exp(2*x)")
    fit = ValueFit(yardstick, PLANE.variables, "u")
    line = constant(1.0) * symbol("x") + constant(1.0)
    plain = fit.fitted([line])[0]
    balanced = fit.balanced(plain)
    assert (
        yardstick.measure({"u": balanced}).maximum < 0.9 * yardstick.measure({"u": plain}).maximum
    )


def test_some_of_many_points():
    assert len(some_of(yardstick_of(PLANE, "x"))) == 500
