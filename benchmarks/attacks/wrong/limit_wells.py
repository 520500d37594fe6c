"""Bounded answers with a value at one point of a face that the data do not have there.

Off that point each tends to its data. For equations that are not linear, of higher order, or that
degenerate at the point, this is not to attain the data: there is another solution that does.
"""

from collections.abc import Sequence

from attacks.cases import Box

_LINE = {"x": (-1, 1), "t": (0, 1)}
_PLANE = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
_UPPER, _CORNER = {"x": (-1, 1), "y": (0, 1)}, {"x": (0, 1), "y": (0, 1)}
_QUARTER = {"x": (0, 1), "t": (0, 1)}
_ZERO, _ONE, _END = ("t = 0", "u = 0"), ("t = 0", "u = 1"), ("t = 1", "u = 0")
_WALL, _SIDE, _STEP = ("y = 0", "u = 0"), ("x = 0", "u = 0"), ("t = 0", "u = sign(x)")
_KERNEL = "exp(-x^2/(4*t))"
_PLATE = "u_xxxx + 2*u_xxyy + u_yyyy = 0"
_WELL = "1/(1 + (x/t)^2)"
_FAN = ("cos(pi*v/2)*v_t + sin(pi*v/2)*v_x = 0", "cos(pi*v/2)*u_t + sin(pi*v/2)*u_x = 0")

Row = tuple[str | Sequence[str], Box, Sequence[tuple[str, str]], str, str]
"""Equations, domain, conditions, the answer (u; v) and why it is wrong."""

_NONLINEAR: Sequence[Row] = (
    ("u_t + u_x^2 = 0", _LINE, (_ONE,), "min(x^2/(4*t), 1)", "u = 0 at x = 0; 1 is the solution"),
    (
        "u_t + u_x^2 = 0",
        _LINE,
        (_ONE,),
        "min((x - 1/2)^2/(4*t), (x + 1/2)^2/(4*t), 1)",
        "u = 0 at x = 1/2; 1 is the solution",
    ),
    (
        "u_t + u_x^2 = 0",
        _LINE,
        (("t = 0", "u = 1 + 0*sign(x)"),),
        "min(x^2/(4*t), 1)",
        "u = 0 at x = 0, and the data do not jump there",
    ),
    ("u_t = u_x^2", _LINE, (("t = 0", "u = -1"),), "max(-x^2/(4*t), -1)", "u = 0 at x = 0"),
    (
        "u_t + u_x^2 = 0",
        _LINE,
        (_STEP,),
        "min(min(max(x, 0)^2/(4*t) - 1, 1), x^2/(4*t) - 5)",
        "the well of depth 5 at x = 0 has no data",
    ),
    (
        "u_t + u_x^2 + u_y^2 = 0",
        _PLANE,
        (_ONE,),
        "min((x^2 + y^2)/(4*t), 1)",
        "u = 0 at the origin; 1 is the solution",
    ),
    ("u_t = u_x^2", _LINE, (("t = 1", "u = 1"),), "min(x^2/(4 - 4*t), 1)", "u = 0 at x = 0"),
    ("4*(1 - u)^2*u_t + u_x^2 = 0", _LINE, (_ONE,), "1 - 1/(1 + x^2/t)", "u = 0 at x = 0"),
    (
        ("4*(1 - u)^2*u_t + v*u_x = 0", "v = u_x"),
        _LINE,
        (("t = 0", "u = 1 + 0*sign(x)"),),
        "1 - 1/(1 + x^2/t); 2*x*t/(x^2 + t)^2",
        "u = 0 at x = 0; u_x² is written with a second unknown",
    ),
    (
        "u*(t*u_t + x*u_x) = 0",
        _LINE,
        (("t = 0", "u = 0*sign(x)"),),
        "exp(-x^2/t^2)",
        "u = 1 at x = 0, and the data do not jump there",
    ),
    (
        "u*(t*u_t + x*u_x) = 0",
        _LINE,
        (("t = 0", "u = sign(x) - sign(x)"),),
        _WELL,
        "u = 1 at x = 0, and the data do not jump there",
    ),
    (
        _FAN,
        _LINE,
        (("t = 0", "v = sign(x)"), _ZERO),
        f"{_WELL}; 2*atan(x/t)/pi",
        "u = 1 at x = 0: it is v that jumps there; 0 is carried by every v",
    ),
    (
        "u*(t*u_t + x*u_x) = 0",
        _QUARTER,
        (_ZERO, _SIDE),
        "exp(-x/t - t/x)",
        "u = exp(-2) along x = t, into a corner at which the data are 0",
    ),
    (
        _FAN,
        _QUARTER,
        (_ZERO, _SIDE, ("t = 0", "v = 1"), ("x = 0", "v = 0")),
        "sin(atan(x/t) + pi/2 - atan(t/x)); 1/2 + (atan(x/t) - atan(t/x))/pi",
        "u = 1 along x = t, into a corner at which the data are 0",
    ),
    (
        ("(1 - v)*v_t + v*v_x = 0", "(1 - v)*u_t + v*u_x = 0"),
        _QUARTER,
        (_ZERO, _SIDE, ("t = 0", "v = 1"), ("x = 0", "v = 0")),
        "exp(-x/t - t/x); 1/(1 + t/x)",
        "u = exp(-2) along x = t, into a corner at which its data are 0; v carries 0 to 0",
    ),
)
"""A value at one point of the face that the data do not have; nonlinear equations."""

