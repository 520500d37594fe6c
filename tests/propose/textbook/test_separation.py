"""Separation: modes, superposition, polynomials in space."""

import pytest

from support.partial import cauchy, named, square
from support.textbook import is_solved, proposals
from symplex.expression import symbol
from symplex.problem import Problem
from symplex.propose.textbook.pdes.polynomial_in_space import powers_up_to
from symplex.propose.textbook.pdes.separation import Separation

MODES = named("modes of the data")


class TestModes:
    """Finitely many functions of space, each with a factor."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t = k*u_xx", ["u = x^5 - x"]),
            ("u_t = u_xx + 2*u_x - k*u", ["u = exp(-x) + x*exp(x)"]),
            ("u_tt + k*u_t = u_xx", ["u = cos(2*x)", "u_t = 0"]),
            ("u_t = x^2*u_xx + k*x*u_x", ["u = x^3 - x"]),
        ],
    )
    def test_with_a_parameter(self, equation, data):
        assert is_solved(MODES, cauchy(equation, *data, parameters={"k": [1, 2]}))

    @pytest.mark.parametrize("source", ["t*sin(3*x)", "sin(x - t)", "exp(-2*t) + x"])
    def test_sources_and_modes(self, source):
        assert is_solved(MODES, cauchy(f"u_t = u_xx + {source}", "u = sin(x)^2"))

    def test_on_a_square(self):
        problem = square("u_xx + u_yy = 0", "u = 0", "u = 0", "u = sin(2*pi*x)", "u = sin(pi*x)")
        assert is_solved(MODES, problem)

    def test_on_a_disc_without_a_condition_at_its_centre(self):
        problem = Problem(
            ["r^2*u_rr + r*u_r + u_ss = 0"],
            {"r": [0, 2], "s": [0, "2*pi"]},
            [("r = 2", "u = 1 + cos(3*s)")],
        )
        assert is_solved(MODES, problem)

    def test_a_system(self):
        problem = Problem(
            ["u_t = v_x", "v_t = 4*u_x"],
            {"x": [0, 1], "t": [0, 1]},
            [("t = 0", "u = cos(x)"), ("t = 0", "v = x")],
            unknowns=["u", "v"],
        )
        assert is_solved(MODES, problem)

    def test_functions_that_go_on_and_on_are_left_alone(self):
        assert proposals(Separation(), cauchy("u_t = u_xx", "u = 1/(1 + x^2)")) == []
        assert proposals(Separation(), cauchy("u_t + u*u_x = 0", "u = x")) == []

    def test_an_equation_about_no_unknown_has_no_modes(self):
        assert proposals(MODES, cauchy("abs(x) = abs(x)", "u = sin(x)")) == []


SUPERPOSITION = named("superposition")


class TestSuperposition:
    """Data on faces of several variables."""

    @pytest.mark.parametrize(
        "faces",
        [
            ("u = sin(pi*y)", "u = 0", "u = sin(2*pi*x)", "u = 0"),
            ("u = 0", "u = 3*sin(2*pi*y)", "u = 0", "u = sin(pi*x)"),
            ("u_x = 0", "u_x = cos(pi*y)", "u_y = 0", "u_y = cos(2*pi*x)"),
        ],
    )
    def test_laplaces_equation_with_two_sides(self, faces):
        equation = "u_xx + u_yy = u" if "_" in faces[0] else "u_xx + u_yy = 0"
        assert is_solved(SUPERPOSITION, square(equation, *faces))

    def test_one_side_needs_no_sum(self):
        problem = square("u_xx + u_yy = 0", "u = sin(pi*y)", "u = 0", "u = 0", "u = 0")
        assert proposals(SUPERPOSITION, problem) == []


POLYNOMIAL, FUNCTION = named("polynomial in space"), named("function of a polynomial")


class TestPolynomialsInSpace:
    """Polynomials in space, and functions of them."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t + u_x^2/2 = x", "x^2 - x"),
            ("u_t = u_xx + u_x^2", "-2*x^2"),
            ("u_t + u_x^2 + x^2 = 0", "3*x + 1"),
            ("u_t + u*u_x = -u", "1 - x/2"),
        ],
    )
    def test_equations_that_are_not_linear(self, equation, data):
        assert is_solved(POLYNOMIAL, cauchy(equation, f"u = {data}", t=(0, "1/2")))

    def test_in_the_plane(self):
        problem = cauchy("u_t + u_x^2 + 2*u_y^2 = y^2", "u = x^2", x=[-1, 1], y=[-1, 1])
        assert is_solved(POLYNOMIAL, problem)

    def test_a_system(self):
        problem = Problem(
            ["u_t + u*u_x = -x", "v_t + u*v_x = -v*u_x"],
            {"x": [-1, 1], "t": [0, "1/2"]},
            [("t = 0", "u = 0"), ("t = 0", "v = 1")],
            unknowns=["u", "v"],
        )
        assert is_solved(POLYNOMIAL, problem)

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t = u_xx", "exp(-3*x^2 + x)"),
            ("u_t = u_xx/u - u_x^2/u^2", "1/(2 + x^2)"),
            ("u_t = diff(u_x/u^2, x)", "(3 + x^2)^(-1/2)"),
        ],
    )
    def test_functions_of_polynomials(self, equation, data):
        assert is_solved(FUNCTION, cauchy(equation, f"u = {data}", t=(0, "1/8")))

    def test_other_data_are_left_alone(self):
        assert proposals(POLYNOMIAL, cauchy("u_t + u_x^2 = 0", "u = sin(x)")) == []
        assert proposals(POLYNOMIAL, cauchy("u_t = u_xx", "u = x")) == []

    def test_products_of_variables(self):
        x, y = symbol("x"), symbol("y")
        assert powers_up_to(("x", "y"), 2)[:3] == [x**2, x * y, y**2]
