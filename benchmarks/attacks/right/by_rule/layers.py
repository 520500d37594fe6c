"""Layered media, kinks along characteristics, and waves at the border of two media."""

from collections.abc import Iterator

from attacks.cases import PLANE, SPACE, Attack, Box
from attacks.right.by_rule.rows import Started, Stated, bounded, started, stated
from attacks.wrong.layers import layered, medium

KIND = "layer"
_STEADY: tuple[Started, ...] = (
    ("diff((2 - sign(x))*u_x, x) = 0", "max(x, 3*x)"),
    ("diff((2 + sign(x))*u_x, x) = 0", "min(x, 3*x)"),
    ("diff((3 + sign(abs(x) - 1/2))/2*u_x, x) = 0", "x + max(min(x, 1/2), -1/2)"),
    ("-diff((2 - sign(x))*u_x, x) = 6", "(1 - x)*max(x, 3*x)"),
    (
        "diff((5 - 3*sign(x))/2*u_x, x) = u",
        "exp(min(x, 0)/2) + cosh(max(x, 0)) - 1 + 2*sinh(max(x, 0))",
    ),
    (
        "diff((1 + k + (1 - k)*sign(x))*u_x, x) = 0",
        "k*max(x, 0) + min(x, 0)",
        {"x": (-1, 1)},
        {"k": [0.5, 3]},
    ),
    ("diff((2 - sign(x))*u_xx, x, 2) = 0", "x*max(x, 3*x)/2"),
    (medium("2 - sign(x)"), "y*max(x, 3*x)", PLANE),
    (*layered(1, 2, ("1", "3")), PLANE),
    (*layered(3, 1, ("2", "6")), PLANE),
    (
        medium("2 + sign(x^2 + y^2 - 9/16)"),
        "x*(1 + 9/(32*max(9/16, x^2 + y^2)))",
        PLANE,
    ),
    (
        medium("3/2 - sign(x^2 + y^2 - 1/4)/2"),
        "x*(1 - 1/(12*max(1/4, x^2 + y^2)))",
        PLANE,
    ),
    (
        medium("2 + sign(x^2 + y^2 + z^2 - 9/16)", "xyz"),
        "x*(1 + 27/(224*max(9/16, x^2 + y^2 + z^2)^(3/2)))",
        SPACE,
    ),
    (medium("2 - sign(z)", "xyz"), "max(z, 3*z) + x*y", SPACE),
    ("u_xy = 0", "abs(x) + max(y, 2*y)", PLANE),
    ("u_x + u_y = 0", "abs(x - y)", PLANE),
    ("u_x + 2*u_y = -u", "exp(-x)*relu(y - 2*x)", PLANE),
)
_HEAT = "u_t = diff((5 - 3*sign(x))/2*u_x, x)"
_HEATED: tuple[Started, ...] = (
    (_HEAT, "exp(-4*t)*(sin(min(x, 0)) + 2*sin(2*max(x, 0)))"),
    (_HEAT, "exp(4*t)*(exp(min(x, 0)) + cosh(2*max(x, 0)) - 1 + 2*sinh(2*max(x, 0)))"),
    (
        "u_t = diff((2 - sign(x))*u_x, x)",
        "exp(-3*t)*(sin(min(x, 0)) + sqrt(3)*sin(sqrt(3)*max(x, 0)))",
    ),
    ("u_t = diff((2 - sign(x))*u_x, x)", "6*t + (x + 1)*max(x, 3*x)"),
    ("(2 + sign(x))*u_t = u_xx", "exp(-t)*(cos(min(x, 0)) + cos(sqrt(3)*max(x, 0)) - 1)"),
    (f"{medium('2 - sign(x)')[:-4]} = u_t", "6*t + (x + 1)*max(x, 3*x) + y", PLANE),
)
_CARRIED: tuple[Started, ...] = (
    ("u_t + 2*u_x = 0", "abs(x - 2*t) + relu(x - 2*t - 1/2)"),
    ("u_t + x*u_x = 0", "abs(x*exp(-t) - 1/2)"),
    ("u_t + t*u_x = 0", "relu(x - t^2/2)"),
    ("u_t - y*u_x + x*u_y = 0", "abs(x*cos(t) + y*sin(t))", PLANE),
    ("u_t + u_x = -u", "exp(-t)*relu(1 - abs(x - t))"),
    ("u_t + (1 + x^2)*u_x = 0", "abs(atan(x) - t)"),
    (
        "u_t + a*u_x + b*u_y = 0",
        "max(1 - abs(x - a*t), y - b*t)",
        PLANE,
        {"a": [1, 2], "b": [-1, 1]},
    ),
    ("u_tt + 2*u_t + u = u_xx", "exp(-t)*abs(x - t)"),
    ("u_tt = u_xx + u_yy + u_zz", "relu((x + 2*y + 2*z)/3 - t)", SPACE),
    ("u_tt = c^2*u_xx", "abs(x - c*t)", {"x": (-1, 1)}, {"c": [1, 3]}),
)
_BAND: Box = {"x": (-1, 1), "t": (0, 1)}
_HALF: Box = {"x": (0, 2), "t": (0, 2)}
_TWO = "u_tt = diff((5 + 3*sign(x))/2*u_x, x)"
_AT_REST = ("t = 0", "u_t = 0")
_WAVES: tuple[Stated, ...] = (
    (
        _TWO,
        _BAND,
        [("t = 0", "u = -min(x, 0)")],
        "t/3 - min(x, 0) - relu(t + min(x, 0))/3 + 2/3*relu(t - max(x, 0)/2)",
    ),
    (
        _TWO,
        _BAND,
        [
            ("t = 0", "u = -4/3*sin(min(x, 0)) - 2/3*sin(max(x, 0)/2)"),
            ("t = 0", "u_t = 2/3*cos(min(x, 0)) + 2/3*cos(max(x, 0)/2) - 2/3"),
        ],
        "sin(t - min(x, 0)) - sin(t + min(x, 0))/3 + 2/3*sin(t - max(x, 0)/2) - 2/3*sin(t)",
    ),
    (
        _TWO,
        _BAND,
        [("t = 0", "u = relu(-min(x, 0) - 1/2)")],
        "relu(t - min(x, 0) - 1/2) - relu(t + min(x, 0) - 1/2)/3"
        " + 2/3*relu(t - max(x, 0)/2 - 1/2) - 2/3*relu(t - 1/2)",
    ),
    (
        "u_tt = u_xx",
        _BAND,
        [("t = 0", "u = relu(1 - abs(x))"), _AT_REST],
        "(relu(1 - abs(x - t)) + relu(1 - abs(x + t)))/2",
    ),
    (
        "u_tt = 4*u_xx",
        _BAND,
        [("t = 0", "u = abs(x)"), _AT_REST],
        "(abs(x - 2*t) + abs(x + 2*t))/2",
    ),
    (
        "u_tt = u_xx",
        _HALF,
        [("t = 0", "u = 0"), ("t = 0", "u_t = 1"), ("x = 0", "u = 0")],
        "min(x, t)",
    ),
    ("u_tt = 4*u_xx", _HALF, [("t = 0", "u = 0"), _AT_REST, ("x = 0", "u = t")], "relu(t - x/2)"),
    (
        "u_tt = u_xx",
        _HALF,
        [("t = 0", "u = 0"), _AT_REST, ("x = 0", "u = t*exp(-t)")],
        "relu(t - x)*exp(-relu(t - x))",
    ),
    ("u_tt = u_xx", _HALF, [("t = 0", "u = 0"), _AT_REST, ("x = 0", "u_x = -1")], "relu(t - x)"),
    (
        "u_tt = u_rr + 2/r*u_r",
        {"r": (1, 3), "t": (0, 1)},
        [("t = 0", "u = 0"), _AT_REST, ("r = 1", "u = t")],
        "relu(t - r + 1)/r",
    ),
)


def attacks() -> Iterator[Attack]:
    """Steady and unsteady transmission, transport and waves."""
    yield from bounded(KIND, _STEADY, "the normal flux is continuous")
    yield from started(KIND, _HEATED, "u and the normal flux are continuous")
    yield from started(KIND, _CARRIED, "kinks move along characteristics")
    yield from stated(KIND, _WAVES, "d'Alembert, with R = -1/3 and T = 2/3 at a border")
