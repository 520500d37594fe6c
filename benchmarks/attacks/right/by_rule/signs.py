"""A sign before what vanishes with it: soft thresholds and odd powers."""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, Attack
from attacks.right.by_rule.rows import Started, Stated, bounded, started, stated

KIND = "joined sign"
_POWERS: tuple[Started, ...] = (
    ("u_x = 2*abs(x)", "sign(x)*x^2"),
    ("u_xx = 2*sign(x)", "sign(x)*x^2"),
    ("x*u_xx = u_x", "sign(x)*x^2"),
    ("u_x = 3*x^2", "sign(x)*abs(x)^3"),
    ("u_x = 4*abs(x)^3", "sign(x)*x^4"),
    ("u_xxx = 24*abs(x)", "sign(x)*x^4"),
    ("u_x = 3/2*sqrt(abs(x))", "sign(x)*abs(x)^(3/2)"),
    ("u_x = 4/3*abs(x)^(1/3)", "sign(x)*abs(x)^(4/3)"),
    ("x*u_x = 5/2*u", "sign(x)*abs(x)^(5/2)"),
    ("x*u_x = 7/3*u", "sign(x)*abs(x)^(7/3)"),
    ("u_x = 2*a*abs(x)", "a*sign(x)*x^2", LINE, {"a": [1, 2]}),
    ("diff(abs(u_x)*u_x, x) = sign(x)", "2/3*sign(x)*abs(x)^(3/2)"),
    ("diff(abs(u)*u, x, 2) = 0", "sign(x)*sqrt(abs(x))"),
    ("diff(u^3, x) = 1", "sign(x)*abs(x)^(1/3)"),
    ("u_x = 2*relu(abs(x) - 1/2)", "sign(x)*relu(abs(x) - 1/2)^2"),
    ("u_x = 2*sqrt(abs(u))", "sign(x)*relu(abs(x) - 1/2)^2"),
    ("x*u_x + y*u_y = 2*u", "sign(x - y)*(x - y)^2", PLANE),
    ("u_xx + u_yy = 2*sign(x) + 2*sign(y)", "sign(x)*x^2 + sign(y)*y^2", PLANE),
    ("u_x - u_y = 0", "sign(x + y)*relu(abs(x + y) - 1/3)", PLANE),
    ("u_x = exp(abs(x))", "sign(x)*(exp(abs(x)) - 1)"),
    ("u_x = 1/(1 + abs(x))", "sign(x)*log(1 + abs(x))"),
)
_CARRIED: tuple[Started, ...] = (
    ("u_t + u_x = 0", "sign(x - t)*relu(abs(x - t) - 1/2)"),
    ("u_t + u*u_x = 0", "sign(x)*relu(abs(x) - 1/2)/(1 + t)"),
    ("u_t + u*u_x = 0", "sign(x)*min(abs(x)/(1 + t), 1)"),
    ("u_t + x*u_x = 0", "sign(x)*abs(x)^(3/2)*exp(-3*t/2)"),
    ("u_t + x*u_x = 0", "sign(x)*relu(abs(x)*exp(-t) - 1/2)"),
    ("u_t + abs(u_x) = 0", "sign(x - t)*relu(abs(x - t) - 1/2)"),
    ("u_t + u_x + u_y = 0", "sign(x - t)*(x - t)^2 + sign(y - t)*(y - t)^2", PLANE),
    ("u_t = u_xx - 2*sign(x)", "sign(x)*x^2"),
    ("u_tt = u_xx", "sign(x - t)*(x - t)^2"),
    ("u_tt = 4*u_xx", "sign(x + 2*t)*relu(abs(x + 2*t) - 1/3)"),
    ("u_t + c*u_x = 0", "sign(x - c*t)*min(abs(x - c*t), 1)", LINE, {"c": [-1, 1]}),
)
_ALONE: tuple[Stated, ...] = (
    ("u_t = 2*sqrt(abs(u))", {"t": (0, 2)}, [("t = 0", "u = -1")], "sign(t - 1)*(t - 1)^2"),
    (
        "u_t = 3*(u^2)^(1/3)",
        {"t": (0, 2)},
        [("t = 0", "u = -1")],
        "sign(t - 1)*abs(t - 1)^3",
    ),
)


def attacks() -> Iterator[Attack]:
    """Powers, thresholds, and both carried along."""
    reason = "both sides tend to 0 where the sign changes"
    yield from bounded(KIND, _POWERS, reason)
    yield from started(KIND, _CARRIED, reason)
    yield from stated(KIND, _ALONE, reason)
