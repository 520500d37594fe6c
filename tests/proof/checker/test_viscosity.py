"""Kinks of one kind only, in the direction of time, for a continuous equation."""

import pytest

from support.checked import XT, XY, XYT, X, accepts, examined, stated


@pytest.mark.parametrize(
    ("equation", "domain", "condition", "true", "false"),
    [
        ("abs(u_x) = 1", X, ("x = 0", "u = 0"), "-abs(x)", "abs(x)"),
        ("-abs(u_x) = -1", X, ("x = 0", "u = 0"), "abs(x)", "-abs(x)"),
        ("u_t + u_x^2/2 = 0", XT, ("t = 0", "u = -abs(x)"), "-abs(x) - t/2", "-abs(x) + t/2"),
        ("u_t - u_x^2/2 = 0", XT, ("t = 0", "u = abs(x)"), "abs(x) + t/2", "abs(x) - t/2"),
        ("2*u_t + u_x^2 = 0", XT, ("t = 0", "u = min(x, 0)"), "min(x - t/2, 0)", "max(x - t/2, 0)"),
        ("-u_t + u_x^2/2 = 0", XT, ("t = 1", "u = -abs(x)"), "-abs(x) - (1 - t)/2", "-abs(x)"),
        (
            *("u_t + abs(u_x) + abs(u_y) = 0", XYT, ("t = 0", "u = -max(abs(x), abs(y))")),
            *("-max(abs(x), abs(y)) - t", "-max(abs(x), abs(y)) - 2*t"),
        ),
    ],
)
def test_kinks_turn_the_right_way(equation, domain, condition, true, false):
    problem = stated(equation, domain, condition)
    answer, proof = examined(problem, true)
    assert accepts(problem, answer, proof)
    assert not accepts(problem, *examined(problem, false))


def test_a_convex_kink_needs_its_whole_subdifferential():
    problem = stated("u_t + abs(u_x) + abs(u_y) = 0", XYT, ("t = 0", "u = max(abs(x), abs(y))"))
    assert not accepts(problem, *examined(problem, "max(abs(x), abs(y)) - t"))


def test_a_jump_in_the_equation_has_no_rule():
    problem = stated("abs(u_x - u_y + 6*sign(x - y)) = 2", XY, ("x = 0", "u = 2 - 2*abs(y)"))
    assert not accepts(problem, *examined(problem, "2 - 2*abs(x - y)"))
