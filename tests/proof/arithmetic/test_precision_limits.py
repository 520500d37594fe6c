"""Formulas whose parts are smaller than any number of digits shows."""

import pytest

from symplex.proof.arithmetic.precision_limits import precision_limits


@pytest.mark.parametrize(
    "text",
    ["x + y*exp(-t)", "sin(3*x)/7", "erf(2*x)", "(x + y)^10", "exp(-5*(x - 0.3)^2)"],
)
def test_high_precision_is_evidence_for_plain_formulas(text, read, box):
    assert precision_limits([read(text)], box) is None


@pytest.mark.parametrize(
    "text",
    ["exp(-10^12*(x - 0.3)^2)", "erf(30*x)", "x*10^90", "tanh(10^6*x)", "exp(exp(9 + x))"],
)
def test_and_none_where_parts_may_be_tiny(text, read, box):
    assert "smaller than any number of digits" in precision_limits([read(text)], box)


def test_digits_add_up_over_the_formulas(read, box):
    one = read("x*10^50")
    assert precision_limits([one], box) is None
    assert precision_limits([one, one], box) is not None
