"""Jumps that an equation does not see almost everywhere, and laws that hold only for a while.

Discontinuous answers to transport and Hamilton-Jacobi equations and to systems, branches that jump,
shocks past the time at which they meet, and Hamiltonians that turn concave along the way.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Statement, cauchy, on_face, shifted, statement

KIND = "jump"
_SHIFTS = ("0", "1/3", "-1/4", "sqrt(2)/3")
_TRANSPORT = (
    ("u_t + u_x = 0", "sign(P)", "sign(P)"),
    ("u_t + u_x = 0", "sign(P)", "sign(P - t/2)"),
    ("u_t + u_x = 0", "sign(P)", "sign(P - 2*t)"),
    ("u_t + u_x = 0", "sign(P)", "sign(P + t)"),
    ("u_t + 3*u_x = 0", "relu(sign(P))", "relu(sign(P - t/3))"),
    ("u_t + (2 + sin(x))*u_x = 0", "sign(P)", "sign(P - 2*t)"),
    ("u_t + x*u_x = 0", "sign(P - 1)", "sign(P - 1)"),
    ("u_t + abs(u_x) = 0", "sign(P)", "sign(P)"),
    ("u_t + abs(u_x) = 0", "sign(P)", "sign(P + t)"),
    ("u_t + u_x^2/2 = 0", "-sign(P)", "-sign(P)"),
    ("u_t + u_x^2/2 = 0", "sign(P)", "sign(P - t)"),
    ("u_t = u_xx", "sign(P)", "sign(P)"),
    ("u_t = u_xx", "relu(sign(P))*2", "relu(sign(P))*2"),
    ("u_t = diff(u*u_x, x)", "2 + sign(P)", "2 + sign(P)"),
    ("u_t = diff(u*u_x, x)", "1 + relu(sign(-P))", "1 + relu(sign(t - P))"),
    ("u_t + u_xxx = 0", "sign(P)", "sign(P)"),
)
"""The equation, the data and the answer; P is x less a shift."""
_BRANCHES = (
    ("u_x = -1/(1 + x^2)", "x = 1", "u = pi/4", "atan(1/x)", "atan(1/x) jumps by pi at 0"),
    ("u_x = 1", "x = 0", "u = 0", "atan(tan(x))", "atan(tan(x)) jumps at pi/2"),
    ("u_x = 1", "x = 0", "u = 0", "asin(sin(x))", "asin(sin(x)) turns back at pi/2"),
    ("u_x = 1", "x = 1", "u = 1", "acos(cos(x))", "acos(cos(x)) is -x on the left"),
    ("u_x = 1 + u^2", "x = 0", "u = 0", "tan(x)", "tan has a pole inside"),
    ("u_x = 0", "x = 1", "u = pi/2", "atan(x) + atan(1/x)", "it is -pi/2 on the left"),
    ("u_x = 0", "x = 1", "u = 1", "sign(x)", "the jump at 0 is a delta"),
    ("u_x = 0", "x = 1", "u = 1", "abs(x)/x", "the jump at 0 is a delta"),
    ("u_x = 0", "x = 2", "u = 1", "sqrt(x^2)/x", "the jump at 0 is a delta"),
    ("u_x = 2*x", "x = 1", "u = 1", "x^2*sign(x)^3", "it is -x^2 on the left"),
    ("u_x = 2*x", "x = 1", "u = 2", "x^2 + sign(x)", "the jump at 0 is a delta"),
    ("u_x = cos(x)", "x = 1", "u = sin(1) + 1", "sin(x) + relu(sign(x))", "a jump at 0"),
    ("u_xx = 0", "x = 1", "u = 1", "sqrt(x^2)", "a kink at 0"),
    ("u_x = u", "x = 1", "u = exp(1)", "exp(x)*(3 + sign(x))/4", "a jump at 0"),
)
_SYSTEMS = (
    (("p_t + v_x = 0", "v_t + p_x = 0"), ("p", "v"), ("abs(P)", "-t*sign(P)")),
    (("u_x = v_y", "u_y = -v_x"), ("u", "v"), ("abs(P)", "y*sign(P)")),
    (("u_x = v", "v_x = 0"), ("u", "v"), ("abs(P)", "sign(P)")),
    (("u_x = v", "v_x = u"), ("u", "v"), ("exp(-abs(P))", "-sign(P)*exp(-abs(P))")),
    (("u_x = v", "v_x = -u"), ("u", "v"), ("sin(abs(P))", "sign(P)*cos(P)")),
    (("u_xx = v", "v_xx = 0"), ("u", "v"), ("abs(P)^3/6", "abs(P)")),
    (("u_t = v_x", "v = u_x"), ("u", "v"), ("abs(P)", "sign(P)")),
    (("u_t = u_xx + v", "v_t = v_xx"), ("u", "v"), ("abs(P)", "0*x")),
)
_TURNING = ("1 - 2*t", "cos(4*t)", "1 - 10*t^2", "9/10 - t", "1/10^9 - t^3", "exp(-t) - 1/2")
"""Positive at first and negative later."""
_PRIMITIVES = (
    "t - t^2",
    "sin(4*t)/4",
    "t - 10*t^3/3",
    "9*t/10 - t^2/2",
    "t/10^9 - t^4/4",
    "1 - exp(-t) - t/2",
)


def attacks() -> Iterator[Attack]:
    """Every kind of jump, and every law that turns."""
    yield from _moving()
    yield from _on_the_line()
    yield from _in_systems()
    yield from _collisions()
    yield from _turning()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _moving() -> Iterator[Attack]:
    reason = "the jump does not travel with the equation: it is no weak and no viscosity solution"
    for (equation, data, answer), shift in product(_TRANSPORT, _SHIFTS):
        yield _made(cauchy(equation, shifted(data, shift)), shifted(answer, shift), reason)


def _on_the_line() -> Iterator[Attack]:
    for (equation, where, given, answer, reason), width in product(_BRANCHES, (2, 3, 4)):
        stated = statement(equation, {"x": (-width, width)}, [(where, given)])
        yield _made(stated, answer, reason)


def _in_systems() -> Iterator[Attack]:
    reason = "a component jumps or has a kink where another equation differentiates it"
    for (equations, unknowns, formulas), shift in product(_SYSTEMS, _SHIFTS):
        answer = {name: shifted(text, shift) for name, text in zip(unknowns, formulas, strict=True)}
        text = " ".join(equations)
        box = PLANE if "_y" in text else {**LINE, "t": (0, 1)} if "_t" in text else LINE
        first = "t = 0" if "t" in box else "x = -1"
        fixed = {"t": 0} if "t" in box else {"x": -1}
        conditions = [
            (first, f"{name} = {on_face(formula, box, **fixed)}")
            for name, formula in answer.items()
        ]
        stated = statement(equations, box, conditions, unknowns=unknowns)
        yield Attack(KIND, stated, answer, reason)


def _collisions() -> Iterator[Attack]:
    """Shocks that run through each other, and a fan that reaches its shock."""
    meet = "the two shocks meet within the horizon, and this answer lets them pass"
    for size, gap in product(("1", "2", "100", "1/2"), ("1/4", "1/10", "1/2")):
        start = f"({size})*({gap})"
        left = f"sign(x - 3*({size})*t/2)"
        right = f"sign(x - {start} - ({size})*t/2)"
        answer = f"({size}) - ({size})/2*{left} - ({size})/2*{right}"
        yield _made(cauchy("u_t + u*u_x = 0", answer), answer, meet)
        yield _made(cauchy("u_t + diff(u^2/2, x) = 0", answer), answer, meet)
    fan = "once the fan has reached the shock the shock slows down"
    for gap in ("1/4", "1/8", "1/3"):
        answer = f"min(max(x/t, 0), 1)*(1 - sign(x - {gap} - t/2))/2"
        yield _made(cauchy("u_t + u*u_x = 0", answer, LINE, ("1/10", 1)), answer, fan)


def _turning() -> Iterator[Attack]:
    """H = c(t)p^2/2 or c(y)p^2/2, where c changes its sign: then the kink is forbidden."""
    reason = "where the coefficient is negative a peak is forbidden, where positive a valley"
    for (c, integral), kink in product(
        zip(_TURNING, _PRIMITIVES, strict=True), ("abs(x)", "-abs(x)", "abs(x - 1/3)")
    ):
        for h in ("u_x^2/2", "abs(u_x)/2", "u_x^4/2"):
            stated = cauchy(f"u_t + ({c})*{h} = 0", kink)
            yield _made(stated, f"{kink} - ({integral})/2", reason)
    for c, kink in product(
        ("y", "y - 9/10", "y^3 - 10^(-9)", "sin(5*y)", "y^2 - 10^(-6)"), ("abs(x)", "-abs(x)")
    ):
        stated = cauchy(f"u_t + ({c})*u_x^2/2 = 0", kink, PLANE)
        yield _made(stated, f"{kink} - ({c})*t/2", reason)
