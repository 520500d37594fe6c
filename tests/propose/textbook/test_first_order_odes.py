"""Ordinary equations of the first order, by their textbook names."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.expression import Symbol, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.textbook.odes.bernoulli import Bernoulli
from symplex.propose.textbook.odes.exact_equation import ExactEquation
from symplex.propose.textbook.odes.first_order import FirstOrder, start_of
from symplex.propose.textbook.odes.first_order_linear import FirstOrderLinear
from symplex.propose.textbook.odes.ode import Ode, jet
from symplex.propose.textbook.odes.riccati import Riccati
from symplex.propose.textbook.odes.separable import LinearCombination, Separable
from symplex.work.budget import Budget

# From a relation between x and y to formulas.

SCOPE = Scope(("x", "y"))


def view(problem, slope, relation):
    """The equation y' = slope for a problem, and a relation in the symbols of both."""
    named = {Symbol("y"): symbol(jet("u", 0))}
    trees = [parse(text, SCOPE).substitute(named) for text in (slope, relation)]
    return FirstOrder(Ode(problem, Budget.unlimited()), trees[0]), trees[1]


def test_the_constant_of_the_relation_comes_from_the_start():
    first, relation = view(initial("u_x = x/u", 0, 1, -2), "x/y", "y^2 - x^2")
    (family,) = first.solutions("by hand", relation)
    assert to_text(family.formulas["u"]) == "-sqrt(x^2 + 4)"


def test_without_a_start_it_stays_free():
    first, relation = view(initial("u_x = u", 0, 1), "y", "log(y) - x")
    (family,) = first.solutions("by hand", relation)
    assert family.constants == ("c#1",)


def test_where_the_conditions_start():
    ode = Ode(initial("u_xx = u", 0, 1, 2, 3, at=1), Budget.unlimited())
    start = start_of(ode, 2)
    assert start is not None
    assert [to_text(one) for one in (start.x, *start.values)] == ["1", "2", "3"]
    assert start_of(ode, 3) is None


class TestSeparable:
    """Separable equations, and those that become so."""

    @pytest.mark.parametrize(
        ("equation", "value"),
        [
            ("u_x = x/u", 1),
            ("u_x = exp(x - u)", 1),
            ("u_x = sqrt(u)*x", 1),
            ("u_x = u*log(u)", 2),
            ("u_x = cos(x)*(1 - u^2)", 0),
            ("u_x = (1 + u^2)/(2 + x^2)", "1/2"),
            ("u_x^2 = 4*u", 1),
            ("u_x = u + u^3*0", 1),
            ("u_x = sqrt(1 - u^2)/2", 0),
        ],
    )
    def test_separable_equations(self, equation, value):
        assert is_solved(Separable(), initial(equation, 0, 1, value))

    def test_the_logistic_equation_in_its_parameters(self):
        ranges = {"a": ["1/2", 1], "K": [2, 3]}
        assert is_solved(Separable(), initial("u_x = a*u*(1 - u/K)", 0, 2, 1, parameters=ranges))

    def test_a_quotient_of_exponentials_is_offered_with_decaying_ones(self):
        ranges = {"k": [1, 2], "A": [1, 2], "B": [3, 4]}
        assert is_solved(Separable(), initial("u_x = k*(A-u)*(B-u)", 0, 1, 0, parameters=ranges))

    def test_a_value_at_rest_stays(self):
        found = proposals(Separable(), initial("u_x = x*u*(1 - u)", 0, 1, 1))
        assert to_text(found[0].formulas["u"]) == "1"

    @pytest.mark.parametrize(
        ("equation", "value"),
        [
            ("u_x = (x + u)^2", -1),
            ("u_x = (x^2 + u^2)/(x*u)", 2),
            ("u_x = u/x + exp(-u/x)", 0),
            ("x*u_x = u + sqrt(x^2 + u^2)", 0),
            ("u_x = (4*x + u)^2 - 5", -3),
        ],
    )
    def test_a_change_of_variables_separates(self, equation, value):
        assert is_solved(LinearCombination(), initial(equation, 1, "9/8", value))

    def test_other_equations_are_left_alone(self):
        assert proposals(Separable(), initial("u_x = x + u^2", 0, 1, 1)) == []
        assert proposals(LinearCombination(), initial("u_x = x + u^2", 0, 1, 1)) == []


