"""Equations with one solution, found and proved, and data that it does not meet."""

import pytest

from support.statements import faces, on_line, on_rod, on_square
from symplex.codes import StatementCode
from symplex.proof.contradictions.well_posed import determining, well_posed
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget

START = ("t = 0", "u = sin(x)")
COLD = (("x = 0", "u = 0"), ("x = pi", "u = 0"))
BOX = faces("u = 0", "u = y", "u = 0", "u = x")


@pytest.mark.parametrize(
    ("problem", "bad"),
    [
        (on_rod("u_t = u_xx", START, *COLD, ("x = 0", "u_x = 1")), True),
        (on_rod("u_t = u_xx", START, *COLD, ("x = 0", "u_x = exp(-t)")), False),
        (on_rod("u_t = u_xx", START, *COLD, ("x = pi/2, t = 1", "u = 1")), True),
        (on_square("u_xx + u_yy = 0", *BOX, ("x = 1/2, y = 1/2", "u = 1/4")), False),
        (on_square("u_xx + u_yy = 0", *BOX, ("x = 1/2, y = 1/2", "u = 1/3")), True),
        # An edge of the box belongs to no face.
        (on_square("u_xx + u_yy = 0", *BOX, ("x = 1, y = 1", "u = 7")), False),
        (on_line("u_t + x*u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")), True),
        (on_line("u_t = u_xx", ("t = 0", "u = x^2"), ("t = 1", "u = x^2")), False),
        (on_rod("u_t = u_xx", START, *COLD), False),
    ],
)
def test_data_beyond_a_unique_solution(problem, bad):
    assert bool(list(well_posed(textbook, problem, Budget.unlimited()))) is bad


def test_the_solution_is_shown():
    wave = on_line("u_tt = u_xx", ("t = 0", "u = x^2"), ("t = 0", "u_t = 0"), ("t = 1", "u = x^2"))
    (found,) = well_posed(textbook, wave, Budget.unlimited())
    assert found.because.code is StatementCode.CONTRADICTION_ONLY_SOLUTION
    assert "x = 1/2, t = 1" in found.where


AT_START, AT_END = ("t = 0", "u = 0"), ("t = 1", "u = 0")
ZERO_ON_FACES = faces("u = 0", "u = 0", "u = 0", "u = 0")
RATE = ("t = 0", "u_t = 0")


@pytest.mark.parametrize(
    ("problem", "used"),
    [
        (on_rod("u_t = u_xx", AT_START, *COLD), [0, 1, 2]),
        (on_rod("u_t = u_xx", AT_START, *COLD, AT_END), [0, 1, 2]),
        (on_rod("u_t = u_xx + u_x - u", AT_START, ("x = 0", "u_x = 0"), COLD[1]), [0, 1, 2]),
        (on_rod("u_t = -u_xx", AT_END, *COLD), [0, 1, 2]),
        (on_rod("u_tt = u_xx", AT_START, RATE, *COLD), [0, 1, 2, 3]),
        (on_line("u_tt = u_xx", AT_START, RATE, AT_END), [0, 1]),
        (on_line("u_t + u_x = 0", AT_START, AT_END), [0]),
        (on_line("u_t + x*u_x = u", AT_START, AT_END), [0]),
        (on_square("u_xx + u_yy = 1", *ZERO_ON_FACES), [0, 1, 2, 3]),
        (on_square("u_xx + u_yy - u = 1", *ZERO_ON_FACES), [0, 1, 2, 3]),
        (on_square("u_xx + u_yy = 1", *ZERO_ON_FACES, ("x = 1/2, y = 1/2", "u = 0")), [0, 1, 2, 3]),
    ],
)
def test_data_with_a_theorem(problem, used):
    assert determining(problem) == used


@pytest.mark.parametrize(
    ("state", "equation", "data"),
    [
        # All of space, backwards, a face without data, and a resonance.
        (on_line, "u_t = u_xx", [AT_START, AT_END]),
        (on_rod, "u_t = -u_xx", [AT_START, *COLD]),
        (on_rod, "u_t = u_xx", [AT_START, COLD[0]]),
        (on_rod, "u_tt = u_xx", [AT_START, *COLD]),
        (on_rod, "u_tt = -u_xx", [AT_START, RATE, *COLD]),
        (on_rod, "u_tt = u_x", [AT_START, RATE, *COLD]),
        (on_square, "u_xx + u_yy + u = 0", ZERO_ON_FACES),
        (on_square, "u_xx - u_yy = 0", ZERO_ON_FACES),
        (on_square, "u_xx + u_yy = 0", ZERO_ON_FACES[1:]),
        (on_line, "u_t + x^2*u_x = 0", [AT_START]),
        (on_rod, "u_t + u_x = 0", [AT_START, ("x = 0", "u_x = 0")]),
        (on_square, "u_x + u_y = 0", ZERO_ON_FACES[2:]),
        (on_line, "u_t + u_xxx = 0", [AT_START]),
    ],
)
def test_silence_where_no_theorem_says_that_zero_is_the_only_solution(state, equation, data):
    inside = "x = 1/2, y = 1/2" if state is on_square else "x = 1/2, t = 1/2"
    problem = state(equation, *data, (inside, "u = 7"))
    assert list(well_posed(textbook, problem, Budget(steps=60_000))) == []
