"""Objectives from problems, and the loss that Hamilton–Jacobi problems get."""

import tomllib

import numpy as np
import pytest

from support.checkout import BENCHMARKS
from support.evaluators import encode, evaluator_for, formula
from symplex.errors import ProblemError, SettingsError
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.sampling import VALUE, Loss, Sampling, draw
from symplex.problem import Problem

ANSWERS = tomllib.loads((BENCHMARKS / "answers.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_has_zero_loss_and_a_perturbed_one_has_not(name):
    answer = ANSWERS[name]["u"]
    scorer, batch = evaluator_for(name, answer, f"1.01*({answer})", f"({answer}) + x/100")
    losses = scorer.fit(batch, Fixed()).losses
    assert losses[0] < 1e-26
    assert np.all(losses[1:] > 1e-6)


@pytest.mark.parametrize("wrong", ["sqrt(x^2 + y^2) - t", "max(sqrt(x^2 + y^2) - t, t/2)"])
def test_only_the_viscosity_solution_of_the_eikonal_equation_counts(wrong):
    scorer, batch = evaluator_for("eikonal", "max(sqrt(x^2 + y^2) - t, 0)", wrong)
    losses = scorer.fit(batch, Fixed()).losses
    assert losses[0] < 1e-28
    assert losses[1] > 1e-3
    scorer, batch = evaluator_for("eikonal", "sqrt(x^2 + y^2) - t", loss=Loss.EQUATION)
    assert scorer.fit(batch, Fixed()).losses[0] < 1e-28


@pytest.mark.parametrize("name", ["burgers", "hj-convex", "hj-concave"])
def test_the_paper_s_loss_vanishes_on_the_answer(name):
    scorer, batch = evaluator_for(name, ANSWERS[name]["u"], "x", loss=Loss.CHARACTERISTICS)
    assert all(len(points.terms) == 1 for points in scorer.objective.point_sets)
    losses = scorer.fit(batch, Fixed()).losses
    assert losses[0] < 1e-28
    assert losses[1] > 1e-3


def test_characteristics_give_way_where_the_speed_is_not_single_valued():
    points = draw(bundled("eikonal"), np.random.default_rng(0), Sampling(loss=Loss.CHARACTERISTICS))
    assert VALUE in points.point_sets[0].columns


SMOOTH_1D, BOX = {"x": [-1, 1], "t": [0, 1]}, {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
EIKONAL = "max(sqrt(x^2 + y^2) - t, 0)"
KNOWN = [
    ("u_t + sqrt(1 + u_x^2) = 0", SMOOTH_1D, "t = 0", "x", "x - sqrt(2)*t"),
    ("u_t + sqrt(1 + u_x^2 + u_y^2) = 0", BOX, "t = 0", "x + 2*y", "x + 2*y - sqrt(6)*t"),
    ("u_t + abs(u_x) + u_x^2/2 = 0", SMOOTH_1D, "t = 0", "2*x", "2*x - 4*t"),
    ("u_t = sqrt(u_x^2 + u_y^2)", BOX, "t = 0", "-sqrt(x^2 + y^2)", f"-{EIKONAL}"),
    ("2*u_t + u_x^2 = 0", SMOOTH_1D, "t = 0", "x^2/2", "x^2/(2*(1 + t))"),
    ("u_t = u_x^2/2", SMOOTH_1D, "t = 1", "x^2/2", "x^2/(2*(2 - t))"),
    ("u_t + (u_x + u_y)^2/2 + u_x^2 = 0", BOX, "t = 0", "x - y", "x - y - t"),
    ("u_t + sqrt(u_x^2 + u_y^2) + u_x^2 + u_y^2 = 0", BOX, "t = 0", "3*x/5 + 4*y/5",
     "3*x/5 + 4*y/5 - 2*t"),
    # Neither convex nor concave: Hopf's formula for convex or concave data.
    ("u_t + abs(u_x) - abs(u_y) = 0", BOX, "t = 0", "abs(x) + abs(y)",
     "max(abs(x) - t, 0) + abs(y) + t"),
    ("u_t + u_x^3 = 0", {"x": [-2, -1], "t": [0, 1]}, "t = 0", "abs(x)", "t - x"),
    ("u_t + sin(u_x) = 0", SMOOTH_1D, "t = 0", "-3*x", "-3*x + sin(3)*t"),
    ("u_t + abs(u_x) + abs(u_y) = 0", BOX, "t = 0", "abs(x) + abs(y)",
     "max(abs(x) - t, 0) + max(abs(y) - t, 0)"),
]  # fmt: skip


@pytest.mark.parametrize(("equation", "domain", "where", "initial", "answer"), KNOWN)
def test_hopf_lax_values_of_known_solutions(equation, domain, where, initial, answer):
    problem = Problem([equation], domain, [(where, f"u = {initial}")])
    objective = draw(problem, np.random.default_rng(0), Sampling(interior=6))
    columns = objective.point_sets[0].columns
    words, batch = encode([parse(answer, problem.answer_scope)])
    residuals = evaluator(objective, words).residuals(batch, np.zeros(0))[0]
    assert VALUE in columns
    assert np.abs(residuals[:6]).max() < 5e-14


def test_parameters_of_the_hamiltonian_are_taken_point_by_point():
    problem = Problem(
        ["u_t + k*u_x^2/2 = 0"], SMOOTH_1D, [("t = 0", "u = x^2/2")], parameters={"k": [0.5, 2]}
    )
    scorer, batch = evaluator_for(problem, "x^2/(2*(1 + k*t))")
    assert scorer.fit(batch, Fixed()).losses[0] < 1e-26


def test_a_solution_that_blows_up_has_no_value():
    problem = Problem(["u_t = u_x^2"], SMOOTH_1D, [("t = 0", "u = x^2")])
    assert VALUE not in draw(problem, np.random.default_rng(0)).point_sets[0].columns


def test_points_lie_where_they_should_and_belong_to_the_seed():
    problem = Problem(
        ["u_t = k*u_xx"],
        {"x": [2, 3], "t": [0, 5]},
        [("t = 0", "u = x"), ("x = 2", "u = 2"), ("x = 3", "u_x = 1"), ("x = 2, t = 5", "u = 2")],
        parameters={"k": [7, 8]},
    )
    first, second = (draw(problem, np.random.default_rng(1)) for _ in range(2))
    inside, initial, left, right, corner = first.point_sets
    assert [points.size for points in first.point_sets] == [200, 80, 40, 40, 80]
    assert [points.terms[0].weight for points in first.point_sets] == [1, 10, 5, 5, 10]
    assert np.all((inside.columns["x"] > 2) & (inside.columns["x"] < 3))
    assert np.ptp(inside.columns["t"]) > 4
    assert np.all(initial.columns["t"] == 0)
    assert np.all(left.columns["x"] == 2)
    assert np.all(right.columns["x"] == 3)
    assert np.all((corner.columns["k"] >= 7) & (corner.columns["k"] <= 8))
    for mine, again in zip(first.point_sets, second.point_sets, strict=True):
        for name, values in mine.columns.items():
            np.testing.assert_array_equal(values, again.columns[name])
    with pytest.raises(ValueError, match="read-only"):
        inside.columns["x"][0] = 1.0


def test_the_loss_is_the_weighted_mean_square():
    problem = Problem(["u_x = x"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    scorer, batch = evaluator_for(problem, "3*x")
    (inside, left) = scorer.objective.point_sets
    expected = np.mean((3 - inside.columns["x"]) ** 2) + 10 * 1.0
    np.testing.assert_allclose(scorer.fit(batch, Fixed()).losses[0], expected, rtol=1e-14)
    assert left.size == 1


def test_undefined_data_are_an_error_that_names_them():
    for wrong, named in (("log(x - 2)", r"log\(x - 2\)"), ("exp(1000)", r"exp\(1000\)")):
        problem = Problem([f"u_x = {wrong}"], {"x": [0, 1]})
        words, _ = encode([formula("x", problem)])
        with pytest.raises(ProblemError, match=named):
            evaluator(draw(problem, np.random.default_rng(0)), words)


def test_counts_below_one_are_refused():
    with pytest.raises(SettingsError, match="interior must be at least 1"):
        Sampling(interior=0)


def test_values_are_residuals_of_a_simpler_objective():
    scorer, batch = evaluator_for("heat", "x + 2*y*t", interior=9, initial=4)
    values = evaluator(scorer.objective.of_values(), scorer.vocabulary).residuals(
        batch, np.zeros(0)
    )
    expected = [
        p.columns["x"] + 2 * p.columns["y"] * p.columns["t"] for p in scorer.objective.point_sets
    ]
    np.testing.assert_allclose(values[0], np.concatenate(expected), rtol=1e-15)
