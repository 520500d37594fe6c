"""A formula becomes the text that a person would write."""

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz, fmpz_mpoly_ctx
from hypothesis import assume, given
from hypothesis import strategies as st

from support.strategies import SCOPE, floats, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Derivative, Symbol, apply, leaf, number, power, symbol
from symplex.expression.evaluate import evaluate, numpy_backend
from symplex.expression.operators import NEGATE, SIN, SQUARE
from symplex.expression.parse import parse
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.render import normal_form, to_text
from symplex.expression.text import (
    ATOM,
    Start,
    Written,
    decimal,
    derivative_text,
    text_of,
    token_text,
    write_number,
)
from symplex.notation.printers import to_latex, to_python, to_sympy

NAMES = (*SCOPE.variables, *SCOPE.parameters)


@given(trees())
def test_text_parses_back_to_the_normal_form(tree):
    assert parse(to_text(tree), SCOPE) == normal_form(tree)


@given(trees())
def test_trees_in_normal_form_are_kept_as_they_are(tree):
    normal = normal_form(tree)
    assert normal_form(normal) == normal
    assert parse(to_text(normal), SCOPE) == normal


@given(trees(symbols | numbers | floats))
def test_rendering_is_idempotent(tree):
    text = to_text(tree)
    assert to_text(parse(text, SCOPE)) == text


@given(trees())
def test_latex_is_balanced(tree):
    text = to_latex(tree)
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")


@given(trees(symbols | numbers, most=7), st.randoms(use_true_random=False))
def test_sympy_agrees_with_our_own_value(tree, random):
    point = {name: random.uniform(0.1, 2.0) * random.choice([-1, 1]) for name in NAMES}
    ours = float(evaluate(tree, point))
    assume(_is_well_conditioned(tree, point, ours))
    exact = to_sympy(parse(to_text(tree), SCOPE))
    # Exact values: SymPy cannot compare its own rounded zeros.
    at = {sympy.Symbol(name, real=True): sympy.Rational(value) for name, value in point.items()}
    theirs = complex(exact.subs(at).evalf(30))
    assert theirs.imag == pytest.approx(0, abs=1e-9 * (1 + abs(ours)))
    assert theirs.real == pytest.approx(ours, rel=1e-6, abs=1e-9)


def _is_well_conditioned(tree, point, value) -> bool:
    """Moderate all the way up, away from kinks and limits, and stable in the point."""
    for position in range(tree.size):
        part = tree.subtree(position)
        if not abs(float(evaluate(part, point))) < 1e4:
            return False
        arguments = [evaluate(argument, point) for argument in part.arguments]
        edges = [limit.margin for limit in getattr(part.root, "limits", ())]
        for edge in (*edges, *getattr(part.root, "kinks", ())):
            if abs(float(edge(numpy_backend(), *arguments))) < 1e-6:
                return False
    moved = evaluate(tree, {name: number * (1 + 1e-11) for name, number in point.items()})
    return bool(np.isclose(moved, value, rtol=1e-7, atol=1e-10))


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("2*x/3", r"\frac{2 x}{3}"),
        ("exp(-2*kappa*x)", r"\exp\left(-2 \kappa x\right)"),
        ("x*(-2)", r"x \left(-2\right)"),
        ("2*3", r"2 \cdot 3"),
        ("(x + 1)^2", r"\left(x + 1\right)^{2}"),
        ("(x/2)^2", r"\left(\frac{x}{2}\right)^{2}"),
        ("sin(x)^2", r"\left(\sin\left(x\right)\right)^{2}"),
        ("(x^2)^3", r"\left(x^{2}\right)^{3}"),
        ("x^(3/2)", r"x^{3/2}"),
        ("sqrt(abs(x))", r"\sqrt{\left|x\right|}"),
        ("u_xx", r"u_{x x}"),
        ("-x^2", r"-x^{2}"),
        ("1e-60*x", r"1 \cdot 10^{-60} x"),
    ],
)
def test_latex_by_hand(text, latex):
    assert to_latex(parse(text, SCOPE)) == latex


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-2", "-2"),
        ("-(2/4)", "-1/2"),
        ("1.2*x", "6/5*x"),
        ("0.99*x", "0.99*x"),
        ("x + (-2)", "x + (-2)"),
        ("x - (y - 1)", "x - (y - 1)"),
        ("x/(y*2)", "x/(y*2)"),
        ("(-x)^2", "(-x)^2"),
        ("-x^2", "-x^2"),
        ("--x", "-(-x)"),
        ("x**-1", "x^(-1)"),
        ("x^0.5", "sqrt(x)"),
        ("diff(u, theta, 2)", "diff(u, theta, 2)"),
        ("u_thetatheta", "diff(u, theta, 2)"),
        ("max(x, y, 1)", "max(max(x, y), 1)"),
        ("+x", "x"),
        ("10^200*x", "10^200*x"),
        ("1e200*x", "1e+200*x"),
    ],
)
def test_text_by_hand(text, shown):
    assert to_text(parse(text, SCOPE)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "((10^300)^1000)^1000",
        "(10^300*x)^1000",
        f"sqrt({'9' * 300}*x)",
        "max(exp(exp(exp(20))), 3)",
        "sign(sinh(exp(exp(9))) - x)",
    ],
)
def test_towers_of_numbers_do_not_reach_sympy(text):
    with pytest.raises(ExpressionError, match="SymPy"):
        to_sympy(parse(text, SCOPE))


