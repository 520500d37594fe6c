import pytest

from support.statements import formula, ordinary
from symplex.expression import number
from symplex.proof.contradictions.linear_odes import general_solution, linear_odes, sides_at
from symplex.reasons import Code, Reason
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget

PI = {"x": [0, "pi"]}


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (
            ordinary("u_xx = 0", ("x = 0", "u = 0"), ("x = 1", "u = 1"), ("x = 1/2", "u = 0.7")),
            {"solution": "u = x", "left": "1/2"},
        ),
        (ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = 1")), {"solution": "u = exp(x)"}),
        (ordinary("u_xx = 1", ("x = 0", "u_x = 0"), ("x = 1", "u_x = 0")), {"value": "-1"}),
        (
            ordinary("u_xx + u = 0", ("x = 0", "u = 0"), ("x = pi", "u = 1"), domain=PI),
            {"value": "1"},
        ),
        (ordinary("u_xx + u = sin(x)", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI), {}),
        (ordinary("x*u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = 2")), {"solution": "u = c1*x"}),
        (ordinary("u_x + 2*x*u = x", ("x = 0", "u = 1"), ("x = 1", "u = 1")), {}),
    ],
)
def test_conditions_that_no_solution_satisfies(problem, why):
    (found,) = linear_odes(textbook, problem, Budget.unlimited())
    assert found.because.code in (
        Code.CONTRADICTION_ONLY_SOLUTION,
        Code.CONTRADICTION_EVERY_SOLUTION,
    )
    assert why.items() <= dict(found.because.facts).items()


@pytest.mark.parametrize(
    "problem",
    [
        ordinary("u_xx = 0", ("x = 0", "u = 0"), ("x = 1", "u = 1"), ("x = 1/2", "u = 1/2")),
        ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = exp(1)")),
        ordinary("u_xx = exp(x)", ("x = 0", "u_x = 0"), ("x = 1", "u_x = exp(1) - 1")),
        ordinary("u_xx + u = sin(2*x)", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI),
        ordinary("u_xx + u = 0", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI),
        # Of Airy's equation no formula is known here.
        ordinary("u_xx = x*u", ("x = 0", "u = 1"), ("x = 0", "u_x = 0"), ("x = 1", "u = 9")),
    ],
)
def test_silence_where_one_does_or_none_is_known(problem):
    assert list(linear_odes(textbook, problem, Budget.unlimited())) == []


def test_a_system():
    conditions = ("x = 0", "u = 0"), ("x = 0", "v = 1"), ("x = pi", "u = 1")
    problem = ordinary(["u_x = v", "v_x = -u"], *conditions, domain=PI, unknowns=["u", "v"])
    (found,) = linear_odes(textbook, problem, Budget.unlimited())
    facts = {"solution": "u = sin(x), v = cos(x)", "left": "0", "right": "1"}
    assert found.because == Reason(Code.CONTRADICTION_ONLY_SOLUTION, **facts)


def test_a_general_solution_has_as_many_constants_as_its_order():
    found = general_solution(textbook, ordinary("u_xxx = u_x"), Budget.unlimited())
    assert found is not None
    assert len(found.constants) == 3
    assert general_solution(textbook, ordinary("u_xx = x*u"), Budget.unlimited()) is None


def test_both_sides_of_a_condition():
    problem = ordinary("u_xx = 0", ("x = 1", "u_x + u = 5"))
    assert sides_at(problem.conditions[0], {"u": formula("2*x")}) == (number(4), number(5))
