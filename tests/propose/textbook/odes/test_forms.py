"""Quotients of exponentials, written to show their signs."""

from support.textbook import initial
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem.method import Family
from symplex.propose.textbook.odes.forms import decaying
from symplex.propose.textbook.odes.ode import Ode
from symplex.work.budget import Budget


def forms(text):
    problem = initial("u_x = k*u", 0, 1, parameters={"k": [1, 2]})
    family = Family("by hand", {"u": parse(text, Scope(("x",), ("k",)))})
    return [
        to_text(one.formulas["u"]) for one in decaying(Ode(problem, Budget.unlimited()), family)
    ]


def test_growing_exponentials_are_divided_out():
    assert "(1 - exp(-(x*k)))/(1 + exp(-(x*k)))" in forms("(exp(k*x) - 1)/(exp(k*x) + 1)")


def test_other_formulas_have_no_other_form():
    assert forms("exp(k*x)") == []
    assert forms("x/(1 + x)") == []
