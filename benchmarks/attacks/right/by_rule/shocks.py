"""Shocks of laws with a source, and of fluxes other than u^2/2."""

from collections.abc import Iterator

from attacks.cases import LINE, Attack, cauchy
from attacks.right.by_rule.rows import Started, Stated, right, started, stated

KIND = "shock with a source"
_BURGERS = "u_t + u*u_x"
_SOURCES: tuple[Started, ...] = (
    (f"{_BURGERS} = 1", "t - sign(x - t^2/2)"),
    ("u_t + diff(u^2/2, x) = -u", "exp(-t)*(1 - sign(x - 1 + exp(-t)))"),
    (f"{_BURGERS} = u", "exp(t)*(1 - sign(x + 1 - exp(t)))"),
    (f"{_BURGERS} = -2*u", "-exp(-2*t)*sign(x)"),
    (f"{_BURGERS} = x", "-sign(x)*sqrt(1 + x^2)"),
    (f"{_BURGERS} = sin(x)*cos(x)", "-sign(x)*sqrt(1 + sin(x)^2)"),
    (f"{_BURGERS} = exp(x)", "-sign(x)*sqrt(2*exp(x))"),
    (f"{_BURGERS} = cos(t)", "sin(t) - sign(x - 1 + cos(t))"),
    (f"{_BURGERS} = u - u^3", "-sign(x)"),
    ("u_t + diff(u^2/2, x) = u*(1 - u)", "(1 - sign(x - t/2))/2"),
    (f"{_BURGERS} = 1 - u^2", "-sign(x)"),
    (f"{_BURGERS} = sin(pi*u)", "2 - sign(x - 2*t)"),
    (f"{_BURGERS} = -u^2", "(1 - sign(x - log(1 + t)/2))/(2*(1 + t))"),
    (
        f"{_BURGERS} = -u",
        "exp(-t)*x/(2 - exp(-t))*(1 + sign(2 - exp(-t) - x^2))/2",
    ),
    ("u_t + u^3*u_x = -u", "exp(-t)*(1 - sign(x - 2/3*(1 - exp(-3*t))))"),
    ("u_t + diff(u*(1 - u), x) = 0", "1/2 + sign(x)/4"),
    ("u_t + diff(u*(1 - u), x) = 0", "(1 + sign(x - t/2))/4"),
    ("u_t + diff(u*(1 - u), x) = u*(1/2 - u)", "(1 + sign(x - t/2))/4"),
    ("u_t + diff(u^4/4, x) = 0", "(1 - sign(x - t/4))/2"),
    ("u_t + diff(u^4, x) = 0", "-sign(x)"),
    ("u_t + diff(exp(u), x) = 0", "(1 - sign(x - (exp(1) - 1)*t))/2"),
    ("u_t + diff(cosh(u), x) = 0", "(1 - sign(x - (cosh(1) - 1)*t))/2"),
    ("u_t + diff(log(1 + exp(u)), x) = 0", "(1 - sign(x - log((1 + exp(1))/2)*t))/2"),
    ("u_t + diff(sqrt(1 + u^2), x) = 0", "(1 - sign(x - (sqrt(2) - 1)*t))/2"),
    ("u_t + diff(a*u^2, x) = 0", "(1 - sign(x - a*t))/2", LINE, {"a": [0.5, 2]}),
    (f"{_BURGERS} = g", "g*t - sign(x - g*t^2/2)", LINE, {"g": [-1, 1]}),
    (f"{_BURGERS} = -k*u", "-exp(-k*t)*sign(x)", LINE, {"k": [0.5, 2]}),
    ("u_t + u^2*u_x = 0", "(1 - sign(x - t/3))/2"),
    ("u_t + diff(u/(2 - u), x) = 0", "(1 - sign(x - t))/2"),
    (
        "u_t - diff(u*log(u), x) = 0",
        "(1 + exp(-1))/2 + (1 - exp(-1))/2*sign(x + t/(exp(1) - 1))",
    ),
    ("u_t + (1 + 2*t)*u*u_x = 0", "(1 - sign(x - (t + t^2)/2))/2"),
    (f"{_BURGERS} = 0", "relu(x)/(1 + t)*(1 + sign(sqrt(1 + t) - x))/2"),
)
_PAIRS: tuple[Stated, ...] = (
    (
        f"{_BURGERS} = 0",
        {"x": (0, 2), "t": (0, 1)},
        [("t = 0", "u = 0"), ("x = 0", "u = 1")],
        "(1 - sign(x - t/2))/2",
    ),
)


def attacks() -> Iterator[Attack]:
    """Each moves with the speed of Rankine and Hugoniot, and characteristics run into it."""
    reason = "Rankine and Hugoniot's speed, and characteristics that run in"
    yield from started(KIND, _SOURCES, reason)
    yield from stated(KIND, _PAIRS, reason)
    pair = "1 - sign(x + 1 - 3*t/2)/2 - sign(x - t/2)/2"
    made = cauchy(f"{_BURGERS} = 0", pair, time=(0, "1/2"))
    yield right(KIND, made, pair, "two shocks before they meet")
