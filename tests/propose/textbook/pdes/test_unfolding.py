"""Functions of one variable put into a problem."""

from support.partial import cauchy
from symplex.expression import Derivative, leaf, symbol
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.pde import Pde
from symplex.propose.textbook.pdes.unfolding import (
    Ansatz,
    Unfolding,
    unknown_functions,
    with_functions,
)
from symplex.work.budget import Budget

PROBLEM = cauchy("u_t + u*u_x = 0", "u = 2*x")
A, B = unknown_functions(("a", "b"))
LINE = Ansatz("t", {"u": A * symbol("x") + B}, ("a", "b"))


def test_the_ordinary_equations_and_the_way_back():
    (found,) = Unfolding(Pde(PROBLEM, Budget.unlimited()), LINE).proposals("test")
    assert isinstance(found, Reduction)
    assert found.problem.unknowns == ("a",)  # nothing moves the other one
    (equation,) = found.problem.equations
    assert to_text(equation.right) == "-a^2"
    answer = parse("2/(1 + 2*t)", found.problem.answer_scope)
    (family,) = found.back({"a": answer})
    assert family.formulas == {"u": parse("2/(1 + 2*t)*x", PROBLEM.answer_scope)}


def test_a_wrong_answer_leads_nowhere():
    (found,) = Unfolding(Pde(PROBLEM, Budget.unlimited()), LINE).proposals("test")
    assert isinstance(found, Reduction)
    assert list(found.back({"a": parse("2*t", found.problem.answer_scope)})) == []


def test_an_ansatz_that_does_not_close_is_declined():
    cubic = Ansatz("t", {"u": A * symbol("x") ** 3 + B}, ("a", "b"))
    assert list(Unfolding(Pde(PROBLEM, Budget.unlimited()), cubic).proposals("test")) == []


def test_what_is_settled_by_relations_is_answered():
    steady = cauchy("u_x = 2*x + t", "u = x^2")
    ansatz = Ansatz("t", {"u": symbol("x") ** 2 + A * symbol("x")}, ("a",))
    (found,) = Unfolding(Pde(steady, Budget.unlimited()), ansatz).proposals("test")
    assert isinstance(found, Family)


def test_functions_known_by_others():
    found = with_functions(symbol("a#1") + symbol("a#0"), "t", {"a": parse("t^2", _SCOPE)})
    assert to_text(found) == "2*t + t^2"
    assert leaf(Derivative("a")) == A


_SCOPE = PROBLEM.answer_scope
