import pytest

from support.statements import faces, on_line, on_rod, on_square, ordinary
from symplex.solver.consistency import check, contradictions


@pytest.mark.parametrize(
    "problem",
    [
        ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u = 2")),
        on_square(["u_x = y", "u_y = -x"], ("x = 0, y = 0", "u = 0")),
        ordinary("u_x = k*u", ("x = 0", "u = 1"), ("x = 1", "u = -1"), parameters={"k": [1, 2]}),
        ordinary("u_x = u^2", ("x = 0", "u = -1"), ("x = 1", "u = 1")),
        on_line("u_t = -x*u", ("t = 0", "u = 1"), ("t = 1", "u = 1")),
        on_line("u_t + u_x = 0", ("t = 0", "u = x"), ("t = 1", "u = x")),
        on_square("u_xx + u_yy = 1", *faces("u_x = 0", "u_x = 0", "u_y = 0", "u_y = 0")),
        on_rod(
            "u_t = u_xx",
            ("t = 0", "u = 0"),
            ("x = 0", "u = 0"),
            ("x = pi", "u = 0"),
            ("x = 0", "u_x = 1"),
        ),
    ],
)
def test_each_way_is_taken(problem):
    assert contradictions(problem)


def test_data_of_an_elliptic_problem_that_jump_leave_fluxes_open():
    square = faces("u = 1", "u = 0", "u = 0", "u = 0")
    assert contradictions(on_square("u_xx + u_yy = 0", *square, ("x = 0", "u_x = 0"))) == ()


def test_no_time_means_no_word():
    heat = on_rod(
        "u_t = u_xx",
        ("t = 0", "u = sin(x)"),
        ("t = 1", "u = sin(x)"),
        ("x = 0", "u = 0"),
        ("x = pi", "u = 0"),
    )
    assert contradictions(heat, 0.0) == ()
    assert contradictions(heat) != ()


def test_check_has_contradictions_and_notes():
    found = check(on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 0", "u = 2"), ("x = 0", "u = 1")))
    assert len(found.contradictions) == 1
    assert len(found.notes) == 1
    lines = str(found).splitlines()
    assert lines[-2].startswith("note      conditions[1] (u = 2 at t = 0) and")
    assert lines[-1].startswith("contradictory  conditions[0] (u = 1 at t = 0) and conditions[1]")
    assert lines[-1].endswith("u is 1 by the first and 2 by the second")
