"""Rarefactions out of a jump: the data are attained as limits."""

from collections.abc import Iterator

from attacks.cases import PLANE, Attack, Box
from attacks.right.by_rule.rows import Stated, stated

KIND = "fan as a limit"
_BAND: Box = {"x": (-1, 1), "t": (0, 1)}
_STEP, _UP, _DOWN = "sign(x)", "(1 + sign(x))/2", "(1 - sign(x))/2"
_BURGERS = "u_t + u*u_x = 0"
_COSH = "min(max(x/t, -sinh(1)), sinh(1))"
_LAWS: tuple[tuple[str, str, str], ...] = (
    (_BURGERS, _STEP, "min(max(x/t, -1), 1)"),
    ("u_t + diff(u^2/2, x) = 0", _UP, "min(relu(x/t), 1)"),
    (_BURGERS, "2 + sign(x)", "max(min(x/t, 3), 1)"),
    ("u_t + (u + 1)*u_x = 0", _STEP, "min(max(x/t - 1, -1), 1)"),
    ("u_t + u^2*u_x = 0", _UP, "sqrt(min(relu(x/t), 1))"),
    ("u_t + u^3*u_x = 0", _STEP, "sign(x)*min(abs(x)/t, 1)^(1/3)"),
    ("u_t + diff(exp(u), x) = 0", _UP, "log(min(max(x/t, 1), exp(1)))"),
    ("u_t + diff(cosh(u), x) = 0", _STEP, f"log({_COSH} + sqrt(1 + {_COSH}^2))"),
    (
        "u_t + diff(sqrt(1 + u^2), x) = 0",
        _STEP,
        "min(max(x/t, -1/sqrt(2)), 1/sqrt(2))/sqrt(1 - min(abs(x)/t, 1/sqrt(2))^2)",
    ),
    ("u_t + diff(u*(1 - u), x) = 0", _DOWN, "(1 - min(max(x/t, -1), 1))/2"),
    (
        "u_t - diff(u*log(u), x) = 0",
        "(1 + exp(-1))/2 - (1 - exp(-1))/2*sign(x)",
        "exp(-1 - min(max(x/t, -1), 0))",
    ),
    ("u_t + diff(u/(2 - u), x) = 0", _UP, "2 - sqrt(2/min(max(x/t, 1/2), 2))"),
    ("u_t + diff(2*u/(1 + u), x) = 0", _DOWN, "sqrt(2/min(max(x/t, 1/2), 2)) - 1"),
    (
        _BURGERS,
        "(sign(x) + sign(x - 1))/2",
        "min(max(x/t, -1), 0) + min(max((x - 1)/t, 0), 1)",
    ),
    (
        _BURGERS,
        "(1 + sign(x))*(1 + sign(1 - x))/4",
        "min(relu(x/t), 1)*(1 + sign(1 + t/2 - x))/2",
    ),
    (
        "u_t + u*u_x = -u",
        _STEP,
        "min(max(x/(exp(t) - 1), -exp(-t)), exp(-t))",
    ),
    ("u_t + u*u_x = 1", _STEP, "t + min(max(x/t - t/2, -1), 1)"),
    ("u_t + (1 + 2*t)*u*u_x = 0", _STEP, "min(max(x/(t + t^2), -1), 1)"),
    ("u_t + u_x^2/2 = 0", "abs(x)", "min(abs(x), t)^2/(2*t) + relu(abs(x) - t)"),
)
_FULL: tuple[Stated, ...] = (
    (_BURGERS, {"x": (0, 2), "t": (0, 1)}, [("t = 0", "u = 1"), ("x = 0", "u = 0")], "min(x/t, 1)"),
    (
        "u_t + u*u_x + u*u_y = 0",
        {**PLANE, "t": (0, 1)},
        [("t = 0", "u = sign(x + y)")],
        "min(max((x + y)/(2*t), -1), 1)",
    ),
    (
        _BURGERS,
        {"x": (-1, 1), "t": (1, 2)},
        [("t = 1", "u = x*(1 + sign(1 - x^2))/2")],
        "x/t*(1 + sign(t - x^2))/2",
    ),
    (
        _BURGERS,
        {"x": (-1, 1), "t": (1, 2)},
        [("t = 1", "u = relu(x)*(1 + sign(1 - x))/2")],
        "relu(x)/t*(1 + sign(sqrt(t) - x))/2",
    ),
)
_SPEED: tuple[Stated, ...] = (
    (
        "u_t + diff(v*u*(1 - u), x) = 0",
        _BAND,
        [("t = 0", f"u = {_DOWN}")],
        "(1 - min(max(x/(v*t), -1), 1))/2",
    ),
)
_MASS = "h_t + diff(h*v, x) = 0"
_MOMENTUM = "diff(h*v, t) + diff(h*v^2 + h^2/2, x) = 0"
_WATER: tuple[Stated, ...] = (
    (
        f"{_MASS}; {_MOMENTUM}",
        _BAND,
        [("t = 0", f"h = {_DOWN}"), ("t = 0", "h*v = 0")],
        "(2 - min(max(x/t, -1), 2))^2/9; 2/3*(1 + min(max(x/t, -1), 2))",
    ),
    (
        f"{_MASS}; v_t + v*v_x + h_x = 0",
        _BAND,
        [("t = 0", f"h = {_DOWN}"), ("t = 0", "v = 1 + sign(x)")],
        "(2 - min(max(x/t, -1), 2))^2/9; 2/3*(1 + min(max(x/t, -1), 2))",
    ),
    (
        f"{_MASS}; diff(h*v, t) + diff(h*v^2 + 2*h^2, x) = 0",
        _BAND,
        [("t = 0", f"h = {_DOWN}"), ("t = 0", "v = 2 + 2*sign(x)")],
        "(4 - min(max(x/t, -2), 4))^2/36; 2/3*(2 + min(max(x/t, -2), 4))",
    ),
    (
        f"{_MASS}; {_MOMENTUM}",
        _BAND,
        [("t = 0", "h = 5/8 - 3/8*sign(x)"), ("t = 0", f"v = {_UP}")],
        "(2 - min(max(x/t, -1), 1/2))^2/9; 2/3*(1 + min(max(x/t, -1), 1/2))",
    ),
    (
        f"{_MASS}; diff(h*v, t) + diff(h*v^2 + h^3/3, x) = 0",
        _BAND,
        [("t = 0", f"h = {_DOWN}"), ("t = 0", f"v = {_UP}")],
        "(1 - min(max(x/t, -1), 1))/2; (1 + min(max(x/t, -1), 1))/2",
    ),
)


def attacks() -> Iterator[Attack]:
    """One law, laws with parameters and walls, and shallow water."""
    rows: list[Stated] = [
        (law, _BAND, [("t = 0", f"u = {data}")], answer) for law, data, answer in _LAWS
    ]
    yield from stated(KIND, rows, "the fan of characteristics that leave the jump")
    yield from stated(KIND, _FULL, "x/t, cut by its states or by shocks")
    yield from stated(KIND, _SPEED, "a queue that dissolves", {"v": [1, 2]})
    yield from stated(KIND, _WATER, "one invariant of Riemann's is constant", None, ("h", "v"))
