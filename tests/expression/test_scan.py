"""The first pass over a formula's text."""

from fractions import Fraction

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import MAX_BRACKETS, MAX_CHARACTERS, scan


def test_numbers_become_references_to_exact_fractions():
    found = scan("0.1*x + 2e-3")
    assert found.numbers == (Fraction(1, 10), Fraction(1, 500))
    assert found.text.split() == ["0", "*", "x", "+", "1"]


def test_columns_point_into_the_text_that_was_written():
    found = scan("  x^2")
    at = found.text.index("**")
    assert found.columns[at] == 4
    assert len(found.columns) == len(found.text) + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x", "an operator is missing between '2' and 'x'"),
        ("x //2", "'//' is not an operator"),
        ("x == 1", "'==' is not used"),
        ("lambda", "'lambda' has no meaning"),
        ("__import__", "has no meaning"),
        ("x +", "the formula ends after '+'"),
        ("2·x", "write *"),
        ("κ", "is not an ASCII character"),
        ("x = 1", "a formula has no '='"),
        ("sin x", "'sin' is a function"),
        ("1e999", "decimal exponent"),
        ("(" * (MAX_BRACKETS + 1), "nested"),
        ("x" * (MAX_CHARACTERS + 1), "characters"),
    ],
)
def test_what_does_not_belong_in_a_formula_is_refused(text, message):
    with pytest.raises(ExpressionError) as error:
        scan(text)
    assert message in str(error.value)
