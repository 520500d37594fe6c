import numpy as np
import pytest

from support.answers import EIKONAL, answer
from symplex.solver.pictures.ridges import ridges
from symplex.solver.pictures.views import maps


def lines(name, text, which=0):
    solution = answer(name, text)
    (formula,) = solution.formulas.values()
    return list(ridges(formula, maps(solution.problem, formula)[which], 61))


def test_the_front_of_the_eikonal_problem_is_a_circle():
    ((x, y),) = lines("eikonal", EIKONAL, which=1)
    radius = np.hypot(x, y)
    assert np.count_nonzero(np.isnan(radius)) <= 4
    assert radius[~np.isnan(radius)] == pytest.approx(0.5, abs=1e-6)


def test_a_line_has_its_place():
    ((x, t),) = lines("hj-convex", "min(x - t/2, 0)")
    assert x == pytest.approx(t / 2, abs=1e-6)


@pytest.mark.parametrize("text", ["sin(x)*t", "abs(x)^3", "max(x, 5)", "0*abs(x)"])
def test_where_nothing_bends_nothing_is_drawn(text):
    assert lines("hj-convex", text) == []


def test_a_kink_that_is_hidden_is_not_drawn():
    found = lines("hj-convex", "max(abs(x), t)")  # abs has its kink where t is larger
    x, t = (np.concatenate(parts) for parts in zip(*found, strict=True))
    seen = ~np.isnan(x)
    assert np.count_nonzero(seen) > 20
    assert np.abs(x[seen]) == pytest.approx(t[seen], abs=1e-6)
