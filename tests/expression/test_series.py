"""Series as values and as text."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression import number
from symplex.expression.parse import Scope, parse
from symplex.expression.read_series import is_series, read_formula, read_series
from symplex.expression.series import Series
from symplex.expression.transport import series_from_data, series_to_data
from symplex.expression.turns import at_residue, period, turns

SCOPE = Scope(("x", "t"), ("k",))


@pytest.mark.parametrize(
    "text",
    [
        "sum(sin(n*x)/n^2, n, 1, oo)",
        "x + sum(sin(n*x)/n^2, n, 1, oo)",
        "x/2 - t + sum(sin(m*x)/m^2, m, 0, oo, 2)",
    ],
)
def test_a_series_is_written_as_it_is_read(text):
    series = read_series(text, SCOPE)
    assert series.text == text
    assert read_series(series.text, SCOPE) == series
    assert series_from_data(series_to_data(series)) == series


def test_a_minus_belongs_to_the_term():
    series = read_series("x - sum(t/n^2, n, 1, oo)", SCOPE)
    assert series.text == "x + sum(-(t/n^2), n, 1, oo)"


def test_what_follows_the_sum_is_closed():
    assert read_series("sum(x/n^2, n, 1, oo) + t", SCOPE).closed == parse("+ t", SCOPE)


def test_terms_and_partial_sums():
    series = read_series("k + sum(x^2*n, n, 1, oo, 2)", SCOPE)
    assert series.at(2) == parse("x^2*5", SCOPE)
    assert series.partial(2) == parse("k + x^2*1 + x^2*3", SCOPE)
    assert series.symbols == {"x", "k"}


def test_a_formula_without_a_sum_is_a_formula():
    assert read_formula("x + t", SCOPE) == parse("x + t", SCOPE)
    assert isinstance(read_formula("sum(x/n^2, n, 1, oo)", SCOPE), Series)
    assert is_series("a+sum (x, n, 1, oo)") and not is_series("checksum(x)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2*sum(x/n^2, n, 1, oo)", "summand"),
        ("sum(x/n^2, n, 1, oo)*2", "summand"),
        ("exp(sum(x/n^2, n, 1, oo))", "summand"),
        ("x - -sum(x/n^2, n, 1, oo)", "summand"),
        ("sum(x/n^2, n, 1)", "3 arguments"),
        ("sum(x/n^2, n, 1, oo, 2, 3)", "6 arguments"),
        ("sum(x/n^2, n, 1, 20)", "write out a sum that ends"),
        ("sum(x/n^2, x, 1, oo)", "another meaning"),
        ("sum(x/n^2, sin, 1, oo)", "another meaning"),
        ("sum(x/n^2, 2, 1, oo)", "a name for the index"),
        ("sum(x/n^2, n, 1/2, oo)", "whole number from 0"),
        ("sum(x/n^2, n, -1, oo)", "whole number from 0"),
        ("sum(x/n^2, n, 1, oo, 0)", "whole number from 1"),
        ("sum(x/m^2, n, 1, oo)", "unknown symbol 'm'"),
        ("sum(x/n^2, n, 1, oo) + sum(x/n^2, n, 1, oo)", "one sum"),
        ("sum(x/n^2, n, 1, oo", "not closed"),
    ],
)
def test_each_mistake_has_a_sentence(text, words):
    with pytest.raises(ExpressionError, match=words):
        read_series(text, SCOPE)


def test_a_mistake_in_the_term_has_its_column():
    with pytest.raises(ExpressionError) as found:
        read_series("x + sum(t + q, n, 1, oo)", SCOPE)
    assert found.value.column == 13


def test_a_sum_stands_in_answers_alone():
    with pytest.raises(ExpressionError, match="in answers alone"):
        parse("sum(x/n^2, n, 1, oo)", SCOPE)


@pytest.mark.parametrize(
    ("angle", "found"),
    [
        ("n*pi", (1, 0)),
        ("-pi*(3*n-1)/2", ("-3/2", "1/2")),
        ("(n*pi^2)/pi + 0*pi", (1, 0)),
        ("n*pi*x", None),
        ("n", None),
        ("n^2*pi", None),
        ("pi/n", None),
    ],
)
def test_turns(angle, found):
    from fractions import Fraction

    tree = parse(angle, Scope(("x", "n")))
    assert turns(tree, "n") == (found and tuple(map(Fraction, found)))


@pytest.mark.parametrize("text", ["sin(n*pi/3)", "cos(pi*(2*n-1)/4)", "sin(3*n*pi/8-pi/2)"])
def test_sines_and_cosines_repeat(text):
    from math import cos, pi, sin

    from symplex.expression.evaluate import value_of

    tree = parse(text, Scope(("n",)))
    classes = period([tree], "n")
    for n in range(-20, 20):
        value = value_of(at_residue(tree, "n", n % classes))
        wanted = eval(text, {"sin": sin, "cos": cos, "pi": pi, "n": n})
        assert value == pytest.approx(wanted, abs=1e-12)


def test_zeros_and_ones_are_numbers():
    tree = parse("sin(n*pi) + cos(n*pi)", Scope(("n",)))
    assert at_residue(tree, "n", 1) == number(0) + number(-1)
