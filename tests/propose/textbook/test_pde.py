"""A problem in several variables as the methods see it, and what they answer outright."""

from support.methods import DECAY, EXPONENTIAL, HEAT, SEPARATION, Saying, family, separated
from support.partial import cauchy, square
from support.textbook import arithmetic, formula
from symplex.expression import number
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.method import Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.nested_solve import NestedSolve
from symplex.propose.textbook.pdes.pde import lone_pde, pde_of
from symplex.propose.textbook.pdes.rates import rate_at_data
from symplex.propose.textbook.smaller import answers
from symplex.reasons import Code
from symplex.work.budget import Budget, Undecided

# What the methods see of a problem in several variables.


def test_linear_equations_have_coefficients_and_a_source():
    pde = lone_pde(cauchy("u_t = (1 + x)*u_xx - 2*u + sin(x)", "u = x"), Budget.unlimited())
    assert pde is not None
    assert pde.linear is not None
    (equation,) = pde.linear
    assert to_text(equation.coefficient("u", "t")) == "1"
    assert to_text(equation.coefficient("u")) == "2"
    assert to_text(equation.source) == "sin(x)"


def test_others_are_not_linear():
    pde = lone_pde(cauchy("u_t + u*u_x = 0", "u = x"), Budget.unlimited())
    assert pde is not None
    assert pde.linear is None
    assert pde.order == 1


def test_data_on_one_slice():
    pde = lone_pde(cauchy("u_tt = u_xx", "u = x + t", "u_t = 1"), Budget.unlimited())
    assert pde is not None
    (data,) = pde.marching()
    assert data.variable == "t"
    assert to_text(data.values["u", 0]) == "x + 0"
    assert data.values["u", 1] == number(1)


def test_two_slices_are_no_beginning():
    pde = lone_pde(
        square("u_xx + u_yy = 0", "u = 0", "u = 0", "u = x", "u = 1"), Budget.unlimited()
    )
    assert pde is not None
    assert list(pde.marching()) == []
    assert len(list(pde.slices("x"))) == 2


def test_new_names_are_not_those_of_the_problem():
    pde = lone_pde(cauchy("u_t = a*u_x", "u = x", parameters={"a": [1, 2]}), Budget.unlimited())
    assert pde is not None
    assert pde.fresh(3, "au") == ("a1", "u1", "a2")


def test_ordinary_equations_and_systems_are_others():
    ordinary = Problem(["u_t = u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    assert pde_of(ordinary, Budget.unlimited()) is None
    system = Problem(["u_t = v_x", "v_t = u_x"], {"x": [0, 1], "t": [0, 1]}, unknowns=["u", "v"])
    assert pde_of(system, Budget.unlimited()) is not None
    assert lone_pde(system, Budget.unlimited()) is None


# How an unknown begins to change.


def rate(problem):
    pde = lone_pde(problem, Budget.unlimited())
    assert pde is not None
    (data,) = pde.marching()
    return rate_at_data(pde, data)


def test_from_the_equation():
    found = rate(cauchy("2*u_t + u*u_x = u_xx", "u = x^2"))
    assert found is not None
    assert arithmetic().are_equal(found, formula("1 - x^3"))


def test_as_given():
    assert rate(cauchy("u_tt = u_xx", "u = x", "u_t = 3*x")) == formula("3*x")


def test_not_where_neither_says_it():
    assert rate(cauchy("u_tt = u_xx", "u = x")) is None


# A sieve in floating point.

PROBLEM = cauchy("u_t = u_xx", "u = sin(x)")


def passes(text):
    return satisfies(PROBLEM, {"u": parse(text, PROBLEM.answer_scope)})


def test_the_answer_passes():
    assert passes("exp(-t)*sin(x)")


def test_what_breaks_the_equation_or_the_data_does_not():
    assert not passes("exp(-2*t)*sin(x)")
    assert not passes("2*exp(-t)*sin(x)")


def test_what_has_no_value_does_not():
    assert not passes("log(-1 - x^2)*t + sin(x)")


# Smaller problems that other methods solve are answered at once.

SOLVER = Saying("v", (family("v", "exp(-9*t)", "t"),))


def test_an_answer_takes_the_place_of_the_reduction():
    (found,) = NestedSolve(SEPARATION, (SOLVER,)).propose(HEAT, Budget.unlimited())
    (expected,) = separated({"v": family("v", "exp(-9*t)", "t").formulas["v"]})
    assert found == expected


def test_without_an_answer_the_reduction_stays():
    for solvers in ((), (EXPONENTIAL,)):  # free constants are no answer
        (found,) = NestedSolve(SEPARATION, solvers).propose(HEAT, Budget.unlimited())
        assert isinstance(found, Reduction)
        assert found.problem == DECAY


def test_what_lacks_conditions_is_not_proposed():
    bare = Problem(["v_t = -9*v"], {"t": [0, 1]}, unknowns=["v"])
    saying = Saying("u", (Reduction("test", bare, separated),))
    assert list(NestedSolve(saying, (SOLVER,)).propose(HEAT, Budget.unlimited())) == []


# What methods answer outright.

FIRST = Saying("v", (family("v", "exp(-9*t)", "t"),))
SECOND = Saying("v", (family("v", "1/exp(9*t)", "t"),))


class Lost:
    name = "lost"

    def propose(self, problem, budget):
        yield family("v", "2*t", "t")
        raise Undecided(Code.BUDGET_STEPS)


def test_answers_come_in_the_order_of_the_methods():
    found = list(answers((FIRST, SECOND), DECAY, Budget.unlimited()))
    expected = [family("v", text, "t").formulas for text in ("exp(-9*t)", "1/exp(9*t)")]
    assert found == expected


def test_a_family_with_constants_is_no_answer():
    assert list(answers((EXPONENTIAL,), DECAY, Budget.unlimited())) == []


def test_a_method_that_gives_up_keeps_what_it_said_and_stops_nobody():
    found = [answer["v"] for answer in answers((Lost(), FIRST), DECAY, Budget.unlimited())]
    assert found == [family("v", text, "t").formulas["v"] for text in ("2*t", "exp(-9*t)")]
