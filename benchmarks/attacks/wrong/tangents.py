"""Absolute values of what is almost the gap of a tangent: exp a − 1 − a, or a − 1 − log a.

Each formula g is negative near one point, often by very little, so that |g| has kinks there that
the equation, satisfied by g, does not allow.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from attacks.cases import PLANE, Attack, Box, dirichlet

KIND = "tangent"
_OUTER = ("abs({})", "max({}, 0)", "relu({})", "sqrt(({})^2)", "-min(-({}), 0)", "max({0}, -({0}))")
_NEAR, _LOG = {"x": (-1, 1)}, {"x": ("1/2", 2)}
Row = tuple[Box, str, str, str]
"""The box, the equation, a formula that satisfies it, and where that is negative."""
_ROWS: Sequence[Row] = (
    (_NEAR, "u_xx = exp(x)", "exp(x) - 1 - x - 10^(-9)", "at 0"),
    (_NEAR, "u_xx = exp(x)", "exp(x) - 1 - 1001*x/1000", "for x = 1/2000"),
    (_NEAR, "u_xx = exp(x)", "exp(x) - x - 1000001/1000000", "at 0"),
    ({"x": (0, 2)}, "u_xx = exp(x)", "exp(x) - 2718281829*x/10^9", "at 1: e is less"),
    (_NEAR, "u_xx = 4*exp(2*x)", "exp(2*x) - 2*x - 1 - 10^(-12)", "at 0"),
    (_NEAR, "u_xx = 9*exp(-3*x)", "exp(-3*x) - 1 + 3*x - 10^(-6)", "at 0"),
    (_NEAR, "u_xx = 4*exp(2*x)", "exp(2*x) - 1 - x", "at x = −1/10: 2x, not x, is the tangent"),
    (_LOG, "u_xx = 1/x^2", "x - 1 - log(x) - 10^(-9)", "at 1"),
    (_LOG, "u_xx = 1/x^2", "x - 1 - 1001*log(x)/1000*1000/1001 - x/10^7", "at 1"),
    (_LOG, "u_xx = 1/x^2", "2*x - 1 - log(x) - 6931471806/10^10", "at 1/2 + 10⁻⁹: log 2 is less"),
    (_LOG, "u_xx = 1/x", "x*log(x) - x + 1 - 10^(-9)", "at 1"),
    (_LOG, "u_xx = -2/x^3 + 2/x^2", "2*x - 1 - 2*log(x) - 1/x + 0*x", "for x < 1"),
    (_NEAR, "u_xx = exp(x) - 1", "exp(x) - 1 - x - x^2/2", "for x < 0"),
    (_NEAR, "u_xx = exp(x) + exp(-x)", "exp(x) + exp(-x) - 2 - 10^(-10)", "at 0"),
    (_NEAR, "u_xx = exp(x) - 9*exp(3*x)/9", "exp(x) - 1 - x - exp(3*x)/9 + 1/9 + x/3", "for x > 0"),
)


def attacks() -> Iterator[Attack]:
    """Each formula with its sign taken away."""
    for (box, equation, inside, where), outer in product(_ROWS, _OUTER):
        answer = outer.format(inside)
        reason = f"the formula inside is negative {where}, and u has a kink where it vanishes"
        yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)
    plane = "u_x*x - u_y*y = 0"
    for inside, outer in product(("exp(x*y) - 1 - x*y - 10^(-9)",), _OUTER[:2]):
        answer = outer.format(inside)
        stated = dirichlet(f"{plane.replace(' = 0', ' + u_xx = y^2*exp(x*y)')}", answer, PLANE)
        yield Attack(KIND, stated, {"u": answer}, "negative near the axes: kinks along x·y = c")
    for k in ("1", "1/2"):
        answer = f"abs(exp(k*x) - 1 - {k}*x)"
        stated = dirichlet("u_xx = k^2*exp(k*x)", answer, _NEAR, {"k": [0.25, 2]})
        yield Attack(KIND, stated, {"u": answer}, "k·x is the tangent: negative for other k")
