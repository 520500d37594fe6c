"""Second-order equations that hold almost everywhere: obstacles, and what is none."""

import pytest

from support.proving import X, formula, is_exact, notions, reasons, region, space, stated
from symplex.proof.kernel.strong import trend

WIDE = {"x": [-2, 2]}
ENDS = (("x = -2", "u = 0"), ("x = 2", "u = 0"))
SQUARE = {"x": [-1, 1], "y": [-1, 1]}
RAMP = "relu(x)^2"
HILL = "1 - x^2 + relu(abs(x) - 2 + sqrt(3))^2"


def ramp(equation, text=RAMP, domain=X):
    """An equation with the values of an answer at the ends."""
    ends = [(f"x = {end}", f"u = {text.replace('x', f'({end})')}") for end in domain["x"]]
    return stated(equation, domain, *ends), text


TRUE = {
    "a string over a hill": (stated("min(-u_xx, u - (1 - x^2)) = 0", WIDE, *ENDS), HILL),
    "with sides exchanged": (stated("max(u_xx, 1 - x^2 - u) = 0", WIDE, *ENDS), HILL),
    "with a factor": (stated("min(-3*u_xx, 2*u - 2*(1 - x^2)) = 0", WIDE, *ENDS), HILL),
    "a membrane that is pressed down": ramp("min(u, 2 - u_xx) = 0"),
    "the same, moved": ramp("min(u, 2 - u_xx) = 0", "relu(x - 1/2)^2"),
    "the same, from the left": ramp("min(u, 2 - u_xx) = 0", "relu(-x)^2"),
    "from both sides": ramp("min(u, 2 - u_xx) = 0", "relu(abs(x) - 1/2)^2"),
    "with a weight": ramp("min(u, 4 - 2*u_xx) = 0"),
    "as a maximum": ramp("max(-u, u_xx - 2) = 0"),
    "with a drift": ramp("min(u, 2 + 2*x - u_xx - u_x) = 0"),
    "with a rate": ramp("min(u, 2 - x^2 - u_xx + u) = 0"),
    "a plane front": (
        stated("min(u, 2 - u_xx - u_yy) = 0", SQUARE, ("y = -1", "u = relu(x)^2")),
        RAMP,
    ),
    "a front that moves": (
        stated(
            "min(u, u_t + 2 + 2*relu(x - t) - u_xx) = 0",
            {"x": [-1, 1], "t": [0, 1]},
            ("t = 0", "u = relu(x)^2"),
        ),
        "relu(x - t)^2",
    ),
    "above another obstacle": ramp("min(u - x, 2 - u_xx) = 0", "x + relu(x)^2"),
    "below an obstacle": ramp("max(u, -2 - u_xx) = 0", "-relu(x)^2"),
    "cubed": ramp("min(u, 8 - u_xx^3) = 0"),
    "never bent downwards": ramp("min(u_xx, 0) = 0"),
    "a cube": ramp("min(u, 2 - u_xx)^3 = 0"),
    "two obstacles": ramp("max(min(u, 2 - u_xx), u - 4) = 0"),
    "a piece of a parabola": ramp("min(u - x^2, -u_xx + 4) = 0", "x^2 + relu(x)^2"),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_answers(name):
    assert is_exact(*TRUE[name]), reasons(*TRUE[name])
    assert notions(*TRUE[name]) <= {"viscosity", "classical", "distributional"}


FALSE = {
    "a zigzag": ramp("abs(u_xx) = 2", "x*abs(x)"),
    "a square": ramp("u_xx^2 = 4", "x*abs(x)"),
    "falling in u as well": ramp("min(u, 2 + x^2 - u_xx - u) = 0"),
    "improper as it is written": ramp("max(u_xx, 0) + u = relu(x)^2 + 1 + sign(x)"),
    "a kink upwards": ramp("min(u, 2 - u_xx) = 0", "relu(x)"),
    "a sign": ramp("u_xx = 2*sign(u_xx)", "x*abs(x)"),
    "an unknown factor": ramp("min(u, 2 - u_xx)*(u_x + 3) = 0"),
    "two trends": ramp("min(u_xx, 2 - u_xx) = 0"),
    "through the obstacle": (stated("min(-u_xx, u - (1 - x^2)) = 0", WIDE, *ENDS), "0*x"),
    "the obstacle itself": (
        stated("min(-u_xx, u - (1 - x^2)) = 0", X, ("x = 1", "u = 0"), ("x = -1", "u = 0")),
        "x^2 - 1",
    ),
    "touching too early": (
        stated("min(-u_xx, u - (1 - x^2)) = 0", WIDE, *ENDS),
        "1 - x^2 + relu(abs(x) - 1/2)^2",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refused(name):
    assert not is_exact(*FALSE[name])


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("u_xx", 1),
        ("-u_xx + u_x^2", -1),
        ("min(-u_xx, u)", -1),
        ("u_x", 0),
        ("u_xx - u_yy", 2),
        ("abs(u_xx)", 2),
        ("u*u_xx", 2),
        ("(1 + x^2)*u_xx", 1),
        ("x*u_xx", 2),
        ("u_xx/(-2)", -1),
        ("1/u_xx", 2),
        ("u_xx^3", 1),
        ("u_xx^2", 2),
    ],
)
def test_trends(text, sign):
    assert trend(formula(text), space(region(x=(-1, 1), y=(-1, 1)))) == sign
