"""Functions of one variable that are to be found: facts, and their equations solved."""

from support.textbook import arithmetic, formula
from symplex.exact.formulas.building import ZERO
from symplex.exact.formulas.linear_solve import linear_values, solved_for
from symplex.expression import number, symbol
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.pdes.function_facts import (
    by_point,
    function_of,
    idle_functions,
    order_of,
)
from symplex.propose.textbook.pdes.function_system import FunctionSystem

# Functions of one variable that are to be found.

A, B, C = (symbol(f"{name}#0") for name in "abc")


def test_names():
    assert function_of("ab#2") == "ab"
    assert order_of("ab#2") == 2


def test_conditions_by_point():
    found = by_point([(ZERO, A), (number(1), B), (ZERO, C)])
    assert found == [(ZERO, [A, C]), (number(1), [B])]


def test_what_nothing_moves_stays_zero():
    rates = {"a#1": A * C, "b#1": B * C + A, "c#1": C}
    values = [(ZERO, "a#0", ZERO), (ZERO, "b#0", ZERO), (ZERO, "c#0", number(1))]
    assert idle_functions(rates, values, arithmetic()) == ["a", "b"]


def test_what_another_one_moves_does_not():
    rates = {"a#1": B + C, "b#1": A * B}
    values = [(ZERO, "a#0", ZERO), (ZERO, "b#0", ZERO)]
    assert idle_functions(rates, values, arithmetic()) == ["b"]


def test_nothing_is_idle_between_two_points():
    rates = {"a#2": A}
    values = [(ZERO, "a#0", ZERO), (number(1), "a#0", ZERO)]
    assert idle_functions(rates, values, arithmetic()) == []


# What functions of one variable obey, as a problem.

WHOLE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")], parameters={"k": [1, 2]})
RATE_A, RATE_B = (symbol(name) for name in ("a#1", "b#1"))
START = [(ZERO, A - 1), (ZERO, B - 2)]


def system(equations, conditions):
    return FunctionSystem.of(arithmetic(), "x", ("a", "b"), equations, conditions)


def test_solved_for_the_rates():
    found = system([RATE_A + RATE_B - A, RATE_A - RATE_B + symbol("k") * B], START)
    assert found is not None
    problem = found.problem(WHOLE)
    assert problem is not None
    assert problem.unknowns == ("a", "b")
    assert [to_text(equation.left) for equation in problem.equations] == ["a_x", "b_x"]
    assert [to_text(one.right) for one in problem.conditions] == ["1", "2"]
    assert problem.parameters == WHOLE.parameters


def test_a_relation_gives_a_function():
    found = system([RATE_A - B, B - 2 * A], [(ZERO, A - 1)])
    assert found is not None
    (name,), (known,) = found.functions, found.known
    assert {name, known} == {"a", "b"}
    assert arithmetic().are_equal(found.rates[f"{name}#1"], 2 * symbol(f"{name}#0"))


def test_a_system_that_says_too_much_is_declined():
    assert system([RATE_A - A, RATE_A - 2 * A - B, RATE_B], START) is None
    assert system([RATE_A, RATE_B, number(1) + symbol("k")], START) is None


def test_data_that_contradict_a_relation_are_declined():
    assert system([RATE_A - B, B - A], START) is None


def test_too_few_conditions_make_no_problem():
    found = system([RATE_A - A, RATE_B - B], [(ZERO, A - 1)])
    assert found is not None
    assert found.problem(WHOLE) is None


class TestLinearRows:
    """Formulas solved for some of their symbols."""

    def test_values_and_what_is_left_over(self):
        real = arithmetic()
        found = solved_for(
            [formula("x + y - 1"), formula("x - a"), formula("y - k")], ["x", "y"], real
        )
        assert found is not None
        values, rest = found
        assert set(values) == {"x", "y"}
        (condition,) = rest
        assert real.are_equal(condition, formula("a + k - 1")) or real.are_equal(
            condition, formula("1 - a - k")
        )

    def test_what_is_free_has_no_value(self):
        real = arithmetic()
        found = solved_for([formula("x - 1")], ["x", "y"], real)
        assert found == ({"x": formula("1")}, [])

    def test_what_is_not_affine_is_declined(self):
        real = arithmetic()
        assert solved_for([formula("x*y - 1")], ["x", "y"], real) is None


def test_a_rotation_is_undone_without_quotients():
    real = arithmetic(a=(-1.0, 1.0))
    equations = [formula("x*cos(a) - y*sin(a) - k"), formula("x*sin(a) + y*cos(a)")]
    found = linear_values(equations, ["x", "y"], real)
    assert found == {"x": formula("k*cos(a)"), "y": formula("-(k*sin(a))")}
