import numpy as np
import pytest

from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.comparison.truth import (
    beyond,
    read_truths,
    reference_truth,
    stated_truth,
    with_faces,
)


def test_a_file_of_truths_is_read_without_what_is_no_formula(tmp_path):
    file = tmp_path / "truths.toml"
    file.write_text('[heat]\nu = "x"\nmisprints = ["y"]\n')
    assert read_truths(file) == {"heat": {"u": "x"}}


@pytest.mark.parametrize("text", [None, "u = = 1"])
def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path, text):
    file = tmp_path / "truths.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SettingsError, match="--truth"):
        read_truths(file)


def test_the_values_are_those_of_the_formula_at_points_of_the_box():
    truth = stated_truth(load("burgers"), {"u": "abs(x) + abs(y) + t"})
    x, y, t = (truth.points[name] for name in "xyt")
    assert np.allclose(truth.values["u"], np.abs(x) + np.abs(y) + t)
    assert x.min() < -0.99
    assert x.max() > 0.99


def test_beyond_the_box_the_solution_is_the_same_formula():
    far = beyond(
        load("parametric-heat"), stated_truth(load("parametric-heat"), {"u": "x + kappa*t"})
    )
    x, y, t, kappa = (far.points[name] for name in ("x", "y", "t", "kappa"))
    assert np.all((np.abs(x) > 1) | (np.abs(y) > 1) | (t > 1))
    assert (x.min() < -1.9, t.min() >= 0, 1.9 < t.max() <= 2) == (True,) * 3
    assert (kappa.min() >= 0.5, kappa.max() <= 2) == (True, True)  # a parameter has its range
    np.testing.assert_allclose(far.values["u"], x + kappa * t)


@pytest.mark.parametrize("texts", [{}, {"u": "sin("}, {"u": "z"}])
def test_a_truth_that_lacks_an_unknown_or_cannot_be_read_is_a_mistake(texts):
    with pytest.raises(SettingsError, match="burgers"):
        stated_truth(load("burgers"), texts)


def test_without_a_file_a_numerical_reference_takes_its_place():
    truth = reference_truth(load("burgers"))
    x, y, t = (truth.points[name] for name in "xyt")
    assert truth.formulas is None
    assert np.allclose(truth.values["u"], np.abs(x) + np.abs(y) + t, atol=1e-8)


def test_a_problem_without_data_has_no_reference():
    assert reference_truth(Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]})) is None


def test_faces_that_are_open_get_the_true_values_and_others_stay_as_they_are():
    problem = Problem(
        ["u_t + u_x = 0"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = x^2"), ("x = 0", "u = t*t")],
    )
    told = with_faces(problem, stated_truth(problem, {"u": "(x - t)^2"}))
    assert [(str(c.region), c.text) for c in told.conditions] == [
        ("t = 0", "u = x^2"),
        ("x = 0", "u = t*t"),
        ("x = 1", "u = (1 - t)^2"),
    ]
