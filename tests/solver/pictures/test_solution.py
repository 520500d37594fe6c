import numpy as np
import pytest

from support.answers import EIKONAL, HEAT, answer
from symplex.errors import ExpressionError
from symplex.problem import Problem
from symplex.solver.pictures import Theme, solution_figure
from symplex.solver.pictures.solution import limits_of
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.status import SolutionStatus


def axes_of(picture):
    return [axes for axes in picture.get_axes() if axes.get_xlabel()]


def test_curves_and_maps_of_the_eikonal_problem():
    curves, *fields = axes_of(solution_figure(answer("eikonal", EIKONAL)))
    assert len(fields) == 3
    drawn = [line for line in curves.get_lines() if len(line.get_xdata()) > 50]
    assert len(drawn) == 5
    half = drawn[2]  # t = 1/2
    x, u = half.get_xdata(), half.get_ydata()
    assert u == pytest.approx(np.maximum(np.abs(x) - 0.5, 0))
    assert {-0.5, 0.5} <= set(np.round(x, 12))
    (circle,) = [line for line in fields[1].get_lines() if line.get_color() == Theme().kink]
    radius = np.hypot(*circle.get_data())
    assert radius[~np.isnan(radius)] == pytest.approx(0.5, abs=2e-3)


def test_parameters_have_their_own_curves():
    through_time, through_kappa, *fields = axes_of(solution_figure(answer("parametric-heat", HEAT)))
    assert "t" in through_time.get_legend().get_texts()[0].get_text()
    assert "kappa" in through_kappa.get_legend().get_texts()[0].get_text()
    assert len(fields) == 3
    assert len({field.collections[0].get_clim() for field in fields}) == 1


def test_a_system_has_a_row_for_each_unknown():
    problem = Problem(
        ["u_t = v", "v_t = -u"], {"t": [0, 3]}, [("t = 0", "u = 0"), ("t = 0", "v = 1")],
        unknowns=("u", "v"),
    )  # fmt: skip
    picture = solution_figure(answer(problem, {"u": "sin(t)", "v": "cos(t)"}), theme=Theme.dark())
    assert len(axes_of(picture)) == 2
    assert picture.get_facecolor()[0] < 0.2


def test_without_a_formula_there_is_no_picture():
    none = Solution(answer("eikonal", EIKONAL).problem, SolutionStatus.NONE, {}, None)
    with pytest.raises(ExpressionError, match="no formula to draw"):
        solution_figure(none)


@pytest.mark.parametrize(
    "text", ["1/x", "log(x)", "0", "1/(x - x)", "sqrt(x - 5)", "exp(300*x)", "1e300*x"]
)
def test_poles_constants_and_undefined_formulas_are_drawn_somehow(text):
    picture = solution_figure(answer("hj-convex", text))
    assert len(picture.to_bytes()) > 5_000


def test_a_pole_does_not_hide_the_rest():
    values = np.append(np.linspace(0, 1, 400), 1e6)
    assert limits_of(values)[1] < 3
    assert limits_of(np.full(5, np.nan)) == (0, 1)
    assert limits_of(np.full(5, 2.0)) == (1.5, 2.5)


def test_a_solution_draws_itself_and_loads_matplotlib_only_then():
    solution = answer("hj-convex", "min(x - t/2, 0)")
    assert len(axes_of(solution.plot())) == 2
    with pytest.raises(ValueError, match="expected one of solution, check and front"):
        solution.plot("front page")
