"""Derivatives in LaTeX: of Leibniz, Lagrange and Newton, and by gradients."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
from symplex.notation.latex import read_latex_formula

# Derivatives as textbooks write them.

SCOPE = Scope(("x", "theta", "t"), ("d1",), ("u", "v1"))


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"u_{xx}", "diff(u, x, 2)"),
        (r"u_\theta", "diff(u, theta)"),
        (r"u_{\theta t}", "diff(u, theta, t)"),
        (r"\partial_x^2 u", "diff(u, x, 2)"),
        (r"\partial_{x t} u", "diff(u, x, t)"),
        (r"\partial_t v_1", "diff(v1, t)"),
        (r"\partial_x \partial_t u", "diff(u, x, t)"),
        (r"\frac{\partial^3 u}{\partial x^2 \partial t}", "diff(u, x, 2, t)"),
        (r"\frac{\mathrm{d} u}{\mathrm{d} t}", "diff(u, t)"),
        (r"\frac{\partial (x u)}{\partial x}", "diff(x*u, x)"),
        (r"\partial^2 u/\partial x \partial t", "diff(u, x, t)"),
        (r"\frac{d_1}{2}", "d1/2"),
    ],
)
def test_notations_of_one_derivative(latex, meant):
    assert parse(read_latex_formula(latex, SCOPE).text, SCOPE) == parse(meant, SCOPE)


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        (
            r"\partial_x u v_1",
            r"column 14: this is unclear: how far '\partial' reaches; put what it is applied to in brackets",
        ),
        (
            r"\partial u",
            "column 11: expected an index or '/' after \\partial, as in \\partial_t u, the formula ends",
        ),
        (r"\partial_{2} u", "column 11: '2' is not a variable; this problem has x, theta and t"),
        (r"\partial_x^{a} u", "column 13: the order of a derivative is a whole number up to 100"),
        (r"d_1_2", "column 4: expected an operator or the end, found '_'"),
        (r"x_1", "column 1: 'x' with this index is not a name of this problem"),
    ],
)
def test_what_is_unclear_is_one_sentence(latex, sentence):
    with pytest.raises(ExpressionError) as found:
        read_latex_formula(latex, SCOPE)
    assert str(found.value) == sentence


def test_braces_end_an_index():
    assert parse(read_latex_formula("u_{t}u_{x}", SCOPE).text, SCOPE) == parse("u_t*u_x", SCOPE)


@pytest.mark.parametrize(
    ("latex", "what"),
    [
        (r"\frac{\partial}{\partial x} u x", "how far"),
        (r"\partial_x u \sin(x)", "how far"),
        (r"u^{(4)}", "a power or a derivative"),
        (r"\frac{d u}{d t}", "whether 'd' is a name or differentiates"),
        (r"c_1 u", "whether c1 or c_1 is meant"),
    ],
)
def test_two_readings_are_refused(latex, what):
    scope = Scope(("x", "t"), ("d", "c1", "c_1"), ("u",))
    with pytest.raises(ExpressionError, match=f"this is unclear: .*{what}"):
        read_latex_formula(latex, scope)


def test_brackets_say_how_far_a_derivative_reaches():
    found = read_latex_formula(r"\frac{\partial}{\partial x}\left(x u\right) x", SCOPE)
    assert parse(found.text, SCOPE) == parse("diff(x*u, x)*x", SCOPE)


# Laplacians, gradients and divergences as textbooks write them.

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
