"""Convex or concave in the gradient."""

import pytest

from symplex.expression import number
from symplex.expression.parse import Scope, parse
from symplex.problem.analysis.curvature import Curvature, curvature
from symplex.problem.box import Interval

SCOPE = Scope(("x", "y", "t"), ("k",), ("u",))
POSITIVE = {"k": Interval(number(1), number(2))}
ANY = {"k": Interval(number(-1), number(2))}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("u_x - 3*u_y + k", Curvature.AFFINE),
        ("u_x^2 + u_y^2", Curvature.CONVEX),
        ("sqrt(u_x^2 + u_y^2)", Curvature.CONVEX),
        ("abs(u_x) + max(u_y, 0)", Curvature.CONVEX),
        ("exp(u_x) + relu(u_y)", Curvature.CONVEX),
        ("-k*u_x^2", Curvature.CONCAVE),
        ("min(u_x, u_y)", Curvature.CONCAVE),
        ("u_x^2 - u_y^2", Curvature.NEITHER),
        ("sin(u_x)", Curvature.NEITHER),
        ("u_x^2/(1 + x^2)", Curvature.CONVEX),
        ("sqrt(1 + u_x^4)", Curvature.UNKNOWN),
        ("pi*u_x^4", Curvature.CONVEX),
    ],
)
def test_shapes(text, shape):
    assert curvature(parse(text, SCOPE), POSITIVE) is shape


def test_the_sign_of_a_parameter_decides():
    assert curvature(parse("k*u_x^2", SCOPE), POSITIVE) is Curvature.CONVEX
    assert curvature(parse("k*u_x^2", SCOPE), ANY) is Curvature.NEITHER
