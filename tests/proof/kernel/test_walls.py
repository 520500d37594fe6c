"""Edges of two faces: where the data disagree, and where a wall has a state of its own."""

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


@pytest.mark.parametrize(
    ("equation", "box", "data", "answer"),
    [
        ("u_t + diff(u^2/2, x) = 0", HALF, ("t = 0", "u = 1"), "min(max(x/t, 1/2), 1)"),
        (
            "u_yy + x*u_xx - u_x = 0",
            {"x": [0, 1], "y": [0, 1]},
            ("y = 0", "u = 0"),
            "3/2/sqrt(1 + 4*x/y^2) - 1/2/(1 + 4*x/y^2)^(3/2)",
        ),
    ],
)
def test_a_slope_on_a_characteristic_wall_holds_nothing(equation, box, data, answer) -> None:
    """Along it the slope is a rate: the wall keeps what it starts with, and that is not stated."""
    assert not is_exact(stated(equation, box, data, ("x = 0", "u_x = 0")), answer)


@pytest.mark.parametrize("answer", [LAYER, "1 - erf(1/(2*sqrt(t)/x))"])
def test_two_faces_at_which_an_answer_ends_state_values(answer) -> None:
    problem = stated("u_t = u_xx", HALF, ZERO, ("x = 0", "u = 1"))
    assert is_exact(problem, answer)
    assert not is_exact(stated("u_t = u_xx", HALF, ZERO, ("x = 0", "u^2 = u")), answer)
