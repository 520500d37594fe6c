from fractions import Fraction

import pytest

from symplex.exact.normal.ring import Element, Ring
from symplex.expression import symbol
from symplex.work.budget import Budget, Missing


def ring(unknowns: frozenset[str] = frozenset()) -> Ring:
    return Ring(Budget.unlimited(), 8, unknowns)


def with_root(made: Ring, radicand: int) -> Element:
    """A generator whose square is a number."""
    root = made.new(symbol("r"))
    made.relate(root, 2, made.constant(radicand), is_root=True)
    return made.element(root)


class TestQuotients:
    def test_common_factors_are_cancelled(self) -> None:
        made = ring()
        x, y = made.new(symbol("x")), made.new(symbol("y"))
        assert made.element(x * x - y * y, x + y) == Element(x - y, made.one)

    def test_a_root_leaves_the_divisor(self) -> None:
        made = ring()
        root = with_root(made, 2)
        inverse = made.power(made.add(made.number(1), root), -1)
        assert inverse == made.add(root, made.number(1), -1)

    def test_a_root_stays_where_its_conjugate_may_vanish(self) -> None:
        made = ring(frozenset({"c"}))
        root = with_root(made, 2)
        unknown = made.element(made.new(symbol("c")))
        found = made.power(made.add(unknown, root), -1)
        assert found.bottom == made.add(unknown, root).top

    def test_a_divisor_that_is_zero_is_refused(self) -> None:
        made = ring()
        root = with_root(made, 4)
        two = made.add(root, made.number(2), -1)
        with pytest.raises(Missing):
            made.power(made.multiply(two, made.add(root, made.number(2))), -1)

    def test_a_full_ring_says_so(self) -> None:
        made = ring()
        for index in range(8):
            made.new(symbol(f"x{index}"))
        with pytest.raises(Missing):
            made.new(symbol("y"))


class TestPolynomials:
    def test_factors_have_leading_coefficient_one(self) -> None:
        made = ring()
        x, y = made.new(symbol("x")), made.new(symbol("y"))
        constant, factors = made.factors(4 * (x - 2 * y) ** 2 * (3 * x + y))
        product = made.constant(constant)
        for factor, times in factors:
            assert factor.leading_coefficient() == 1
            product = product * factor**times
        assert product == 4 * (x - 2 * y) ** 2 * (3 * x + y)
        assert sorted(times for _, times in factors) == [1, 2]

    def test_factors_of_a_product_of_generators(self) -> None:
        made = ring()
        x, y = made.new(symbol("x")), made.new(symbol("y"))
        constant, factors = made.factors(-3 * x * y**2)
        assert constant == Fraction(-3)
        assert sorted(map(str, factors)) == sorted(map(str, [(x, 1), (y, 2)]))

    def test_coefficients_by_one_generator_and_by_several(self) -> None:
        made = ring()
        x, y, z = (made.new(symbol(name)) for name in "xyz")
        polynomial = x**2 * y + 2 * x**2 * z + 5
        index = made.index(x)
        assert made.by_powers(polynomial, index) == {2: y + 2 * z, 0: made.constant(5)}
        both = made.collected(polynomial, (index, made.index(y)))
        assert both == {(2, 1): made.one, (2, 0): 2 * z, (0, 0): made.constant(5)}

    def test_powers_that_grow_too_large_are_refused(self) -> None:
        made = ring()
        with pytest.raises(Missing):
            made.whole_power(made.new(symbol("x")) + 1, 1000)
