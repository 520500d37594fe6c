"""Small errors added to a true solution, each built to slip past one way of checking.

Texts in the problem file's language with a variable `v` at a spot `s`: bumps too narrow for random
points, functions that vanish on grids, on faces or at a parameter's ends, errors on a part of the
domain only, formulas undefined or discontinuous on a set of measure zero.
"""

from collections.abc import Iterator
from functools import reduce

from near_misses.cases import Case
from near_misses.guard import Spot
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.equation import Equation

_ADDED = {
    # right on a part of the domain
    "half": (
        "relu(v - s)",
        "relu(s - v)^2/1000",
        "relu(v - s)^9",
        "max(v, s) - s",
        "1e-20*relu(v - s)^3",
    ),
    "narrow": (
        "exp(-10^12*(v - s)^2)",
        "exp(-10^40*(v - s)^2)/1000",
        "1e-30/(1e-30 + (v - s)^2)",
        "relu(1 - 10^9*abs(v - s))",
        "1e-6*relu(1e-9 - (v - s)^2)^5",
        "1/cosh(10^8*(v - s))",
        "max(0, min(10^12*(v - s), 1 - 10^12*(v - s)))",
    ),
    "step": (
        "1 + tanh(10^9*(v - s))",
        "(1 + erf(10^9*(v - s)))/10^6",
        "atan(10^30*(v - s)) + pi/2",
    ),
    "grid": (
        "sin(1000*pi*v)",
        "1e-3*sin(10^8*pi*v)",
        "sin(10^8*pi*v)^2",
        "1e-12*sin(2*pi*10^16*v)",
        "1 - cos(2*pi*1000*v)",
    ),
    "tiny": (
        "1e-45*v",
        "1e-45",
        "1e-100*v^2",
        "1e-60*exp(v)",
        "10^(-60)*v^3",
        "exp(-400 - v^2)",
        "1e-250*v",
    ),
    "cancelled": (
        "(10^30 + v) - 10^30 - v + 1e-40",
        "log(exp(50) + exp(v)) - 50",
        "exp(40)*(exp(v/10^40) - 1)",
        "sqrt(1 + 10^(-60)*v^2) - 1",
    ),
    # the same almost everywhere
    "a point": (
        "1 - abs(sign(v - s))",
        "1 - sign(abs(v - s))",
        "(1 - sign((v - s)^2))*v",
        "relu(1 - sign(abs(v - s)))/10^9",
    ),
    "jump": (
        "sign(v - s)",
        "1e-30*sign(v - s)",
        "(1 + sign(v - s))*(v + 2)",
        "1e-9*atan(1/(v - s))",
    ),
    "undefined": (
        "(v - s)/(v - s) - 1",
        "(v - s)^2/(v - s) - (v - s)",
        "abs(v - s)/(v - s) - sign(v - s)",
        "0*log(v - s)",
        "0/(v - s)",
        "sqrt(v - s)^2 - (v - s)",
        "sin(v - s)/(v - s) - sin(v - s)/(v - s)",
        "0*(v - s)^(-2)",
        "asin(2 + (v - s)^2) - asin(2 + (v - s)^2)",
        "exp(-1/(v - s)^2)",
        "(v - s)*log(abs(v - s)) - (v - s)*log(abs(v - s))",
    ),
}
_FACTORS = (
    "(1 + relu(v - s)^4)",
    "tanh(10^12*(v^2 + 1))",
    "(1 + exp(-10^20*(v - s)^2))",
    "sign(abs(v - s))",
    "(v - s)/(v - s)",
    "abs(sign(v - s))",
    "(1 + 10^(-50)*v)",
    "erf(7 + v^2)",
)
_SPOTS = ("3/10", "sqrt(2)/2", "1/pi")
"""Where in a variable's interval, as a share of it: a decimal and two that no grid meets."""


def perturbed(
    case: Case, unknown: str, truth: Expression
) -> Iterator[tuple[str, Expression, Spot]]:
    """The truth with each error, the kind of error, and where it shows."""
    problem = case.problem
    for index, name in enumerate((*problem.domain, *problem.parameters)):
        spot = _spot(problem, name, _SPOTS[index % len(_SPOTS)])
        for kind, texts in _ADDED.items():
            for text in texts:
                yield kind, truth + _error(text, name, spot), _shows(kind, text, name, spot)
        for text in _FACTORS:
            yield "factor", truth * _error(text, name, spot), _shows("", text, name, spot)
    yield from _late(problem, truth)
    yield from _off_a_face(problem, truth)
    yield from _blind_to_parameters(problem, truth)
    yield from _beyond_the_box(problem, truth)


