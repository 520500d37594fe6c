"""Statements with their solutions, a dozen for each notion, and what proofs of them rest on."""

from functools import cache

from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.proof.here import prove
from symplex.work.budget import Budget

X, XT = {"x": [-1, 1]}, {"x": [-1, 1], "t": [0, 1]}
RIGHT, HALF = {"x": [1, 4]}, {"x": [0, 1], "t": [0, 1]}
XY, XYT = {"x": [-1, 1], "y": [-1, 1]}, {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}


def _framed(equation, answer, domain, *conditions):
    return equation, tuple((name, tuple(ends)) for name, ends in domain.items()), conditions, answer


def _started(equation, initial, answer, domain=XT):
    return _framed(equation, answer, domain, ("t = 0", f"u = {initial}"))


_HEAT, _BURGERS = "u_t = u_xx", "u_t + u*u_x = 0"
CLASSICAL = (
    _started(_HEAT, "sin(x)", "exp(-t)*sin(x)"),
    _started(_HEAT, "cos(2*x)", "exp(-4*t)*(cos(x)^2 - sin(x)^2)"),
    _started("u_t = u_xx + u", "cosh(x)", "exp(2*t)*(exp(x) + exp(-x))/2"),
    _started("u_t + u*u_x = 0", "x", "x/(1 + t)"),
    _started("u_t = x*u_x", "atan(x)", "atan(x*exp(t))"),
    _framed("u_xx + u_yy = 0", "exp(x)*sin(y)", XY, ("x = -1", "u = exp(-1)*sin(y)")),
    _framed("u_xx + u_yy = 4", "x^2 + y^2", XY, ("x = 0", "u = y^2")),
    _framed("u_x = 1/(2*sqrt(x))", "sqrt(x)", RIGHT, ("x = 1", "u = 1")),
    _framed("u_x = 1/x", "log(x^2)/2", RIGHT, ("x = 1", "u = 0")),
    _framed("u_x = 1/(1 + x^2)", "atan(x)", X, ("x = 1", "u = pi/4")),
    _framed("x*u_x = u/2", "sqrt(x^3)/x", RIGHT, ("x = 1", "u = 1")),
    _framed("u_x = -2*x*u^2", "1/(1 + x^2)", X, ("x = 0", "u = 1")),
)
_WAVE = "u_tt = u_xx"
DISTRIBUTIONAL = (
    _started(_WAVE, "abs(x)", "abs(x - t)"),
    _started(_WAVE, "max(x, 0)", "max(x + t, 0)"),
    _started(_WAVE, "abs(x)", "(abs(x - t) + abs(x + t))/2"),
    _started("u_tt + 2*u_t + u = u_xx", "max(x, 0)", "exp(-t)*max(x - t, 0)"),
    _started("u_tt = u_xx + u_yy", "abs(3*x + 4*y)", "abs(3*x + 4*y - 5*t)", XYT),
    _started("diff(2*u_t, t) = diff(2*u_x, x)", "abs(x)", "abs(x - t)"),
    _started("u_tx + u_xx = 0", "min(x, 0)", "min(x - t, 0)"),
    _framed("u_xy = 0", "abs(x) + abs(y)", XY, ("x = 0", "u = abs(y)")),
    _framed("u_t = diff(u*u_x, x)", "max(t - x, 0)", HALF, ("t = 0", "u = 0"), ("x = 0", "u = t")),
    _framed(
        *("u_t = diff(u*u_x, x)", "max(4*t - 2*x, 0)", HALF),
        *(("t = 0", "u = 0"), ("x = 0", "u = 4*t")),
    ),
    _framed(
        *("diff((3 + sign(x))/2*u_x, x) = 0", "4*min(x, 0)/3 + 2*max(x, 0)/3", X),
        *(("x = -1", "u = -4/3"), ("x = 1", "u = 2/3")),
    ),
    _framed(
        *("diff((2 - sign(x))*u_x, x) = 0", "min(x, 0)/3 + max(x, 0)", X),
        *(("x = -1", "u = -1/3"), ("x = 1", "u = 1")),
    ),
)
_PLANE = "u_t + u_x + 2*u_y = 0"
ENTROPY = (
    _started(_PLANE, "abs(y)", "abs(y - 2*t)", XYT),
    _started(_PLANE, "abs(x)", "abs(x - t)", XYT),
    _started(_PLANE, "max(y, 0)", "max(y - 2*t, 0)", XYT),
    _started(_PLANE, "min(x + y, 0)", "min(x + y - 3*t, 0)", XYT),
    _started(_PLANE, "abs(2*x - y)", "abs(2*x - y)", XYT),
    _started("u_t + u_x + u_y = 0", "max(x, y)", "max(x - t, y - t)", XYT),
    _started("u_t + u_x + u_y = u", "abs(x)", "exp(t)*abs(x - t)", XYT),
    _started("u_t + u_x + u_y = 1", "abs(y)", "abs(y - t) + t", XYT),
    _started(_BURGERS, "max(x, 0)", "max(x, 0)/(1 + t)"),
    _started(_BURGERS, "-sign(x)", "-sign(x)"),
    _started(_BURGERS, "(1 - sign(x))/2", "(1 - sign(x - t/2))/2"),
    _started(_BURGERS, "1 - sign(x)", "1 - sign(x - t)"),
    _started(_BURGERS, "2 - sign(x)", "2 - sign(x - 2*t)"),
    _started(_BURGERS, "-sign(x)/2", "-sign(x)/2"),
    _started(_BURGERS, "min(max(x, 0), 1)", "min(max(x/(1 + t), 0), 1)"),
    _started(_BURGERS, "2*max(x, 0)", "2*max(x, 0)/(1 + 2*t)"),
    _started(_BURGERS, "min(x, 0)", "min(x, 0)/(1 + t)"),
    _started("u_t + diff(u^2/2, x) = 0", "1 - sign(x)", "1 - sign(x - t)"),
    _started("u_t + u_x = 0", "abs(x)", "abs(x - t)"),
    _started("u_t + (1 - 2*u)*u_x = 0", "(1 + sign(x))/2", "(1 + sign(x))/2"),
)
VISCOSITY = (
    _started("u_t + abs(u_x) = 0", "abs(x)", "max(abs(x) - t, 0)"),
    _started("u_t + abs(u_x) = 0", "-abs(x)", "-abs(x) - t"),
    _started("u_t + u_x^2/2 = 0", "-abs(x)", "-abs(x) - t/2"),
    _started("u_t - u_x^2/2 = 0", "abs(x)", "abs(x) + t/2"),
    _started("2*u_t + u_x^2 = 0", "min(x, 0)", "min(x - t/2, 0)"),
    _started("u_t + sqrt(1 + u_x^2) = 0", "-abs(x)", "-abs(x) - sqrt(2)*t"),
    _framed("-u_t + u_x^2/2 = 0", "-abs(x) - (1 - t)/2", XT, ("t = 1", "u = -abs(x)")),
    _framed("abs(u_x) = 1", "1 - abs(x)", X, ("x = -1", "u = 0"), ("x = 1", "u = 0")),
    _framed("-abs(u_x) = -1", "abs(x)", X, ("x = 0", "u = 0")),
    _framed("abs(u_x) = 2", "-2*abs(x)", X, ("x = 0", "u = 0")),
    _started(
        "u_t + abs(u_x) + abs(u_y) = 0", "-max(abs(x), abs(y))", "-max(abs(x), abs(y)) - t", XYT
    ),
    _started(
        "u_t + sqrt(u_x^2 + u_y^2) = 0", "sqrt(x^2 + y^2)", "max(sqrt(x^2 + y^2) - t, 0)", XYT
    ),
)


NOTIONS = {
    "classical": CLASSICAL,
    "distributional": DISTRIBUTIONAL,
    "entropy": ENTROPY,
    "viscosity": VISCOSITY,
}


@cache
def proved(row):
    """The lines and claims of a proof."""
    equation, domain, conditions, text = row
    problem = Problem([equation], {name: list(ends) for name, ends in domain}, list(conditions))
    return prove(problem, {"u": parse(text, problem.answer_scope)}, Budget.unlimited())
