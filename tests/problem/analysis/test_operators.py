"""The operators that a search starts with."""

from symplex.expression import OPERATORS, power
from symplex.expression.operators import ABS, COSH, EXP, LOG, MAX, MIN, PI, SIN, SINH
from symplex.problem import Problem
from symplex.problem.analysis.operators import suggested_operators


def suggested(equation: str, data: str = "x"):
    domain = {"x": [0, 1], "t": [0, 1]}
    return suggested_operators(Problem([equation], domain, [("t = 0", f"u = {data}")]))


def test_the_base_is_always_there_in_the_order_of_the_table():
    rows = suggested("u_t = u_xx")
    assert {SIN, EXP} <= set(rows)
    assert not {ABS, MAX, PI, SINH} & set(rows)
    table = list(OPERATORS.values())
    assert sorted(rows, key=table.index) == list(rows)


def test_functions_bring_their_companions():
    assert {SINH, COSH} <= set(suggested("u_t = u_xx", "sinh(x)"))
    assert LOG in suggested("u_t = u_xx", "atan(x)")


def test_hamilton_jacobi_equations_have_kinks():
    assert {ABS, MAX, MIN} <= set(suggested("u_t + u_x^2 = 0"))


def test_other_powers_come_last_by_exponent():
    rows = suggested("u_t = x^5*u_x", "x^4")
    assert rows[-2:] == (power(4), power(5))
