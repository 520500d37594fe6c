"""Fluxes that are continuous where slopes are not bounded: p-Laplace, porous media, glaciers."""

from collections.abc import Iterator

from attacks.cases import PLANE, SPACE, Attack, Box, cauchy
from attacks.right.by_rule.rows import Started, Stated, bounded, right, started, stated

KIND = "rough flux"
_SQUARES = "(u_x^2 + u_y^2)"
_STEADY: tuple[Started, ...] = (
    ("-diff(abs(u_x)*u_x, x) = 1", "2/3*(1 - abs(x)^(3/2))"),
    ("-diff(abs(u_x)*u_x, x) = 2", "2*sqrt(2)/3*(1 - abs(x)^(3/2))"),
    ("-diff(u_x^3, x) = 1", "3/4*(1 - abs(x)^(4/3))"),
    ("-diff(u_x^3, x) = 8", "3/2*(1 - abs(x)^(4/3))"),
    ("-diff(u_x^5, x) = 1", "5/6*(1 - abs(x)^(6/5))"),
    ("diff(u_x^3, x) = 1", "3/4*abs(x - 1/3)^(4/3)"),
    ("-diff(sign(u_x)*sqrt(abs(u_x)), x) = 1", "(1 - abs(x)^3)/3"),
    ("diff(u_x^3, x) = f", "3/4*f^(1/3)*(abs(x)^(4/3) - 1)", {"x": (-1, 1)}, {"f": [1, 2]}),
    (
        f"diff({_SQUARES}*u_x, x) + diff({_SQUARES}*u_y, y) = -2",
        "3/4*(1 - (x^2 + y^2)^(2/3))",
        PLANE,
    ),
    (
        f"diff(sqrt{_SQUARES}*u_x, x) + diff(sqrt{_SQUARES}*u_y, y) = -2",
        "2/3*(1 - (x^2 + y^2)^(3/4))",
        PLANE,
    ),
    (
        " + ".join(f"diff((u_x^2 + u_y^2 + u_z^2)*u_{v}, {v})" for v in "xyz") + " = -3",
        "3/4*(1 - (x^2 + y^2 + z^2)^(2/3))",
        SPACE,
    ),
    ("diff(u_x^3, x) = 4608/625*sqrt(u)", "relu(x)^(8/5)"),
    ("diff(u^3, x, 2) = 0", "sign(x)*abs(x)^(1/3)"),
    ("diff(u*u_x, x) = 0", "sqrt(x)", {"x": (0, 1)}),
    ("diff(u*u_x, x) = -1", "sqrt(1 - x^2)"),
    ("-diff(u^5*u_x^3, x) = 1", "(2*(1 - abs(x)^(4/3)))^(3/8)"),
    ("diff(u^2, x, 2) + diff(u^2, y, 2) = 0", "sqrt(x)", {"x": (0, 1), "y": (0, 1)}),
)
_LATE: tuple[Started, ...] = (
    ("u_t = diff(u^3, x, 2)", "t^(-1/4)*sqrt(relu(1 - x^2/(12*sqrt(t))))"),
    ("u_t = diff(3*u^2*u_x, x)", "t^(-1/4)*sqrt(relu(4 - x^2/(12*sqrt(t))))"),
    ("u_t = diff(u^4, x, 2)", "t^(-1/5)*relu(1 - 3*x^2/(40*t^(2/5)))^(1/3)"),
    ("u_t = diff(2*u*u_x, x)", "t^(-1/3)*relu(1 - x^2/(12*t^(2/3)))"),
    (
        "u_t = diff(u^3, x, 2) + diff(u^3, y, 2)",
        "t^(-1/3)*sqrt(relu(1 - (x^2 + y^2)/(18*t^(1/3))))",
        PLANE,
    ),
    ("u_t = diff(abs(u_x)*u_x, x)", "t^(-1/4)*relu(1 - abs(x)^(3/2)*t^(-3/8)/6)^2"),
    (
        "u_t = diff(u_x^3, x)",
        "t^(-1/6)*relu(1 - (1/6)^(1/3)/2*abs(x)^(4/3)*t^(-2/9))^(3/2)",
    ),
)
"""Barenblatt's profiles, from t = 1."""
_MOVING: tuple[Started, ...] = (
    ("u_t = diff(u^3, x, 2)", "sqrt(2/3*relu(t - x))"),
    ("u_t = diff(3*u^2*u_x, x)", "sqrt(4/3*relu(2*t - x))"),
    ("u_t = diff(u^4, x, 2)", "(3/4*relu(t - x))^(1/3)"),
    ("u_t = diff(u_x^3, x)", "2/3*sqrt(2/3)*relu(t - x)^(3/2)"),
    ("u_t = diff(u^3, x, 2)", "sqrt(2/3*c*relu(c*t + x))", {"x": (-1, 1)}, {"c": [1, 2]}),
)
_DISK: Box = {"r": (0, 1)}
_ROUND: tuple[Stated, ...] = (
    ("diff(r*u_r^3, r) = -2*r", _DISK, [("r = 1", "u = 0")], "3/4*(1 - r^(4/3))"),
    (
        "diff(r*abs(u_r)*u_r, r) = -2*r",
        _DISK,
        [("r = 1", "u = 0"), ("r = 0", "u_r = 0")],
        "2/3*(1 - r^(3/2))",
    ),
)


def attacks() -> Iterator[Attack]:
    """Torsion, filtration, fronts and profiles."""
    yield from bounded(KIND, _STEADY, "the flux is continuous, and its divergence a function")
    yield from started(KIND, _MOVING, "a front whose flux is continuous")
    yield from stated(KIND, _ROUND, "torsion of a disk")
    for equation, answer, *more in _LATE:
        box = more[0] if more else {"x": (-1, 1)}
        made = cauchy(equation, answer, box, (1, 2))
        yield right(KIND, made, answer, "Barenblatt's profile")
