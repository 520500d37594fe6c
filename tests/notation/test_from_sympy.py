import numpy as np
import pytest
import sympy

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Expression, leaf
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.notation.from_sympy import from_sympy
from symplex.notation.printers import to_sympy

SCOPE = Scope(variables=("x", "y", "t"), parameters=("kappa",))


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1/2*x", "x/2"),
        ("x*(5/6)", "5/6*x"),
        ("-1*x", "-x"),
        ("-x/2", "-x/2"),
        ("t + (-1)*x", "t - x"),
        ("-t + x", "x - t"),
        ("-x - y", "-x - y"),
        ("x*6^(-1/2)", "x/sqrt(6)"),
        ("max(0, x - t)", "max(x - t, 0)"),
        ("exp(-2*kappa*t)*sin(x)*cos(y)", "exp(-2*kappa*t)*sin(x)*cos(y)"),
        ("exp(1)*x", "exp(1)*x"),
        ("1/cosh(4*t - x)^2*2", "2/cosh(4*t - x)^2"),
        ("1/(2*x)", "1/(2*x)"),
        ("3/(2*sqrt(x))", "3/(2*sqrt(x))"),
        ("2*pi*x", "2*pi*x"),
        ("37/100*x", "0.37*x"),
        ("abs(x) + abs(y) + t", "t + abs(x) + abs(y)"),
        ("2/3", "2/3"),
        ("1 - x", "1 - x"),
    ],
)
def test_formulas_are_written_as_a_person_would(text: str, written: str) -> None:
    assert to_text(from_sympy(to_sympy(formula(text)))) == written


@pytest.mark.parametrize(
    "text",
    [
        "sin(x)*cos(y)*exp(-2*t)/sqrt(4*pi*t)",
        "log(8/(1 - x^2/9 - y^2/9)^2)",
        "4*atan(exp((5*x - 3*t)/4)) + erf(x)*tanh(y) - sinh(x)/cosh(y) + asin(x/9)",
        "min(max(x/t, 0), 1)*sign(y) + x^(2/3)*t^(-1/3)",
        "(x - y)^3/(1 + x^2)/2 - exp(-(x - t)^2/2)",
        "tan(x/9)*acos(y/9)",
    ],
)
def test_the_way_to_sympy_and_back_keeps_the_value(text: str) -> None:
    random = np.random.default_rng(0)
    points = {name: random.uniform(0.1, 2.0, 50) for name in ("x", "y", "t")}
    there_and_back = from_sympy(to_sympy(formula(text)))
    assert np.allclose(evaluate(there_and_back, points), evaluate(formula(text), points), 1e-12)
    assert parse(to_text(there_and_back), SCOPE) is not None


def test_a_varying_power_of_what_is_positive_is_an_exponential() -> None:
    base, exponent = sympy.Symbol("x", positive=True), sympy.Symbol("t", real=True)
    assert from_sympy(base**exponent) == formula("exp(t*log(x))")


def test_floats_become_fitted_constants() -> None:
    assert from_sympy(sympy.Float(0.25)) == leaf(CONSTANT, 0.25)


@pytest.mark.parametrize(
    "alien",
    [
        sympy.I,
        sympy.oo,
        sympy.nan,
        sympy.zoo,
        sympy.Symbol("x") ** sympy.Symbol("y"),
        sympy.Piecewise((1, sympy.Symbol("x") > 0), (0, True)),
        sympy.gamma(sympy.Symbol("x")),
        sympy.Function("f")(sympy.Symbol("x")),
    ],
    ids=str,
)
def test_what_the_language_does_not_have_is_refused(alien: object) -> None:
    with pytest.raises(ExpressionError):
        from_sympy(alien)


def nested(depth: int) -> object:
    inner = sympy.Symbol("x", real=True)
    for _ in range(depth):
        inner = sympy.sin(inner, evaluate=False)
    return inner


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (sympy.Integer(10) ** 2_000, "too many digits"),
        (sympy.Symbol("x") / sympy.Integer(7) ** 2_000, "too many digits"),
        (sympy.Symbol("x") ** 1_001, "beyond 1000"),
        (sympy.Float("1e400"), "no number"),
        (sympy.Integer(10) ** 5_000 * sympy.Symbol("x") ** sympy.Symbol("y"), "digits|exponent"),
        (nested(3_000), "nested too deeply"),
    ],
    ids=range(6),
)
def test_what_is_too_large_is_refused(made: object, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        from_sympy(made)