def test_what_sympy_stumbles_over_is_refused():
    with pytest.raises(ExpressionError, match="SymPy cannot take this formula"):
        to_sympy(parse("max(acos(pi), x)", SCOPE))


def test_large_numbers_that_sympy_can_take_do():
    assert to_sympy(parse("10^300 + exp(800)")) == sympy.Integer(10) ** 300 + sympy.exp(800)


def test_python_source_of_a_quotient_of_long_numbers_is_its_value():
    source = to_python(number(Fraction(3 * 10**400 + 1, 10**400)))
    assert float(source) == 3.0


def test_a_number_that_python_cannot_write_is_refused():
    with pytest.raises(ExpressionError, match="too many digits"):
        to_text(number(10**5_000))


def test_quotients_of_numbers_are_not_folded_without_bound():
    long = number(10**1_000)
    assert normal_form((1 / long) / long) == number(Fraction(1, 10**1000)) / long


# Formulas as text, node by node.

X = symbol("x")


@given(trees(symbols | numbers))
def test_the_text_of_a_normal_form_is_read_back(tree):
    written = normal_form(tree)
    assert parse(text_of(written), SCOPE) == written


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (X - (X - 1), "x - (x - 1)"),
        (X - (-X), "x - (-x)"),
        (X * number(-2), "x*(-2)"),
        ((-X) ** 2, "(-x)^2"),
        (-(X**2), "-x^2"),
        (apply(NEGATE, number(2)), "-2"),
        (X ** Fraction(-3, 2), "x^(-3/2)"),
        (leaf(CONSTANT, -2.5) * X - leaf(CONSTANT, -1.5), "-2.5*x - (-1.5)"),
        (leaf(CONSTANT, float("inf")), "inf"),
    ],
)
def test_brackets_stand_where_they_are_needed(tree, text):
    assert text_of(tree) == text


def test_a_leading_sign_is_bracketed_only_where_it_must_be():
    negative = Written("-x", ATOM, Start.SIGN)
    assert negative.bracketed(0) == negative
    assert negative.bracketed(0, keep_sign=False).text == "(-x)"


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (Fraction(2, 3), "2/3"),
        (Fraction(37, 100), "0.37"),
        (Fraction(1, 13), "1/13"),
        (Fraction(10) ** 20, "1e+20"),
        (Fraction(-7), "-7"),
    ],
)
def test_numbers_are_written_as_a_person_would(exact, text):
    assert write_number(exact).text == text


def test_a_decimal_is_used_only_where_it_is_exact():
    assert decimal(Fraction(1, 3)) is None
    assert decimal(Fraction(1, 16)) == "0.0625"


def test_derivatives_by_long_names_are_written_out():
    assert derivative_text(Derivative("u", ("x", "x", "t"))) == "u_txx"
    assert derivative_text(Derivative("u", ("theta", "theta"))) == "diff(u, theta, 2)"


def test_tokens_as_words_of_a_list():
    tokens = (SIN, SQUARE, power(Fraction(3, 2)), Symbol("x"), CONSTANT, Derivative("u", ("x",)))
    assert [token_text(t) for t in tokens] == ["sin", "square", "^(3/2)", "x", "constant", "u_x"]
    assert token_text(number(Fraction(1, 2)).root) == "1/2"


# The text of a polynomial is that of python-flint, and costs no memory that stays.

GENERATORS = [f"g{index}" for index in range(49)]


def made(rng, context, number):
    terms = {}
    for _ in range(rng.randrange(6)):
        exponents = [0] * len(GENERATORS)
        for _ in range(rng.randrange(4)):
            exponents[rng.randrange(len(GENERATORS))] += rng.randrange(1, 3)
        terms[tuple(exponents)] = number(rng)
    return context.from_dict(terms)


def test_it_is_the_text_of_flint():
    rng = random.Random(0)
    rationals = fmpq_mpoly_ctx.get(GENERATORS, Ordering.lex)
    whole = fmpz_mpoly_ctx.get(GENERATORS, Ordering.lex)
    for _ in range(300):
        one = made(rng, rationals, lambda r: fmpq(r.randrange(-4, 5), r.choice((1, 1, 2, 3))))
        other = made(rng, whole, lambda r: fmpz(r.randrange(-4, 5)))
        assert polynomial_text(one) == str(one)
        assert polynomial_text(other) == str(other)


def test_it_costs_no_memory_that_stays():
    g = fmpq_mpoly_ctx.get(GENERATORS, Ordering.lex).gens()
    polynomial = (g[0] + 2 * g[1] - g[48]) ** 2
    texts = {polynomial_text(polynomial) for _ in range(200)}
    before = megabytes()
    texts |= {polynomial_text(polynomial) for _ in range(1_000)}
    assert len(texts) == 1
    assert megabytes() - before < 1.5  # flint's own would take more than 3


def megabytes():
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1000


# The tree that the parser would have built.


def test_signs_and_quotients_of_numbers_are_numbers():
    assert normal_form(apply("neg", number(2))) == number(-2)
    assert normal_form(number(2) / number(3)) == number(Fraction(2, 3))
    kept = number(2) * symbol("x") / number(3)
    assert normal_form(kept) == kept
    assert normal_form(number(1) / number(0)) == number(1) / number(0)
