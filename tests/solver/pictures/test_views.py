import numpy as np
import pytest

from support.answers import EIKONAL, HEAT, answer
from symplex.problem import Problem
from symplex.solver.pictures.views import families, held_values, maps, rounded


def views(solution):
    (formula,) = solution.formulas.values()
    return families(solution.problem, formula), maps(solution.problem, formula)


def test_time_and_every_parameter_have_a_family_of_curves():
    curves, fields = views(answer("parametric-heat", HEAT))
    assert [(one.axis, one.through) for one in curves] == [("x", "t"), ("x", "kappa")]
    assert curves[0].at == (0, 0.25, 0.5, 0.75, 1)
    assert set(curves[0].held) == {"y", "kappa"}
    assert [(one.across, one.up, one.held["t"]) for one in fields] == [
        ("x", "y", 0.0),
        ("x", "y", 0.5),
        ("x", "y", 1.0),
    ]


def test_one_variable_in_space_makes_a_map_over_space_and_time():
    curves, fields = views(answer("hj-convex", "min(x - t/2, 0)"))
    assert [(one.axis, one.through) for one in curves] == [("x", "t")]
    assert [(one.across, one.up) for one in fields] == [("x", "t")]


def test_an_ordinary_equation_is_one_curve():
    problem = Problem(["u_t = -u"], {"t": [0, 2]}, [("t = 0", "u = 1")])
    curves, fields = views(answer(problem, "exp(-t)"))
    assert [(one.axis, one.through, one.held) for one in curves] == [("t", None, {})]
    assert fields == ()


def test_three_variables_are_cut_into_slices():
    box = {"x": [0, 1], "y": [0, 1], "z": [0, 2]}
    problem = Problem(["u_xx + u_yy + u_zz = 0"], box, [("x = 0", "u = y*z")])
    _, fields = views(answer(problem, "y*z + x"))
    assert [one.held["z"] for one in fields] == [0, 1, 2]


def test_what_is_held_lets_something_be_seen():
    zero_in_the_middle = answer("poisson-quartic", "x*y")
    (formula,) = zero_in_the_middle.formulas.values()
    assert held_values(zero_in_the_middle.problem, formula, "x")["y"] == pytest.approx(0.4)
    eikonal = answer("eikonal", EIKONAL)
    assert held_values(eikonal.problem, eikonal.formulas["u"], "x")["y"] == 0.0


def test_a_map_is_a_grid_with_what_is_held():
    _, (first, *_) = views(answer("eikonal", EIKONAL))
    points = first.points(3)
    assert np.ptp(points["x"], axis=1) == pytest.approx([2, 2, 2])
    assert points["t"] == 0.0


@pytest.mark.parametrize(("value", "text"), [(-1e-17, "0"), (1.625, "1.625"), (2 / 3, "0.6667")])
def test_numbers_are_short(value, text):
    assert rounded(value) == text
