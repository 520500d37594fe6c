"""Errors below the sight of any fixed number of digits or points, added to true solutions.

Each error is not the zero function of its variable, and a condition gives the unknown's value for
all values of that variable: the condition fails.
"""

import re
from collections.abc import Iterator

from attacks.cases import Attack, text_of
from attacks.truths import Truth, every
from symplex.expression import Symbol, symbol
from symplex.expression.parse import Scope, parse
from symplex.problem import Equation

KIND = "precision"
_ERRORS = (
    "exp(-10^12*(v - 0.3)^2)",
    "exp(-10^60*(v - 1/pi)^2)",
    "10^(-250)*v",
    "10^(-250)*cos(v)",
    "relu(1 - 10^9*abs(v - 0.3))",
    "(1 - cos(1 - cos(10^(-9)*v)))",
    "2*(1 - cos(2*(1 - cos(2*(1 - cos(v/10))))))",
    "(1 - tanh(10^9*(v^2 + 1/1000)))",
    "(1 - erf(30 + v^2))",
    "(1 - tanh(400 + v^2))",
    "(4*atan(1/5) - atan(1/239) - pi/4 + 10^(-210))*v",
    "(atan(10^260 + v^2) - pi/2)",
    "sin(10^6*pi*v)*10^(-220)",
    "exp(-600 - v^2)",
    "(sqrt(v^2 + 10^(-230)) - abs(v))",
    "(log(exp(300) + exp(v)) - 300)",
    "(cosh(10^(-110)*v) - 1)",
    "1/cosh(10^9*(v - 0.7))",
    "10^(-205)*erf(v)",
    "max(0, 10^(-90) - (v - 1/3)^2)",
    "10^(-300)*10^(-300)*(1 + v^2)",
    "(exp(pi*sqrt(163)) - 640320^3 - 744)*10^(-215)",
    "(tanh(10^9*v)^2 - sign(v)^2)",
    "10^(-240)/(1 + v^2)",
)
_NARROW = {"relu(1 - 10^9*abs(v - 0.3))": 0.3, "max(0, 10^(-90) - (v - 1/3)^2)": 1 / 3}
"""Errors that are 0 but near a point: used where the point lies inside the interval."""
_EVERY = 23
"""Of the products of problems and errors, one in so many; another prime takes others."""


def attacks() -> Iterator[Attack]:
    """True solutions with an error, spread evenly over problems, errors and variables."""
    place = 0
    for truth in every():
        for name in truth.problem.domain:
            for error in _ERRORS:
                place += 1
                if place % _EVERY == 0:
                    yield from _spoilt(truth, name, error)


def _spoilt(truth: Truth, name: str, error: str) -> Iterator[Attack]:
    held = _held_condition(truth, name)
    low, high = truth.problem.domain[name].ends
    if held is None or not low < _NARROW.get(error, (low + high) / 2) < high:
        return
    unknown = next(iter(held.derivatives)).of
    tree = parse(error, Scope(variables=("v",))).substitute({Symbol("v"): symbol(name)})
    formulas = {**truth.solution, unknown: truth.solution[unknown] + tree}
    answer = {one: text_of(formula) for one, formula in formulas.items()}
    shown = re.sub(r"\bv\b", name, error)
    reason = f"{truth.name}: {shown} is not 0, and u is given at {held.region}"
    yield Attack(KIND, truth.statement, answer, reason)


def _held_condition(truth: Truth, name: str) -> Equation | None:
    """A condition that gives an unknown outright where the variable is free."""
    for condition in truth.problem.conditions:
        given = condition.given_value()
        if given and not given[0].by and name not in condition.region.values:
            return condition
    return None
