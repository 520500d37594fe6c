"""The arithmetic of proofs: bounds that hold, errors that cover, normal forms that are equal."""

import time

import mpmath
import numpy as np
import pytest

from symplex.algebra import normal_form
from symplex.algebra.division import divided
from symplex.expression.evaluate import evaluate, interpret
from symplex.expression.operators import Rule
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.arithmetic.balls import Ball, ball_backend, double_field, precise_field
from symplex.proof.arithmetic.intervals import Bounds, interval_backend
from symplex.proof.arithmetic.signs import HalfSpace, holds, is_empty
from symplex.proof.pieces.thin import is_thin

SCOPE = Scope(("x", "y", "t"))
FORMULAS = [
    *("sin(3*x)", "cos(x + y)", "tan(x/3)", "exp(x*y)", "log(x + 1.5)", "abs(x) - abs(y)"),
    *("max(x, y)", "min(x, 2*y)", "relu(x)", "erf(2*x)", "sinh(x)", "cosh(x + 1)", "tanh(5*x)"),
    *("asin(x)", "acos(x*y)", "atan(9*x)", "x^3 - y^2", "x^4", "sqrt(x^2 + y^2)", "1/(x + 2)"),
    *("1/(x^2 + 0.1)", "(x + 1.1)^(3/2)", "(x + 1.1)^(-1/2)", "sign(x)", "0.1*x + 1/3", "pi*x"),
]


def box():
    domain = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    return Problem(["u_t = u_xx"], domain, [("t = 0", "u = x")]).box


@pytest.mark.parametrize("text", FORMULAS)
def test_bounds_hold_at_every_point_of_a_box(text):
    formula, random = parse(text, SCOPE), np.random.default_rng(0)
    for _ in range(100):
        centre, radius = random.uniform(-1, 1, 2), 10.0 ** random.uniform(-17, 0, 2)
        low, high = np.maximum(centre - radius, -1), np.minimum(centre + radius, 1)
        box = {name: Bounds(low[i : i + 1], high[i : i + 1]) for i, name in enumerate("xy")}
        found = interpret(formula, interval_backend(), box)
        rows = np.clip(low + (high - low) * random.random((40, 2)), low, high)
        values = evaluate(formula, {"x": rows[:, 0], "y": rows[:, 1]})
        values = values[np.isfinite(values)]
        assert np.all(values >= found.low) and np.all(values <= found.high)


@pytest.mark.parametrize("text", FORMULAS)
def test_the_error_of_a_ball_covers_the_true_value(text):
    formula, random = parse(text, SCOPE), np.random.default_rng(1)
    rows = random.uniform(-1, 1, (30, 2))
    double, precise = double_field(), precise_field(40)
    zero = np.zeros(30)
    columns = {"x": Ball(rows[:, 0], zero, double), "y": Ball(rows[:, 1], zero, double)}
    found = interpret(formula, ball_backend(double), columns)
    for index, (x, y) in enumerate(rows):
        point = {n: Ball(mpmath.mpf(v), mpmath.mpf(0), precise) for n, v in (("x", x), ("y", y))}
        true = interpret(formula, ball_backend(precise), point).value
        value, error = (np.broadcast_to(part, (30,))[index] for part in (found.value, found.error))
        assert not abs(mpmath.mpf(value) - true) > error


def test_cancellation_is_not_taken_for_an_error():
    formula = parse("(1 + x)^3 - 1 - 3*x - 3*x^2 - x^3", SCOPE)
    field = double_field()
    x = np.random.default_rng(2).uniform(-1e3, 1e3, 100)
    ball = interpret(formula, ball_backend(field), {"x": Ball(x, 0 * x, field)})
    assert np.all(np.abs(ball.value) <= ball.error)


@pytest.mark.parametrize(
    "text",
    [
        *("(x + y)^2 - x^2 - 2*x*y - y^2", "sqrt(x)*sqrt(x) - x", "sin(x)^2 + cos(x)^2 - 1"),
        *("exp(x)*exp(-x) - 1", "(x/sqrt(x^2 + y^2))^2 + (y/sqrt(x^2 + y^2))^2 - 1"),
        *("cosh(x)^2 - sinh(x)^2 - 1", "1 - tanh(x)^2 - 1/cosh(x)^2", "tan(x)*cos(x) - sin(x)"),
        *("(x^4 + x^2)/(x^2 + 1) - x^2", "sqrt(8)*x - 2*sqrt(2)*x", "exp(2*log(x)) - x^2"),
    ],
)
def test_identities_are_seen_by_the_normal_form(text):
    assert normal_form.is_zero(parse(text, SCOPE))


@pytest.mark.parametrize(
    "text",
    ["sqrt(x^2) - x", "1e-45*x", "exp(x)^2 - exp(x^2)", "log(x^2) - 2*log(y)", "abs(x) - x"],
)
def test_what_is_not_zero_is_not_taken_for_zero(text):
    assert not normal_form.is_zero(parse(text, SCOPE))


def test_division_leaves_nothing_or_is_refused():
    product, factor = (normal_form.polynomial(parse(t, SCOPE)) for t in ("x^3 - y^3", "x - y"))
    assert divided(product, factor) == normal_form.polynomial(parse("x^2 + x*y + y^2", SCOPE))
    assert divided(product, normal_form.polynomial(parse("x + y", SCOPE))) is None


@pytest.mark.parametrize(
    ("text", "rule", "proved"),
    [
        ("x^2 + y^2", Rule.NONNEGATIVE, True),
        ("x^2 + y^2", Rule.POSITIVE, False),
        ("t", Rule.NONNEGATIVE, True),
        ("t", Rule.NONZERO, False),
        ("1 - t - (2 - 2)", Rule.NONNEGATIVE, True),
        ("2 - x - y", Rule.POSITIVE, False),
        ("2.001 - x - y", Rule.POSITIVE, True),
        ("exp(x) - 1/3", Rule.NONZERO, True),
    ],
)
def test_signs_are_proved_or_not(text, rule, proved):
    assert holds(parse(text, SCOPE), rule, box()) is proved


def test_a_thin_part_is_told_from_a_solid_one():
    x, y, later = (parse(text, SCOPE) for text in ("x", "x*2", "x - t"))
    assert is_thin(box(), [HalfSpace(x, 1), HalfSpace(y, -1)])
    assert is_thin(box(), [HalfSpace(x, -1), HalfSpace(later, 1)])
    assert not is_thin(box(), [HalfSpace(x, 1), HalfSpace(later, 1)])
    assert is_empty(box(), [HalfSpace(parse("x - 2", SCOPE), 1)])


def test_open_faces_are_widened_unless_the_data_end_there():
    domain, heat = {"x": [-1, 1], "t": [0, 1]}, ["u_t = u_xx"]
    wide = verification_box(Problem(heat, domain, [("t = 0", "u = x")]))
    assert wide.ends["x"] == (-2, 2)
    assert wide.ends["t"] == (0, 1)
    held = verification_box(Problem(heat, domain, [("t = 0", "u = x"), ("x = 1", "u = 1")]))
    assert held.ends["x"] == (-2, 1)
    short = verification_box(Problem(heat, domain, [("t = 0", "u = sqrt(1 - x^2)")]))
    assert short.ends["x"] == (-1, 1)


def test_nested_quotients_end_soon():
    text = "1/(1 + " * 40 + "x" + ")" * 40
    start = time.monotonic()
    assert not normal_form.is_zero(parse(text, SCOPE))
    assert time.monotonic() - start < 10
