"""Laplacians, gradients and divergences as textbooks write them."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
from symplex.notation.latex import read_latex_formula

PLANE = Scope(("x", "y", "t"), ("k",), ("u",))
LINE = Scope(("x", "t"), ("Delta",), ("u",))


@pytest.mark.parametrize(
    ("latex", "meant", "scope"),
    [
        (r"\Delta u", "u_xx + u_yy", PLANE),
        (r"\nabla^2 u", "u_xx", LINE),
        (r"\Delta u", "Delta*u", LINE),
        (r"\nabla^4 u", "u_xxxx + 2*u_xxyy + u_yyyy", PLANE),
        (r"\Delta(u^2)", "diff(u^2, x, x) + diff(u^2, y, y)", PLANE),
        (r"\Delta u_t", "u_xxt + u_yyt", PLANE),
        (r"|\nabla u|", "sqrt(u_x^2 + u_y^2)", PLANE),
        (r"|\nabla u|", "abs(u_x)", LINE),
        (r"\left|\nabla u\right|^2", "u_x^2 + u_y^2", PLANE),
        (r"\nabla\cdot(k \nabla u)", "diff(k*u_x, x) + diff(k*u_y, y)", PLANE),
        (r"\nabla\cdot\nabla u", "diff(u_x, x) + diff(u_y, y)", PLANE),
    ],
)
def test_operators_are_those_of_space(latex, meant, scope):
    assert parse(read_latex_formula(latex, scope).text, scope) == parse(meant, scope)


@pytest.mark.parametrize("latex", [r"\nabla u", r"\nabla^3 u", r"\nabla\cdot u", r"|\nabla u + 1|"])
def test_a_vector_is_no_formula(latex):
    with pytest.raises(ExpressionError, match=r"column \d+: "):
        read_latex_formula(latex, PLANE)


def test_there_must_be_space():
    with pytest.raises(ExpressionError, match="needs a variable other than time"):
        read_latex_formula(r"\nabla^2 u", Scope(("t",), (), ("u",)))
