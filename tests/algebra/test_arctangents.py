"""Sines and cosines of multiples of arc tangents."""

import math

import pytest

from symplex.algebra.arctangents import without_arctangents
from symplex.algebra.normal_form import Normaliser
from symplex.budget import Budget
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ATAN
from symplex.expression.parse import Scope, parse

SCOPE = Scope(("x", "y"))


def without(formula):
    return without_arctangents(formula, Normaliser(Budget.unlimited()))


@pytest.mark.parametrize("name", ["sin", "cos"])
@pytest.mark.parametrize("times", [-5, -4, -1, 1, 2, 3, 4, 7])
@pytest.mark.parametrize("rest", ["", " + y", " - pi/3"])
def test_value_stays(name: str, times: int, rest: str) -> None:
    formula = parse(f"{name}({times}*atan(x*exp(y)){rest})", SCOPE)
    written = without(formula)
    assert ATAN not in written.operators
    for x, y in ((0.3, 0.2), (-2.0, 1.1), (5.0, -0.7)):
        point = {"x": x, "y": y}
        assert math.isclose(
            float(evaluate(written, point)), float(evaluate(formula, point)), abs_tol=1e-12
        )


@pytest.mark.parametrize(
    "text", ["sin(atan(x)/2)", "sin(100*atan(x))", "atan(x)", "sin(x*atan(x))"]
)
def test_the_rest_is_left_alone(text: str) -> None:
    formula = parse(text, SCOPE)
    assert without(formula) == formula


def test_an_identity_of_the_pendulum() -> None:
    right = parse("sin(4*atan(x)) - 4*x*(1 - x^2)/(1 + x^2)^2", SCOPE)
    wrong = parse("sin(4*atan(x)) - 4*x*(1 + x^2)/(1 + x^2)^2", SCOPE)
    normaliser = Normaliser(Budget.unlimited())
    assert normaliser.is_zero(without(right))
    assert not normaliser.is_zero(without(wrong))
