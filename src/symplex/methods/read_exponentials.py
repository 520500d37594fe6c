"""From a formula to a sum of powers, exponentials and circular functions of a variable."""

from collections.abc import Sequence
from fractions import Fraction
from typing import final

from symplex.expression import Expression, Operator, Symbol, number
from symplex.expression import operators as op
from symplex.methods.arithmetic import Arithmetic
from symplex.methods.building import (
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
from symplex.methods.complex_numbers import UNIT, Complex
from symplex.methods.exponentials import Exponentials, Sum, Term, constant

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
        sums = self._sums
        match root:
            case op.ADD:
                return sums.add(*below)
            case op.SUBTRACT:
                return sums.add(below[0], sums.scale(number(-1), below[1]))
            case op.NEGATE:
                return sums.scale(number(-1), below[0])
            case op.MULTIPLY:
                return sums.multiply(below[0], below[1])
            case op.DIVIDE:
                inverse = self._power(below[1], Fraction(-1))
                return None if inverse is None else sums.multiply(below[0], inverse)
            case op.LOG:
                return self._logarithm(below[0])
            case Operator(exponent=Fraction() as exponent):
                return self._power(below[0], exponent)
            case _:
                return None

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
        down = Term(
            0, multiply(number(-1), slope), ZERO, Complex(divide(ONE, exponential(shift)))
        )
        sign = number(-1) if root is op.SINH else ONE
        halves = self._sums.add((up,), self._sums.scale(sign, (down,)))
        return self._sums.scale(_HALF, halves)


def _lone(base: Sum) -> Term | None:
    """The only term, if it is a multiple of an exponential."""
    if len(base) == 1 and base[0].power == 0 and value_of_number(base[0].frequency) == 0:
        return base[0]
    return None
