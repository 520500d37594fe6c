"""From a relation between x and y to formulas."""

from support.textbook import initial
from symplex.expression import Symbol, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.textbook.odes.first_order import FirstOrder, start_of
from symplex.propose.textbook.odes.ode import Ode, jet
from symplex.work.budget import Budget

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