def _spot(problem: Problem, name: str, share: str) -> Expression:
    interval = {**problem.domain, **problem.parameters}[name]
    return interval.low + parse(share) * (interval.high - interval.low)


def _error(text: str, name: str, spot: Expression) -> Expression:
    tree = parse(text, Scope(variables=("v", "s")))
    return tree.substitute({Symbol("v"): symbol(name), Symbol("s"): spot})


def _shows(kind: str, text: str, name: str, spot: Expression) -> Spot:
    """The spot itself, unless the error vanishes there and shows elsewhere."""
    if kind in {"half", "grid", "tiny", "cancelled", "jump"} or "relu(v - s)" in text:
        return {}
    if kind == "undefined" and ("0*log" in text or "sqrt" in text):
        return {}
    return {name: spot}


def _late(problem: Problem, truth: Expression) -> Iterator[tuple[str, Expression, Spot]]:
    """Right at the start and wrong later, or the other way round."""
    if problem.time is None:
        return
    low = problem.domain[problem.time].low
    since = symbol(problem.time) - low
    at_start = truth.substitute({Symbol(problem.time): low})
    scope = Scope(variables=("u", "g", "s"))
    for text in (
        *("g*exp(-10^6*s)", "g*(1 - sign(s))", "g*(1 - tanh(10^9*s))", "u*sign(s)", "g/(1 + s)"),
        *("u*(1 + exp(-10^6*s))", "u + s^8", "u + exp(-1/(s + 1/1000))*s^2", "g", "u*exp(s)"),
        *("u + 1e-30*s*exp(-10^9*s)", "u + relu(s - 1/1000)^3", "u + (u - g)/10^9", "g*cos(s)"),
        *("u + 1 - sign(s)", "u*(1 + sign(s))/2", "u + s*exp(-10^8*s)", "u + exp(-10^8*s)*s^3"),
        *("u + exp(-1/s)", "u + s/s - 1", "u*s/s", "u + s*log(s)*1e-9"),
    ):
        tree = parse(text, scope).substitute(
            {Symbol("u"): truth, Symbol("g"): at_start, Symbol("s"): since}
        )
        undefined = "1/s)" in text or "s/s" in text or "log(s)" in text
        yield "in time", tree, {problem.time: low} if undefined or "sign(s)" in text else {}


def _distance(condition: Equation) -> Expression:
    """Zero on the condition's region, to the square of the order that the condition needs."""
    squares = ((symbol(name) - where) ** 2 for name, where in condition.region.fixed)
    return sum(squares, number(0)) ** (condition.order + 1)


def _off_a_face(problem: Problem, truth: Expression) -> Iterator[tuple[str, Expression, Spot]]:
    """All conditions kept but one, and all kept while the equation is not."""
    kept = [_distance(condition) for condition in problem.conditions]
    for size in ("1", "1e-6", "1e-30"):
        everything = reduce(lambda a, b: a * b, kept, parse(size))
        yield "equation only", truth + everything, {}
        for index in range(len(kept)):
            others = [distance for place, distance in enumerate(kept) if place != index]
            error = reduce(lambda a, b: a * b, others, parse(size))
            yield "one condition", truth + error, {}


def _blind_to_parameters(
    problem: Problem, truth: Expression
) -> Iterator[tuple[str, Expression, Spot]]:
    """Right at the ends and the middle of a parameter's range, and at round values."""
    for name, interval in problem.parameters.items():
        itself = symbol(name)
        middle = (interval.low + interval.high) / 2
        blind = (itself - interval.low) * (itself - interval.high) * (itself - middle)
        for factor in (number(1), parse("1e-9"), symbol(problem.variables[-1])):
            yield "parameter", truth + factor * blind, {}
            yield "parameter", truth * (1 + factor * blind), {}
        for fixed in (interval.low, middle, interval.high):
            yield "parameter", truth.substitute({Symbol(name): fixed}), {}


def _beyond_the_box(problem: Problem, truth: Expression) -> Iterator[tuple[str, Expression, Spot]]:
    """Right in the box and wrong just outside, towards faces that are open."""
    touched = {name for condition in problem.conditions for name in condition.region.values}
    if problem.time is None:
        return
    for name in problem.space:
        if name in touched:
            continue
        interval = problem.domain[name]
        width = interval.high - interval.low
        spot: Spot = {name: interval.high + width / 4}
        past = symbol(name) - interval.high - width * parse("1/50")
        for factor in ("1", "1e-9"):
            error = parse(f"{factor}*relu(p)^3", Scope(variables=("p",)))
            yield "outside", truth + error.substitute({Symbol("p"): past}), spot
