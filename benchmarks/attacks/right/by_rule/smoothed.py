"""Data that diffusion smooths at once: steps, ramps, faces that are heated, options."""

from collections.abc import Iterator

from attacks.cases import PLANE, SPACE, Attack, Box
from attacks.right.by_rule.rows import Stated, stated

KIND = "smoothed data"
_BAND: Box = {"x": (-1, 1), "t": (0, 1)}
_HALF: Box = {"x": (0, 2), "t": (0, 1)}
_OUTSIDE: Box = {"x": (1, 2), "t": (0, 1)}
_ERF, _BELL = "erf(x/(2*sqrt(t)))", "exp(-x^2/(4*t))"
_COLD, _HOT = ("t = 0", "u = 0"), ("x = 0", "u = 1")
_HEAT = "u_t = u_xx"
_LINES: tuple[Stated, ...] = (
    (_HEAT, _BAND, [("t = 0", "u = sign(x)")], _ERF),
    (
        _HEAT,
        _BAND,
        [("t = 0", "u = (sign(1 - x) + sign(1 + x))/2")],
        "(erf((1 - x)/(2*sqrt(t))) + erf((1 + x)/(2*sqrt(t))))/2",
    ),
    ("u_t + u_x = u_xx", _BAND, [("t = 0", "u = sign(x)")], "erf((x - t)/(2*sqrt(t)))"),
    ("u_t = u_xx - u", _BAND, [("t = 0", "u = sign(x)")], f"exp(-t)*{_ERF}"),
    ("u_t = u_xx + 1", _BAND, [("t = 0", "u = sign(x)")], f"{_ERF} + t"),
    ("u_t = 2*t*u_xx", _BAND, [("t = 0", "u = sign(x)")], "erf(x/(2*t))"),
    (
        "u_t = u_xx - x*u_x",
        _BAND,
        [("t = 0", "u = sign(x)")],
        "erf(x*exp(-t)/sqrt(2*(1 - exp(-2*t))))",
    ),
    (_HEAT, _BAND, [("t = 0", "u = abs(x)")], f"x*{_ERF} + 2*sqrt(t/pi)*{_BELL}"),
    (_HEAT, _BAND, [("t = 0", "u = relu(x)")], f"(x + x*{_ERF})/2 + sqrt(t/pi)*{_BELL}"),
    (
        "u_t = u_xx + u_yy",
        {**PLANE, "t": (0, 1)},
        [("t = 0", "u = sign(x)*sign(y)")],
        f"{_ERF}*erf(y/(2*sqrt(t)))",
    ),
)
_FACES: tuple[Stated, ...] = (
    (_HEAT, _HALF, [_COLD, _HOT], f"1 - {_ERF}"),
    (_HEAT, _HALF, [("t = 0", "u = 1"), ("x = 0", "u = 0")], _ERF),
    (
        "u_t + u_x = u_xx",
        _HALF,
        [_COLD, _HOT],
        "(1 - erf((x - t)/(2*sqrt(t))) + exp(x)*(1 - erf((x + t)/(2*sqrt(t)))))/2",
    ),
    (
        "u_t = u_xx - u",
        _HALF,
        [_COLD, _HOT],
        "(exp(-x)*(1 - erf(x/(2*sqrt(t)) - sqrt(t)))"
        " + exp(x)*(1 - erf(x/(2*sqrt(t)) + sqrt(t))))/2",
    ),
    (
        _HEAT,
        _HALF,
        [_COLD, ("x = 0", "u_x = -1")],
        f"2*sqrt(t/pi)*{_BELL} - x*(1 - {_ERF})",
    ),
    (
        _HEAT,
        _HALF,
        [_COLD, ("x = 0", "u_x = u - 1")],
        f"1 - {_ERF} - exp(x + t)*(1 - erf(x/(2*sqrt(t)) + sqrt(t)))",
    ),
    (
        _HEAT,
        _HALF,
        [_COLD, ("x = 0", "u = t")],
        f"(t + x^2/2)*(1 - {_ERF}) - x*sqrt(t/pi)*{_BELL}",
    ),
    (
        _HEAT,
        _HALF,
        [_COLD, ("x = 0", "u = sqrt(t)")],
        f"sqrt(t)*{_BELL} - sqrt(pi)/2*x*(1 - {_ERF})",
    ),
    (
        "u_t = u_xx + u_yy",
        {"x": (0, 1), "y": (0, 1), "t": (0, 1)},
        [("t = 0", "u = 1"), ("x = 0", "u = 0"), ("y = 0", "u = 0")],
        f"{_ERF}*erf(y/(2*sqrt(t)))",
    ),
    (
        "u_t = u_xx + u_yy + u_zz",
        {**dict.fromkeys(SPACE, (0, 1)), "t": (0, 1)},
        [("t = 0", "u = 1"), ("x = 0", "u = 0"), ("y = 0", "u = 0"), ("z = 0", "u = 0")],
        f"{_ERF}*erf(y/(2*sqrt(t)))*erf(z/(2*sqrt(t)))",
    ),
    (
        "u_t = u_rr + 2/r*u_r",
        {"r": (1, 3), "t": (0, 1)},
        [_COLD, ("r = 1", "u = 1")],
        "(1 - erf((r - 1)/(2*sqrt(t))))/r",
    ),
    (
        _HEAT,
        _OUTSIDE,
        [_COLD, ("x = 1", "u = exp(-1/(4*t))/sqrt(t)"), ("x = 2", "u = exp(-1/t)/sqrt(t)")],
        f"{_BELL}/sqrt(t)",
    ),
    (
        _HEAT,
        _OUTSIDE,
        [_COLD, ("x = 1", "u = exp(-1/(4*t))/t^(3/2)")],
        f"x*{_BELL}/t^(3/2)",
    ),
    (
        "u_t = u_rr + u_r/r",
        {"r": (1, 2), "t": (0, 1)},
        [_COLD, ("r = 1", "u = exp(-1/(4*t))/t"), ("r = 2", "u = exp(-1/t)/t")],
        "exp(-r^2/(4*t))/t",
    ),
    (
        "u_t = u_rr + 2/r*u_r",
        {"r": (1, 2), "t": (0, 1)},
        [_COLD, ("r = 1", "u = exp(-1/(4*t))/t^(3/2)")],
        "exp(-r^2/(4*t))/t^(3/2)",
    ),
    (
        "u_x = u_yy",
        {"x": (0, 1), "y": (0, 1)},
        [("x = 0", "u = 1"), ("y = 0", "u = 0")],
        "erf(y/(2*sqrt(x)))",
    ),
    (
        "u_xx + u_yy = 0",
        {"x": (-1, 1), "y": (0, 1)},
        [("y = 0", "u = sign(x)")],
        "2/pi*atan(x/y)",
    ),
)
_SPREAD: tuple[Stated, ...] = (
    ("u_t = k*u_xx", _BAND, [("t = 0", "u = sign(x)")], "erf(x/(2*sqrt(k*t)))"),
    (
        "u_t = k*u_yy",
        {"y": (0, 2), "t": (0, 1)},
        [_COLD, ("y = 0", "u = 3")],
        "3*(1 - erf(y/(2*sqrt(k*t))))",
    ),
)


