"""Right on the box and on the box twice as wide, wrong farther out.

A face without a condition is open and means all of space: the initial data are given for every x.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product

from attacks.cases import PLANE, Attack, Statement, cauchy, text_of
from attacks.guard import Point, open_both_ways
from attacks.truths import Truth, every
from near_misses.guard import exact, value
from symplex.expression import Expression, Symbol, symbol
from symplex.expression.parse import Scope, parse

KIND = "far"
_ERRORS = (
    "max(v - F, 0)^3",
    "relu(v^2 - F^2)",
    "abs(v - F) - (F - v)",
    "sqrt((v - F)^2) + v - F",
    "relu(1 - abs(v - 2*F))",
    "10^(-30)*relu(v - F)^4",
    "(1 + sign(v - F))",
    "max(v, F) - F",
    "(relu(v - F)/(1 + relu(v - F)))",
    "relu(v - F)*exp(-v^2)",
    "min(F - v, 0)",
    "sqrt(relu(v - F))",
    "relu(v - 10^30)",
    "10^(-9)*relu(v - exp(100))",
    "relu(tanh(v - F) - 1 + 10^(-100))",
    "relu(atan(v/F) - pi/2 + 10^(-3))",
    "relu(10^(-60) - exp(-v))",
    "relu(v^3 - 10^6*F*v^2)",
)
"""0 for |v| < F, not 0 somewhere beyond."""
_UNDEFINED = (
    "0*log(F - v)",
    "0*sqrt(F^2 - v^2)",
    "0*asin(v/F)",
    "0*log(10^40 - v)",
    "0*sqrt(1 - v/exp(50))",
)
"""0 for |v| < F, without a value beyond."""
_PERIODIC: tuple[tuple[Statement, str, str], ...] = (
    (cauchy("u_t = u_x^2/2", "abs(x)"), "acos(cos(x)) + t/2", "acos(cos(x)) is |x| up to pi only"),
    (cauchy("u_t + u_x = 0", "x"), "asin(sin((x - t)/4))*4", "asin(sin(y)) is y up to pi/2 only"),
    (cauchy("u_t = u_xx", "x"), "10*atan(tan(x/10))", "atan(tan(y)) is y up to pi/2 only"),
    (cauchy("u_t + u_x = 0", "x^2"), "acos(cos((x - t)/3))^2*9", "acos(cos(y))^2 is y^2 up to pi"),
    (cauchy("u_t = u_xx", "x^2"), "acos(cos(x/2))^2*4 + 2*t", "acos(cos(y))^2 is y^2 up to pi"),
    (cauchy("u_tt = u_xx", "x*t"), "2*t*asin(sin(x/2))", "asin(sin(y)) is y up to pi/2 only"),
)
_CENTRES = ("20", "50", "-30", "1000", "10^6")


def attacks() -> Iterator[Attack]:
    """Errors far out for every Cauchy problem, and wrong kinks far out."""
    yield from (Attack(KIND, stated, {"u": answer}, why) for stated, answer, why in _PERIODIC)
    for index, truth in enumerate(every()):
        for name in open_both_ways(truth.problem):
            yield from _added(index, truth, name)
    yield from _distant_kinks()


def _added(index: int, truth: Truth, name: str) -> Iterator[Attack]:
    low, high = truth.problem.domain[name].ends
    edge = int(max(abs(low), abs(high)) + (high - low)) + 2
    for place, error in enumerate((*_ERRORS, *_UNDEFINED)):
        if (index + place) % 5:
            continue
        unknown = truth.problem.unknowns[index % len(truth.problem.unknowns)]
        if not _given_far_out(truth, unknown, name, edge):
            continue
        text = error.replace("F", str(edge))
        tree = parse(text, Scope(variables=("v",))).substitute({Symbol("v"): symbol(name)})
        formulas = {**truth.solution, unknown: truth.solution[unknown] + tree}
        shown = re.sub(r"\bv\b", name, text)
        yield Attack(
            KIND,
            truth.statement,
            {one: text_of(formula) for one, formula in formulas.items()},
            f"{truth.name}: {shown} is 0 on the box twice as wide and not for all {name}",
        )


def _given_far_out(truth: Truth, unknown: str, name: str, edge: int) -> bool:
    """Whether the data and the truth have values from the box to where the answer is wrong."""
    for condition in truth.problem.conditions:
        given = condition.given_value()
        if given and given[0].of == unknown and not given[0].by:
            return all(
                _defined(truth, given[1], name, place, condition.region.values)
                for place in (edge - 0.7, edge + 0.5, 1.3 * edge, 2.0 * edge)
            )
    return False


def _defined(
    truth: Truth, formula: Expression, name: str, place: float, fixed: Mapping[str, Expression]
) -> bool:
    intervals = {**truth.problem.domain, **truth.problem.parameters}
    middle: Point = {n: (exact(i.low) + exact(i.high)) / 2 for n, i in intervals.items()}
    held = {n: exact(where) for n, where in fixed.items()}
    every_formula = (formula, *truth.solution.values())
    return all(value(f, {**middle, **held, name: place}, 40) is not None for f in every_formula)


def _distant_kinks() -> Iterator[Attack]:
    """Forbidden kinks whose centre lies far from the box."""
    reason = "the inequality fails at the kink, far from the box"
    for centre, (equation, kink, speed) in product(
        _CENTRES,
        (
            ("u_t + u_x^2/2 = 0", "abs(x - C)", "t/2"),
            ("u_t + abs(u_x) = 0", "abs(x - C)", "t"),
            ("u_t + sqrt(1 + u_x^2) = 0", "sqrt((x - C)^2)", "sqrt(2)*t"),
            ("u_t + u_x^4 = 0", "max(x - C, C - x)", "t"),
            ("u_t = u_xx", "abs(x - C)", "0"),
        ),
    ):
        formula = kink.replace("C", f"({centre})")
        yield Attack(KIND, cauchy(equation, formula), {"u": f"{formula} - {speed}"}, reason)
    for centre, norm in product(_CENTRES, ("sqrt((x - C)^2 + y^2)", "max(abs(x - C), abs(y))")):
        formula = norm.replace("C", f"({centre})")
        equation = "u_t + sqrt(u_x^2 + u_y^2) = 0"
        made = cauchy(equation, formula, PLANE)
        yield Attack(KIND, made, {"u": f"{formula} - t"}, reason)
