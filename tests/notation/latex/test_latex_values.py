"""Values of unknowns at points."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope
from symplex.notation.latex import read_latex_equations

PLANE = Scope(("x", "t"), ("k",), ("u",))
LINE = Scope(("x",), (), ("y",))


@pytest.mark.parametrize(
    ("latex", "text", "fixed", "scope"),
    [
        ("u(x,t) = 0", "u = 0", (), PLANE),
        ("u(0,t) = t", "u = t", (("x", "0"),), PLANE),
        (r"u_x(\pi/2, 0) = 1", "u_x = 1", (("x", "pi/2"), ("t", "0")), PLANE),
        (r"\partial_t u(x,0) = 1", "u_t = 1", (("t", "0"),), PLANE),
        (r"u|_{t=0} = x", "u = x", (("t", "0"),), PLANE),
        (r"0 = u(0,t)", "0 = u", (("x", "0"),), PLANE),
        (r"u(1-u) = 0", "u*(1 - u) = 0", (), PLANE),
        ("y'(0) = 1", "y_x = 1", (("x", "0"),), LINE),
        ("y(x) = x", "y = x", (), LINE),
        ("y(1 - y) = x", "y*(1 - y) = x", (), LINE),
    ],
)
def test_arguments_say_where(latex, text, fixed, scope):
    (found,) = read_latex_equations(latex, scope)
    assert (found.text, found.at.fixed) == (text, fixed)


@pytest.mark.parametrize(
    ("latex", "scope"),
    [
        ("y(x + 1) = 0", LINE),
        ("u(t, x) = 0", PLANE),
        (r"u|_{t=x} = 0", PLANE),
        (r"u(0,t)|_{t=0} = 0", PLANE),
        ("u(1,2,3) = 0", PLANE),
    ],
)
def test_what_is_no_place_is_refused(latex, scope):
    with pytest.raises(ExpressionError, match=r"column \d+: "):
        read_latex_equations(latex, scope)


@pytest.mark.parametrize("latex", [r"\left.\sin(x)\right|_{x=1} = u(0,t)", r"u(0,t) = t|_{t=1}"])
def test_a_bar_without_an_unknown_is_refused(latex):
    with pytest.raises(ExpressionError, match="a bar says where an unknown is taken"):
        read_latex_equations(latex, PLANE)
