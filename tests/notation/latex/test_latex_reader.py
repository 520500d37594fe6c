"""Sums, products, powers and brackets of LaTeX."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
from symplex.notation.latex import read_latex_formula

SCOPE = Scope(("x", "y", "t"), ("kappa",), ("u",))


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("2xy", "2*x*y"),
        ("-x^2", "-x^2"),
        (r"\frac12 x", "1/2*x"),
        (r"\frac{x}{y}t", "x/y*t"),
        (r"x/2 \cdot y", "x/2*y"),
        (r"|x||y|", "abs(x)*abs(y)"),
        (r"|x - |y||", "abs(x - abs(y))"),
        (r"e", "exp(1)"),
        (r"e^{-\kappa t}", "exp(-kappa*t)"),
        (r"\left(x+1\right)\left(x-1\right)", "(x + 1)*(x - 1)"),
        (r"\{x\}^3", "x^3"),
        (r"10^{-3}", "10^(-3)"),
        (r"(u^2)_{xy}", "diff(u^2, x, y)"),
        (r"\dot u \ddot{u}", "u_t*u_tt"),
        (r"\pi x", "pi*x"),
    ],
)
def test_formulas_mean_what_they_mean_in_print(latex, meant):
    assert parse(read_latex_formula(latex, SCOPE).text, SCOPE) == parse(meant, SCOPE)


def test_depth_is_limited():
    with pytest.raises(ExpressionError, match="nested 60 deep"):
        read_latex_formula("(" * 80 + "x" + ")" * 80, SCOPE)


@pytest.mark.parametrize(
    "latex", ["x^", "x +", r"\frac{x}", "x^+", "{", "|", "_x", "x_", "^2", "''"]
)
def test_what_is_broken_is_one_sentence(latex):
    with pytest.raises(ExpressionError, match=r"^column [0-9]+: "):
        read_latex_formula(latex, SCOPE)
