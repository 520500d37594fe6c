"""What a Coq file derives: identities, sums, terms, and the lemmas they rest on."""

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression import Derivative, leaf, number
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ACOS, ASIN, COSH, SINH, TAN, TANH, Rule
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.coq import sums
from symplex.proof.coq.basis import canonical, multiples, root_parts
from symplex.proof.coq.derivations import derivations, lemmas
from symplex.proof.coq.identities import identity
from symplex.proof.coq.statement import statement_of
from symplex.proof.coq.sums import Sum, constant, derivative, expanded
from symplex.proof.coq.terms import argument, names_of, term
from symplex.proof.coq.unfolding import unfolded

# Sums of products of atoms, and their derivatives.

SCOPE = Scope(("x", "t"), ("a",))
POINTS = {"x": np.linspace(0.2, 0.9, 5), "t": np.linspace(0.7, 0.3, 5), "a": np.full(5, 1.3)}


@pytest.mark.parametrize(
    "formula",
    [
        "(x + 2*t)^3 - x*t/3",
        "exp(-a*t)*sin(x - t)*cos(x)",
        "x/(1 + x*t) + 1/(2*x)",
        "sqrt(1 + x*t)/x",
        "log(x + t)*atan(x/t)",
        "erf(x/(2*sqrt(t)))",
        "exp(-x^2/(4*t))/sqrt(pi*t)",
    ],
)
def test_values_and_derivatives_are_those_of_the_formula(formula):
    tree = parse(formula, SCOPE)
    form = expanded(tree)
    np.testing.assert_allclose(evaluate(form.tree(), POINTS), evaluate(tree, POINTS), rtol=1e-12)
    for variable in ("x", "t"):
        slope = derivative(form, variable).tree()
        expected = evaluate(differentiate(tree, variable), POINTS)
        np.testing.assert_allclose(evaluate(slope, POINTS), expected, rtol=1e-11, atol=1e-13)


def test_equal_terms_are_collected():
    assert expanded(parse("(x + t)^2 - (x - t)^2 - 4*x*t", SCOPE)) == Sum({})
    assert expanded(parse("2*3 - 1", SCOPE)) == constant(5)


def test_what_grows_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(sums, "MAX_TERMS", 50)
    assert len(expanded(parse("(1 + x + t)^8", SCOPE)).terms) == 45
    with pytest.raises(ExpressionError, match="more than 50 terms"):
        expanded(parse("(1 + x + t)^9", SCOPE))


# Scripts for identities.

NAMES = names_of(("x", "t"), ())


def script(*formulas: str, facts: tuple[str, ...] = ()) -> str:
    return "\n".join(identity([parse(text, SCOPE) for text in formulas], NAMES, facts))


def test_polynomials_need_nothing_but_field():
    lines = ["sx_parts.", "simpl INR; unfold Rdiv in *; field; sx_side."]
    assert script("x + t", "t + x").splitlines() == lines


def test_functions_of_different_arguments_are_brought_together():
    text = script("exp(2*x)", "exp(x)^2")
    assert "exp (2 * x) = exp (INR 2 * x + (0))" in text
    text = script("sin(2*x)", "2*sin(x)*cos(x)")
    assert "sin (2 * x) = sin (INR 2 * x + (0))" in text
    assert "sin x ^ 2 = 1 - cos x ^ 2" in text


def test_roots_bring_their_law_and_facts_stand_by():
    text = script("sqrt(t)^2", "t", facts=("M1",))
    assert "sqrt t ^ 2 = t" in text
    assert "generalize M1 Q1." in text
    assert "intros RM1 RQ1." in text
    assert text.endswith("field [RQ1]; sx_side.")


def test_logarithms_of_products_are_taken_apart():
    assert "ln (x / 2) = ln (/ 2 ^ 1 * (x ^ 1 * (1)))" in script("log(x/2)", "log(x) - log(2)")


def test_an_inner_function_is_written_alike_before_the_outer_one():
    text = script("exp(log(2/x))", "2/x")
    assert text.index("ln (2 / x) = ln (2 * / x)") < text.index("exp (ln (2 / x)) = exp")


def test_a_broken_power_brings_its_law():
    assert "exp (1 / 3 * ln x) ^ 3 = x" in script("exp(log(x)/3)^3", "x")


# Lemmas about derivatives.


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


# Formulas as Coq terms.

HEAT_SCOPE = Scope(("x", "t"), ("kappa",), ("u",))
HEAT_NAMES = names_of(("kappa", "x", "t"), ("u",))


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
    assert term(parse(formula, HEAT_SCOPE), HEAT_NAMES) == written


def test_a_value_is_put_into_formula_and_derivatives():
    values = {"t": parse("-1", HEAT_SCOPE)}
    assert term(parse("u_x + t^2", HEAT_SCOPE), HEAT_NAMES, values) == "u_x kappa x (-1) + (-1) ^ 2"


