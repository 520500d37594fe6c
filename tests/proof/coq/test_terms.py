"""Formulas as Coq terms."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression import Derivative, leaf
from symplex.expression.parse import Scope, parse
from symplex.proof.coq.terms import argument, names_of, term

SCOPE = Scope(("x", "t"), ("kappa",), ("u",))
NAMES = names_of(("kappa", "x", "t"), ("u",))


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("x + 2*t", "x + 2 * t"),
        ("(x + t)*(x - t)", "(x + t) * (x - t)"),
        ("x - (t - 1)", "x - (t - 1)"),
        ("-x^2", "- x ^ 2"),
        ("(-x)^2", "(- x) ^ 2"),
        ("x/(2*t)", "x / (2 * t)"),
        ("1.2*x", "6 / 5 * x"),
        ("log(x)", "ln x"),
        ("exp(-x)", "exp (- x)"),
        ("sqrt(x)", "sqrt x"),
        ("x^(3/2)", "sqrt x ^ 3"),
        ("x^(-1/2)", "/ sqrt x"),
        ("x^(-2)", "/ x ^ 2"),
        ("x^(1/3)", "Rpower x (1/3)"),
        ("kappa*u_xx", "kappa * u_x_x kappa x t"),
        ("pi*x", "PI * x"),
    ],
)
def test_brackets_are_those_of_coq(formula, written):
    assert term(parse(formula, SCOPE), NAMES) == written


def test_a_value_is_put_into_formula_and_derivatives():
    values = {"t": parse("-1", SCOPE)}
    assert term(parse("u_x + t^2", SCOPE), NAMES, values) == "u_x kappa x (-1) + (-1) ^ 2"


def test_the_negative_of_a_number_is_no_number():
    # Coq reads "- 1" as one literal.
    assert term(parse("-t", SCOPE), NAMES, {"t": parse("1", SCOPE)}) == "- (1)"


def test_an_argument_is_bracketed():
    assert argument(parse("x + t", SCOPE), NAMES) == "(x + t)"
    assert argument(parse("x", SCOPE), NAMES) == "x"


@pytest.mark.parametrize("formula", ["abs(x)", "max(x, t)", "min(x, 0)", "sign(x)", "relu(x)"])
def test_what_is_not_smooth_is_refused(formula):
    with pytest.raises(ExpressionError, match="smooth"):
        term(parse(formula, SCOPE), NAMES)


def test_names_of_coq_are_not_taken():
    names = names_of(("Q", "in", "near", "x_1"), ("u", "R"))
    every = [*names.symbols.values(), *names.functions.values()]
    assert len(set(every)) == len(every)
    assert not {"Q", "in", "near", "R"} & set(every)
    assert not any("_" in name for name in every)
    assert names.function(Derivative("u", ("in",))) == "u_thein"
    assert term(leaf(Derivative("u")), names) == "u theQ thein thenear x1"
