"""What is continuous across pieces, which fluxes are, and in what an equation is linear."""

import pytest

from support.proving import XT, X, formula, region, space, stated, studied
from support.reasons import refused
from symplex.expression import Derivative
from symplex.proof.kernel.pieces import NotZeroError
from symplex.proof.kernel.study import (
    almost_everywhere,
    is_smooth,
    linear_coefficient,
    require_fluxes,
    tokens_of,
)
from symplex.reasons import Code

LINE = region(x=(-1, 1, "()"), t=(0, 1, "()"))
U = Derivative("u")
U_X, U_T = Derivative("u", ("x",)), Derivative("u", ("t",))
U_XX = Derivative("u", ("x", "x"))


@pytest.mark.parametrize(
    ("text", "continuous"),
    [
        ("x*t", (True, True, True)),
        ("abs(x)", (True, False, False)),
        ("abs(x - t)", (True, False, False)),
        ("x*abs(x)", (True, True, False)),
        ("max(x, 0)^3", (True, True, True)),
        ("abs(x)^3 + abs(t - 1/2)", (True, True, True)),
        ("sign(x)", (False, False, False)),
        ("sign(x)*x", (True, False, False)),
        ("sign(x - t)*(x - t)^3", (True, True, True)),
    ],
)
def test_continuity_of_derivatives(text, continuous):
    found = studied(text, LINE, "u_x", "u_xx")
    assert tuple(found.is_continuous(d) for d in (U, U_X, U_XX)) == continuous


@pytest.mark.parametrize(
    "text",
    [
        "sign(x)*x",
        "sign(x)*relu(abs(x) - t)",
        "sign(x - t)*relu(abs(x - t) - 1/4)",
        "1 + sign(x)^2*x",
        "sign(x + 2)*t",
        "sign(x)*sign(t - 1/2)*x*(t - 1/2)",
        "sign(abs(x) - t)*(abs(x) - t)",
    ],
)
def test_a_sign_in_front_of_what_vanishes_with_it_is_no_jump(text):
    assert not any(part.jumps for part in studied(text, LINE, "u_x").parts)


@pytest.mark.parametrize(
    "text",
    [
        "sign(x)",
        "sign(x)^2",  # Both sides agree, and the value between them does not.
        "x*(1 - sign(x)^2) + 1 - sign(x)^2",
        "sign(x)*(x + t)",
        "sign(x)*sign(t - 1/2)*x",
        "sign(x*x*x)*x",  # It is continuous; its zeros are not solved for.
        "abs(x) - sign(t - x)^2",
    ],
)
def test_other_signs_are_jumps(text):
    assert any(part.jumps for part in studied(text, LINE, "u_x").parts)


def test_one_formula_is_whole_and_pieces_are_not():
    assert studied("abs(x + 2)", LINE, "u_x").is_whole
    assert not studied("abs(x)", LINE, "u_x").is_whole


@pytest.mark.parametrize("text", ["sqrt(x + 1/2)", "log(x + 1/2)", "asin(x)^(1/2)"])
def test_a_derivative_that_is_undefined_somewhere_is_refused(text):
    with refused(Code.DEFINED_NOT_SHOWN):
        studied(text, LINE, "u_x")


@pytest.mark.parametrize("text", ["(x^2 + (t - 1/2)^2)^(1/2)", "abs(x)^(1/2)", "relu(x - t)^(1/3)"])
def test_a_derivative_that_is_undefined_on_a_thin_set_is_rough(text):
    found = studied(text, LINE, "u_x")
    (slope,) = formula("u_x").derivatives
    assert not found.is_continuous(slope)
    with refused(Code.DEFINED_NOT_SHOWN):
        found.require_defined([slope])


def test_pieces_meet_in_pairs():
    found = studied("abs(x - t)", LINE, "u_x")
    ((i, j, values, there),) = found.meetings()
    assert {i, j} == {0, 1}
    gap = formula("x - t").substitute(tokens_of(values))
    assert there.is_zero(gap)


@pytest.mark.parametrize(
    ("equation", "is_linear"),
    [
        ("u_t + x*u_x", True),
        ("u_t + u*u_x", True),
        ("u_t + u_x^2", False),
        ("u_t + abs(u_x)", False),
        ("u_t + max(u_x, 0)", False),
        ("u_t*u_x", True),
        ("(u_x + 1)^2 - u_x^2", True),
        ("sqrt(u_x^2)", False),
    ],
)
def test_linearity_in_a_derivative(equation, is_linear):
    assert (linear_coefficient(formula(equation), U_X, space(LINE)) is not None) == is_linear


def test_the_coefficient_of_what_does_not_occur_is_zero():
    assert linear_coefficient(formula("u_t"), U_X, space(LINE)) == formula("0")
    assert linear_coefficient(formula("3*u_t + u*u_x"), U_T, space(LINE)) == formula("3")


@pytest.mark.parametrize(
    ("text", "smooth"),
    [
        ("x + exp(t)", True),
        ("abs(x)", False),
        ("abs(x + 2)", True),
        ("sqrt(t)", True),
        ("1/x", False),
    ],
)
def test_smooth_coefficients(text, smooth):
    assert is_smooth(formula(text), space(LINE)) is smooth


def test_fluxes_that_match_and_fluxes_that_jump():
    layered = stated("diff((3 + sign(x))/2*u_x, x) = 0", X).equations[0]
    inside = region(x=(-1, 1, "()"))
    assert require_fluxes(layered, studied("max(x, 0)/2 - max(-x, 0)", inside, "u_x", "u_xx"))
    with refused(Code.WEAK_FLUX_DISCONTINUOUS):
        require_fluxes(layered, studied("x", inside, "u_x", "u_xx"))
    with refused(Code.WEAK_FLUX_DISCONTINUOUS):
        require_fluxes(layered, studied("abs(x)", inside, "u_x", "u_xx"))
    assert not require_fluxes(stated("u_t = u_xx", XT).equations[0], studied("x", LINE, "u_xx"))


def test_a_second_derivative_of_a_flux_needs_the_first_to_be_continuous():
    twice = stated("diff((2 + u)^2, x, 2) = 2", X).equations[0]
    with refused(Code.WEAK_FLUX_DISCONTINUOUS):
        require_fluxes(twice, studied("abs(x)", region(x=(-1, 1, "()")), "u_x", "u_xx"))


def test_almost_everywhere_means_inside_of_each_piece():
    left = []
    almost_everywhere(formula("sign(x)^2 - 1"), space(LINE), left)
    assert not left
    almost_everywhere(formula("sign(x) - 1"), space(LINE), left)
    assert len(left) == 1
    with pytest.raises(NotZeroError):
        raise NotZeroError(left)


def test_a_single_value_of_a_parameter_is_not_left_out():
    with_parameter = region(x=(-1, 1, "()"), k=(0, 1), parameters=("k",))
    with refused(Code.PIECES_GUARD_THICK):
        almost_everywhere(formula("sign(k) - 1"), space(with_parameter), [])
