"""Fits and sensitivities of a solution."""

import numpy as np
import pytest

from symplex.errors import ExpressionError, SettingsError
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.status import SolutionStatus


def solution(text="sin(x)*cos(y)*exp(-2*kappa*t)"):
    problem = bundled("parametric-heat")
    formulas = {"u": parse(text, problem.answer_scope)} if text else {}
    return Solution(problem, SolutionStatus.APPROXIMATE, formulas, None)


def test_a_solution_is_fitted_to_columns():
    random = np.random.default_rng(4)
    x, y, t = random.uniform(0, 1, (3, 200))
    u = solution()(x=x, y=y, t=t, kappa=1.7)
    fitted = solution().fit({"x": x, "y": y, "t": t, "u": u + 0.001 * random.normal(size=200)})
    assert fitted.estimates["kappa"].low < 1.7 < fitted.estimates["kappa"].high
    assert fitted.residuals["u"].shape == (200,)


def test_the_sensitivity_is_a_formula():
    slope = solution("exp(-kappa*t)*sin(x)").sensitivity("kappa")["u"]
    assert to_text(slope) == "sin(x)*(-exp(-kappa*t)*t)"
    with pytest.raises(SettingsError, match="'x' is not a parameter; this problem has kappa"):
        solution().sensitivity("x")


def test_nothing_cannot_be_fitted():
    with pytest.raises(ExpressionError, match="none was found"):
        solution("").fit({"x": [1.0]})
