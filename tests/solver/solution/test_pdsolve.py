"""`pdsolve`, as a user of SymPy's solvers expects it."""

import pytest
import sympy

import symplex
from support.clocks import clock_by_hand
from symplex.solver.solution.pdsolve import NotProvedError

x, t, k = sympy.symbols("x t k", positive=True)
u, v = sympy.symbols("u v", cls=sympy.Function)
U = u(x, t)
DOMAIN = {x: (0, 2 * sympy.pi), t: (0, 1)}


def test_the_answer_is_an_equation_over_the_users_own_symbols():
    heat = sympy.Eq(U.diff(t), k * U.diff(x, 2))
    answer = symplex.pdsolve(heat, {u(x, 0): sympy.sin(x)}, domain=DOMAIN, parameters={k: (1, 2)})
    assert answer.lhs == U
    assert sympy.simplify(answer.rhs - sympy.exp(-k * t) * sympy.sin(x)) == 0
    assert heat.subs(U, answer.rhs).doit().simplify() is sympy.true


def test_a_list_gives_a_list():
    system = [sympy.Eq(u(x).diff(x), v(x)), sympy.Eq(v(x).diff(x), u(x))]
    domain = {x: (0, 1)}
    answer = symplex.pdsolve(system, {u(0): 1, v(0): 1}, domain=domain)
    assert [one.lhs for one in answer] == [u(x), v(x)]
    assert all(sympy.simplify(one.rhs - sympy.exp(x)) == 0 for one in answer)


def test_what_is_not_proved_is_raised_as_sympy_does(monkeypatch):
    clock_by_hand(monkeypatch, tick=0.01)
    contradictory = {u(x, 0): 0, u(0, t): 1, u(1, t): 0, u(x, 1): 5}
    with pytest.raises(NotImplementedError, match="no solution was proved") as found:
        symplex.pdsolve(
            sympy.Eq(U.diff(t), U**3), contradictory, domain={x: (0, 1), t: (0, 1)}, time_limit=1
        )
    assert isinstance(found.value, NotProvedError)
    assert not found.value.solution.is_exact


def test_time_and_ends_are_part_of_the_statement():
    with pytest.raises(symplex.ProblemError, match=r"free\[0\]: t = 1/2 is no end"):
        symplex.pdsolve(sympy.Eq(U.diff(t), 0), domain=DOMAIN, free=[sympy.Eq(t, 0.5)])
    answer = symplex.pdsolve(sympy.Eq(U.diff(x), 0), {u(0, t): 1}, domain=DOMAIN, time=x, open=[x])
    assert answer == sympy.Eq(U, 1)


def test_a_mistake_is_a_sentence():
    with pytest.raises(symplex.ProblemError, match="unknown symbol 'k'"):
        symplex.pdsolve(sympy.Eq(U.diff(t), k * U), domain=DOMAIN)
