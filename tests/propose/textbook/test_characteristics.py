"""Equations of the first order along their characteristics."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.problem.method import Reduction
from symplex.propose.textbook.pdes.characteristics import Characteristics
from symplex.work.budget import Budget

METHOD = named("characteristics")
PLANE = {"x": [-1, 1], "y": [-1, 1]}


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + (2 - x)*u_x = u", "cos(x)"),
        ("u_t + 2*t*u_x = x", "1/(1 + x^2)"),
        ("u_t + u_x = -u^2", "2 + sin(x)"),
    ],
)
def test_linear_and_semilinear(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}"))


@pytest.mark.parametrize(
    ("equation", "data"),
    [("u_t + u*u_x = t", "3*x"), ("u_t + u*u_x = 2*u", "x + 1"), ("u_t + (1 + u)*u_x = 0", "x/2")],
)
def test_quasilinear(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}"))


def test_a_rotation():
    assert is_solved(METHOD, cauchy("u_t + y*u_x - x*u_y = 1", "u = x^2*y", **PLANE))


def test_a_gradient_that_moves():
    assert is_solved(METHOD, cauchy("u_t + u_x*u_y = 0", "u = x^2 - y^2", t=(0, "1/4"), **PLANE))


def test_data_beside_time():
    problem = Problem(["x*u_x - y*u_y = u"], {"x": [1, 2], "y": [-1, 1]}, [("x = 1", "u = exp(y)")])
    assert is_solved(METHOD, problem)


def test_an_implicit_relation_solved_for_the_unknown():
    problem = cauchy("u_t + u*u_x = 0", "u = sqrt(x)", x=[1, 2], free=["x"])
    assert is_solved(Characteristics(), problem)


def test_the_curves_are_a_problem_with_their_beginning_as_a_parameter():
    found = proposals(Characteristics(), cauchy("u_t + x*u_x = 0", "u = abs(x)"))
    (reduction,) = found
    assert isinstance(reduction, Reduction)
    assert reduction.problem.variables == ("t",)
    assert "x" in reduction.problem.parameters


def test_second_order_is_left_alone():
    assert proposals(METHOD, cauchy("u_t = u_xx", "u = x")) == []


def test_an_answer_is_read_when_the_budget_of_the_method_is_spent():
    problem, clock = cauchy("u_t + (2 - x)*u_x = u", "u = cos(x)"), Budget.unlimited()
    budget = clock.part(10**6)
    (curves,) = Characteristics().propose(problem, budget)
    budget.steps = 0
    place, value = curves.problem.unknowns
    scope = curves.problem.answer_scope
    found = {place: parse("2 + (x - 2)*exp(-t)", scope), value: parse("cos(x)*exp(t)", scope)}
    assert len(list(curves.back(found))) == 1
