"""Walls that a left-out edge touches: those with a state of their own are refused."""

import pytest

from support.proving import is_exact, stated

HALF = {"x": [0, 2], "t": [0, 1]}
SLAB = {"x": [0, 1], "y": [-1, 1], "t": [0, 1]}
LAYER = "1 - erf(x/(2*sqrt(t)))"
KERNEL = "exp(-x^2/(4*t))"
ZERO = ("t = 0", "u = 0")


@pytest.mark.parametrize(
    ("wall", "answer"),
    [
        ("u = 1", LAYER),
        ("2*u = 2", LAYER),
        ("u_x = -1", f"2*sqrt(t/pi)*{KERNEL} - x*(1 - erf(x/(2*sqrt(t))))"),
        ("u_x = u - 1", f"{LAYER} - exp(x + t)*(1 - erf(x/(2*sqrt(t)) + sqrt(t)))"),
    ],
)
def test_values_and_slopes_across_a_wall_hold_it(wall: str, answer: str) -> None:
    assert is_exact(stated("u_t = u_xx", HALF, ZERO, ("x = 0", wall)), answer)


@pytest.mark.parametrize(
    "wall", ["u_t = 0", "u_xx = 0", "u*u_t = 0", "u*(u - 1) = 0", "sqrt(pi*t)*u_x + u = 0"]
)
def test_a_wall_with_a_state_of_its_own_is_refused(wall: str) -> None:
    assert not is_exact(stated("u_t = u_xx", HALF, ZERO, ("x = 0", wall)), LAYER)


def test_a_slope_along_the_wall_is_refused() -> None:
    problem = stated("u_t = u_xx + u_yy", SLAB, ZERO, ("x = 0", "u_y = 0"))
    assert not is_exact(problem, LAYER)


def test_a_wall_that_the_set_does_not_touch_may_have_any_condition() -> None:
    carried = "erf((x - 1)/(2*sqrt(t)))"
    wall = ("x = 0", "u_t = (u_xx + u_t)/2")
    assert is_exact(stated("u_t = u_xx", HALF, ("t = 0", "u = sign(x - 1)"), wall), carried)
