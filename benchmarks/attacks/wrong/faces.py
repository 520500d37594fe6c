"""Wrong only on a face, at a corner, at the initial instant, or in a one-sided derivative."""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Statement, cauchy, statement, text_of
from attacks.truths import Truth, every
from symplex.expression import Symbol, symbol
from symplex.expression.parse import Scope, parse

KIND = "face"
_INSTANT = (
    "1 - sign(s)",
    "1 - sign(s^2)",
    "relu(1 - 10^40*s)",
    "exp(-10^30*s)",
    "10^(-200)*(1 - sign(s))",
    "1 - tanh(10^12*s)",
    "1/(1 + 10^60*s)",
    "max(0, 10^(-50) - s)",
)
"""Not 0 where s = 0; s is the distance from the face."""


def attacks() -> Iterator[Attack]:
    """Spoilt faces of true solutions, corners, and derivatives from the wrong side."""
    for index, truth in enumerate(every()):
        yield from _spoilt(index, truth)
    yield from _corners()
    yield from _one_sided()
    yield from _neumann()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _spoilt(index: int, truth: Truth) -> Iterator[Attack]:
    for place, condition in enumerate(truth.problem.conditions):
        given = condition.given_value()
        if not given or given[0].by or len(condition.region.fixed) != 1:
            continue
        (name, where), unknown = condition.region.fixed[0], given[0].of
        low_face = truth.problem.domain[name].low == where
        distance = symbol(name) - where if low_face else where - symbol(name)
        error = _INSTANT[(index + place) % len(_INSTANT)]
        tree = parse(error, Scope(variables=("s",))).substitute({Symbol("s"): distance})
        formulas = {**truth.solution, unknown: truth.solution[unknown] + tree}
        yield Attack(
            KIND,
            truth.statement,
            {one: text_of(formula) for one, formula in formulas.items()},
            f"{truth.name}: wrong at {condition.region}, where {unknown} is given",
        )


def _corners() -> Iterator[Attack]:
    """Wrong at one point of a face, and nowhere else."""
    box = {"x": (0, 1), "t": (0, 1)}
    stated = statement(
        "u_t + u_x = 0", box, [("t = 0", "u = x"), ("x = 0", "u = -t"), ("x = 0, t = 0", "u = 0")]
    )
    for a, b in (("0", "0"), ("1/2", "0"), ("0", "1/3"), ("0", "1"), ("1", "0"), ("1/pi", "0")):
        for spoiler in (
            f"(1 - sign(abs(x - {a}) + abs(t - {b})))",
            f"(1 - sign((x - {a})^2 + (t - {b})^2))",
            f"relu(1 - 10^30*(abs(x - {a}) + abs(t - {b})))",
            f"10^(-100)*(1 - sign(max(abs(x - {a}), abs(t - {b}))))",
            f"exp(-10^40*((x - {a})^2 + (t - {b})^2))",
        ):
            yield _made(stated, f"x - t + {spoiler}", f"wrong at x = {a}, t = {b}")


def _one_sided() -> Iterator[Attack]:
    """Derivatives on a face are taken from inside; at a kink inside there is none."""
    reason = "from inside the derivative has the other sign"
    for kink, (end, wrong) in product(
        ("abs(x)", "sqrt(x^2)", "max(x, -x)", "2*relu(x) - x"),
        (("0", "-1"), ("0", "0"), ("0", "1/2")),
    ):
        box = {"x": (0, 1), "t": (0, 1)}
        stated = statement(
            "u_t = u_xx", box, [("t = 0", "u = x"), (f"x = {end}", f"u_x = {wrong}")]
        )
        yield _made(stated, kink, reason)
        turned = statement(
            "u_t = u_xx",
            {"x": (-1, 0), "t": (0, 1)},
            [("t = 0", "u = -x"), (f"x = {end}", f"u_x = {wrong.replace('-', '')}")],
        )
        yield _made(turned, kink, reason)
        if wrong == "-1":  # the derivative from the left has this value
            continue
        inside = statement(
            "u_t = 0", {**LINE, "t": (0, 1)}, [("t = 0", "u = abs(x)"), ("x = 0", f"u_x = {wrong}")]
        )
        yield _made(inside, kink, "the derivative at the kink does not exist")
    for power, order in (
        ("x*abs(x)", "u_xx = 0"),
        ("abs(x)^3", "u_xxx = 0"),
        ("relu(x)^2", "u_xx = 1"),
    ):
        inside = statement(
            "u_t = 0", {**LINE, "t": (0, 1)}, [("t = 0", f"u = {power}"), ("x = 0", order)]
        )
        yield _made(inside, power, "the derivative at 0 does not exist")


_SLOPES = (
    ("u_t = u_xx", "exp(-t)*sin(x)", "x = 0", "u_x = 0", (0, "pi")),
    ("u_t = u_xx", "exp(-t)*cos(x)", "x = 0", "u_x = 1", (0, "pi")),
    ("u_t = u_xx", "exp(-t)*sin(x)", "x = 0", "u_x + u = 0", (0, "pi")),
    ("u_tt = u_xx", "sin(x)*cos(t)", "x = 0", "u_x = sin(t)", (0, "pi")),
    ("u_t = u_xx", "x^2 + 2*t", "x = 1", "u_x = 2*t", (0, 1)),
    ("u_t + u_x = 0", "exp(x - t)", "x = 0", "u_t = exp(-t)", (0, 1)),
    ("u_t = u_xx", "x", "x = 0", "u_xx = x + t", (0, 1)),
    ("u_t = u_xx", "exp(t - x)", "x = 0", "u_x = exp(t)", (0, 1)),
    ("u_t = u_xx", "exp(t - x)", "x = 0", "u_x = -exp(t)*(1 + 10^(-60))", (0, 1)),
    ("u_t = u_xx", "x^3 + 6*x*t", "x = 0", "u_x = 6*t + 10^(-90)*t", (0, 1)),
    ("u_t = u_xx", "x^3 + 6*x*t", "x = 0", "u_x = 6*t + relu(t - 0.4999)", (0, 1)),
    ("u_t = u_xx", "exp(-t)*cos(x)", "x = 0", "u_x = exp(-10^9*t)", (0, "pi")),
)


def _neumann() -> Iterator[Attack]:
    """True solutions of the equation with a condition on a derivative that they do not satisfy."""
    for (equation, answer, where, wrong, ends), end in product(_SLOPES, ("1", "1/2", "2")):
        base = cauchy(equation, answer, {"x": ends}, (0, end))
        conditions = [(c["where"], c["equation"]) for c in base["conditions"]]
        stated = statement(equation, base["domain"], [*conditions, (where, wrong)])
        yield _made(stated, answer, f"{wrong} does not hold at {where}")
