"""Complex numbers with formulas as parts."""

from support.textbook import arithmetic, formula
from symplex.exact.formulas.complex_numbers import Complex, ComplexArithmetic


def test_quotients_are_undone_by_products():
    numbers = ComplexArithmetic(arithmetic())
    one, other = Complex(formula("k"), formula("2")), Complex(formula("1"), formula("x"))
    back = numbers.multiply(numbers.divide(one, other), other)
    assert all(numbers.real.are_equal(a, b) for a, b in zip(back, one, strict=True))


def test_conjugates_cancel():
    numbers = ComplexArithmetic(arithmetic())
    one = Complex(formula("k"), formula("x"))
    assert numbers.multiply(one, one.conjugate).is_real
    assert numbers.add(one, numbers.scale(formula("-1"), one)).is_zero
