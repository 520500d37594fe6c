"""Layers on surfaces: normal fluxes, kinks along characteristics, and what is left on others."""

import pytest

from support.proving import XT, XYT, is_exact, notions, reasons, stated
from symplex.reasons import Code

PLANE = {"x": [-2, 2], "y": [-2, 2]}
HALF = {"x": [1, 2], "t": [0, 1]}
ROUND = "diff(({k})*u_x, x) + diff(({k})*u_y, y) = 0"
CYLINDER = ROUND.format(k="2 + sign(x^2 + y^2 - 1)")
LAYERS = ROUND.format(k="2 + sign(x)")
OBLIQUE = ROUND.format(k="2 + sign(x - y)")
WAVE = "u_tt = u_xx"


def free(equation, text, domain=PLANE, **rest):
    """An equation alone, between walls with values of no concern for `HALF`."""
    walls = [(f"x = {x}", f"u = abs(sqrt({x}) - 1 - t)") for x in (1, 2) if domain is HALF]
    return stated(equation, domain, *walls, **rest), text


TRUE = {
    "a cylinder": free(CYLINDER, "x*(1 + 1/(2*max(1, x^2 + y^2)))"),
    "a cylinder of any material": free(
        ROUND.format(k="(1 + k + (1 - k)*sign(x^2 + y^2 - 1))/2"),
        "x*(1 + (1 - k)/((1 + k)*max(1, x^2 + y^2)))",
        parameters={"k": [0.5, 3]},
    ),
    "a cylinder of any size": free(
        ROUND.format(k="2 + sign(x^2 + y^2 - k^2)"),
        "x*(1 + k^2/(2*max(k^2, x^2 + y^2)))",
        parameters={"k": [0.5, 1]},
    ),
    "a cylinder in a field along y": free(CYLINDER, "y*(1 + 1/(2*max(1, x^2 + y^2)))"),
    "along the layers, smooth": free(LAYERS, "y"),
    "across the layers": free(LAYERS, "min(3*x, x)"),
    "refracted": free(LAYERS, "min(3*x, x) + y"),
    "oblique layers": free(OBLIQUE, "x + y + min(x - y, 0) + max(x - y, 0)/3"),
    "a source in one layer": free(
        ROUND.format(k="2 + sign(x)").replace("= 0", "= 3*(1 + sign(x))"), "max(x, 0)^2 + y"
    ),
    "d'Alembert": free(WAVE, "abs(x - t)", XT),
    "two that part": free(WAVE, "(abs(x - t) + abs(x + t))/2", XT),
    "two that cross": free(WAVE, "abs(x - t + 1/2) + relu(1/2 - x - t)", XT),
    "any speed, also none": free(
        "u_tt = k^2*u_xx", "abs(x - k*t) + x*t", XT, parameters={"k": [0, 1]}
    ),
    "a plane wave": free("u_tt = u_xx + u_yy", "abs(3*x + 4*y - 5*t)", XYT),
    "a curved kink": free("u_tt = 4*x*u_xx + 2*u_x", "abs(sqrt(x) - 1 - t)", HALF),
    "damped": free("u_tt + 2*u_t + u = u_xx", "exp(-t)*relu(x - t)", XT),
    "a spherical wave": free(
        "u_tt = u_xx + 2*u_x/x", "relu(t + 1 - x)/x", {"x": [1, 3], "t": [0, 1]}, free=["x"]
    ),
    "mixed": free("u_xy = 0", "abs(x) + abs(y)"),
    "a quadrant": free("4*u_xy = (1 + sign(x))*(1 + sign(y))", "relu(x)*relu(y)"),
    "of higher order": free("u_xxy + u_yyx = 2", "x^2*y + relu(x - y)^2 - 2*x*y"),
    "written with fluxes": free("diff(2*u_t, t) = diff(2*u_x, x)", "abs(x - t)", XT),
    "two media": free(
        "u_tt = diff((5 + 3*sign(x))*u_x/2, x)",
        "relu(t - min(x, 0) - max(x, 0)/2 - 1/2) - relu(t + min(x, 0) - max(x, 0)/2 - 1/2)/3",
        XT,
    ),
}


SLOW = [name for name in TRUE if name.startswith("a cylinder ")]
MARKED = [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in TRUE]


@pytest.mark.parametrize("name", MARKED)
def test_true_answers(name):
    assert not reasons(*TRUE[name])
    assert notions(*TRUE[name]) == {"distributional"}


