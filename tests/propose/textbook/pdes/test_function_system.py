"""What functions of one variable obey, as a problem."""

from support.textbook import arithmetic
from symplex.exact.formulas.building import ZERO
from symplex.expression import number, symbol
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.pdes.function_system import FunctionSystem

WHOLE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")], parameters={"k": [1, 2]})
A, B, RATE_A, RATE_B = (symbol(name) for name in ("a#0", "b#0", "a#1", "b#1"))
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
