"""Data that only seem to be attained as limits, on a face where the formula of the answer ends.

Each answer solves its equation inside of the domain, or comes as near to its data as a sloppy
reading of limits would ask: it is unbounded at one point, keeps a well at a point where the data
are continuous, or tends to other data on one side.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import Attack, Box, statement
from attacks.wrong.limit_laws import LAWS
from attacks.wrong.limit_values import VALUES
from attacks.wrong.limit_wells import WELLS, Row

KIND = "limit"
_HEAT, _LINE, _HALF = "u_t = u_xx", {"x": (-1, 1), "t": (0, 1)}, {"x": (0, 2), "t": (0, 1)}
_PLANE = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
_UPPER = {"x": (-1, 1), "y": (0, 1)}
_K = {"k": (0.5, 2)}
_ZERO, _ONE, _END = ("t = 0", "u = 0"), ("t = 0", "u = 1"), ("t = 1", "u = 0")
_WALL, _SIDE, _STEP = ("y = 0", "u = 0"), ("x = 0", "u = 0"), ("t = 0", "u = sign(x)")
_KERNEL = "exp(-x^2/(4*t))"

_PEAKS: Sequence[Row] = (
    (_HEAT, _HALF, (_SIDE, _ZERO), f"x*t^(-3/2)*{_KERNEL}", "unbounded: 1/t along x = √t"),
    (_HEAT, _LINE, (_ZERO,), f"{_KERNEL}/sqrt(t)", "it tends to δ: 1/√t at x = 0"),
    (_HEAT, _LINE, (_ZERO,), f"x*t^(-3/2)*{_KERNEL}", "it tends to −δ′, off 0 to 0"),
    (_HEAT, _LINE, (_ZERO,), f"(x^2/(2*t) - 1)*t^(-3/2)*{_KERNEL}", "it tends to δ″"),
    (_HEAT, _LINE, (_STEP,), f"erf(x/(2*sqrt(t))) + {_KERNEL}/sqrt(t)", "a δ beside the step"),
    (
        _HEAT,
        _HALF,
        (("x = 0", "u = 1"), _ZERO),
        f"1 - erf(x/(2*sqrt(t))) + x*t^(-3/2)*{_KERNEL}",
        "the dipole at the corner is added to the solution",
    ),
    (
        "u_t + u_x = u_xx",
        _LINE,
        (_ZERO,),
        "exp(-(x - t)^2/(4*t))/sqrt(t)",
        "a carried δ: 1/√t along x = t",
    ),
    (
        "u_t = u_xx + u_yy",
        _PLANE,
        (_ZERO,),
        "exp(-(x^2 + y^2)/(4*t))/t",
        "it tends to δ in the plane",
    ),
    ("u_t + u_xx = 0", _LINE, (_END,), "exp(-x^2/(4*(1 - t)))/sqrt(1 - t)", "δ at the end"),
    ("u_xx + u_yy = 0", _UPPER, (_WALL,), "y/(x^2 + y^2)", "Poisson's kernel: its data are π·δ"),
    ("u_xx + u_yy = 0", _UPPER, (_WALL,), "x*y/(x^2 + y^2)^2", "its data are a multiple of δ′"),
    ("t*u_t + x*u_x = 0", _LINE, (_ZERO,), "t/x", "a pole at x = 0 for every t > 0"),
    ("2*t*u_t + x*u_x + u = 0", _LINE, (_ZERO,), "exp(-x^2/t)/sqrt(t)", "1/√t at x = 0"),
)
"""Unbounded near one point of the face; off it they tend to their data."""


def attacks() -> Iterator[Attack]:
    """Peaks, wells and poles, then answers whose limits are not the data."""
    for row in (*_PEAKS, *WELLS, *LAWS):
        yield made(*row)
    for row in VALUES:
        yield made(*row)
    yield made(
        "u_t + k*u_x^2 = 0",
        _LINE,
        (_ONE,),
        "min(x^2/(4*k*t), 1)",
        "u = 0 at x = 0 for every k; 1 is the solution",
        _K,
    )


def made(
    equations: str | Sequence[str],
    domain: Box,
    conditions: Sequence[tuple[str, str]],
    answer: str,
    reason: str,
    parameters: Mapping[str, Any] | None = None,
) -> Attack:
    """An attack with one or two unknowns."""
    formulas = dict(zip("uv", answer.split("; "), strict=False))
    stated = statement(equations, domain, conditions, parameters, tuple(formulas))
    return Attack(KIND, stated, formulas, reason)
