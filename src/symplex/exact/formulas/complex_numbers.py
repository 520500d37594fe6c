"""Complex numbers whose real and imaginary parts are formulas."""

from typing import NamedTuple, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ONE, ZERO, divide, negative, value_of_number
from symplex.expression import Expression


class Complex(NamedTuple):
    """A complex number, real and imaginary part in normal form."""

    real: Expression
    imaginary: Expression = ZERO

    @property
    def is_real(self) -> bool:
        """Whether nothing is imaginary about it."""
        return value_of_number(self.imaginary) == 0

    @property
    def is_zero(self) -> bool:
        """Whether it is zero; exact, since its parts are in normal form."""
        return self.is_real and value_of_number(self.real) == 0

    @property
    def conjugate(self) -> "Complex":
        """With the other sign of its imaginary part."""
        return Complex(self.real, negative(self.imaginary))


NONE, UNIT = Complex(ZERO), Complex(ONE)


@final
class ComplexArithmetic:
    """Sums, products and quotients in normal form."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        self.real = arithmetic

    def add(self, one: Complex, other: Complex) -> Complex:
        """A sum."""
        imaginary = ZERO
        if not (one.is_real and other.is_real):
            imaginary = self.real.add(one.imaginary, other.imaginary)
        return Complex(self.real.add(one.real, other.real), imaginary)

    def multiply(self, one: Complex, other: Complex) -> Complex:
        """A product."""
        if one.is_real and other.is_real:
            return Complex(self.real.multiply(one.real, other.real))
        a, b, c, d = *one, *other
        normal = self.real.normal
        return Complex(normal(a * c - b * d), normal(a * d + b * c))

    def scale(self, factor: Expression, one: Complex) -> Complex:
        """A real multiple."""
        return self.multiply(Complex(factor), one)

    def divide(self, one: Complex, other: Complex) -> Complex:
        """A quotient."""
        if other.is_real:
            below = other.real
            parts = (divide(part, below) for part in one)
            return Complex(*(self.real.normal(part) for part in parts))
        size = self.real.normal(other.real * other.real + other.imaginary * other.imaginary)
        return self.divide(self.multiply(one, other.conjugate), Complex(size))