LINEAR = FirstOrderLinear()


class TestLinear:
    """The integrating factor."""

    @pytest.mark.parametrize(
        "equation",
        [
            "u_x + 2*x*u = x",
            "x*u_x + u = sin(x)",
            "u_x - u*tan(x/2) = cos(x/2)",
            "x*log(x + 1)*u_x = 0",
            "(1 + x^2)*u_x + 4*x*u = 2/(1 + x^2)",
            "u_x/u = x^2",
            "u_x - u = exp(x - x^2)",
        ],
    )
    def test_linear_equations(self, equation):
        assert is_solved(LINEAR, initial(equation, 1, 2, 3))

    def test_parameters_stay_symbols(self):
        circuit = {"R": [1, 2], "C": [1, 2], "w": [2, 3]}
        assert is_solved(LINEAR, initial("R*u_x + u/C = sin(w*x)", 0, 1, 0, parameters=circuit))

    def test_other_equations_are_left_alone(self):
        assert proposals(LINEAR, initial("u_x = u^2", 0, 1, 1)) == []
        assert proposals(LINEAR, initial("u_xx = u", 0, 1, 1, 0)) == []


BERNOULLI = Bernoulli()


class TestBernoulli:
    """Bernoulli's equation."""

    @pytest.mark.parametrize(
        ("equation", "value"),
        [
            ("u_x + u/x = x*u^2", "1/4"),
            ("u_x + u = x*u^3", "-1/2"),
            ("u_x = u + x*sqrt(u)", 1),
            ("2*x*u*u_x = u^2 + x^2", 2),
            ("x*u_x + u = u^2*log(x)", 1),
        ],
    )
    def test_powers_of_either_sign(self, equation, value):
        assert is_solved(BERNOULLI, initial(equation, 1, "3/2", value))

    def test_parameters_stay_symbols(self):
        ranges = {"a": [1, 2], "b": [1, 2]}
        assert is_solved(BERNOULLI, initial("u_x = a*u - b*u^3", 0, 1, "1/2", parameters=ranges))

    def test_other_equations_are_left_alone(self):
        assert proposals(BERNOULLI, initial("u_x = 1 + u^2", 0, 1, 1)) == []
        assert proposals(BERNOULLI, initial("u_x = x*u", 0, 1, 1)) == []


EXACT = ExactEquation()


class TestExactEquations:
    """Exact equations and integrating factors."""

    @pytest.mark.parametrize(
        ("equation", "value"),
        [
            ("(2*x*u + 1) + (x^2 + 2*u)*u_x = 0", 3),
            ("(3*x*u + u^2) + (x^2 + x*u)*u_x = 0", 1),  # times x
            ("1 + (x + 2*exp(u))*u_x = 0", 1),  # times a function of u
            ("(2*x^2 + u) + (x^2*u - x)*u_x = 0", 3),  # divided by x²
        ],
    )
    def test_a_potential_is_found(self, equation, value):
        assert is_solved(EXACT, initial(equation, 1, "5/4", value))

    def test_what_no_simple_factor_makes_exact_is_left_alone(self):
        assert proposals(EXACT, initial("u_x = x^2 + u^2 + sin(u)", 0, 1, 1)) == []


RICCATI = Riccati()


class TestRiccati:
    """Riccati's equation."""

    @pytest.mark.parametrize(
        ("equation", "value"),
        [
            ("u_x = 2/x^2 - u^2", 3),  # a power solves it
            ("u_x = u^2 + u/x - x^2", "1/2"),
            ("u_x = (1-x)*u^2 + (2*x-1)*u - x", 2),  # a constant does
            ("u_x = u^2 - 1/(4*x^2)", 0),  # Euler's equation behind it
            ("u_x = exp(x)*u^2 - u + exp(-x)", 0),
        ],
    )
    def test_with_and_without_a_known_solution(self, equation, value):
        assert is_solved(RICCATI, initial(equation, 1, "5/4", value))

    def test_where_the_leading_coefficient_vanishes(self):
        problem = initial("u_x = 2*tan(x)/cos(x) - u^2*sin(x)", 0, "1/2", 1)
        assert is_solved(RICCATI, problem)

    def test_other_equations_are_left_alone(self):
        assert proposals(RICCATI, initial("u_x = x + u^3", 0, 1, 1)) == []
