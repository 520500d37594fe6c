import pytest

from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex_benchmarks.rivals.computer_algebra import ComputerAlgebra


def _answer(problem):
    return ComputerAlgebra().solve(problem, seed=0, seconds=10)


def _is_proved(problem, answer):
    formulas = {name: parse(text, problem.answer_scope) for name, text in answer.formulas.items()}
    return verify(problem, formulas).is_exact


@pytest.mark.parametrize(
    "problem",
    [
        Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")]),
        Problem(["u_xx = -u"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 0", "u_x = 2")]),
        # A condition that `ics` cannot say.
        Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u + u_x = 4")]),
    ],
)
def test_ordinary_equations_are_solved_with_their_conditions(problem):
    assert _is_proved(problem, _answer(problem))


def test_a_first_order_equation_in_the_plane_is_solved_with_its_data():
    problem = Problem(
        ["2*u_x + u_t = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-x^2)")]
    )
    assert _is_proved(problem, _answer(problem))


@pytest.mark.parametrize("name", ["burgers", "heat", "poisson-exp"])
def test_where_sympy_has_no_method_it_is_quoted(name):
    answer = _answer(load(name))
    assert answer.formulas is None
    assert answer.reason.startswith("SymPy")
