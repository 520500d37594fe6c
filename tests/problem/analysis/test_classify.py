import pytest

from symplex.problem import Problem
from symplex.problem.analysis.classify import Linearity, Type, classify


def stated(equation, domain="xt", **rest):
    return Problem([equation], {name: [0.5, 2] for name in domain}, **rest)


@pytest.mark.parametrize(
    ("equation", "linearity"),
    [
        ("u_t = u_xx + x*u", Linearity.LINEAR),
        ("u_t = u_xx + u^2", Linearity.SEMILINEAR),
        ("u_t + u*u_x = 0", Linearity.QUASILINEAR),
        ("u_t = diff(u*u_x, x)", Linearity.QUASILINEAR),
        ("u_t + u_x^2 = 0", Linearity.NONLINEAR),
        ("u_xx*u_tt - u_xt^2 = 1", Linearity.NONLINEAR),
        ("u_t + u*u_x - u*u_x = 0", Linearity.LINEAR),
        ("u_t + abs(u_x) = 0", Linearity.NONLINEAR),
        ("u_xxx + sin(u) = 0", Linearity.SEMILINEAR),
    ],
)
def test_linearity(equation, linearity):
    problem = stated(equation)
    assert classify(problem, problem.equations[0]).linearity is linearity


@pytest.mark.parametrize(
    ("equation", "domain", "kind"),
    [
        ("u_xx + u_yy = 0", "xy", Type.ELLIPTIC),
        ("u_t = u_xx", "xt", Type.PARABOLIC),
        ("u_tt = u_xx + u_yy", "xyt", Type.HYPERBOLIC),
        ("u_xt = u", "xt", Type.HYPERBOLIC),
        ("u_xx + (x - 1)*u_yy = 0", "xy", Type.MIXED),
        ("u_t = diff(u*u_x, x)", "xt", Type.PARABOLIC),
        ("u_xx + u*u_yy = 0", "xy", Type.DEPENDENT),
        ("u_xx = 0", "xy", Type.UNDECIDED),
        ("(1 + u_y^2)*u_xx - 2*u_x*u_y*u_xy + (1 + u_x^2)*u_yy = 0", "xy", Type.ELLIPTIC),
        ("u_t + u_x = 0", "xt", None),
        ("u_xxxx + u_yyyy = 0", "xy", None),
    ],
)
def test_type(equation, domain, kind):
    problem = stated(equation, domain)
    assert classify(problem, problem.equations[0]).type is kind


def test_homogeneous():
    kinds = [
        classify(problem, problem.equations[0]).homogeneous
        for problem in (stated("u_t = u_xx"), stated("u_t = u_xx + x"))
    ]
    assert kinds == [True, False]


def test_parameters_are_taken_over_their_range():
    problem = stated("u_tt = k*u_xx", parameters={"k": [-1, 1]})
    assert classify(problem, problem.equations[0]).type is Type.MIXED
