"""Kinks of Hamilton-Jacobi equations that contain u, and kinks on curves of second degree."""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, SPACE, Attack, Box
from attacks.right.by_rule.rows import Started, Stated, bounded, started, stated

WITH_U, ROUND = "Hamiltonian with u", "round kink"
_STILL: tuple[Started, ...] = (
    ("u + abs(u_x) = 1", "1 - exp(abs(x) - 1)"),
    ("u + 2*abs(u_x) = 1", "1 - exp((abs(x) - 1)/2)"),
    ("u + u_x^2 = 1", "1 - (abs(x) + 1)^2/4"),
    ("u + abs(u_x) = 2 - abs(x)", "1 - abs(x)"),
    ("u - abs(u_x) = -1", "exp(abs(x) - 1) - 1"),
    ("k*u + abs(u_x) = 1", "(1 - exp(k*(abs(x) - 1)))/k", LINE, {"k": [0.5, 2]}),
    ("u + exp(abs(u_x)) = exp(1) - abs(x)", "-abs(x)"),
    ("u^2 + u_x^2 = 1", "cos(abs(x) + 1/4)"),
    ("u*abs(u_x) = 1/2", "sqrt(2 - abs(x))"),
    ("max(abs(u_x) - 1, u - 1/2) = 0", "min(1 - abs(x), 1/2)"),
    ("u + sqrt(u_x^2 + u_y^2) = 1", "1 - exp(abs(x) - 1)", PLANE),
    ("u + sqrt(u_x^2 + u_y^2) = 1", "1 - exp(abs(3*x/5 + 4*y/5) - 2)", PLANE),
    ("u + max(abs(u_x), abs(u_y)) = 1", "1 - exp(max(abs(x), abs(y)) - 1)", PLANE),
    ("u + abs(u_x) + abs(u_y) = 1", "1 - exp(max(abs(x), abs(y)) - 1)", PLANE),
    ("u + u_x^2 + u_y^2 = 2", "2 - (abs(x) + 1)^2/4 - (abs(y) + 1)^2/4", PLANE),
)
_RUNNING: tuple[Started, ...] = (
    ("u_t + u + abs(u_x) = 0", "-exp(-t)*(abs(x) + t)"),
    ("u_t + u + u_x^2/2 = 0", "-exp(-t)*(abs(x) + (1 - exp(-t))/2)"),
    ("u_t + abs(u_x) = u", "-exp(t)*(abs(x) + t)"),
    ("u_t + 2*u + abs(u_x) = 2 + 2*t - 2*abs(x)", "t - abs(x)"),
    ("u_t + u - abs(u_x) = 0", "exp(-t)*(abs(x) + t)"),
    ("u_t + u + abs(u_x) + abs(u_y) = 0", "-exp(-t)*(abs(x) + abs(y) + 2*t)", PLANE),
    ("u_t + u + sqrt(u_x^2 + u_y^2) = 0", "-exp(-t)*(abs(3*x/5 + 4*y/5) + t)", PLANE),
    ("u_t + u + u_x^2/2 = 0", "exp(-t)*min(0, x - (1 - exp(-t))/2)"),
    ("u_t + k*u + abs(u_x) = 0", "-exp(-k*t)*(abs(x) + t)", LINE, {"k": [0, 2]}),
)
_ENDING: tuple[Stated, ...] = (
    (
        "-u_t + u + abs(u_x) = 0",
        {"x": (-1, 1), "t": (0, 1)},
        [("t = 1", "u = -abs(x)")],
        "-exp(t - 1)*(abs(x) + 1 - t)",
    ),
    (
        "u_t - u - u_x^2/2 = 0",
        {"x": (-1, 1), "t": (0, 1)},
        [("t = 1", "u = -abs(x)")],
        "-exp(t - 1)*(abs(x) + (1 - exp(t - 1))/2)",
    ),
)
_DISK, _BALL = "(x^2 + y^2)", "(x^2 + y^2 + z^2)"
_AHEAD: Box = {"x": (1, 2), "y": (-1, 1)}
_CURVES: tuple[Started, ...] = (
    (f"u_x^2 + u_y^2 = 4*{_DISK}", f"-abs({_DISK} - 1/2)", PLANE),
    (f"-u_x^2 - u_y^2 = -4*{_DISK}", f"abs({_DISK} - 1/2)", PLANE),
    ("u_x^2 + u_y^2 = 1", f"-abs(sqrt{_DISK} - 3/2)", _AHEAD),
    ("sqrt(u_x^2 + u_y^2) = 1", f"min(sqrt{_DISK} - 1, 2 - sqrt{_DISK})", _AHEAD),
    ("u_x^2 + u_y^2 = x^2 + y^2", "-abs(x*y - 1/4)", PLANE),
    ("u_x^2 + u_y^2 = 1 + 4*x^2", "-abs(y - x^2)", PLANE),
    ("u_x^2 + u_y^2 = 4*x^2 + 64*y^2", "-abs(x^2 + 4*y^2 - 1/2)", PLANE),
    ("u_x^2 + u_y^2 + u_z^2 = 4*(x^2 + y^2 + z^2)", f"-abs({_BALL} - 1/2)", SPACE),
    ("y*u_x - x*u_y = 0", "max(x^2 + y^2 - 1, 0)", PLANE),
    ("4*y*u_x - x*u_y = 0", "abs(x^2 + 4*y^2 - 1)", PLANE),
    ("x*u_x - y*u_y = 0", "abs(x*y - 1/4)", PLANE),
    ("y*u_x + x*u_y = 0", "relu(x^2 - y^2 - 1/4)", PLANE),
    ("u_x + 2*x*u_y = 0", "abs(y - x^2)", PLANE),
    (
        "min(1 - u_xx - u_yy, u) = 0",
        f"max{_DISK[:-1]}, 1/2)/4 - 1/8 - log(2*max{_DISK[:-1]}, 1/2))/8",
        PLANE,
    ),
    (
        "min(1 - u_xx - u_yy - u_zz, u) = 0",
        f"max{_BALL[:-1]}, 1/4)/6 + 1/(24*sqrt(max{_BALL[:-1]}, 1/4))) - 1/8",
        SPACE,
    ),
    (
        "max(-u_xx - u_yy - 4, u_x^2 + u_y^2 - 1) = 0",
        "3/4 - x^2 - y^2 + relu(sqrt(x^2 + y^2) - 1/2)^2",
        PLANE,
    ),
    (
        "u_xx + u_yy = 2 - 2*sign(x^2 + y^2 - 1/4)",
        f"min{_DISK[:-1]}, 1/4) + log(4*max{_DISK[:-1]}, 1/4))/4",
        PLANE,
    ),
    (
        "u_xx + u_yy + u_zz = 3 - 3*sign(x^2 + y^2 + z^2 - 1/4)",
        f"min{_BALL[:-1]}, 1/4) + 1/2 - 1/(4*sqrt(max{_BALL[:-1]}, 1/4)))",
        SPACE,
    ),
)
_MOVING: tuple[Started, ...] = (
    ("u_t + x*u_x + y*u_y = 0", "relu((x^2 + y^2)*exp(-2*t) - 1/2)", PLANE),
    ("u_t + y*u_x - x*u_y = 0", "abs((x - cos(t)/2)^2 + (y + sin(t)/2)^2 - 1/4)", PLANE),
    ("u_t + u_x = 0", "relu(1 - (x - t)^2 - y^2)", PLANE),
    ("u_t + x*u_x - y*u_y = 0", "relu(x*y - 1/3)", PLANE),
    ("u_t + (u_x^2 + u_y^2)/(1 + 4*x^2) = 0", "-abs(y - x^2) - t", PLANE),
    ("u_t + (u_x^2 + u_y^2)/2 = 0", "min((x^2 + y^2)/(2*(1 + t)), 1/4)", PLANE),
    ("u_t + u_x^2/2 = 0", "min(x^2/(2*(1 + t)), 1/4)"),
    ("u_t = (u_x^2 + u_y^2)/2", "max(-(x^2 + y^2)/(2*(1 + t)), -1/4)", PLANE),
)


def attacks() -> Iterator[Attack]:
    """Discounted problems, then circles, parabolas and hyperbolas."""
    ridge = "ridges where F is convex, valleys where it is concave"
    yield from bounded(WITH_U, _STILL, ridge)
    yield from started(WITH_U, _RUNNING, ridge)
    yield from stated(WITH_U, _ENDING, "the same with time reversed")
    yield from bounded(ROUND, _CURVES, "a kink, or a jump of second derivatives, on a curve")
    yield from started(ROUND, _MOVING, "a curve that is carried, or a smaller of two solutions")