def _normal(argument: str) -> str:
    return f"(1 + erf(({argument})/sqrt(2)))/2"


def _call(price: str) -> str:
    """A call at strike 1, volatility 1, no interest, expiry 1."""
    root = "sqrt(1 - t)"
    up, down = (_normal(f"(log({price}) {sign} (1 - t)/2)/{root}") for sign in "+-")
    return f"({price})*{up} - {down}"


_STOCK: Box = {"s": (0, 2), "t": (0, 1)}
_LOG: Box = {"x": (-1, 1), "t": (0, 1)}
_MARKET, _PLAIN = "u_t + s^2*u_ss/2 = 0", "u_t + u_xx/2 = 0"
_TAIL = "sqrt((1 - t)/(2*pi))*exp(-x^2/(2*(1 - t)))"
_CARRY = "u_t + u_xx/2 - u_x/2 = 0"
_OPTIONS: tuple[Stated, ...] = (
    (_MARKET, _STOCK, [("t = 1", "u = max(s - 1, 0)"), ("s = 0", "u = 0")], _call("s")),
    (
        _MARKET,
        _STOCK,
        [("t = 1", "u = max(1 - s, 0)"), ("s = 0", "u = 1")],
        f"{_call('s')} - s + 1",
    ),
    (
        _MARKET,
        _STOCK,
        [("t = 1", "u = (1 + sign(s - 1))/2"), ("s = 0", "u = 0")],
        _normal("(log(s) - (1 - t)/2)/sqrt(1 - t)"),
    ),
    (
        _MARKET,
        {"s": (0.5, 2), "t": (0, 1)},
        [("t = 1", "u = max(s - 1, 0)"), ("s = 0.5", "u = 0")],
        f"{_call('s')} - 2*s*({_call('1/(4*s)')})",
    ),
    (_CARRY, _LOG, [("t = 1", "u = relu(exp(x) - 1)")], _call("exp(x)")),
    (
        "u_t + u_xx/2 + u_x/2 - u = 0",
        _LOG,
        [("t = 1", "u = (1 + sign(x))/2")],
        f"exp(t - 1)*{_normal('(x + (1 - t)/2)/sqrt(1 - t)')}",
    ),
    (_PLAIN, _LOG, [("t = 1", "u = relu(x)")], f"x*{_normal('x/sqrt(1 - t)')} + {_TAIL}"),
    (_PLAIN, _LOG, [("t = 1", "u = (1 + sign(x))/2")], _normal("x/sqrt(1 - t)")),
    (
        _PLAIN,
        _HALF,
        [("t = 1", "u = x"), ("x = 0", "u = 1")],
        f"x + 2 - 2*{_normal('x/sqrt(1 - t)')}",
    ),
)
"""In the market of Black and Scholes, in its logarithm, and in Bachelier's."""


def attacks() -> Iterator[Attack]:
    """On lines, with faces, with parameters, and options."""
    yield from stated(KIND, _LINES, "the heat kernel over the data")
    yield from stated(KIND, _FACES, "a half-space with a face that is kept, heated or cooled")
    yield from stated(KIND, _SPREAD, "a similarity solution", {"k": [0.5, 2]})
    yield from stated(KIND, _OPTIONS, "the expectation of the payoff")
