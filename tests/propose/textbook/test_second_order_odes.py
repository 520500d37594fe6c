"""Nonlinear ordinary equations of higher order, by reduction of the order."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.autonomous import Autonomous
from symplex.propose.textbook.odes.first_integral import FirstIntegral
from symplex.propose.textbook.odes.missing_unknown import MissingUnknown

AUTONOMOUS = next(method for method in METHODS if isinstance(method, Autonomous))


class TestAutonomous:
    """Equations of the second order without the variable."""

    @pytest.mark.parametrize(
        ("equation", "values"),
        [
            ("u_xx = 2*u^3", (1, 1)),
            ("u_xx = 6*u^2", (1, -2)),
            ("u_xx = -1/u^3", (1, 0)),  # starts at rest
            ("u_xx = exp(u)", (0, "sqrt(2)")),
            ("u_xx = -sin(u)*cos(u)", (0, 1)),
            ("u*u_xx = u_x^2", (2, 3)),  # p dp/du
            ("u_xx = 2*u*u_x", (0, 1)),
            ("2*u*u_xx = 1 + u_x^2", (1, 0)),
        ],
    )
    def test_the_velocity_as_a_function_of_the_place(self, equation, values):
        assert is_solved(AUTONOMOUS, initial(equation, 0, "1/2", *values))

    def test_it_needs_place_and_velocity_at_one_point(self):
        ends = [("x = 0", "u = 1"), ("x = 1", "u = 2")]
        assert proposals(AUTONOMOUS, Problem(["u_xx = 6*u^2"], {"x": [0, 1]}, ends)) == []

    def test_equations_with_the_variable_are_left_alone(self):
        assert proposals(AUTONOMOUS, initial("u_xx = x*u^2", 0, 1, 1, 0)) == []


MISSING_UNKNOWN = next(method for method in METHODS if isinstance(method, MissingUnknown))


class TestMissingUnknown:
    """Equations without the unknown itself."""

    @pytest.mark.parametrize(
        ("equation", "values"),
        [
            ("u_xx = u_x^2/4", (1, 1)),
            ("u_xx + u_x^2 = 1", (0, 0)),
            ("(1 + x^2)*u_xx + 2*x*u_x = 0", (0, 1)),
            ("(x + 1)*u_xxx = 2*u_xx", (1, 1, 1)),
            ("u_xx = -k*u_x^2", (0, 2)),
        ],
    )
    def test_the_order_is_reduced(self, equation, values):
        ranges = {"k": [1, 2]} if "k" in equation else {}
        assert is_solved(MISSING_UNKNOWN, initial(equation, 0, 1, *values, parameters=ranges))

    def test_equations_with_the_unknown_are_left_alone(self):
        assert proposals(MISSING_UNKNOWN, initial("u_xx = u*u_x", 0, 1, 1, 0)) == []
        assert proposals(MISSING_UNKNOWN, initial("u_x = x", 0, 1, 1)) == []
        assert proposals(MISSING_UNKNOWN, initial("0*u_xxx = 0*u", 0, 1, 1, 0, 0)) == []


FIRST_INTEGRAL = next(method for method in METHODS if isinstance(method, FirstIntegral))


class TestFirstIntegrals:
    """Equations that are derivatives."""

    @pytest.mark.parametrize(
        ("equation", "values"),
        [
            ("u_xx + x*u_x + u = 0", (1, 0)),
            ("u*u_xx + u_x^2 = 2", (1, 1)),
            ("u_xxx + u*u_xx + u_x^2 = 0", (0, "1/2", 0)),  # twice
        ],
    )
    def test_the_order_is_lowered_by_integration(self, equation, values):
        assert is_solved(FIRST_INTEGRAL, initial(equation, 0, 1, *values))

    @pytest.mark.parametrize(
        ("equation", "low", "values"),
        [
            ("u_xx = 2*u_x^2/u + u_x/(1 + x)", 0, (1, 1)),
            ("u_xx + u_x^2/u + u_x/x = 0", 1, (1, 1)),
            ("u_xx + u_x^2 + u_x/x = 0", 1, (0, 1)),
            ("u_xx = tan(u)*u_x^2 - u_x", 0, (0, "1/2")),
            ("u_xx = u_x^2/u - 2*x*u_x", 0, (1, 1)),
        ],
    )
    def test_liouvilles_equation_divided_by_the_rate_is_a_derivative(self, equation, low, values):
        assert is_solved(FIRST_INTEGRAL, initial(equation, low, f"{low} + 1/4", *values))

    def test_others_are_left_alone(self):
        assert proposals(FIRST_INTEGRAL, initial("u_xx = x*u^2", 0, 1, 1, 0)) == []
        ends = [("x = 0", "u = 1"), ("x = 1", "u = 2")]
        assert (
            proposals(FIRST_INTEGRAL, Problem(["u_xx + x*u_x + u = 0"], {"x": [0, 1]}, ends)) == []
        )
