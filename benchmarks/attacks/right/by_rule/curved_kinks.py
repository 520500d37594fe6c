"""Viscosity solutions with kinks on circles, parabolas, hyperbolas and other curves."""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, SPACE, Attack, Box
from attacks.right.by_rule.rows import Started, Stated, bounded, started, stated

KIND = "round kink"
_AHEAD: Box = {"x": (1, 2), "y": (-1, 1)}
_FOCUS = "sqrt(x^2 + (y - 2)^2)"
_ELLIPSE = "sqrt(x^2/4 + y^2/9)"
_R = "sqrt(x^2 + y^2)"
_STILL: tuple[Started, ...] = (
    ("u_x^2 + u_y^2 = 1", "min(sqrt((x + 2)^2 + y^2), sqrt((x - 2)^2 + y^2) + 1)", PLANE),
    ("sqrt(u_x^2 + u_y^2) = 1", f"min({_FOCUS}, y + 2)", PLANE),
    ("sqrt(u_x^2 + u_y^2) = 1", f"min(2 - {_R}, x + 3/2)", PLANE),
    (
        "u_x^2 + u_y^2 = 1/(x^2 + y^2)",
        "min(log(x^2 + y^2)/2, 1 - log(x^2 + y^2)/2)",
        _AHEAD,
    ),
    ("u_x^2 + u_y^2 = exp(2*x)", "min(exp(x)*cos(y), exp(x)*sin(y) + 1/2)", PLANE),
    ("u_x^2 + u_y^2 = 4*(x^2 + y^2)", "min(x^2 - y^2, 2*x*y + 1/4)", PLANE),
    ("4*u_x^2 + 9*u_y^2 = 1", f"1/8 - abs({_ELLIPSE} - 5/8)", _AHEAD),
    ("u_x^2 + u_y^2 + u_z^2 = 1", "min(sqrt(x^2 + y^2 + (z - 2)^2), z + 2)", SPACE),
    ("u + sqrt(u_x^2 + u_y^2) = 1", f"1 - exp(-min({_FOCUS}, y + 2))", PLANE),
    ("1 - sqrt(u_x^2 + u_y^2) = 0", f"max(-{_FOCUS}, -y - 2)", PLANE),
)
_HALF = "u_t + (u_x^2 + u_y^2)/2 = 0"
_MOVING: tuple[Started, ...] = (
    ("u_t + u_x^2/2 = 0", "min(x^2/(2*(1 + t)), (x - 1)^2/(1 + 2*t))"),
    (_HALF, "min((x^2 + y^2)/(2*(1 + t)), ((x - 1)^2 + y^2)/(4 + 2*t))", PLANE),
    (_HALF, "min((x^2 + y^2)/(2*(1 + t)), x - t/2)", PLANE),
    (
        "u_t + (u_x^2 + u_y^2 + u_z^2)/2 = 0",
        "min((x^2 + y^2 + z^2)/(2*(1 + t)), z + 1/4 - t/2)",
        SPACE,
    ),
    (_HALF, "min(x^2/(2*(1 + t)) + y^2/(1 + 2*t), 1/3)", PLANE),
    (
        "u_t + c*u_x + (u_x^2 + u_y^2)/2 = 0",
        "min(((x - c*t)^2 + y^2)/(2*(1 + t)), 1/4)",
        PLANE,
        {"c": [-1, 1]},
    ),
    ("u_t = u_x^2", "max(-x^2/(1 + 4*t), -(x - 1)^2/(2 + 4*t))"),
    ("u_t + sqrt(u_x^2 + u_y^2) = 0", f"relu({_R} - t)", PLANE),
    ("u_t - sqrt(u_x^2 + u_y^2) = 0", f"relu(1 - relu({_R} - t)^2)", PLANE),
    ("u_t + (1 + x^2)*abs(u_x) = 0", "min(atan(x) - t, 1 - 2*atan(x) - 2*t)", LINE),
    ("u_t + u_x^2/2 = 0", "min(x^2/(2*(1 + t)), x/2 + 1/4 - t/8)"),
    (
        "u_t + (u_x^2 + u_y^2)/2 = (x^2 + y^2)/2",
        "min((x^2 + y^2)/2, 1/4 + (x^2 + y^2)/2*tanh(t))",
        PLANE,
    ),
    (
        "u_t + u + (u_x^2 + u_y^2)/2 = 0",
        "min((x^2 + y^2)/(3*exp(t) - 2), exp(-t)/4)",
        PLANE,
    ),
    ("u_t + u_x^4/4 = 0", "min(3/4*abs(x)^(4/3)/(1 + t)^(1/3), 1/2)"),
)
_CONE: tuple[Stated, ...] = (
    (
        _HALF,
        {**PLANE, "t": (0, 1)},
        [("t = 0", f"u = {_R}")],
        f"min({_R}, t)^2/(2*t) + relu({_R} - t)",
    ),
)


def attacks() -> Iterator[Attack]:
    """Distances and travel times, then the formula of Hopf and Lax."""
    yield from bounded(KIND, _STILL, "the first arrival of two waves: the smaller travel time")
    yield from started(KIND, _MOVING, "the formula of Hopf and Lax keeps the smaller of two data")
    yield from stated(KIND, _CONE, "the formula of Hopf and Lax rounds the tip of a cone")
