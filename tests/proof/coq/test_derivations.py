"""Lemmas about derivatives."""

from symplex.expression import Derivative
from symplex.expression.operators import Rule
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.coq.derivations import derivations, lemmas
from symplex.proof.coq.statement import statement_of


def made_of(equation: str, answer: str):
    problem = Problem([equation], {"x": [1, 2], "t": [0, 1]})
    return derivations(statement_of(problem, read_answer(problem, answer)))


def test_every_step_on_the_way_has_a_formula_and_a_lemma():
    made = made_of("u_t = u_xxx", "exp(-x)*t")
    orders = [one.by for one in made.forms]
    assert orders == [(), ("t",), ("x",), ("x", "x"), ("x", "x", "x")]
    assert to_text(made.forms[Derivative("u", ("x", "x"))].tree()) == "exp(-x)*t"
    text = "\n".join(lemmas(made))
    for name in ("u_is", "u_x_derives", "u_x_x_derives", "u_x_x_x_is", "u_x_x_x_exist", "near_x"):
        assert f"Lemma {name} :" in text
    assert "near_kappa" not in text


def test_near_is_where_everything_is_smooth():
    made = made_of("u_t = u_x", "sqrt(x)/(1 + t) + log(x + 2)")
    assert {(to_text(formula), rule) for formula, rule in made.margins} == {
        ("x", Rule.POSITIVE),
        ("1 + t", Rule.NONZERO),
        ("x + 2", Rule.POSITIVE),
    }
