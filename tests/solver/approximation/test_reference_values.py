"""The error of a formula, measured at points that can be trusted."""

import numpy as np
import pytest

from support.reference_values import formulas_of, reference_of, reference_values_of
from symplex.expression import apply, number, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.regression import Fitted
from symplex.numerics.evaluation.sampling import Sampling
from symplex.problem import Problem
from symplex.solver.approximation.families import constant
from symplex.solver.approximation.reference_values import Measured, ReferenceValues, percent
from symplex.solver.approximation.smoothness_filter import Smoothness
from symplex.solver.approximation.values import ValueDraw, ValueFit

# Errors are measured at points that hide nothing, relative to the range of the solution.

LINE = Problem(["u_x = 2"], {"x": [0, 2]}, [("x = 0", "u = 0")])
EVEN = Problem(["u_xx = 1"], {"x": [-1, 1]}, [("x = -1", "u = 1"), ("x = 1", "u = 1")])
PLANE = Problem(["u_t = u_x"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])
PAIR = Problem(
    ["u_t = v", "v_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 0"), ("t = 0", "v = 9")],
    unknowns=["u", "v"],
)  # fmt: skip
SCALED = Problem(
    ["u_t = -kappa*u"], {"t": [0, 1]}, [("t = 0", "u = kappa")], parameters={"kappa": [1, 100]}
)


def test_errors_are_relative_to_the_range():
    reference = reference_values_of(LINE, "2*x")
    error = reference.measure(formulas_of(LINE, "2*x + 0.04"))
    assert error.maximum == pytest.approx(0.01)
    assert error.rms == pytest.approx(0.01)
    assert error.reference == pytest.approx(1e-9 / 4)


def test_the_largest_error_is_at_the_end_where_it_is():
    error = reference_values_of(LINE, "2*x").measure(formulas_of(LINE, "2*x + x^8/256"))
    assert error.maximum == pytest.approx(0.25)
    assert error.rms < 0.1


def test_what_is_undefined_somewhere_has_no_finite_error():
    error = reference_values_of(LINE, "2*x").measure(formulas_of(LINE, "2*x + 0*log(x - 0.01)"))
    assert error.maximum == np.inf


def test_a_formula_that_is_undefined_at_a_point_and_right_beside_it_is_right():
    error = reference_values_of(EVEN, "1 - x^2/6").measure(formulas_of(EVEN, "sin(x)/x"))
    assert error.maximum == pytest.approx((5 / 6 - np.sin(1)) * -6, rel=1e-6)
    pole = reference_values_of(EVEN, "1 - x^2/6").measure(formulas_of(EVEN, "cos(x)/x"))
    assert pole.maximum == np.inf


def test_a_layer_beside_a_face_is_seen():
    layer = "x + t + exp(-10^6*t)"
    error = reference_values_of(PLANE, "x + t").measure(formulas_of(PLANE, layer))
    assert error.maximum == pytest.approx(1 / 3)


def test_of_several_unknowns_the_worst_counts():
    reference = reference_values_of(PAIR, "9*sin(t)", "9*cos(t)")
    error = reference.measure(formulas_of(PAIR, "9*sin(t)", "9*cos(t) + 1"))
    assert error.maximum == pytest.approx(1 / (9 - 9 * np.cos(1)))


def test_every_choice_of_the_parameters_has_its_own_range():
    choices = ({"kappa": 1.0}, {"kappa": 100.0})
    reference = reference_values_of(SCALED, "kappa*(1 - t)", parameters=choices)
    error = reference.measure(formulas_of(SCALED, "kappa*(1 - t) + 0.1"))
    assert error.maximum == pytest.approx(0.1)
    assert set(reference.known.columns) == {"t", "kappa"}


def test_points_without_values_do_not_count():
    reference = reference_values_of(LINE, "2*x + 0*log(x)")
    assert 0 < reference.known.size < reference_values_of(LINE, "2*x").known.size
    assert ReferenceValues.of(reference_of(LINE, "log(-1 - x)")) is None


def test_how_fast_the_solution_changes():
    assert reference_values_of(LINE, "2*x").variation == pytest.approx(1 / 400)
    assert reference_values_of(LINE, "tanh(100*(x - 1))").variation > 0.05


def test_points_are_the_same_every_time():
    first, second = reference_values_of(PLANE, "x + t"), reference_values_of(PLANE, "x + t")
    assert all(
        np.array_equal(first.known.columns[n], second.known.columns[n]) for n in first.known.columns
    )


def test_an_error_is_a_sentence_and_numbers():
    error = Measured(0.003, 0.001, 6e-9)
    assert error.sentence == "0.3 % of the range (reference error < 1e-8)"
    assert Measured.from_json(error.to_json()) == error
    assert percent(0.00002) == "0.002 %"


def test_a_flat_sample_borrows_the_range_of_the_others():
    choices = ({"kappa": 0.0}, {"kappa": 2.0})
    reference = reference_values_of(SCALED, "1/3 + kappa*t", parameters=choices)
    assert set(reference.known.ranges["u"]) == {2.0}
    assert reference.error == pytest.approx(1e-9 / 2)
    rounding = reference_values_of(SCALED, "1/3 + kappa*t + 10^(-15)*t", parameters=choices)
    error = rounding.measure(formulas_of(SCALED, "1/3 + kappa*t"))
    assert error.maximum < 1e-14


