"""Conditions on the faces of answers with kinks and jumps: what they may ask for."""

import pytest

from support.proving import XT, formula, is_exact, reasons, region, space, stated
from symplex.expression import Derivative
from symplex.proof.kernel.conditions import Side, single_valued
from symplex.reasons import Code

CARRIED, BURGERS, LEFT = "u_t + u_x = 0", "u_t + u*u_x = 0", ("x = -1", "u = 1 + t")
LINE = {"x": [-1, 1]}
PEAK = "abs(x - t)"


def test_a_second_derivative_of_a_kink_is_no_function_on_a_face():
    flat = stated(CARRIED, XT, ("t = 0", "u_xx = 0"), LEFT, ("x = 1, t = 0", "u = 1"))
    assert not is_exact(flat, PEAK)
    assert Code.CONDITION_JUMP in [one.code for one in reasons(flat, PEAK)]


@pytest.mark.parametrize(
    "condition", ["u_tx = 0", "u_tt = 0", "diff(u_x^2, x) = 0", "u_x^2 = 1", "u_x*u_t = -1"]
)
def test_nor_is_a_function_of_slopes_that_jump(condition):
    assert not is_exact(stated(CARRIED, XT, ("t = 0", condition), LEFT), PEAK)


def test_a_kink_in_the_interior_has_no_derivative_there():
    for condition in ("u_xx = 0", "u_x^2 = 1"):
        problem = stated("-abs(u_x) = -1", LINE, ("x = 0", "u = 0"), ("x = 0", condition))
        assert not is_exact(problem, "abs(x)")


def test_slopes_that_jump_may_be_given():
    assert is_exact(stated(CARRIED, XT, ("t = 0", "u_x = sign(x)"), LEFT), PEAK)
    bent = stated(CARRIED, XT, ("t = 0", "u_xx = 1 + sign(x)"), ("x = -1", "u = 0"))
    assert is_exact(bent, "relu(x - t)^2")
    assert not is_exact(stated(CARRIED, XT, ("t = 0", "u_xxx = 0")), "relu(x - t)^2")


def test_a_kink_that_does_not_reach_the_face_does_no_harm():
    assert is_exact(stated(CARRIED, XT, ("t = 0", "u = abs(x)"), ("x = -1", "u_xx = 0")), PEAK)


@pytest.mark.parametrize("point", ["x = 0", "x = 0, t = 0", "x = 0, t = 1/2"])
def test_a_jump_has_no_value(point):
    start = "t = 0", "u = -sign(x)"
    assert is_exact(stated(BURGERS, XT, start, ("x = 1/2", "u = -1")), "-sign(x)")
    assert not is_exact(stated(BURGERS, XT, start, (point, "u = 0")), "-sign(x)")


def test_a_jump_that_meets_the_face_for_one_value_of_a_parameter_counts():
    faces = ("t = 0", "u = -sign(x - k)"), ("x = 0", "u = sign(k)")
    assert not is_exact(stated(BURGERS, XT, *faces, parameters={"k": [0, 1]}), "-sign(x - k)")
    assert is_exact(stated(BURGERS, XT, *faces, parameters={"k": ["1/2", 1]}), "-sign(x - k)")


def test_which_derivatives_must_have_one_value():
    problem = stated(CARRIED, XT, ("t = 0", "u_xx + u*u_x = 0"), ("t = 0", "u_x*u_t = 1"))
    slope, rate = Derivative("u", ("x",)), Derivative("u", ("t",))
    face = space(region(x=(-1, 1)))
    assert single_valued(problem.conditions[0], face) == {slope}
    assert single_valued(problem.conditions[1], face) == {slope, rate}


PLUCKED = "(abs(x - t) + abs(x + t))/2"


@pytest.mark.parametrize(
    ("rate", "holds"),
    [("u_t = 0", True), ("u_t = t", True), ("x*u_t = 0", True), ("u_tt = 0", False)],
)
def test_a_corner_that_splits_at_the_start_has_rates_as_a_distribution(rate, holds):
    """Its middle piece, with u_t = 1, reaches the face in a point; u_tt is 2δ there."""
    problem = stated("u_tt = u_xx", XT, ("t = 0", "u = abs(x)"), ("t = 0", rate))
    assert is_exact(problem, PLUCKED) is holds


def test_of_an_equation_that_is_not_linear_every_point_counts():
    problem = stated("u_t + abs(u_x) = 0", XT, ("t = 0", "u = abs(x)"), ("t = 0", "u_t = -1"))
    assert not is_exact(problem, "max(abs(x) - t, 0)")


def test_a_piece_that_shrinks_to_a_point_for_one_value_of_a_parameter_counts():
    # For k = 0 the slope by t is -1 off x = 0, and 0 there.
    rate = "t = 0", "u_t + 1 = (1 - sign(abs(x) - k))/2*sign(k)"
    for low, right in ((0, False), ("1/4", True)):
        problem = stated("u = max(abs(x) - t, k)", XT, rate, parameters={"k": [low, "1/2"]})
        assert is_exact(problem, "max(abs(x) - t, k)") is right
    rate = "t = 0", "u_t = (1 + sign(k - x^2))/2"
    for low, right in ((0, False), ("1/4", True)):
        problem = stated("u = max(k + t - x^2, 0)", XT, rate, parameters={"k": [low, "1/2"]})
        assert is_exact(problem, "max(k + t - x^2, 0)") is right


def test_a_piece_may_reach_a_face_at_a_single_point_beside_a_thick_part():
    answer = "max(min(x^2 - 1 + t, 1 - x), 0)"
    box = {"x": ["-3/2", 2], "t": [0, "1/4"]}
    walls = ("x = -3/2", "u = 5/4 + t"), ("x = 2", "u = 0")
    problem = stated(f"u = {answer}", box, ("t = 0", "u_t = (1 - sign(x + 1))/2"), *walls)
    assert not is_exact(problem, answer)
    elsewhere = stated(f"u = {answer}", box, *walls)
    assert is_exact(elsewhere, answer)


def test_kinks_that_cross_are_limits_of_what_is_beside_them():
    box = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    answer = "abs(x - t) + abs(y - t)"
    assert is_exact(stated(f"u = {answer}", box, ("t = 0", "u_t = -sign(x) - sign(y)")), answer)


def test_three_guards_that_vanish_together_are_examined():
    face = space(region(x=(-1, 1, "()"), y=(-1, 1, "()")))
    guards = [formula(text) for text in ("x", "y", "x + y")]
    assert len(Side(guards, face, {}).reached(({}, face))) == 1
    assert Side([formula("x - 2")], face, {}).reached(({}, face)) == []
