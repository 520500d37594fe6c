"""Constants of integration from the conditions."""

from support.textbook import initial
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.ode import Ode
from symplex.work.budget import Budget

SCOPE = Scope(("x", "c1", "c2"), ("k",))


def found(problem, text):
    """What becomes of a family whose constants are written c1 and c2."""
    formula = parse(text, SCOPE)
    names = tuple(name for name in ("c1", "c2") if name in formula.symbols)
    family = Family("by hand", {"u": formula}, names)
    ode = Ode(problem, Budget.unlimited())
    return [(to_text(one.formulas["u"]), one.constants) for one in completed(ode, family)]


def test_constants_that_enter_linearly():
    problem = initial("u_xx = u", 0, 1, 1, 1)
    assert found(problem, "c1*exp(x) + c2*exp(-x)") == [("exp(x)", ())]


def test_a_constant_inside_a_function():
    assert found(initial("u_x = exp(-u)", 0, 1, 0), "log(x + c1)") == [("log(x + 1)", ())]


def test_one_constant_after_another():
    problem = initial("u_xx = u_x^2", 0, "1/2", 0, 1)
    assert found(problem, "c2 - log(c1 - x)") == [("-log(1 - x)", ())]


def test_the_branch_that_does_not_solve_the_equation_is_dropped():
    problem = initial("u_x = 2*sqrt(u)", 0, 1, 1)
    assert found(problem, "(x + c1)^2") == [("(x + 1)^2", ())]


def test_formulas_that_do_not_solve_the_equation_are_dropped():
    assert found(initial("u_x = u", 0, 1, 1), "c1*exp(2*x)") == []


def test_what_is_not_found_stays_free():
    free = found(initial("u_x = u", 0, 1), "c1*exp(x)")
    assert free == [("c1*exp(x)", ("c1",))]
