"""Conditions on faces: where on a face they are looked at, and what they may ask there."""

import pytest

from support.proving import is_exact, reasons, stated

LINE = {"x": [-1, 1], "t": [0, 1]}
HALF = {"x": [0, 1], "t": [0, 1]}
CARRIED, WAVES = "u_t + u_x = 0", "u_tt = u_xx"
AT_REST = (("t = 0", "u = 0"), ("t = 0", "u_t = 0"))
BENT, KINKED = "(x - t)*abs(x - t)", "abs(x - t)"


@pytest.mark.parametrize(
    ("data", "answer"),
    [("u_x = 2*abs(x)", BENT), ("u_x = sign(x)", KINKED), ("u_t = -sign(x)", KINKED)],
)
def test_slopes_that_are_kinked_or_jump(data, answer):
    problem = stated(CARRIED, LINE, ("t = 0", data), ("x = -1", "u = 1 + t"))
    problem = problem if answer == KINKED else stated(CARRIED, LINE, ("t = 0", data))
    assert is_exact(problem, answer), reasons(problem, answer)


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        ("u_x = 2*abs(x) + 1 - sign(x)^2", BENT),
        ("u_x + 1 - sign(u^2) = 2*abs(x)", BENT),
        ("u_x*u/u = 2*abs(x)", BENT),
        ("u_x + 0*log(u^2) = 2*abs(x)", BENT),
        ("sign(x)*u_x = 1", KINKED),
    ],
)
def test_a_condition_is_looked_at_where_pieces_meet_too(data, answer):
    """The slopes are continuous there; the condition need not be, nor need it be defined."""
    assert not is_exact(stated(CARRIED, LINE, ("t = 0", data)), answer)


@pytest.mark.parametrize(("data", "holds"), [("1 - sign(x)", True), ("sign(x)", False)])
def test_a_sign_that_vanishes_on_the_edge_of_a_face_is_read_from_inside(data, holds):
    square = {"x": [0, 1], "y": [0, 1]}
    problem = stated("u_xx + u_yy = 0", square, ("y = 0", f"u_y + u = {data}"))
    assert is_exact(problem, "0") is holds


@pytest.mark.parametrize("wall", ["u = t", "u_x = -1"])
def test_a_wall_with_values_or_slopes_may_start_a_kink(wall):
    problem = stated(WAVES, HALF, *AT_REST, ("x = 0", wall))
    assert is_exact(problem, "relu(t - x)"), reasons(problem, "relu(t - x)")


@pytest.mark.parametrize(
    ("wall", "answer"), [("u_tt = u_x", "1 - exp(-relu(t - x))"), ("u_tt = 0", "relu(t - x)")]
)
def test_a_wall_with_a_state_starts_from_the_slopes_that_are_stated(wall, answer):
    """A mass at the end of a string has a rate of its own, and 0 is stated of it."""
    problem = stated(WAVES, HALF, *AT_REST, ("x = 0", wall))
    assert not is_exact(problem, answer)
    assert is_exact(problem, "0")


def test_a_wall_with_a_state_may_start_smoothly():
    problem = stated(WAVES, HALF, *AT_REST, ("x = 0", "u_tt = 6*t"))
    assert is_exact(problem, "relu(t - x)^3"), reasons(problem, "relu(t - x)^3")


def test_an_edge_with_a_state_needs_no_kink():
    cone = stated("x*u_x + t*u_t = u", HALF, *AT_REST, ("x = 0", "u_tt = 0"))
    assert not is_exact(cone, "sqrt(x^2 + t^2) - x")


@pytest.mark.parametrize("data", ["u*u_x = 0", "(1 + x)*u_x = 0", "u_x = 0"])
def test_a_slice_inside_of_a_kink_has_no_slope(data):
    problem = stated("u_x = sign(x)", {"x": [-1, 1]}, ("x = 0", data))
    assert not is_exact(problem, "abs(x)")


def test_a_parameter_may_move_a_kink_into_a_slice():
    data = "u_x*(1/2 - k) = abs(1/2 - k)"
    problem = stated(
        "u_x = sign(x - k)", {"x": [-1, 1]}, ("x = 1/2", data), parameters={"k": [0, 1]}
    )
    assert not is_exact(problem, "abs(x - k)")


@pytest.mark.parametrize(
    "data", ["sign(x) + diff(abs(x), x, 2)", "sign(x) + diff(sqrt(x^2), x, 2)"]
)
def test_data_that_are_limits_may_not_differentiate_a_kink(data):
    """The δ would be lost: beside it the data are sign(x)."""
    assert not is_exact(stated("u_t = u_xx", LINE, ("t = 0", f"u = {data}")), "erf(x/(2*sqrt(t)))")
