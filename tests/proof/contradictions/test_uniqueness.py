import pytest

from support.statements import faces, on_line, on_rod, on_square
from symplex.proof.contradictions.linear_form import linear_form
from symplex.proof.contradictions.uniqueness import determining

START, END = ("t = 0", "u = 0"), ("t = 1", "u = 0")
COLD = (("x = 0", "u = 0"), ("x = pi", "u = 0"))
BOX = faces("u = 0", "u = 0", "u = 0", "u = 0")
RATE = ("t = 0", "u_t = 0")


@pytest.mark.parametrize(
    ("problem", "used"),
    [
        (on_rod("u_t = u_xx", START, *COLD), [0, 1, 2]),
        (on_rod("u_t = u_xx", START, *COLD, END), [0, 1, 2]),
        (on_rod("u_t = u_xx + u_x - u", START, ("x = 0", "u_x = 0"), COLD[1]), [0, 1, 2]),
        (on_rod("u_t = -u_xx", END, *COLD), [0, 1, 2]),
        (on_rod("u_tt = u_xx", START, RATE, *COLD), [0, 1, 2, 3]),
        (on_line("u_tt = u_xx", START, RATE, END), [0, 1]),
        (on_line("u_t + u_x = 0", START, END), [0]),
        (on_line("u_t + x*u_x = u", START, END), [0]),
        (on_square("u_xx + u_yy = 1", *BOX), [0, 1, 2, 3]),
        (on_square("u_xx + u_yy - u = 1", *BOX), [0, 1, 2, 3]),
        (on_square("u_xx + u_yy = 1", *BOX, ("x = 1/2, y = 1/2", "u = 0")), [0, 1, 2, 3]),
    ],
)
def test_data_with_a_theorem(problem, used):
    form = linear_form(problem.equations[0])
    assert form is not None
    assert determining(problem, form) == used


@pytest.mark.parametrize(
    "problem",
    [
        # All of space, backwards, a face without data, and a resonance.
        on_line("u_t = u_xx", START, END),
        on_rod("u_t = -u_xx", START, *COLD),
        on_rod("u_t = u_xx", START, COLD[0]),
        on_rod("u_tt = u_xx", START, *COLD),
        on_rod("u_tt = -u_xx", START, RATE, *COLD),
        on_rod("u_tt = u_x", START, RATE, *COLD),
        on_square("u_xx + u_yy + u = 1", *BOX),
        on_square("u_xx - u_yy = 1", *BOX),
        on_square("u_xx + u_yy = 1", *BOX[1:]),
        on_rod("u_t = x*u_xx", START, *COLD),
        on_line("u_t + x^2*u_x = 0", START),
        on_rod("u_t + u_x = 0", START, ("x = 0", "u_x = 0")),
        on_square("u_x + u_y = 0", *BOX),
        on_line("u_t + u_xxx = 0", START),
    ],
)
def test_data_without_one(problem):
    form = linear_form(problem.equations[0])
    assert form is not None
    assert determining(problem, form) is None
