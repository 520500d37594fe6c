"""Viscosity solutions: curvature of the operator, and both halves wherever pieces meet."""

import pytest

from support.proving import formula, region, space, studied
from support.reasons import refused
from symplex.proof.kernel.viscosity import Shape, ViscosityProof, curvature
from symplex.reasons import Code

LINE = region(x=(-1, 1, "()"), t=(0, 1, "()"))
PLANE = region(x=(-1, 1, "()"), y=(-1, 1, "()"), t=(0, 1, "()"))
FLAT = region(x=(-1, 1, "()"), y=(-1, 1, "()"))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("u_t + x*u_x", Shape.AFFINE),
        ("x + t", Shape.AFFINE),
        ("u_t + u_x^2", Shape.CONVEX),
        ("u_t - u_x^2", Shape.CONCAVE),
        ("u_t + abs(u_x) + u_x^4", Shape.CONVEX),
        ("u_t + sqrt(u_x^2 + 4*u_y^2 + 1)", Shape.CONVEX),
        ("u_t + (x^2 + 1)*abs(u_x)", Shape.CONVEX),
        ("u_t - abs(u_x)/(2 + x)", Shape.CONCAVE),
        ("max(u_x, u_t) + exp(u_x^2)", Shape.CONVEX),
        ("min(u_x, -abs(u_t))", Shape.CONCAVE),
        ("cosh(u_x) - 1", Shape.CONVEX),
        ("u_t + x*abs(u_x)", Shape.UNKNOWN),
        ("u_t + u_x^2 - u_y^2", Shape.UNKNOWN),
        ("u_x*u_y", Shape.UNKNOWN),
        ("u_x^3", Shape.UNKNOWN),
        ("abs(u_x^2 - 1)", Shape.UNKNOWN),
        ("sqrt(u_x^2 - 2*u_y^2)", Shape.UNKNOWN),
        ("sqrt((sqrt(u_x^2) - 1)^2)", Shape.UNKNOWN),
        ("cosh(u_x^2)", Shape.UNKNOWN),
        ("1/u_x", Shape.UNKNOWN),
        ("u_x^(-2)", Shape.UNKNOWN),
        ("min(u_x, abs(u_t))", Shape.UNKNOWN),
    ],
)
def test_curvature_in_the_gradient(text, shape):
    assert curvature(formula(text), space(PLANE)) is shape


def proof(operator, answer, where, sign=1):
    tree = formula(operator)
    return ViscosityProof(tree, studied(answer, where, operator), sign).prove()


