"""Problems as plain data."""

import json

import pytest

from symplex.errors import ProblemError
from symplex.expression import symbol
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.problem.restrict import start_of, with_parameters
from symplex.problem.transport import from_data, to_data


def transported(problem: Problem) -> Problem:
    return from_data(json.loads(json.dumps(to_data(problem))))


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_problem_arrives_as_it_left(name):
    problem = bundled(name)
    found = transported(problem)
    assert found == problem
    assert found.statement() == problem.statement()


def test_a_system_with_named_constants_and_corners_arrives():
    problem = Problem(
        ["u_x = k*v", "v_x = -u"],
        {"x": [0, "2*pi"], "t": [0, 0.1]},
        [("x = 0, t = 0", "u = 1"), ("x = 0", "v = 0")],
        unknowns=["u", "v"],
        parameters={"k": 1.25, "m": ["1/3", 2]},
        name="pair",
    )
    found = transported(problem)
    assert found == problem
    assert found.constants == problem.constants
    assert list(found.domain) == ["x", "t"]


def test_a_problem_that_no_text_states_arrives_as_it_is():
    problem = bundled("parametric-heat")
    fixed = with_parameters(problem, {"kappa": symbol("x") * 0 + 1})
    start = start_of(problem)
    assert start is not None
    for changed in (fixed, start.problem):
        assert transported(changed) == changed


@pytest.mark.parametrize("data", [{}, {"name": 1}, {"name": "", "unknowns": None}, []])
def test_nonsense_is_refused(data):
    with pytest.raises(ProblemError, match="expected the data of a problem"):
        from_data(data)


def test_what_a_statement_differentiates_arrives():
    problem = Problem(
        ["u_t = diff((2 + sign(x))*diff(u^2, x), x) - diff(u, x)^2"], {"x": [0, 1], "t": [0, 1]}
    )
    assert problem.equations[0].differentiated
    assert transported(problem) == problem
