"""Answers that tend to something else than their data: the other side, sign, place or moment.

Or to nothing: they oscillate, or the limit changes with a parameter.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from attacks.cases import Box

Row = tuple[str | Sequence[str], Box, Sequence[tuple[str, str]], str, str, Mapping[str, Any] | None]
"""Equations, domain, conditions, the answer, why it is wrong, and parameters."""
_HEAT, _BURGERS = "u_t = u_xx", "u_t + u*u_x = 0"
_LINE, _HALF = {"x": (-1, 1), "t": (0, 1)}, {"x": (0, 2), "t": (0, 1)}
_CORNER = {"x": (0, 1), "y": (0, 1)}
_FACE = (("x = 0", "u = 1"), ("t = 0", "u = 0"))
_STEP, _ZERO = ("t = 0", "u = sign(x)"), ("t = 0", "u = 0")
_PRICE = "u_t + x^2*u_xx/2 = 0"
_N1, _N2 = (f"(1 + erf((log(x/k) {sign} (1 - t)/2)/sqrt(2*(1 - t))))/2" for sign in "+-")
_K: Final = MappingProxyType({"k": (0.5, 2)})
_FROM_ZERO: Final = MappingProxyType({"k": (0, 1)})
_ACROSS: Final = MappingProxyType({"k": (-1, 1)})

VALUES: Sequence[Row] = (
    (_HEAT, _LINE, (_STEP,), "-erf(x/(2*sqrt(t)))", "the limit is -sign(x)", None),
    (_HEAT, _LINE, (_STEP,), "erf((x - 1/2)/sqrt(4*t))", "the jump is at x = 1/2", None),
    (_HEAT, _LINE, (_STEP,), "(1 + erf(x/(2*sqrt(t))))/2", "0 for x < 0, not -1", None),
    (
        _HEAT,
        _LINE,
        (("t = 0", "u = 1"),),
        "erf(x/(2*sqrt(t)))",
        "right for x > 0 alone: -1 for x < 0",
        None,
    ),
    (
        _HEAT,
        _LINE,
        (("t = 0", "u = (sign(x + 1/2) - sign(x - 1/2))/2"),),
        "(erf((x + 1)/(2*sqrt(t))) - erf((x - 1)/(2*sqrt(t))))/2",
        "the slab is twice as wide: 1 on 1/2 < x < 1, not 0",
        None,
    ),
    (_HEAT, _HALF, _FACE, "1 - erf(x/(4*sqrt(t)))", "erf(x/(4√t)) solves u_t = 4·u_xx", None),
    (_HEAT, _HALF, _FACE, "1 + erf(x/(2*sqrt(t)))", "the limit at t = 0 is 2", None),
    (_HEAT, _HALF, _FACE, "erf(x/(2*sqrt(t)))", "0 and 1 are exchanged", None),
    (
        _HEAT,
        _LINE,
        (("t = 0", "u = abs(x)"),),
        "x*erf(x/(2*sqrt(t)))",
        "u_t - u_xx = -2·exp(-x²/4t)/√(πt)",
        None,
    ),
    (_HEAT, _LINE, (_ZERO,), "sign(t)", "1 for every t > 0", None),
    (
        _HEAT,
        _LINE,
        (("t = 1", "u = sign(x)"),),
        "erf(x/(2*sqrt(t)))",
        "the data are those at t = 0; at t = 1 it is erf(x/2)",
        None,
    ),
    (
        "u_t + u_xx = 0",
        _LINE,
        (("t = 0", "u = sign(x)"),),
        "erf(x/(2*sqrt(1 - t)))",
        "it tends to sign(x) at t = 1, not at t = 0",
        None,
    ),
    (_BURGERS, _LINE, (_STEP,), "min(max(x/t, -2), 2)", "the limit is 2·sign(x)", None),
    (_BURGERS, _LINE, (_STEP,), "min(max(x/t, -1), 2)", "the limit is 2 for x > 0", None),
    (_BURGERS, _LINE, (_STEP,), "min(max(x/t, 0), 1)", "the limit is 0 for x < 0", None),
    (
        _BURGERS,
        _LINE,
        (("t = 0", "u = -sign(x)"),),
        "min(max(x/t, -1), 1)",
        "the limit is sign(x)",
        None,
    ),
    (_BURGERS, _LINE, (_STEP,), "min(max(2*x/t, -1), 1)", "2x/t is no solution", None),
    (_BURGERS, _LINE, (_STEP,), "sign(x)", "a jump upwards breaks the entropy condition", None),
    (
        _BURGERS,
        _LINE,
        (("t = 1", "u = sign(x)"),),
        "min(max(x/(t - 1), -1), 1)",
        "the limit is -sign(x): the divisor is negative",
        None,
    ),
    (
        "u_t + u^2*u_x = 0",
        _LINE,
        (("t = 0", "u = (1 + sign(x))/2"),),
        "min(max(x/t, 0), 1)",
        "x/t is no solution: the fan is √(x/t)",
        None,
    ),
    ("t*u_t + x*u_x = 0", _LINE, (_ZERO,), "sin(x/t)", "it oscillates: no limit", None),
    ("t*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(x/t)", "infinite for x > 0", None),
    ("t^2*u_t = -cos(1/t)", _LINE, (_ZERO,), "sin(1/t)", "it oscillates: no limit", None),
    ("u_t = -sin(log(t))/t", _LINE, (("t = 0", "u = 1"),), "cos(log(t))", "it oscillates", None),
    ("t^2*u_t = u - 1", _LINE, (_ZERO,), "exp(1/(-t)) + 1", "the limit is 1", None),
    ("t^2*u_t + u = 0", _LINE, (_ZERO,), "exp(1/t)", "the limit from inside is infinite", None),
    (
        "u_t = k*u_xx",
        _HALF,
        _FACE,
        "1 - erf(x/(2*sqrt(k*t)))",
        "at k = 0 it is not defined",
        _FROM_ZERO,
    ),
    (_HEAT, _LINE, (_STEP,), "sign(k)*erf(x/(2*sqrt(t)))", "-sign(x) for k < 0", _ACROSS),
    (
        "t*u_t = k*u",
        _LINE,
        (_ZERO,),
        "exp(k*log(t))",
        "t^k tends to 1 for k = 0, and to infinity for k < 0",
        _ACROSS,
    ),
    (
        "t*u_t + x*u_x = 0",
        _LINE,
        (_STEP,),
        "erf(k*x/t)",
        "-sign(x) for k < 0 and 0 for k = 0",
        _ACROSS,
    ),
    (
        "t*u_t = k*u",
        _LINE,
        (_ZERO,),
        "exp(k*log(t))",
        "for k = 0 it is 1",
        _FROM_ZERO,
    ),
    (
        _PRICE,
        _HALF,
        (("t = 1", "u = max(x - 1, 0)"), ("x = 0", "u = 0")),
        f"x*{_N1} - k*{_N2}",
        "the strike is k, not 1",
        _K,
    ),
    (
        _PRICE,
        _HALF,
        (("t = 1", "u = max(k - x, 0)"), ("x = 0", "u = 0")),
        f"x*{_N1} - k*{_N2}",
        "the price of a call, not of a put",
        _K,
    ),
    (
        "u_xx + u_yy = 0",
        _CORNER,
        (("y = 0", "u = 0"), ("x = 0", "u = 1")),
        "2*atan(x/y)/pi",
        "0 and 1 are exchanged",
        None,
    ),
    (
        "u_xx + u_yy = 0",
        _CORNER,
        (("y = 0", "u = 0"), ("x = 0", "u = 1")),
        "atan(y/x)/pi",
        "the limit at x = 0 is 1/2",
        None,
    ),
    (
        "u_xx + u_yy = 0",
        _CORNER,
        (("y = 0", "u = 0"),),
        "2*atan(y/x)/pi",
        "not defined at x = 0, a face without data",
        None,
    ),
    (
        _HEAT,
        _HALF,
        (("x = 0", "u = 1"), ("t = 0", "u_x = 1")),
        "1 - erf(x/(2*sqrt(t)))",
        "u_x tends to 0, not to 1",
        None,
    ),
    (
        _HEAT,
        _LINE,
        (_STEP, ("x = 0", "u_x = 0")),
        "erf(x/(2*sqrt(t)))",
        "u_x = 1/√(πt) at x = 0",
        None,
    ),
    (
        _HEAT,
        _HALF,
        (*_FACE, ("x = 0, t = 0", "u = 1/2")),
        "1 - erf(x/(2*sqrt(t)))",
        "at the corner there is no limit",
        None,
    ),
)
