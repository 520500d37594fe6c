"""From a formula to a sum of powers, exponentials and circular functions of a variable."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    cosine,
    divide,
    exponential,
    logarithm,
    multiply,
    power,
    sine,
    value_of_number,
)
from symplex.exact.formulas.complex_numbers import UNIT, Complex
from symplex.exact.formulas.exponentials import Exponentials, Sum, Term, constant
from symplex.expression import Expression, Operator, Symbol, number
from symplex.expression import operators as op

_MAX_POWER = 12
_HALF = number(Fraction(1, 2))


@final
class Reader:
    """Reads formulas in one variable."""

    def __init__(self, arithmetic: Arithmetic, variable: str) -> None:
        self._real = arithmetic
        self._sums = Exponentials(arithmetic)
        self._variable = variable

    def read(self, tree: Expression) -> Sum | None:
        """The sum that a formula is; None if it is none."""
        if self._variable not in tree.symbols:
            return constant(tree)
        root = tree.root
        if isinstance(root, Symbol):
            return (Term(1, ZERO, ZERO, UNIT),)
        if not isinstance(root, Operator):
            return None
        if root in (op.EXP, op.SINH, op.COSH, op.SIN, op.COS):
            return self._function(root, tree.arguments[0])
        below = [self.read(argument) for argument in tree.arguments]
        known = [part for part in below if part is not None]
        return self._combined(root, known) if len(known) == len(below) else None

    def _combined(self, root: Operator, below: Sequence[Sum]) -> Sum | None:
        if root.exponent is not None:
            return self._power(below[0], root.exponent)
        ways: Mapping[Operator, Callable[..., Sum | None]] = {
            op.ADD: self._sums.add,
            op.SUBTRACT: self._difference,
            op.NEGATE: self._negative,
            op.MULTIPLY: self._sums.multiply,
            op.DIVIDE: self._quotient,
            op.LOG: self._logarithm,
        }
        way = ways.get(root)
        return None if way is None else way(*below)

    def _negative(self, one: Sum) -> Sum:
        return self._sums.scale(number(-1), one)

    def _difference(self, one: Sum, other: Sum) -> Sum:
        return self._sums.add(one, self._sums.scale(number(-1), other))

    def _quotient(self, top: Sum, bottom: Sum) -> Sum | None:
        inverse = self._power(bottom, Fraction(-1))
        return None if inverse is None else self._sums.multiply(top, inverse)

    def _power(self, base: Sum, exponent: Fraction) -> Sum | None:
        if exponent.denominator == 1 and 0 <= exponent <= _MAX_POWER:
            found: Sum | None = constant(ONE)
            for _ in range(int(exponent)):
                found = None if found is None else self._sums.multiply(found, base)
            return found
        lone = _lone(base)
        if lone is None:
            return None
        weight = self._real.normal(power(lone.weight.real, exponent))
        rate = self._real.multiply(number(exponent), lone.rate)
        return (Term(0, rate, ZERO, Complex(weight)),)

    def _logarithm(self, argument: Sum) -> Sum | None:
        """Of w·exp(ax)."""
        lone = _lone(argument)
        if lone is None:
            return None
        slope = (Term(1, ZERO, ZERO, Complex(lone.rate)),)
        return self._sums.add(constant(logarithm(lone.weight.real)), slope)

    def _function(self, root: Operator, argument: Expression) -> Sum | None:
        """An exponential or circular function of a + bx."""
        parts = self._real.polynomial(argument, (self._variable,))
        if parts is None or not parts.keys() <= {(0,), (1,)}:
            return None
        shift, slope = parts.get((0,), ZERO), parts.get((1,), ZERO)
        if root in (op.SIN, op.COS):
            weight = Complex(cosine(shift), sine(shift))
            if root is op.SIN:  # sin z is the real part of −i·exp(iz)
                weight = Complex(weight.imaginary, multiply(number(-1), weight.real))
            return (Term(0, ZERO, slope, weight),)
        up = Term(0, slope, ZERO, Complex(exponential(shift)))
        if root is op.EXP:
            return (up,)
        down = Term(0, multiply(number(-1), slope), ZERO, Complex(divide(ONE, exponential(shift))))
        sign = number(-1) if root is op.SINH else ONE
        halves = self._sums.add((up,), self._sums.scale(sign, (down,)))
        return self._sums.scale(_HALF, halves)


def _lone(base: Sum) -> Term | None:
    """The only term, if it is a multiple of an exponential."""
    if len(base) == 1 and base[0].power == 0 and value_of_number(base[0].frequency) == 0:
        return base[0]
    return None
