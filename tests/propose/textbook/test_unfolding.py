"""Unknown functions of one variable: what they obey, collected."""

import numpy as np
import pytest

from support.partial import cauchy
from support.textbook import arithmetic, formula
from symplex.expression import Derivative, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.collecting import collected
from symplex.propose.textbook.pdes.pde import Pde
from symplex.propose.textbook.pdes.terms import Expansion, written
from symplex.propose.textbook.pdes.unfolding import (
    Ansatz,
    Unfolding,
    unknown_functions,
    with_functions,
)
from symplex.propose.textbook.quadratics import roots_of
from symplex.work.budget import Budget, Missing

# Functions of one variable put into a problem.

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


# Formulas as sums of products of functions of some variables.


def terms(text, *names):
    found = Expansion(names, arithmetic()).terms(formula(text))
    return {to_text(written(key)): to_text(value) for key, value in found.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(x + y)^2", {"x^2": "1", "x": "2*y", "1": "y^2"}),
        ("x*exp(x + y)/exp(2*x)", {"x*exp(-x)": "exp(y)"}),
        ("sin(x - 2*y)", {"sin(x)": "cos(2*y)", "cos(x)": "-sin(2*y)"}),
        ("k*x/(3*y) - x", {"x": "(k - 3*y)/(3*y)"}),
        ("sqrt(4*x)", {"sqrt(x)": "2"}),
        ("x - x", {}),
    ],
)
def test_functions_of_one_variable(text, expected):
    found = terms(text, "x")
    assert found.keys() == expected.keys()
    real = arithmetic()
    for key, value in expected.items():
        assert real.are_equal(formula(found[key]), formula(value))


def test_functions_of_both_variables_stay_together():
    assert terms("a*sin(x + y) + y^2*x", "x", "y") == {"sin(x + y)": "a", "x*y^2": "1"}


def test_too_many_terms_are_declined():
    with pytest.raises(Missing):
        terms("(1 + x + x^2 + sin(x) + exp(x) + cos(x))^8", "x")


# Identities in some variables.


def test_powers_and_functions_are_told_apart():
    found = collected(formula("(k - 1)*x^2 + a*sin(x) + a*x^2"), ["x"], arithmetic())
    real = arithmetic()
    assert len(found) == 2
    assert any(real.are_equal(one, formula("k - 1 + a")) for one in found)
    assert any(real.are_equal(one, formula("a")) for one in found)


def test_circular_functions_are_related():
    tree = formula("k*sin(x)^2 + k*cos(x)^2 - k")
    assert collected(tree, ["x"], arithmetic()) == []


def test_one_variable_after_the_other():
    found = collected(formula("a*x*y + k*y"), ["x", "y"], arithmetic())
    assert {repr(one) for one in found} == {repr(formula("a")), repr(formula("k"))}


def test_what_has_no_normal_form_is_declined():
    with pytest.raises(Missing):
        collected(formula("abs(x - a) + k*x"), ["x"], arithmetic())


def test_a_number_is_its_own_condition():
    assert collected(number(3), ["x"], arithmetic()) == [number(3)]


# Roots that survive where the square disappears.


def test_a_root_has_a_value_where_the_leading_coefficient_vanishes():
    real = arithmetic(a=(0.0, 1.0))
    roots = roots_of(formula("a*y^2 + y - x"), "y", real)
    values = [float(evaluate(root, {"a": 0.0, "x": 0.5})) for root in roots]
    assert 0.5 in [value for value in values if np.isfinite(value)]


def test_every_root_is_one():
    real = arithmetic(a=(0.0, 1.0))
    tree = formula("a*y^2 + y - x")
    for root in roots_of(tree, "y", real):
        value = float(evaluate(root, {"a": 0.3, "x": 0.5}))
        assert abs(float(evaluate(tree, {"a": 0.3, "x": 0.5, "y": value}))) < 1e-12


def test_others_are_as_they_were():
    real = arithmetic(a=(0.0, 1.0))
    assert roots_of(formula("2*y - x"), "y", real) == [formula("x/2")]