_DEGENERATE: Sequence[Row] = (
    ("2*t*u_t = 2*t*u_xx + u", _LINE, (_ZERO,), _KERNEL, "u = 1 at x = 0 for every t > 0"),
    ("u_t = u_xx + u/(2*t)", _LINE, (_ZERO,), _KERNEL, "u = 1 at x = 0 for every t > 0"),
    ("t*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(-x^2/t^2)", "u = 1 at x = 0 for every t > 0"),
    ("u_t + x*u_x/t = 0", _LINE, (_ZERO,), _WELL, "u = 1 at x = 0 for every t > 0"),
    ("2*t*u_t + x*u_x = 0", _LINE, (_ONE,), "1 - exp(-x^2/t)", "u = 0 at x = 0 for every t > 0"),
    (
        "t*u_t + (x - 1/2)*u_x = 0",
        _LINE,
        (_ZERO,),
        "1/cosh((x - 1/2)/t)",
        "u = 1 at x = 1/2 for every t > 0",
    ),
    (
        "t*u_t + x*u_x = x",
        _LINE,
        (("t = 0", "u = x"),),
        f"x + {_WELL}",
        "u = 1 at x = 0, where the data are 0",
    ),
    (
        "t*u_t + x*u_x + y*u_y = 0",
        _PLANE,
        (_ZERO,),
        "exp(-(x^2 + y^2)/t^2)",
        "u = 1 at the origin for every t > 0",
    ),
    ("x*u_x + y*u_y = 0", _UPPER, (_WALL,), "1/(1 + (x/y)^2)", "u = 1 at x = 0 for every y > 0"),
    (
        "(x^2 + y^2)*(u_xx + u_yy) + u = 0",
        _UPPER,
        (_WALL,),
        "1/sqrt(1 + (x/y)^2)",
        "u = 1 at x = 0 for every y > 0",
    ),
    (
        "(x^2 + y^2)*(u_xx + u_yy) + 4*u = 2",
        _UPPER,
        (_WALL,),
        "1/(1 + (x/y)^2)",
        "u = 1 at x = 0 for every y > 0",
    ),
    (
        "(1 - t)*u_t = x*u_x",
        _LINE,
        (_END,),
        "exp(-x^2/(1 - t)^2)",
        "u = 1 at x = 0 for every t < 1",
    ),
)
"""Linear, but what multiplies the highest derivatives vanishes where the set is left out."""

_HIGHER: Sequence[Row] = (
    (_PLATE, _UPPER, (_WALL,), "1/(1 + (x/y)^2)", "u = 1 at x = 0 for every y > 0"),
    (
        "u_xxxx + 2*u_xxtt + u_tttt = 0",
        _LINE,
        (_ZERO,),
        _WELL,
        "the plate with t for y: u = 1 at x = 0 for every t > 0",
    ),
    (
        ("u_xx + u_yy = v", "v_xx + v_yy = 0"),
        _UPPER,
        (_WALL,),
        "1/(1 + (x/y)^2); 2*(x^2 - y^2)/(x^2 + y^2)^2",
        "the plate as two equations of order two: u = 1 at x = 0",
    ),
    (
        _PLATE,
        _UPPER,
        (("y = 0", "u = 0*sign(x)"),),
        "1/(1 + (x/y)^2)",
        "u = 1 at x = 0, and the data do not jump there",
    ),
    (
        _PLATE,
        _CORNER,
        (_WALL, _SIDE),
        "sin(atan(x/y) + pi/2 - atan(y/x))",
        "u = 1 along x = y, into a corner at which the data are 0",
    ),
    (
        ("u_xx - u_yy - 2*v_xy = 0", "v_xx - v_yy + 2*u_xy = 0"),
        _UPPER,
        (("y = 0", "u = 1"), ("y = 0", "v = 0")),
        "1 - 2/(1 + (x/y)^2); -sin(2*atan(y/x))",
        "v is not defined at x = 0, and u = -1 there; Bitsadze's equation",
    ),
    (
        ("u_xx - u_yy - 2*v_xy = 0", "v_xx - v_yy + 2*u_xy = 0"),
        _UPPER,
        (("y = 0", "u = 1"), ("y = 0", "v = 0")),
        "1 - 2/(1 + (x/y)^2); -sin(2*atan(x/y))",
        "u = -1 at x = 0 for every y > 0; Bitsadze's equation",
    ),
    (
        "u_tt - 2*u_txx + u_xxxx = 0",
        _LINE,
        (_ZERO,),
        f"x*{_KERNEL}/sqrt(t)",
        "u = exp(-1/4) along x = √t, into a point at which the data are 0",
    ),
)
"""More solutions than those of order two have: bounded ones with a well on the wall."""

_POLES: Sequence[Row] = (
    (
        ("u_t = -u^2", "v_t = u_x"),
        _LINE,
        (("t = 1", "u = 1"), ("t = 0", "v = 0")),
        "1/t; 0",
        "u is infinite on a face of the domain, on which v alone has data",
    ),
    (
        ("u_t = u_xx", "v_t = v_xx"),
        _LINE,
        (("t = 1", f"u = {_KERNEL.replace('t', '1')}"), ("t = 0", "v = 1")),
        f"{_KERNEL}/sqrt(t); erf(x/(2*sqrt(t)))",
        "v tends to sign(x), not to 1",
    ),
)
"""Another unknown's data are stated where one has none and no values."""

WELLS: Sequence[Row] = (*_NONLINEAR, *_DEGENERATE, *_HIGHER, *_POLES)
