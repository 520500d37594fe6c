import numpy as np
import pytest

from support.answers import answer
from symplex.solver.pictures import check_figure

RIGHT, WRONG = "min(x - t/2, 0)", "min(x - t/2, 0) + t/1000"


def sizes(axes):
    """The largest size that is drawn."""
    drawn = [line.get_ydata() for line in axes.get_lines() if line.get_marker() == "."]
    return max(float(np.nanmax(values, initial=0.0)) for values in drawn)


def test_a_solution_leaves_nothing_and_a_wrong_formula_shows_by_how_much():
    residual, difference = check_figure(answer("hj-convex", RIGHT)).get_axes()
    assert sizes(residual) <= 1e-15
    assert sizes(difference) <= 1e-9
    residual, difference = check_figure(answer("hj-convex", WRONG)).get_axes()
    assert sizes(residual) == pytest.approx(1e-3)
    assert sizes(difference) == pytest.approx(1e-3, rel=1e-5)


def test_the_numerical_solution_is_at_the_parameters_that_are_drawn():
    solution = answer("parametric-advection-sine", "sin(x - kappa*t)")
    _, difference = check_figure(solution, limit=100).get_axes()
    assert np.isfinite(sizes(difference))
    assert len(difference.get_lines()) >= 2


def test_without_a_numerical_solution_the_reason_is_said():
    _, difference = check_figure(answer("hj-convex", RIGHT), limit=0).get_axes()
    assert "none was asked for" in difference.texts[0].get_text()
