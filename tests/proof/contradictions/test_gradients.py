import pytest

from support.statements import on_square
from symplex.proof.contradictions.gradients import gradients
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

CORNERS = ("x = 0, y = 0", "x = 1, y = 1")


@pytest.mark.parametrize(
    ("equations", "first", "second", "bad"),
    [
        (["u_x = 1", "u_y = 1"], "u = 0", "u = 1", True),
        (["u_x = 1", "u_y = 1"], "u = 0", "u = 2", False),
        (["u_x = 2*x*y", "u_y = x^2 + 1"], "u = 0", "u = 1", True),
        (["u_x = u", "u_y = 2*u"], "u = 1", "u = exp(3)", False),
        (["u_x = u", "u_y = 2*u"], "u = 1", "u = exp(2)", True),
        (["u_x = u^2", "u_y = 2*u"], "u = 1", "u = exp(2)", False),
        (["u_x = 1"], "u = 0", "u = 7", False),
    ],
)
def test_values_at_two_points(equations, first, second, bad):
    problem = on_square(equations, (CORNERS[0], first), (CORNERS[1], second))
    assert bool(list(gradients(problem, Budget.unlimited()))) is bad


def test_the_sentence_has_both_values():
    problem = on_square(["u_x = 1", "u_y = 1"], (CORNERS[0], "u = 0"), (CORNERS[1], "u = 1"))
    (found,) = gradients(problem, Budget.unlimited())
    first = {"what": "u", "first": "0", "start": "x = 0, y = 0"}
    then = {"third": "2", "end": "x = 1, y = 1", "second": "1"}
    assert found.because == Reason(Code.CONTRADICTION_CARRIED_BY_EQUATIONS, **first, **then)
