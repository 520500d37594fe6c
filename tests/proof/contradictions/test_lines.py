import pytest

from support.statements import on_line, on_square
from symplex.proof.contradictions.lines import lines
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget


@pytest.mark.parametrize(
    ("problem", "bad"),
    [
        (on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), True),
        (on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x - 1")), False),
        (on_line("u_t + u_x + u = x", ("t = 0", "u = x"), ("t = 1", "u = x")), True),
        (on_line("u_t + u_x + u = x + 1", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t + u_x = 0", ("t = 0", "u = abs(x)"), ("t = 1", "u = abs(x - 1)")), False),
        (on_square("u_x + u_y = 0", ("x = 0", "u = y"), ("y = 1", "u = 1")), True),
        (on_square("u_x + u_y = 0", ("x = 0", "u = y"), ("y = 1", "u = 1 - x")), False),
        # No line from one of these faces reaches the other.
        (on_square("u_x + u_y = 0", ("x = 0", "u = 1"), ("y = 0", "u = 2")), False),
        # Lines that are not straight, and none at all.
        (on_line("u_t + x*u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t + u*u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), False),
        (on_line("u_t = u_xx", ("t = 0", "u = x"), ("t = 1", "u = 2*x")), False),
    ],
)
def test_what_is_given_at_two_ends_of_a_line(problem, bad):
    assert bool(list(lines(problem, Budget.unlimited()))) is bad


def test_both_values_are_shown():
    (found,) = lines(
        on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), Budget.unlimited()
    )
    first = {"what": "u", "first": "-1/2", "start": "x = -1/2, t = 0"}
    then = {"third": "-1/2", "end": "x = 1/2, t = 1", "second": "1/2"}
    assert found.because == Reason(Code.CONTRADICTION_CARRIED_BY_EQUATION, **first, **then)
