"""Integrals over boxes, exactly: antiderivatives that the kernel has checked.

What the textbook proposes is differentiated, and the difference shown to vanish; both must be
defined on the closed box. An integral that is not shown is none.
"""

from collections.abc import Mapping

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import multiply, rebuilt, subtract
from symplex.expression import Expression, Symbol
from symplex.expression.calculus import differentiate
from symplex.expression.operators import ABS, MAX, MIN, RELU, SIGN
from symplex.problem import Interval
from symplex.work.budget import Budget, Undecided

_BRANCHES = frozenset({ABS, MAX, MIN, RELU, SIGN})


def integral(formula: Expression, box: Mapping[str, Interval], budget: Budget) -> Expression | None:
    """The integral of a formula over a box; None where it is not shown."""
    formula, sides = rebuilt(formula), dict(box)
    for name in box:
        if name not in formula.symbols:
            ends = sides.pop(name)
            formula = multiply(formula, subtract(ends.high, ends.low))
    if formula.derivatives or formula.operators & _BRANCHES:
        return None
    try:
        return _over(formula, sides, budget) if sides else formula
    except (Undecided, ExpressionError, ArithmeticError):
        return None


def _over(formula: Expression, box: dict[str, Interval], budget: Budget) -> Expression | None:
    from symplex.exact.formulas.arithmetic import Arithmetic
    from symplex.exact.integrals.integrals import Integrals
    from symplex.proof.advice.advisor import shown_on  # late: few problems need the kernel

    while box:
        space = shown_on(box, budget)
        real = Arithmetic({name: interval.ends for name, interval in box.items()}, budget)
        name, ends = box.popitem()
        found = Integrals(real, with_sympy=False).of(formula, name)
        if found is None or not space.is_defined(formula) or not space.is_defined(found):
            return None
        if not space.is_zero(differentiate(found, name) - formula):
            return None
        high, low = (found.substitute({Symbol(name): end}) for end in (ends.high, ends.low))
        formula = real.normal(subtract(rebuilt(high), rebuilt(low)))
    return formula
