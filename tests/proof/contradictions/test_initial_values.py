import pytest

from support.statements import ordinary
from symplex.proof.contradictions.initial_values import initial_values
from symplex.reasons import Code, Reason
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget

HALF = {"x": [0, "1/2"]}


@pytest.mark.parametrize(
    ("equation", "first", "second", "bad"),
    [
        ("u_x = u^2", "u = 1", "u = 3", True),
        ("u_x = u^2", "u = 1", "u = 2", False),
        ("u_x = 1 + u^2", "u = 0", "u = 1", True),
        ("u_x = u*(1 - u)", "u = 1/2", "u = 1/2", True),
        # Not unique: a root at zero, and two branches.
        ("u_x = sqrt(u)", "u = 0", "u = 1", False),
        ("u_x^2 = u^2", "u = 1", "u = exp(-1/2)", False),
        # No formula.
        ("u_x = sin(u*x)", "u = 1", "u = 9", False),
    ],
)
def test_a_value_beyond_the_initial_one(equation, first, second, bad):
    problem = ordinary(equation, ("x = 0", first), ("x = 1/2", second), domain=HALF)
    assert bool(list(initial_values(textbook, problem, Budget.unlimited()))) is bad


def test_the_unique_solution_is_shown():
    conditions = ("x = 0", "u = 1"), ("x = 0", "u_x = 1"), ("x = 1/2", "u = 3")
    (found,) = initial_values(
        textbook, ordinary("u_xx = 2*u^3", *conditions, domain=HALF), Budget.unlimited()
    )
    facts = {"solution": "u = 1/(1 - x)", "left": "2", "right": "3"}
    assert found.because == Reason(Code.CONTRADICTION_ONLY_SOLUTION, **facts)


def test_boundary_values_alone_are_no_start():
    problem = ordinary("u_xx = 2*u^3", ("x = 0", "u = 1"), ("x = 1/2", "u = 3"), domain=HALF)
    assert list(initial_values(textbook, problem, Budget.unlimited())) == []
