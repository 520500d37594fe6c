"""Conservation laws from data in pieces: corners, fans and shocks."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.problem import Problem

WAVES = named("waves of a conservation law")
BURGERS = "u_t + u*u_x = 0"


@pytest.mark.parametrize(
    ("data", "end"),
    [
        ("-sign(x)", 1),
        ("sign(x)", 1),
        ("sign(x) - sign(x - 1)", 1),  # a fan and a shock, which meet at the end
        ("x*(1 - sign(x^2 - 1))/2", 2),  # two shocks with curved paths
        ("(x + 2)*(1 - sign(x))/2 - (1 + sign(x))/2", 1),
        ("max(1 - abs(x), 0)", "1/2"),  # before it breaks
        ("max(3*x, 0)", 1),
        ("abs(x - 1) + relu(x - 3)", "1/2"),
    ],
)
def test_burgers_equation(data, end):
    assert is_solved(WAVES, cauchy(BURGERS, f"u = {data}", t=(0, end)))


@pytest.mark.parametrize("data", ["(a + b)/2 - (b - a)*sign(x)/2", "(a + b)/2 + (b - a)*sign(x)/2"])
def test_symbolic_states(data):
    states = {"b": [1, 2], "a": ["-1/2", "1/2"]}
    assert is_solved(WAVES, cauchy(BURGERS, f"u = {data}", parameters=states))


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + (1 - 2*u)*u_x = 0", "(1 - sign(x))/2"),  # a green light
        ("u_t + (1 - 2*u)*u_x = 0", "a + (1 - a)*(1 + sign(x))/2"),  # a red one
        ("diff(u, t) + diff(k*u*(1 - u/m), x) = 0", "m*(1 - sign(x))/2"),
        ("diff(u, t) + diff(exp(u), x) = 0", "(1 + sign(x))/2"),
        ("diff(u, t) + diff(exp(u), x) = 0", "(1 - sign(x))/2"),
        ("u_t + u^3*u_x = 0", "1 - sign(x)/2"),
        ("u_t + u*u_x = -k*u", "1 - sign(x)"),
        ("u_t + u*u_x = -k*u", "sign(x)"),
        ("u_t + u*u_x = k", "-sign(x)"),
        ("u_t + u*u_x = a - k*u", "sign(x)"),
        ("u_t + u^2*u_x = -u", "3 + sign(x)"),
    ],
)
def test_other_fluxes_and_sources(equation, data):
    parameters = {"a": ["1/4", "3/4"], "k": [1, 2], "m": [1, 2]}
    assert is_solved(WAVES, cauchy(equation, f"u = {data}", parameters=parameters))


@pytest.mark.parametrize(
    ("equation", "data", "end"),
    [
        (BURGERS, "max(1 - abs(x), 0)", 2),  # it breaks
        (BURGERS, "x", 1),
        (BURGERS, "sign(x)*exp(x)", 1),
        ("u_t + 2*u_x = 0", "sign(x)", 1),
        ("u_t + u*u_x = u_xx", "sign(x)", 1),
        ("u_t + cos(u)*u_x = 0", "2*sign(x)", 1),  # neither convex nor concave
    ],
)
def test_what_is_left_alone(equation, data, end):
    assert proposals(WAVES, cauchy(equation, f"u = {data}", t=(0, end))) == []


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        (BURGERS, "-sign(x + 1) - sign(x - 1)"),  # two shocks meet
        (BURGERS, "3/2 - sign(x + 1)/2 - sign(x)/2 - sign(x - 1)/2"),  # three do
        (BURGERS, "(sign(x) - sign(x - 1))/2"),  # a shock eats a fan
        (BURGERS, "a*(sign(x) - sign(x - k))/2"),
        (BURGERS, "(sign(x - 1) - sign(x))/2"),  # a fan before a shock
        (BURGERS, "max(0, min(x, 1))*(1 - sign(x - 2))/2"),  # a ramp is eaten
        ("u_t + (1 - 2*u)*u_x = 0", "(sign(x) - sign(x - 1))/2"),  # a platoon on an empty road
        ("u_t + u*u_x = 1", "(sign(x) - sign(x - 1))/2"),
        ("u_t + (1 - 2*u)*u_x = 0", "(4 + sign(x) + sign(x - 1))/8"),
    ],
)
def test_waves_that_meet(equation, data):
    parameters = {"a": [1, 2], "k": [1, 2]}
    problem = cauchy(equation, f"u = {data}", t=(0, 4), parameters=parameters)
    assert is_solved(WAVES, problem)


def test_data_at_the_end_of_time_are_left_alone():
    problem = Problem([BURGERS], {"x": [-1, 1], "t": [0, 1]}, [("t = 1", "u = sign(x)")])
    assert proposals(WAVES, problem) == []
