"""Constants wherever a parameter that was held may stand."""

import pytest

from symplex.expression import CONSTANT, leaf
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.solver.solution.freed import freed

SCOPE = Scope(("x", "t"))


def made(text):
    skeleton, near = freed({"u": parse(text, SCOPE)})
    return to_text(skeleton.formulas["u"]), near


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("exp(-t)", "c#2*exp(c#1*t)"),
        ("x", "c#1*x"),
        ("3", "c#1"),
        ("x - 2*t", "c#1*x + c#2*t"),
        ("-(x - t)/4", "c#1*x + c#2*t"),
        ("x/(1 + 4*t)", "c#2*x/(1 + c#1*t)"),
        ("sqrt(2*x + t)", "c#2*sqrt(2*x + c#1*t)"),
        ("(x + t)^2*(1 - t)", "(x + c#1*t)^2*(c#2 + c#3*t)"),
        (
            "exp(-3*t/5)*(cos(4*t/5) + 3*sin(4*t/5)/4)",
            "exp(c#1*t)*(c#3*cos(c#2*t) + c#5*sin(c#4*t))",
        ),
    ],
)
def test_every_term_has_a_constant_and_no_scale_has_two(text, free):
    assert made(text)[0] == free


@pytest.mark.parametrize(
    "text",
    [
        "exp(-3*t/5)*(cos(4*t/5) + 3*sin(4*t/5)/4)",
        "5*(x - t)*(2 + x)/3 - x/(2*t + 3)^2",
        "-max(x - t/2, 0) + tanh(-(x - 2)/3)",
        "2/(3*x)",
    ],
)
def test_at_the_values_that_they_have_it_is_the_same_formula(text):
    skeleton, near = freed({"u": parse(text, SCOPE)})
    point = {"x": 0.7, "t": 0.3}
    assert set(near) == set(skeleton.names)
    value = evaluate(skeleton.formulas["u"], {**point, **near})
    assert float(value) == pytest.approx(float(evaluate(parse(text, SCOPE), point)))


def test_fitted_constants_are_freed_too_and_unknowns_share_no_names():
    slot = leaf(CONSTANT, -0.5)
    x, t = parse("x", SCOPE), parse("t", SCOPE)
    skeleton, near = freed({"u": slot * x / (slot + t), "v": slot * t})
    assert not any(formula.constants for formula in skeleton.formulas.values())
    assert sorted(near.values()) == [-0.5, -0.5, -0.5]
    assert len(skeleton.names) == 3
