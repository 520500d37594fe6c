"""Roots in closed form: each is put back into its polynomial."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symplex.exact.roots import Root, roots
from symplex.expression import Expression, number
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

BOX = {
    "a": (number(1), number(2)),
    "c": (number(Fraction(1, 10)), number(Fraction(9, 10))),
    "k": (number(Fraction(1, 2)), number(2)),
}
SCOPE = Scope((), tuple(BOX))


def of(*coefficients: str) -> tuple[Root, ...] | None:
    """The roots of a polynomial that is written from the constant term up."""
    return roots([parse(text, SCOPE) for text in coefficients], BOX, Budget.unlimited())


def texts(found: Sequence[Root] | None) -> list[tuple[str, str, int]]:
    assert found is not None
    return [(to_text(root.real), to_text(root.imaginary), root.multiplicity) for root in found]


def values(found: Sequence[Root], at: dict[str, float]) -> list[complex]:
    """The roots as numbers, each as often as it counts."""
    return [
        complex(float(evaluate(root.real, at)), float(evaluate(root.imaginary, at)))
        for root in found
        for _ in range(root.multiplicity)
    ]


def check(coefficients: Sequence[Expression], found: Sequence[Root] | None) -> None:
    """Every root is one, and all are there, at three values of the parameters."""
    assert found is not None
    for share in (0.1, 0.45, 0.8):
        ends = {name: [float(evaluate(end)) for end in pair] for name, pair in BOX.items()}
        at = {name: low + share * (high - low) for name, (low, high) in ends.items()}
        expected = np.roots([float(evaluate(c, at)) for c in reversed(coefficients)])
        assert len(values(found, at)) == len(expected)
        for value in values(found, at):
            assert np.abs(expected - value).min() < 1e-4 * (1 + abs(value))


class TestQuadratics:
    def test_a_damped_oscillator_has_complex_exponents(self) -> None:
        assert texts(of("1", "2*c", "1")) == [
            ("-c", "sqrt(1 - c^2)", 1),
            ("-c", "-sqrt(1 - c^2)", 1),
        ]

    def test_irrational_exponents(self) -> None:
        assert texts(of("1", "3", "1")) == [
            ("sqrt(5)/2 - 3/2", "0", 1),
            ("-sqrt(5)/2 - 3/2", "0", 1),
        ]

    def test_a_double_root_counts_twice(self) -> None:
        assert texts(of("k^2", "2*k", "1")) == [("-k", "0", 2)]

    def test_factors_over_the_parameters_give_plain_roots(self) -> None:
        assert {real for real, _, _ in texts(of("a*k", "-(a + k)", "1"))} == {"a", "k"}

    def test_a_discriminant_that_changes_its_sign_is_declined(self) -> None:
        assert of("1", "2*k", "1") is None

    def test_a_leading_coefficient_that_vanishes_on_the_box_is_declined(self) -> None:
        assert of("1", "2", "k - 1") is None


class TestHigherDegrees:
    @pytest.mark.parametrize(
        "coefficients",
        [
            ("-k^4", "0", "0", "0", "1"),
            ("k^4", "0", "0", "0", "1"),
            ("1", "0", "3", "0", "1"),
            ("1", "0", "2*c", "0", "1"),
            ("2", "0", "0", "1"),
            ("1", "0", "0", "0", "0", "0", "1"),
            ("3", "4", "6", "4", "1"),
            ("0", "0", "1 + a", "c", "1"),
        ],
    )
    def test_roots_solve_the_polynomial(self, coefficients: tuple[str, ...]) -> None:
        check([parse(text, SCOPE) for text in coefficients], of(*coefficients))

    @pytest.mark.parametrize("coefficients", [("-1", "0", "1", "1"), ("1", "1", "0", "0", "1")])
    def test_what_has_no_short_closed_form_is_declined(self, coefficients: tuple[str, ...]) -> None:
        assert of(*coefficients) is None


def test_no_time_means_no_answer() -> None:
    with pytest.raises(OutOfBudget):
        roots([number(1), number(3), number(1)], {}, Budget(Deadline(0.0)))


SMALL = st.fractions(-3, 3, max_denominator=4)


@settings(max_examples=40, deadline=None)
@given(st.lists(SMALL, min_size=1, max_size=3), st.tuples(SMALL, SMALL))
def test_products_of_linear_and_quadratic_factors(
    linear: list[Fraction], quadratic: tuple[Fraction, Fraction]
) -> None:
    polynomial = [*reversed(quadratic), Fraction(1)]
    for root in linear:
        shifted = [Fraction(0), *polynomial]
        scaled = [-root * value for value in polynomial] + [Fraction(0)]
        polynomial = [a + b for a, b in zip(shifted, scaled, strict=True)]
    coefficients = [number(value) for value in polynomial]
    found = roots(coefficients, {}, Budget.unlimited())
    assert found is not None
    assert sum(root.multiplicity for root in found) == len(linear) + 2
    for value in values(found, {}):
        terms = [float(c) * value**n for n, c in enumerate(polynomial)]
        assert abs(sum(terms)) < 1e-9 * (1 + max(map(abs, terms)))
