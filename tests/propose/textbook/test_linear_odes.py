"""Linear ordinary equations, and systems of them."""

import pytest

from support.textbook import formula, initial, is_solved, proposals, system
from symplex.expression.calculus import differentiate
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.cascade import Cascade
from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients
from symplex.propose.textbook.odes.euler import Euler
from symplex.propose.textbook.odes.linear_basis import LinearSecondOrder
from symplex.propose.textbook.odes.linear_system import LinearSystem
from symplex.propose.textbook.odes.ode import Ode
from symplex.propose.textbook.odes.variation import variation
from symplex.work.budget import Budget

CONSTANT_COEFFICIENTS = ConstantCoefficients()


class TestConstantCoefficients:
    """Linear equations with constant coefficients."""

    @pytest.mark.parametrize(
        "equation",
        [
            "u_xx + 3*u_x + u = 0",  # irrational exponents
            "u_xx - 6*u_x + 9*u = 0",  # a double one
            "u_xx + 2*u_x + 10*u = exp(-x)*sin(3*x)",  # complex ones, in resonance
            "u_xx + 4*u = x*cos(2*x)",
            "u_xx - 4*u = cosh(2*x) + sin(x)^2",
            "u_xx + u = 1/cos(x)",  # by integrals
        ],
    )
    def test_equations_of_the_second_order(self, equation):
        assert is_solved(CONSTANT_COEFFICIENTS, initial(equation, 0, 1, 1, -2))

    @pytest.mark.parametrize(
        "equation",
        [
            "u_xxxx - u = x^2",
            "u_xxxx + 2*u_xx + u = cos(x)",
            "u_xxxx + 4*u = 0",
        ],
    )
    def test_equations_of_the_fourth_order(self, equation):
        assert is_solved(CONSTANT_COEFFICIENTS, initial(equation, 0, 1, 1, 0, 0, 2))

    def test_parameters_stay_symbols(self):
        damped = {"c": ["1/10", "4/5"]}
        assert is_solved(
            CONSTANT_COEFFICIENTS, initial("u_xx + 2*c*u_x + u = 0", 0, 3, 1, 0, parameters=damped)
        )
        forced = {"w": [2, 3], "k": [1, 2]}
        assert is_solved(
            CONSTANT_COEFFICIENTS,
            initial("u_xx + w^2*u = cos(k*x/2)", 0, 1, 0, 0, parameters=forced),
        )

    def test_conditions_may_stand_at_both_ends(self):
        problem = Problem(
            ["u_xx - u = x"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u_x = 0")]
        )
        assert is_solved(CONSTANT_COEFFICIENTS, problem)

    def test_constants_that_no_condition_fixes_stay_free(self):
        (family,) = proposals(CONSTANT_COEFFICIENTS, initial("u_xx - u = 0", 0, 1, 2))
        assert len(family.constants) == 1
        assert family.constants[0] in family.formulas["u"].symbols

    def test_a_common_factor_is_divided_out(self):
        (family,) = proposals(CONSTANT_COEFFICIENTS, initial("x*u_xx = x*u_x", 1, 2, 0, "exp(1)"))
        assert to_text(family.formulas["u"]) == "exp(x) - exp(1)"

    @pytest.mark.parametrize("equation", ["u_xx + x*u = 0", "u_xx + u^2 = 0", "u_xx = 1 + abs(u)"])
    def test_other_equations_are_left_alone(self, equation):
        assert proposals(CONSTANT_COEFFICIENTS, initial(equation, 0, 1, 1, 0)) == []

    def test_exponents_that_have_no_closed_form_are_declined(self):
        quintic = "u_xxxxx - u_x - u = 0"
        assert proposals(CONSTANT_COEFFICIENTS, initial(quintic, 0, 1, 1, 0, 0, 0, 0)) == []


EULER = Euler()


class TestEuler:
    """Euler's equations."""

    @pytest.mark.parametrize(
        "equation",
        [
            "x^2*u_xx + x*u_x - 2*u = 0",
            "x^2*u_xx + 5*x*u_x + 13*u = 0",
            "x^2*u_xx + 3*x*u_x + u = log(x)",
            "x^2*u_xx - 3*x*u_x + 4*u = x^2*log(x)",
            "x^2*u_xx - 2*u = exp(x)*x^3",
            "u_xx + u_x/x = 1/(1 + x^2)^2",
        ],
    )
    def test_equations_of_the_second_order(self, equation):
        assert is_solved(EULER, initial(equation, 1, 2, 1, 0))

    def test_the_third_order(self):
        equation = "x^3*u_xxx + 3*x^2*u_xx - 2*x*u_x + 2*u = x^2"
        assert is_solved(EULER, initial(equation, 1, 2, 1, 0, 0))

    def test_the_singular_point_may_be_anywhere(self):
        assert is_solved(EULER, initial("(2*x+1)^2*u_xx - 2*(2*x+1)*u_x - 12*u = 6*x", 0, 1, 1, 0))
        assert is_solved(EULER, initial("(3-x)^2*u_xx - 2*u = 1", 0, 1, 1, 0))

    def test_parameters_stay_symbols(self):
        ranges = {"a": [4, 5], "b": [1, 2]}
        assert is_solved(
            EULER, initial("x^2*u_xx + a*x*u_x + b*u = 0", 1, 2, 1, 0, parameters=ranges)
        )

    @pytest.mark.parametrize("equation", ["u_xx + u = 0", "x^2*u_xx + u_x + u = 0"])
    def test_other_equations_are_left_alone(self, equation):
        assert proposals(EULER, initial(equation, 1, 2, 1, 0)) == []


SECOND_ORDER = LinearSecondOrder()


class TestVaryingCoefficients:
    """Linear equations of the second order with varying coefficients."""

    @pytest.mark.parametrize(
        "equation",
        [
            "u_xx + 2/x*u_x + u = 0",  # Liouville's normal form
            "u_xx - 4*x*u_x + (4*x^2 - 2)*u = exp(x^2)",
            "x^2*u_xx + x*u_x + (x^2 - 1/4)*u = 0",
            "x^4*u_xx + 2*x^3*u_x + u = 0",  # a new variable
            "x*u_xx - (x + 1)*u_x + u = x^2",  # a guess
            "(1 + x^2)*u_xx - 2*x*u_x + 2*u = 6*(x^2 + 1)^2",
        ],
    )
    def test_each_way_to_a_basis(self, equation):
        assert is_solved(SECOND_ORDER, initial(equation, 1, 2, 1, 0))

    def test_chebyshev(self):
        assert is_solved(SECOND_ORDER, initial("(1 - x^2)*u_xx - x*u_x + 4*u = 0", 0, "1/2", 1, 0))

    def test_what_has_a_method_of_its_own_is_left_to_it(self):
        assert proposals(SECOND_ORDER, initial("u_xx + u = 0", 0, 1, 1, 0)) == []
        assert proposals(SECOND_ORDER, initial("x^2*u_xx + u = 0", 1, 2, 1, 0)) == []

    def test_airys_equation_is_declined(self):
        assert proposals(SECOND_ORDER, initial("u_xx = x*u", 0, 1, 1, 0)) == []


# Variation of parameters.


def particular(equation, *basis):
    ode = Ode(initial(equation, 1, 2), Budget.unlimited())
    assert ode.linear is not None
    return ode, variation(ode, ode.linear, [formula(text) for text in basis])


def test_a_particular_solution():
    ode, found = particular("u_xx - 2*u_x + u = exp(x)/x", "exp(x)", "x*exp(x)")
    assert found is not None
    left = differentiate(found, "x", 2) - 2 * differentiate(found, "x") + found
    assert ode.arithmetic.are_equal(left, formula("exp(x)/x"))


def test_without_a_right_hand_side_it_is_zero():
    assert particular("u_xx = u", "exp(x)", "exp(-x)")[1] == formula("0")


def test_an_integral_that_is_not_elementary_is_declined():
    assert particular("u_xx - u = 1/x", "exp(x)", "exp(-x)")[1] is None


SYSTEM = LinearSystem()


class TestSystems:
    """Linear systems with constant coefficients."""

    @pytest.mark.parametrize(
        "equations",
        [
            ["u_t = u + 2*v", "v_t = 3*u + 2*v"],
            ["u_t = -u - 4*v", "v_t = 4*u - v"],  # complex eigenvalues
            ["u_t = 7*u + v", "v_t = -4*u + 3*v"],  # a defective matrix
            ["u_t = 2*u - v + exp(t)", "v_t = 3*u - 2*v + t"],  # in resonance
            ["u_t + v_t = u", "u_t - v_t = v"],  # not solved for the derivatives
        ],
    )
    def test_two_unknowns(self, equations):
        assert is_solved(SYSTEM, system(equations, "u = 1", "v = 2"))

    def test_three_unknowns_and_parameters(self):
        decay = ["u_t = -a*u", "v_t = a*u - b*v", "w_t = b*v"]
        ranges = {"a": [2, 3], "b": ["1/2", 1]}
        assert is_solved(SYSTEM, system(decay, "u = 1", "v = 0", "w = 0", parameters=ranges))
        twins = ["u_t = 2*u - v - w", "v_t = -u + 2*v - w", "w_t = -u - v + 2*w"]
        assert is_solved(SYSTEM, system(twins, "u = 1", "v = 0", "w = 0"))

    def test_higher_orders(self):
        springs = ["u_tt = -2*u + v", "v_tt = u - 2*v"]
        assert is_solved(SYSTEM, system(springs, "u = 1", "u_t = 0", "v = 0", "v_t = 0"))

    @pytest.mark.parametrize(
        "equations", [["u_t = t*v", "v_t = u"], ["u_t = u*v", "v_t = v"], ["u_t = v", "u = v^2"]]
    )
    def test_other_systems_are_left_alone(self, equations):
        assert proposals(SYSTEM, system(equations, "u = 1", "v = 1")) == []


CASCADE = next(method for method in METHODS if isinstance(method, Cascade))


class TestCascades:
    """Systems solved one unknown after another."""

    @pytest.mark.parametrize(
        "equations",
        [
            ["u_t = u*v", "v_t = -v"],
            ["u_t = -2*t*u", "v_t = u - v"],
            ["v_t = u*v", "u_t = -u^2"],
        ],
    )
    def test_triangular_systems(self, equations):
        assert is_solved(CASCADE, system(equations, "u = 1", "v = 1"))

    def test_coupled_systems_are_left_alone(self):
        assert proposals(CASCADE, system(["u_t = v^2", "v_t = u^2"], "u = 1", "v = 1")) == []