ACCEPTED = [
    ("u + abs(u_x) - 1", "1 - exp(abs(x) - 1)", region(x=(-1, 1, "()")), 1),
    ("u_t + u + abs(u_x)", "-exp(-t)*abs(x) - t*exp(-t)", LINE, 1),
    ("u_t + abs(u_x)", "max(abs(x) - t, 0)", LINE, 1),
    ("u_t + abs(u_x)", "-abs(x) - t", LINE, 1),
    ("u_t + u_x^2/2", "min(x - t/2, -t/2 - x)", LINE, 1),
    ("u_t - abs(u_x)", "abs(x) + t", LINE, 1),
    ("-u_t + abs(u_x)", "abs(x) + t", LINE, -1),
    ("abs(u_x) - 1", "1 - abs(x)", region(x=(-1, 1, "()")), 1),
    ("1 - abs(u_x)", "abs(x) - 1", region(x=(-1, 1, "()")), 1),
    ("sqrt(u_x^2 + u_y^2) - 1", "min(x, y)", FLAT, 1),
    ("max(abs(u_x), abs(u_y)) - 1", "1 - abs(x) - abs(y)", FLAT, 1),
    # Round: along no axis the slope falls everywhere, and along the normal it does.
    ("u_x^2 + u_y^2 - 4*(x^2 + y^2)", "-abs(x^2 + y^2 - 1/2)", FLAT, 1),
    ("4*(x^2 + y^2) - u_x^2 - u_y^2", "abs(x^2 + y^2 - 1/2)", FLAT, 1),
    ("u_x^2 + u_y^2 - 4*x^2 - 64*y^2", "-abs(x^2 + 4*y^2 - 1/2)", FLAT, 1),
    ("u_t + (u_x^2 + u_y^2)/2", "min((x^2 + y^2)/(2*(1 + t)), x - t/2)", PLANE, 1),
]
REFUSED = [
    # With the unknown itself, its value at the point counts.
    ("u + abs(u_x) - 1", "1 - exp(-abs(x))", region(x=(-1, 1, "()")), 1),
    ("1 - u - abs(u_x)", "1 - exp(abs(x) - 1)", region(x=(-1, 1, "()")), 1),
    ("u_t + abs(u_x)", "abs(x) - t", LINE, 1),
    ("u_t + u_x^2/2", "abs(x) - t/2", LINE, 1),
    ("u_t - abs(u_x)", "t - abs(x)", LINE, 1),
    ("-u_t + abs(u_x)", "abs(x) + t", LINE, 1),
    ("abs(u_x) - 1", "abs(x) - 1", region(x=(-1, 1, "()")), 1),
    ("1 - abs(u_x)", "1 - abs(x)", region(x=(-1, 1, "()")), 1),
    # At the origin 0 lies in the subdifferential: a surface is not enough.
    ("u_t + abs(u_x) + abs(u_y)", "max(abs(x), abs(y)) - t", PLANE, 1),
    ("max(abs(u_x), abs(u_y)) - 1", "abs(x) + abs(y)", FLAT, 1),
    ("sqrt(u_x^2 + u_y^2) - 1", "max(x, y)", FLAT, 1),
    ("u_x^2 + u_y^2 - 4*(x^2 + y^2)", "abs(x^2 + y^2 - 1/2)", FLAT, 1),
    ("4*(x^2 + y^2) - u_x^2 - u_y^2", "-abs(x^2 + y^2 - 1/2)", FLAT, 1),
    ("u_t + (u_x^2 + u_y^2)/2", "max((x^2 + y^2)/(2*(1 + t)), x - t/2)", PLANE, 1),
]


@pytest.mark.parametrize(("operator", "answer", "where", "sign"), ACCEPTED)
def test_viscosity_solutions_are_accepted(operator, answer, where, sign):
    assert proof(operator, answer, where, sign).code is Code.SHOWN_VISCOSITY


@pytest.mark.parametrize(("operator", "answer", "where", "sign"), REFUSED)
def test_others_are_refused_with_the_inequality(operator, answer, where, sign):
    with refused(Code.VISCOSITY_SLOPE_FALLS, Code.VISCOSITY_SLOPE_RISES):
        proof(operator, answer, where, sign)


@pytest.mark.parametrize(
    ("operator", "answer"),
    [
        ("u_t + u*abs(u_x)", "abs(x)"),
        ("u_t + u_x^3", "abs(x) - t"),
        ("u_t + x*abs(u_x)", "abs(x)"),
    ],
)
def test_operators_without_a_rule_are_refused(operator, answer):
    with refused(Code.VISCOSITY_NOT_CONVEX):
        proof(operator, answer, LINE)


def test_a_cone_inside_of_the_domain_is_refused():
    with refused(Code.DEFINED_NOT_SHOWN):
        proof("u_t + sqrt(u_x^2 + u_y^2)", "-sqrt(x^2 + y^2) - t", PLANE)


def test_a_linear_operator_is_both_convex_and_concave():
    assert proof("u_t + u_x", "abs(x - t)", LINE).code is Code.SHOWN_VISCOSITY_LINEAR


def test_a_discontinuous_operator_is_refused():
    with refused(Code.VISCOSITY_EQUATION_JUMPS):
        proof("u_t + sign(x)*u_x", "abs(x) - t", LINE)
