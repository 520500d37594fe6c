"""A new unknown that is a function of the old one."""

from support.partial import cauchy
from symplex.expression import apply, symbol
from symplex.expression import operators as op
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.pde import Pde
from symplex.propose.textbook.pdes.substitution import Substitution
from symplex.work.budget import Budget

PROBLEM = cauchy("u_t = u_xx + u_x^2", "u = log(2 + x^2)")
LOGARITHM = Substitution("w", apply(op.LOG, symbol("w#")), apply(op.EXP, symbol("u#")))


def smaller():
    pde = Pde(PROBLEM, Budget.unlimited())
    problem = LOGARITHM.problem(pde)
    assert problem is not None
    return pde, problem


def test_the_statement_for_the_new_unknown():
    _, problem = smaller()
    (equation,), (condition,) = problem.equations, problem.conditions
    assert Pde(problem, Budget.unlimited()).linear is not None
    assert "u" not in {derivative.of for derivative in equation.derivatives}
    assert to_text(condition.right) in ("x^2 + 2", "2 + x^2")


def test_the_way_back():
    pde, problem = smaller()
    reduction = LOGARITHM.reduction(pde, problem, "test")
    (family,) = reduction.back({"w": parse("2 + 2*t + x^2", problem.answer_scope)})
    assert to_text(family.formulas["u"]) == "log(2 + 2*t + x^2)"
    assert list(reduction.back({"w": parse("2 + x^2", problem.answer_scope)})) == []


def test_proposals_for_the_new_unknown_are_returned():
    pde, problem = smaller()
    good = {"w": parse("2 + 2*t + x^2", problem.answer_scope)}
    inner = [Family("inner", good), Reduction("inner", problem, lambda _: [Family("inner", good)])]
    first, second = LOGARITHM.returned(pde, inner, "test")
    assert isinstance(first, Family)
    assert isinstance(second, Reduction)
    (third,) = second.back({})
    assert first.formulas == third.formulas
