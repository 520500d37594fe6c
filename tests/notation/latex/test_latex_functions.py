"""Functions of textbooks and how far their arguments go."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
from symplex.notation.latex import read_latex_formula

SCOPE = Scope(("x", "t"), ("kappa", "n"), ("u",))


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\sin 2\pi x", "sin(2*pi*x)"),
        (r"\sin n x \cos \kappa t", "sin(n*x)*cos(kappa*t)"),
        (r"\sin x^2 + 1", "sin(x^2) + 1"),
        (r"\sin^2 x", "sin(x)^2"),
        (r"\sin^{3}\left(x\right) t", "sin(x)^3*t"),
        (r"\ln|x| t", "log(abs(x))*t"),
        (r"\exp{-x}", "exp(-x)"),
        (r"\sin x \cdot t", "sin(x)*t"),
        (r"\sin(2) \cdot t", "sin(2)*t"),
        (r"\sec x", "1/cos(x)"),
        (r"\max(x, t, 0)", "max(x, t, 0)"),
        (r"\min\{x, t\}", "min(x, t)"),
        (r"\operatorname{sgn}(x)", "sign(x)"),
        (r"\sqrt[3]{x}", "x^(1/3)"),
        (r"\sqrt x", "sqrt(x)"),
        (r"\cosh\frac{x}{2}", "cosh(x/2)"),
    ],
)
def test_arguments_reach_as_far_as_in_print(latex, meant):
    assert parse(read_latex_formula(latex, SCOPE).text, SCOPE) == parse(meant, SCOPE)


@pytest.mark.parametrize(
    "latex",
    [
        r"\ln 2 \cdot x",
        r"\sin \frac{1}{2} \cdot x",
        r"\sin x t",
        r"\sin x (t+1)",
        r"\sin x e^{t}",
        r"\sin x/2",
        r"\sin(x)^2",
        r"\cos^{-1} x",
    ],
)
def test_what_may_be_meant_otherwise_is_refused(latex):
    with pytest.raises(ExpressionError, match="this is unclear"):
        read_latex_formula(latex, SCOPE)


@pytest.mark.parametrize("latex", [r"\sin", r"\max x", r"\sqrt[x]{x}", r"\sqrt[0]{x}", r"\sin + 1"])
def test_what_is_missing_is_said(latex):
    with pytest.raises(ExpressionError, match=r"column \d+: (expected|the degree)"):
        read_latex_formula(latex, SCOPE)
