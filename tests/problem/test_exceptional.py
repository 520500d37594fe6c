"""Exceptional points: a function of the statement, for every answer the same."""

import inspect

import pytest

from symplex.problem import Problem, exceptional
from symplex.problem.exceptional import Why
from symplex.problem.exceptional import exceptional as points
from symplex.problem.overview import check
from symplex.problem.reading import reading
from symplex.proof.answer import read_formulas
from symplex.proof.here import verify_here

LINE, HALF = {"x": [-1, 1], "t": [0, 1]}, {"x": [0, 1], "t": [0, 1]}
PLANE = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
HEAT, WAVE = "u_t = u_xx", "u_tt = u_xx"
ZERO, WALL = ("t = 0", "u = 0"), ("x = 0", "u = 1")


def found(equation, domain, *conditions, at=0, **rest):
    """The exceptional points of one condition: where they are, and why."""
    equations = [equation] if isinstance(equation, str) else equation
    problem = Problem(equations, domain, list(conditions), **rest)
    return {(str(one), one.why) for one in points(reading(problem), problem.conditions[at])}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ("sign(x)", {"x = 0, t = 0"}),
        ("sign(2*x - 1)*exp(x)", {"x = 1/2, t = 0"}),
        ("(sign(x + 1/2) - sign(x - 1/2))/2", {"x = -1/2, t = 0", "x = 1/2, t = 0"}),
        ("sign(sin(x))", {"sin(x) = 0, t = 0"}),
        # One-sided limits agree, or are not seen to differ.
        ("x*sign(x)", set()),
        ("sign(x)^2", set()),
        ("sign(x^2)", {"x^2 = 0, t = 0"}),
        ("sign(x) - sign(2*x)", set()),
        ("abs(x)", set()),
        ("x/abs(x)", set()),
    ],
)
def test_data_that_jump(data, where):
    assert {at for at, _ in found(HEAT, LINE, ("t = 0", f"u = {data}"))} == where


def test_a_jump_at_an_end_of_its_face_has_one_side():
    assert found(HEAT, HALF, ("t = 0", "u = sign(x)"), ("x = 0", "u_t = 0")) == set()


def test_faces_that_state_different_values_clash():
    assert found(HEAT, HALF, ZERO, WALL) == {("x = 0, t = 0", Why.CLASH)}
    assert found(HEAT, HALF, ("t = 0", "u = sign(x)"), WALL) == set()
    assert found(HEAT, HALF, ("t = 0", "u = cos(x)"), WALL) == set()


def test_a_clash_that_closes_at_a_parameter_is_none_there():
    problem = Problem(
        [HEAT], HALF, [("t = 0", "u = k"), ("x = 0", "u = 0")], parameters={"k": [0, 1]}
    )
    (one,) = points(reading(problem), problem.conditions[0])
    assert [str(formula) for formula in one.nonzero] == [str(one.nonzero[-1])]
    assert one.nonzero[-1].symbols == {"k"}


def test_points_edges_and_slices_have_none():
    for where in ("x = 0, t = 0", "x = 1/2", "t = 1/2"):
        assert found(HEAT, HALF, (where, "u = 1/2"), ZERO, WALL) == set()


def test_blocks_share_their_points():
    sound = ["p_t + v_x = 0", "v_t + p_x = 0"]
    data = ("t = 0", "v = 0"), ("t = 0", "p = sign(x)")
    assert found(sound, LINE, *data, unknowns=["p", "v"]) == {("x = 0, t = 0", Why.JUMP)}
    apart = ["p_t + p_x = 0", "v_t + v_x = 0"]
    assert found(apart, LINE, *data, unknowns=["p", "v"]) == set()


def test_rates_have_more():
    bent = ("t = 0", "u = max(1 - abs(x), 0)")
    plucked = found(WAVE, {"x": [-2, 2], "t": [0, 1]}, ("t = 0", "u_t = 0"), bent)
    assert {why for _, why in plucked} == {Why.KINK}
    assert {at for at, _ in plucked} == {"x = 0, t = 0", "1 - abs(x) = 0, t = 0"}
    assert found(WAVE, LINE, ("t = 0", "u_t = sign(x)"), ZERO) == {("x = 0, t = 0", Why.DATA)}
    # The equation itself is no datum: of its order there are no exceptions.
    assert found("u_t + u_x^2 = 0", LINE, ("t = 0", "u_t = -1"), ("t = 0", "u = abs(x)")) == set()


def test_slopes_that_another_face_contradicts():
    flux = ("x = 0", "u_x = -1")
    assert found(HEAT, HALF, flux, ZERO) == {("x = 0, t = 0", Why.EDGE)}
    assert found(HEAT, HALF, flux, ("t = 0", "u = -x")) == set()
    rest = ("t = 0", "u_t = 0")
    assert found(WAVE, HALF, rest, ZERO, flux) == {("x = 0, t = 0", Why.EDGE)}
    assert found(WAVE, HALF, rest, ZERO, ("x = 0", "u_x + u_t = 0")) == set()
    assert found(WAVE, HALF, rest, ZERO, ("x = 0", "u_tt = u_x")) == set()


def test_jumps_that_cross_are_points_of_their_own():
    data = ("t = 0", "u = sign(x)*sign(y)")
    named = {at for at, _ in found("u_t = u_xx + u_yy", PLANE, data)}
    assert named == {"x = 0, t = 0", "y = 0, t = 0", "x = 0, y = 0, t = 0"}


def test_check_prints_them():
    page = str(check(Problem([HEAT], LINE, [("t = 0", "u = sign(x)")])))
    assert "except at x = 0, t = 0: the stated values jump" in page


def test_they_are_the_same_whatever_answer_is_asked():
    problem = Problem([HEAT], HALF, [ZERO, WALL])
    before = [points(reading(problem), c) for c in problem.conditions]
    for answer in ("1 - erf(x/(2*sqrt(t)))", "sign(t - x)", "abs(x)"):
        verify_here(problem, read_formulas(problem, {"u": answer}))
        assert [points(reading(problem), c) for c in problem.conditions] == before


def test_no_answer_is_seen():
    source = inspect.getsource(exceptional)
    assert "symplex.proof" not in source
    assert "answer" not in inspect.signature(points).parameters