def test_the_negative_of_a_number_is_no_number():
    # Coq reads "- 1" as one literal.
    assert term(parse("-t", HEAT_SCOPE), HEAT_NAMES, {"t": parse("1", HEAT_SCOPE)}) == "- (1)"


def test_an_argument_is_bracketed():
    assert argument(parse("x + t", HEAT_SCOPE), HEAT_NAMES) == "(x + t)"
    assert argument(parse("x", HEAT_SCOPE), HEAT_NAMES) == "x"


@pytest.mark.parametrize("formula", ["abs(x)", "max(x, t)", "min(x, 0)", "sign(x)", "relu(x)"])
def test_what_is_not_smooth_is_refused(formula):
    with pytest.raises(ExpressionError, match="smooth"):
        term(parse(formula, HEAT_SCOPE), HEAT_NAMES)


def test_names_of_coq_are_not_taken():
    names = names_of(("Q", "in", "near", "x_1"), ("u", "R"))
    every = [*names.symbols.values(), *names.functions.values()]
    assert len(set(every)) == len(every)
    assert not {"Q", "in", "near", "R"} & set(every)
    assert not any("_" in name for name in every)
    assert names.function(Derivative("u", ("in",))) == "u_thein"
    assert term(leaf(Derivative("u")), names) == "u theQ thein thenear x1"


# Abbreviations are unfolded, and keep their values.


@pytest.mark.parametrize(
    "formula",
    [
        *("tan(x)", "tanh(2*x)", "sinh(x)", "cosh(x)", "asin(x)", "acos(x)", "x^(1/3)"),
        *("x^(-3/2)", "x^(-2)", "tanh(x^(5/2))"),
    ],
)
def test_the_value_stays_and_the_abbreviation_goes(formula):
    tree = parse(formula, SCOPE)
    plain = unfolded(tree)
    assert not plain.operators & {TAN, TANH, SINH, COSH, ASIN, ACOS}
    points = {"x": np.linspace(0.1, 0.9, 7)}
    np.testing.assert_allclose(evaluate(plain, points), evaluate(tree, points), rtol=1e-13)
    exponents = {row.exponent for row in plain.operators if row.exponent is not None}
    assert all(e.denominator == 1 or e == 0.5 for e in exponents)


# Arguments as whole multiples of a few formulas.


def texts(arguments: list[str], *, turning: bool = False):
    sums = [canonical(parse(text, SCOPE)) for text in arguments]
    return [
        [(count, to_text(part)) for count, part in way.parts]
        for way in multiples(sums, turning=turning)
    ]


def test_arguments_share_their_parts():
    assert texts(["x", "-2*x", "x/3"]) == [[(3, "1/3*x")], [(-6, "1/3*x")], [(1, "1/3*x")]]
    assert texts(["x + t", "x", "t"]) == [[(1, "x"), (1, "t")], [(1, "x")], [(1, "t")]]
    assert texts(["0", "a*t"]) == [[], [(1, "a*t")]]


def test_known_angles_and_logarithms_stand_apart():
    assert texts(["x + pi/2"], turning=True) == [[(1, "x"), (1, "pi/2")]]
    assert texts(["2*pi/3"], turning=True) == [[(4, "pi/6")]]
    assert texts(["2/3*log(x) + t"]) == [[(1, "t"), (2, "1/3*log(x)")]]


@pytest.mark.parametrize(
    "formula", ["(x/(2*sqrt(t)))^2", "1/(2 + 2*t)", "exp(x - x + t)/(3*x)", "sqrt(x)^3/sqrt(x)"]
)
def test_the_canonical_form_has_the_same_value(formula):
    tree = parse(formula, SCOPE)
    points = {"x": np.linspace(0.2, 0.9, 5), "t": np.linspace(0.7, 0.3, 5)}
    found = evaluate(canonical(tree).tree(), points)
    np.testing.assert_allclose(found, evaluate(tree, points), rtol=1e-12)


def test_squares_of_roots_and_equal_denominators_look_alike():
    assert canonical(parse("(x/(2*sqrt(t)))^2", SCOPE)) == canonical(parse("x^2/(4*t)", SCOPE))
    assert canonical(parse("1/(2 + 2*t)", SCOPE)) == canonical(
        number(1) / 2 * parse("1/(t + 1)", SCOPE)
    )


def test_functions_have_their_values_at_0_and_1():
    assert canonical(parse("exp(x - x) + cos(0*t) - sin(0) + log(1)", SCOPE)) == constant(2)


def test_a_root_gives_up_its_squares():
    assert [to_text(part) for part in root_parts(parse("4*x", SCOPE))] == ["2", "x"]
    assert [to_text(part) for part in root_parts(parse("9*x^2*t/4", SCOPE))] == ["3/2*x", "t"]
    assert root_parts(parse("x + t", SCOPE)) is None
