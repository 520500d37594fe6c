"""Hamilton–Jacobi equations recognised."""

import pytest

from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.analysis.curvature import Curvature
from symplex.problem.analysis.hamilton_jacobi import recognise

DOMAIN = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}


def stated(equation, conditions=(("t = 0", "u = abs(x)"),), **rest):
    return Problem([equation], DOMAIN, conditions, **rest)


@pytest.mark.parametrize(
    ("equation", "hamiltonian", "shape"),
    [
        ("u_t + sqrt(u_x^2 + u_y^2) = 0", "sqrt(u_x^2 + u_y^2)", Curvature.CONVEX),
        ("u_t - 1/2*(u_x^2 + u_y^2) = 0", "-(1/2*(u_x^2 + u_y^2))", Curvature.CONCAVE),
        ("u_x^2/2 = -u_t", "u_x^2/2", Curvature.CONVEX),
        ("-u_t + abs(u_x) = 0", "-abs(u_x)", Curvature.CONCAVE),
        ("u_t + abs(u_x) + abs(u_y) = 0", "abs(u_x) + abs(u_y)", Curvature.CONVEX),
        ("u_t + sqrt(1 + u_x^2) = 0", "sqrt(1 + u_x^2)", Curvature.CONVEX),
        ("u_t + max(u_x, u_y, 0) = 0", "max(max(u_x, u_y), 0)", Curvature.CONVEX),
        ("u_t + abs(u_x)^3 = 0", "abs(u_x)^3", Curvature.CONVEX),
        ("u_t + u_x^4 - u_y = 0", "u_x^4 - u_y", Curvature.CONVEX),
        ("u_t + exp(u_x) = 0", "exp(u_x)", Curvature.CONVEX),
        ("u_t + u_x^2 - u_y^2 = 0", "u_x^2 - u_y^2", Curvature.NEITHER),
        ("u_t + u_x*u_y = 0", "u_x*u_y", Curvature.NEITHER),
        ("u_t + cos(u_x) = 0", "cos(u_x)", Curvature.NEITHER),
        ("u_t + u_x^3 = 0", "u_x^3", Curvature.NEITHER),
        ("u_t + u_x*u_x = 0", "u_x*u_x", Curvature.UNKNOWN),
        ("2*u_t + u_x^2 = 0", "u_x^2/2", Curvature.CONVEX),
    ],
)
def test_recognised_with_its_shape(equation, hamiltonian, shape):
    form = recognise(stated(equation))
    assert form is not None
    assert to_text(form.hamiltonian) == hamiltonian
    assert form.curvature is shape
    assert form.uniform
    assert to_text(form.initial) == "abs(x)"


@pytest.mark.parametrize(
    "equation",
    [
        "u_t + u_x = 0",
        "u_t = u_xx",
        "u_t + u*u_x = 0",
        "u_t^2 + u_x^2 = 1",
        "u*u_t + u_x^2 = 0",
        "x*u_t + u_x^2 = 0",
    ],
)
def test_other_equations_are_not(equation):
    assert recognise(stated(equation)) is None


def test_terminal_data_reverse_time():
    form = recognise(stated("u_t + u_x^2 = 0", [("t = 1", "u = x")]))
    assert form is not None
    assert form.reversed
    assert to_text(form.hamiltonian) == "-u_x^2"
    assert form.curvature is Curvature.CONCAVE


def test_a_parameter_s_sign_decides():
    shapes = [
        recognise(stated("u_t + k*u_x^2 = 0", parameters={"k": ends})).curvature
        for ends in ([1, 2], [-2, -1], [-1, 1])
    ]
    assert shapes == [Curvature.CONVEX, Curvature.CONCAVE, Curvature.NEITHER]


def test_space_dependence_is_said():
    form = recognise(stated("u_t + x^2*u_x^2 = 0"))
    assert form is not None
    assert not form.uniform


def test_stationary_equations_keep_their_sign():
    problem = Problem(["abs(u_x) = 1"], {"x": [-1, 1]}, [("x = -1", "u = 0"), ("x = 1", "u = 0")])
    form = recognise(problem)
    assert form is not None
    assert form.time is None
    assert to_text(form.hamiltonian) == "abs(u_x) - 1"
    assert form.curvature is Curvature.CONVEX