FALSE = {
    "the wrong dipole": free(CYLINDER, "x*(1 + 1/(3*max(1, x^2 + y^2)))"),
    "the dipole of the inverse ratio": free(CYLINDER, "x*(1 - 1/(2*max(1, x^2 + y^2)))"),
    "no dipole": free(CYLINDER, "x"),
    "another circle": free(CYLINDER, "x*(1 + 2/(2*max(2, x^2 + y^2)))"),
    "of one material only": free(
        ROUND.format(k="(1 + k + (1 - k)*sign(x^2 + y^2 - 1))/2"),
        "x*(1 + 1/(3*max(1, x^2 + y^2)))",
        parameters={"k": [0.5, 3]},
    ),
    "straight through the layers": free(LAYERS, "x"),
    "the wrong ratio": free(LAYERS, "min(2*x, x)"),
    "smooth through oblique layers": free(OBLIQUE, "y"),
    "a kink along the flow": free(LAYERS, "abs(y)"),
    "a layer written outside": free("(2 + sign(x))*diff(2*u_x, x) + u_yy = 0", "min(3*x, x)"),
    "a coefficient that jumps before a measure": free(
        "(2 + sign(x))*u_xx + (2 + sign(x))*u_yy = 0", "min(3*x, x)"
    ),
    "half of the flux is outside": free(
        "(2 + sign(x))*u_xx + diff((2 + sign(x))*u_y, y) = 0", "min(3*x, x)"
    ),
    "a kink at rest": free(WAVE, "abs(x)", XT),
    "too slow": free(WAVE, "abs(x - t/2)", XT),
    "off by little": free(WAVE, "abs(x - (1 + 10^(-30))*t)", XT),
    "one of two": free(WAVE, "abs(x - t) + abs(x)", XT),
    "of one speed only": free("u_tt = k^2*u_xx", "abs(x - t)", XT, parameters={"k": [0, 1]}),
    "the plane wave of another speed": free("u_tt = u_xx + u_yy", "abs(3*x + 4*y - 4*t)", XYT),
    "diffusion": free("u_t = u_xx - 2*u_x", "abs(x - 2*t)", XT),
    "multiplied by what vanishes there": free("(x - t)*(u_tt - 4*u_xx) = 0", "abs(x - t)", XT),
    "multiplied by a square": free("(x - t)^2*u_xx = 0", "abs(x - t)", XT),
    "stress that is not linear": free("u_tt = diff(u_x^3, x)", "relu(x - t)", XT),
    "the same with an elastic part": free("u_tt = u_xx + diff(u_x^2, x)", "relu(2*t - x)", XT),
    "a product of slopes": free("u_tt - u_xx + u_t^2 - u_x^2 = 0", "abs(x - t)", XT),
    "a dipole": free("u_xxx + u_yyy = 0", "abs(x - y)"),
    "a delta at rest": free("u_xxx + u_yyy = 0", "x*abs(x)"),
    "two layers of a higher order": free("u_xxy = 0", "relu(x - y)^2"),
    "a step of a quadrant": free("u_xxy = 0", "relu(x)*relu(y)"),
    "a jump": free(WAVE, "sign(x - t)", XT),
    "a source that is no function": free(
        ROUND.format(k="2 + sign(x)").replace("= 0", "= diff(sign(y), y)"), "min(3*x, x)"
    ),
    "a jump in a divergence alone": free("diff(u_x + sign(x - y), x) + u_yy = 0", "x"),
    "a divergence squared": free("diff((2 + sign(x))*u_x, x)^2 + u_yy = 0", "x"),
    "a measure inside of a divergence": free(
        "diff((2 + y)*diff((2 + sign(x))*u_x, x), y) = 0", "x"
    ),
    "a fourth of it is missing": free(
        "diff((2 + sign(x)*sign(y))*u_x, x) + diff((2 + sign(x)*sign(y))*u_y, y) = 0",
        "min(3*x, x)",
    ),
    "no surface for one value": free(
        "u_tt = k^2*u_xx", "abs(k*(x - t))", XT, parameters={"k": [0, 2]}
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refused(name):
    assert not is_exact(*FALSE[name])


def test_the_reason_says_what_is_missing():
    said = {
        "multiplied by what vanishes there": Code.JUMP_COEFFICIENTS_VANISH,
        "stress that is not linear": Code.JUMP_FLUX_NOT_LINEAR,
        "a coefficient that jumps before a measure": Code.WEAK_NOT_LINEAR,
        "a dipole": Code.JUMP_FLUX_MORE_THAN_SLOPES,
    }
    for name, reason in said.items():
        assert reason in reasons(*FALSE[name])[0].codes


def test_of_two_reasons_the_same_is_said_in_every_process():
    """The order of a set of derivatives depends on the process."""
    both = free("u_txx + diff(u_x^2/2, x, 2) = 0", "abs(x - t/2)", XT)
    assert Code.JUMP_FLUX_NOT_LINEAR in reasons(*both)[0].codes


def test_what_does_not_jump_makes_no_equation_regular():
    """(x − t)·(u_tt − 4·u_xx) says nothing on x = t, whatever cancels beside it."""
    equation = "(x - t)*(u_tt - 4*u_xx) + diff(2*u, x) - 2*u_x = 0"
    assert not is_exact(stated(equation, XT, ("t = 0", "u = abs(x)")), "abs(x - t)")


LINE = {"x": [-1, 1]}
START = "t = 0"
ENDS = (("x = -1", "u = 1"), ("x = 1", "u = 1"))
AFFINE = {
    "a square of what does not jump": (stated("diff(u^2, x) = 2*x", LINE, *ENDS), "abs(x)"),
    "a slope times what does not jump": (
        stated("diff((u + 1)*u_x, x) = 1 + diff(sign(x), x)", LINE, *ENDS),
        "abs(x)",
    ),
    "a square with a factor that vanishes there": (
        stated("diff(x*u_x^2 + u_x, x) = 1 + diff(sign(x), x)", LINE, *ENDS),
        "abs(x)",
    ),
    "a square of a slope that does not jump": (
        stated(
            "diff(u_x^2, x) + diff(2*u_y, y) = diff(2*sign(y), y)", PLANE, ("x = 2", "u = abs(y)")
        ),
        "abs(y)",
    ),
}
BENT = {
    "a square": stated("diff(u_x^2, x) = 0", LINE, *ENDS),
    "a double well": stated("diff(u_x^3 - u_x, x) = 0", LINE, *ENDS),
    "a modulus": stated("diff(abs(u_x), x) = 0", LINE, *ENDS),
    "a branch": stated("diff(max(u_x, -1) - u_x, x) = 0", LINE, *ENDS),
    "a quotient": stated("diff(1/u_x - u_x, x) = 0", LINE, *ENDS),
    "a rate": stated("u_t = diff(u_x^2, x)", XT, (START, "u = abs(x)")),
    "a law for slopes": stated("u_tx + diff(u_x^2/2, x) = 0", XT, (START, "u = abs(x)")),
    "a law that is elliptic": stated("u_tt = diff(u_x^2, x)", XT, (START, "u = abs(x)")),
}


@pytest.mark.parametrize("name", AFFINE)
def test_what_is_affine_in_what_jumps(name):
    assert reasons(*AFFINE[name]) == []
    assert notions(*AFFINE[name]) == {"distributional"}


@pytest.mark.parametrize("name", BENT)
def test_what_is_not_affine_in_what_jumps_is_refused(name):
    """Each of them holds off the kink, and its fluxes have equal values on both sides."""
    assert Code.JUMP_FLUX_NOT_LINEAR in reasons(BENT[name], "abs(x)")[-1].codes


VANISHING = {
    "of a slope": ("x*u_x = u", "abs(x)"),
    "of a slope that jumps": ("x*u_x = 0", "sign(x)"),
    "of a curvature": ("x*u_xx = 2*abs(x)", "x*abs(x)"),
    "in a divergence": ("diff(x*u_x, x) - u_x = 0", "abs(x)"),
    "in a divergence of values": ("diff(x*u, x) - u = 0", "sign(x)"),
    "of even order": ("x^2*u_xx = 0", "abs(x)"),
}


@pytest.mark.parametrize("name", VANISHING)
def test_a_factor_that_vanishes_on_the_interface(name):
    equation, text = VANISHING[name]
    walls = [(f"x = {x}", f"u = {text.replace('x', f'({x})')}") for x in (-1, 1)]
    assert Code.JUMP_COEFFICIENTS_VANISH in reasons(stated(equation, LINE, *walls), text)[-1].codes


def test_a_factor_that_vanishes_elsewhere_is_none():
    carried = stated("(x - 5)*u_xx + u_x = 1", {"x": [0, 1]}, ("x = 0", "u = 0"))
    assert is_exact(carried, "x")
    kink = stated("(2 + x)*(u_xx - diff(sign(x), x)) = 0", LINE, *ENDS)
    assert is_exact(kink, "abs(x)"), reasons(kink, "abs(x)")


ACOUSTICS = ["p_t + v_x = 0", "v_t + p_x = 0"]
STEP = ((START, "p = sign(x)"), (START, "v = 0"))
SOUND = "p = (sign(x - t) + sign(x + t))/2; v = (sign(x - t) - sign(x + t))/2"


def test_a_linear_system_that_jumps():
    problem = stated(ACOUSTICS, XT, *STEP, unknowns=["p", "v"])
    assert reasons(problem, SOUND) == []
    assert notions(problem, SOUND) == {"distributional"}
    layered = ["(2 - sign(x))*p_t + v_x = 0", "v_t + p_x = 0"]
    assert not is_exact(stated(layered, XT, *STEP, unknowns=["p", "v"]), SOUND)


@pytest.mark.parametrize(
    "text",
    [
        "p = sign(x); v = 0",
        "p = sign(x - t); v = sign(x - t) - sign(x)",
        "p = (sign(x - t) + sign(x + t))/2; v = (sign(x + t) - sign(x - t))/2",
        "p = (sign(x - 2*t) + sign(x + 2*t))/2; v = (sign(x - 2*t) - sign(x + 2*t))/2",
    ],
)
def test_a_linear_system_with_layers_that_do_not_cancel(text):
    assert not is_exact(stated(ACOUSTICS, XT, *STEP, unknowns=["p", "v"]), text)


def test_a_nonlinear_system_does_not_jump():
    gas = ["u_t + v_x = 0", "v = u^2/2"]
    problem = stated(gas, XT, (START, "u = sign(x)"), unknowns=["u", "v"])
    assert Code.JUMP_FLUX_NOT_LINEAR in reasons(problem, "u = sign(x); v = 1/2")[-1].codes
