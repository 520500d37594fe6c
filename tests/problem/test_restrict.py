"""Smaller problems inside a problem."""

from fractions import Fraction

import pytest

from symplex.expression import number
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.box import Interval
from symplex.problem.restrict import data_of, plain_value, start_of, value_inside, with_parameters

HEAT = Problem(
    ["u_t = k*u_xx"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(x)"), ("t = 0, x = 0", "u = 0"), ("x = 1", "u = exp(-k*t)")],
    parameters={"k": [2, 5]},
)


@pytest.mark.parametrize(
    ("low", "high", "value"), [(0, 3, Fraction(1)), (2, 3, Fraction(5, 2)), (-4, 0, Fraction(-2))]
)
def test_a_plain_value_is_one_or_the_middle(low, high, value):
    assert plain_value(Interval(number(low), number(high))) == number(value)


def test_a_value_inside_is_strictly_inside():
    found = value_inside(Interval(number(0), number(Fraction(1, 1000))), 0.5, 4)
    assert 0 < found.root.value < Fraction(1, 1000)


def test_a_parameter_held_fixed_is_gone():
    fixed = with_parameters(HEAT, {"k": number(3)})
    assert not fixed.parameters
    assert fixed.equations[0].text == "u_t = 3*u_xx"
    assert fixed.conditions[2].text == "u = exp(-3*t)"
    assert HEAT.parameters


def test_the_first_time_slice_is_a_problem_of_its_own():
    start = start_of(HEAT)
    assert (start.name, start.value) == ("t", number(0))
    assert tuple(start.problem.domain) == ("x",)
    assert [equation.text for equation in start.problem.equations] == ["u = sin(x)"]
    assert [str(condition.region) for condition in start.problem.conditions] == ["x = 0"]


def test_rates_alone_do_not_start_a_problem():
    rates = Problem(["u_tt = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u_t = 0")])
    assert start_of(rates) is None
    ordinary = Problem(["u_t = u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    assert start_of(ordinary) is None


def test_data_are_the_largest_parts_without_an_unknown():
    assert {to_text(part) for part in data_of(HEAT)} == {"k", "sin(x)", "0", "exp(-k*t)"}


FLUX = Problem(
    ["u_t = diff(k*abs(x)*u_x, x) + diff(sign(x)*t, t)"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = diff(abs(x), x)*k"), ("t = 0", "u_x = diff(t*sign(x), t)")],
    parameters={"k": [2, 5]},
)


def test_what_was_differentiated_survives_a_restriction():
    fixed = with_parameters(FLUX, {"k": number(3)})
    again = Problem(**fixed.statement())
    assert again.all_equations == fixed.all_equations
    assert [to_text(record.formula) for record in fixed.equations[0].differentiated] == [
        "3*abs(x)*u_x",
        "sign(x)*t",
    ]


def test_a_slice_keeps_derivatives_along_it_and_leaves_out_those_across():
    start = start_of(FLUX)
    assert [equation.text for equation in start.problem.equations] == ["u = diff(abs(x), x)*k"]
    assert Problem(**start.problem.statement()).all_equations == start.problem.all_equations