def test_an_unknown_that_is_nothing_is_measured_by_the_others():
    reference = reference_values_of(PAIR, "9*sin(t)", "0")
    assert reference.error < 1e-8
    assert np.all(reference.known.ranges["v"] == pytest.approx(9 * np.sin(1)))
    noise = reference_values_of(PAIR, "9*sin(t)", "t*10^(-29)")
    assert noise.error < 1e-8
    nothing = reference_values_of(PAIR, "0", "0")
    assert np.all(nothing.known.ranges["u"] == 1)


def test_a_range_within_the_error_of_the_reference_is_no_excuse():
    assert reference_values_of(LINE, "1000 + x", error=1.0).error == pytest.approx(0.5)


def test_a_bound_counts_the_reference_too():
    assert Measured(0.25, 0.1, 0.5).bound == 0.75


# What is sharper than the solution is not offered.

SMOOTH = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = cos(x)")])
KINKED = Problem(["u_t = u_x"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = abs(x)")])
FRONT = Problem(["u_t + u_x^2 = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])
STEEP = Problem(["u_xx = u"], {"x": [0, 1]}, [("x = 0", "u = 1"), ("x = 1", "u = 0")])


def allows(problem, solution, formula):
    smoothness = Smoothness(problem, reference_values_of(problem, solution))
    return smoothness.allows(formulas_of(problem, formula))


@pytest.mark.parametrize(
    "formula",
    [
        "exp(-t)*cos(x)",
        "1/(1 + x^2 + t)",
        "sqrt(1 + t)*tanh(3*x)",
        "max(2 + x, t)",
        "log(2 + x)",
        "sin(9*x)",
    ],
)
def test_what_is_as_smooth_as_the_solution(formula):
    assert allows(SMOOTH, "exp(-t)*cos(x)", formula)


@pytest.mark.parametrize(
    "formula",
    [
        "min(cos(x) + sign(t), 1)",
        "x*tanh(10^6*x)",
        "abs(x)",
        "max(x, t)",
        "exp(-(1000*(x - 1/3))^2)",
        "1/(x - 0.37)",
        "cos(x) + 10^(-5)*log((x - 0.30013)^2)",
        "cos(x) + 10^(-5)*log(x - 0.30013)",
        "x^2/(x^2 + 10^(-8))",
        "10^9*x - (10^9 - 1)*x",
        "sin(5000*t)",
    ],
)
def test_steps_layers_poles_and_outsized_values(formula):
    assert not allows(SMOOTH, "exp(-t)*cos(x)", formula)


def test_a_statement_with_kinks_explains_kinks_but_no_steps():
    assert allows(KINKED, "abs(x + t)", "abs(x + t)")
    assert allows(FRONT, "x - t", "min(x - t, t)")
    assert not allows(KINKED, "abs(x + t)", "sign(x + t)")


def test_a_steep_solution_explains_a_steep_formula():
    assert allows(STEEP, "exp(-1000*x)", "exp(-900*x)")
    assert not allows(STEEP, "1 - x", "exp(-900*x)")


# Values as an objective.

HEAT = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])


def loss(objective, formula):
    encoding = TreeEncoding(Vocabulary(tuple(dict.fromkeys((*formula.tokens, constant(1).root)))))
    batch = encoding.batch([encoding.encode(formula)])
    made = evaluator(objective, encoding.vocabulary)
    return float(made.fit(batch.tokens, Fixed(), first=batch.constants).losses[0])


def test_the_loss_is_the_mean_square_error_relative_to_the_range():
    reference = reference_values_of(HEAT, "2*x + t")
    objective = reference.known.objective(HEAT.variables, ("u",))
    formula = formulas_of(HEAT, "2*x + t + x^2")["u"]
    assert loss(objective, formula) == pytest.approx(reference.measure({"u": formula}).rms ** 2)


def test_points_are_drawn_for_a_search():
    draw = ValueDraw(reference_values_of(PAIR, "9*sin(t)", "9*cos(t)").known)
    first, second, other = (
        draw(PAIR, np.random.default_rng(seed), Sampling(interior=50)) for seed in (1, 1, 2)
    )
    assert first.rows == 100
    assert first.unknowns == ("u", "v")
    columns = [one.point_sets[0].columns["t"].tolist() for one in (first, second, other)]
    assert columns[0] == columns[1] != columns[2]


def test_constants_are_fitted_from_those_that_a_formula_has():
    reference = reference_values_of(HEAT, "exp(-2*t)*x")
    fit = ValueFit(reference, HEAT.variables, "u")
    seed = apply("exp", constant(-1.0) * symbol("t")) * symbol("x")
    (found,) = fit.fitted([seed])
    assert found.formula.constants[0] == pytest.approx(-2.0)
    assert found.misfit < 1e-7
    undefined = apply("log", number(-1) - apply("square", symbol("x")))
    assert fit.fitted([undefined]) == [Fitted(undefined, np.inf)]
    assert fit.fitted([]) == []


def test_balancing_makes_the_largest_error_smaller():
    reference = reference_values_of(HEAT, "exp(2*x)")
    fit = ValueFit(reference, HEAT.variables, "u")
    line = constant(1.0) * symbol("x") + constant(1.0)
    plain = fit.fitted([line])[0].formula
    balanced = fit.balanced(plain)
    assert (
        reference.measure({"u": balanced}).maximum < 0.9 * reference.measure({"u": plain}).maximum
    )


def test_some_of_many_points():
    assert len(ValueFit(reference_values_of(HEAT, "x"), HEAT.variables, "u").points) == 500
