"""Rarefactions out of a jump for many fluxes, for water and for gases."""

from collections.abc import Iterator

from attacks.cases import PLANE, Attack, Box
from attacks.right.by_rule.rows import Stated, stated

KIND = "fan as a limit"
_BAND: Box = {"x": (-1, 1), "t": (0, 1)}
_UP, _DOWN = "(1 + sign(x))/2", "(1 - sign(x))/2"
_SINH = "min(max(x/t, 0), sinh(1))"
_LAWS: tuple[tuple[str, str, str], ...] = (
    ("u_t + diff(u^2, x) = 0", "1 + 2*sign(x - 1/2)", "min(max((x - 1/2)/(2*t), -1), 3)"),
    ("u_t + diff(u^4/4, x) = 0", "3/2 + sign(x)/2", "min(max(x/t, 1), 8)^(1/3)"),
    ("u_t - diff(exp(-u), x) = 0", _DOWN, "-log(min(max(x/t, exp(-1)), 1))"),
    ("u_t + diff(log(u), x) = 0", "3/2 - sign(x)/2", "1/min(max(x/t, 1/2), 1)"),
    (
        "u_t + diff(u*(1 - u), x) = 0",
        "5/8 - 3/8*sign(x)",
        "(1 - min(max(x/t, -1), 1/2))/2",
    ),
    (
        "u_t + diff(cosh(u - 1), x) = 0",
        "(3 + sign(x))/2",
        f"1 + log({_SINH} + sqrt(1 + {_SINH}^2))",
    ),
    ("u_t - diff(log(cos(u)), x) = 0", "pi/4*sign(x)", "atan(min(max(x/t, -1), 1))"),
    (
        "u_t + diff(u*atan(u) - log(1 + u^2)/2, x) = 0",
        "sign(x)",
        "tan(min(max(x/t, -pi/4), pi/4))",
    ),
    ("u_t + diff(u^(5/3), x) = 0", _UP, "(3/5*min(max(x/t, 0), 5/3))^(3/2)"),
    ("u_t + diff(1/u, x) = 0", "3/2 + sign(x)/2", "1/sqrt(min(max(-x/t, 1/4), 1))"),
    (
        "u_t + u*u_x = 0",
        "1 + sign(x + 1/2)/2 + sign(x - 1/2)/2",
        "min(max((x + 1/2)/t, 0), 1) + min(max((x - 1/2)/t - 1, 0), 1)",
    ),
    (
        "u_t + diff(u*(1 - u), x) = 0",
        "(1 + sign(x + 1))*(1 - sign(x))/4",
        "(1 + sign(x + 1))/2*(1 - min(max(x/t, -1), 1))/2",
    ),
)
_TILTED: tuple[Stated, ...] = (
    (
        "u_t + u*u_x - u*u_y = 0",
        {**PLANE, "t": (0, 1)},
        [("t = 0", "u = sign(x - 2*y)")],
        "min(max((x - 2*y)/(3*t), -1), 1)",
    ),
)
_ROAD: tuple[Stated, ...] = (
    (
        "u_t + diff(v*u*(1 - u/k), x) = 0",
        _BAND,
        [("t = 0", "u = k*(1 - sign(x))/2")],
        "k/2*(1 - min(max(x/(v*t), -1), 1))",
    ),
)
_FRAME: tuple[Stated, ...] = (
    (
        "u_t + (u - c)*u_x = 0",
        _BAND,
        [("t = 0", "u = sign(x)")],
        "min(max(x/t + c, -1), 1)",
    ),
)
_MASS = "h_t + diff(h*v, x) = 0"
_MOMENTUM = "diff(h*v, t) + diff(h*v^2 + h^2/2, x) = 0"
_BEHIND = "(1 - sign(x - 5*t))/2"
_WATER: tuple[Stated, ...] = (
    (
        f"{_MASS}; {_MOMENTUM}",
        _BAND,
        [
            ("t = 0", "h = 1/49 + (28561/2401 - 1/49)*(1 - sign(x))/2"),
            ("t = 0", "v = 0"),
        ],
        f"1/49 + ((338/49 - min(max(x/t, -169/49), 191/49))^2/9 - 1/49)*{_BEHIND}; "
        f"2/3*(169/49 + min(max(x/t, -169/49), 191/49))*{_BEHIND}",
    ),
    (
        f"{_MASS}; v_t + v*v_x + h_x = 0",
        _BAND,
        [("t = 0", "h = 1"), ("t = 0", "v = sign(x)")],
        "(1 + min(max(abs(x)/t, 1/2), 2))^2/9; sign(x)*(2*min(max(abs(x)/t, 1/2), 2) - 1)/3",
    ),
    (
        f"{_MASS}; {_MOMENTUM}",
        _BAND,
        [("t = 0", "h = 1"), ("t = 0", "v = 2*sign(x)")],
        "min(abs(x)/t, 3)^2/9; 2/3*min(max(x/t, -3), 3)",
    ),
)
_FLOW: tuple[Stated, ...] = (
    (
        "h_t + q_x = 0; q_t + diff(q^2/h + h^2/2, x) = 0",
        _BAND,
        [("t = 0", "h = 5/8 - 3/8*sign(x)"), ("t = 0", "q = (1 + sign(x))/8")],
        "(2 - min(max(x/t, -1), 1/2))^2/9; "
        "2/27*(1 + min(max(x/t, -1), 1/2))*(2 - min(max(x/t, -1), 1/2))^2",
    ),
)
_WEIGHT: tuple[Stated, ...] = (
    (
        f"{_MASS}; diff(h*v, t) + diff(h*v^2 + g*h^2/2, x) = 0",
        _BAND,
        [("t = 0", f"h = {_DOWN}"), ("t = 0", "h*v = 0")],
        "(2*sqrt(g) - min(max(x/t, -sqrt(g)), 2*sqrt(g)))^2/(9*g); "
        "2/3*(sqrt(g) + min(max(x/t, -sqrt(g)), 2*sqrt(g)))",
    ),
)
_LAGRANGE: tuple[Stated, ...] = (
    (
        "v_t - u_x = 0; u_t + diff(1/v, x) = 0",
        _BAND,
        [("t = 0", "v = 3/2 - sign(x)/2"), ("t = 0", "u = -log(2)*(1 - sign(x))/2")],
        "1/min(max(x/t, 1/2), 1); log(min(max(x/t, 1/2), 1))",
    ),
    (
        "v_t - u_x = 0; u_t + diff(1/(3*v^3), x) = 0",
        _BAND,
        [("t = 0", "v = 3/4 - sign(x)/4"), ("t = 0", "u = 3/2 + sign(x)/2")],
        "1/sqrt(min(max(x/t, 1), 4)); sqrt(min(max(x/t, 1), 4))",
    ),
)
_GAS: tuple[Stated, ...] = (
    (
        "r_t + diff(r*v, x) = 0; diff(r*v, t) + diff(r*v^2 + 3/5*r^(5/3), x) = 0",
        _BAND,
        [("t = 0", f"r = {_DOWN}"), ("t = 0", "r*v = 0")],
        "((3 - min(max(x/t, -1), 3))/4)^3; 3/4*(1 + min(max(x/t, -1), 3))",
    ),
    (
        "r_t + diff(r*v, x) = 0; diff(r*v, t) + diff(r*v^2 + 5/7*r^(7/5), x) = 0",
        _BAND,
        [("t = 0", f"r = {_DOWN}"), ("t = 0", "r*v = 0")],
        "((5 - min(max(x/t, -1), 5))/6)^5; 5/6*(1 + min(max(x/t, -1), 5))",
    ),
    (
        "r_t + diff(r*v, x) = 0; v_t + v*v_x + r_x/r = 0",
        _BAND,
        [("t = 0", "r = (1 + exp(-1))/2 - (1 - exp(-1))/2*sign(x)"), ("t = 0", f"v = {_UP}")],
        "exp(-1 - min(max(x/t, -1), 0)); 1 + min(max(x/t, -1), 0)",
    ),
)


def attacks() -> Iterator[Attack]:
    """One law, laws with parameters, water, and gases."""
    rows: list[Stated] = [
        (law, _BAND, [("t = 0", f"u = {data}")], answer) for law, data, answer in _LAWS
    ]
    yield from stated(KIND, rows, "f'(u) = x/t between the speeds of the two states")
    yield from stated(KIND, _TILTED, "one law along the normal of the jump")
    yield from stated(KIND, _ROAD, "a queue at a green light", {"v": [1, 2], "k": [1, 3]})
    yield from stated(KIND, _FRAME, "a fan seen from a moving frame", {"c": [0, 2]})
    yield from stated(KIND, _WATER, "v + 2*sqrt(h) or v - 2*sqrt(h) is constant", None, ("h", "v"))
    yield from stated(KIND, _FLOW, "v + 2*sqrt(h) = 2, with the flow q = h*v", None, ("h", "q"))
    yield from stated(KIND, _WEIGHT, "Ritter's dam break", {"g": [1, 4]}, ("h", "v"))
    yield from stated(KIND, _LAGRANGE, "a fan of the fast family", None, ("v", "u"))
    yield from stated(KIND, _GAS, "a gas that expands", None, ("r", "v"))
