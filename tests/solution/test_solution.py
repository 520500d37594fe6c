import json

import numpy as np
import pytest
import sympy

from symplex.errors import ExpressionError
from symplex.expression.parse import parse
from symplex.problem import Problem, bundled
from symplex.proof.verify import verify
from symplex.solution import Solution, SolutionStatus
from symplex.solution.solution import status_of

PROBLEM = bundled("parametric-heat")


@pytest.fixture(scope="module")
def solution():
    answer = {"u": parse("exp(-2*kappa*t)*sin(x)*cos(y)", PROBLEM.answer_scope)}
    certificate = verify(PROBLEM, answer)
    return Solution(PROBLEM, status_of(certificate), answer, certificate, seed=7, seconds=1.5)


def test_exports(solution):
    x, y, t, kappa = sympy.symbols("x y t kappa", real=True)
    assert solution.sympy["u"] == sympy.exp(-2 * kappa * t) * sympy.sin(x) * sympy.cos(y)
    assert solution.latex().startswith("u = ")
    space: dict = {}
    exec(solution.python(), space)
    assert space["u"](0.3, 0.1, 0.5, 1.0) == pytest.approx(solution(x=0.3, y=0.1, t=0.5, kappa=1.0))


def test_it_is_a_function_of_arrays(solution):
    values = solution(x=np.linspace(0, 1, 5)[:, None], y=0.0, t=np.zeros(3), kappa=1.0)
    assert values.shape == (5, 3)
    np.testing.assert_allclose(values[:, 0], np.sin(np.linspace(0, 1, 5)))
    with pytest.raises(ExpressionError, match="expected a value for each of x, y, t and kappa"):
        solution(x=1.0)


def test_saved_and_verified_again(solution):
    text = json.dumps(solution.to_json())
    again = Solution.from_json(json.loads(text))
    assert again.text == solution.text
    assert again.problem == solution.problem
    assert again.certificate.to_json() == solution.certificate.to_json()
    assert again.verify().is_exact


def test_a_forged_solution_does_not_survive_verification(solution):
    raw = solution.to_json()
    raw["solution"]["u"] = "exp(-3*kappa*t)*sin(x)*cos(y)"
    forged = Solution.from_json(raw)
    assert forged.is_exact
    assert not forged.verify().is_exact


def test_nonsense_is_not_a_saved_solution():
    for raw in ({}, {"problem": 1}, {"problem": PROBLEM.statement()}):
        with pytest.raises(ValueError, match=r".+"):
            Solution.from_json(raw)


def test_nothing_found_is_a_value_too():
    empty = Solution(PROBLEM, SolutionStatus.NONE, {}, None)
    assert empty.to_json()["solution"] == {}
    assert empty.verify() is empty
    with pytest.raises(ExpressionError, match="none was found"):
        empty(x=1.0)


def test_json_follows_the_contract(solution):
    raw = solution.to_json()
    keys = ("status", "solution", "latex", "certificate", "seed", "seconds", "candidates")
    assert set(keys) <= raw.keys()
    assert raw["certificate"]["level"] == "symbolic"
    assert {"what", "where", "proved", "worst"} <= raw["certificate"]["checks"][0].keys()
    problem = Problem.from_statement(raw["problem"])
    assert parse(raw["solution"]["u"], problem.answer_scope) == solution.formulas["u"]
