"""Another way to write a quotient of exponentials, whose sign is easier to see."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symplex.exact.formulas.building import exponential, multiply, total
from symplex.expression import Expression, number
from symplex.expression import operators as op
from symplex.problem.method import Family
from symplex.propose.textbook.odes.ode import Ode


def decaying(ode: Ode, family: Family) -> Iterator[Family]:
    """The family with 1 − exp(−ax) where it has exp(ax) − 1 below a fraction bar, or turned."""
    for name, formula in family.formulas.items():
        for other in _forms(ode, formula):
            if other != formula:
                yield replace(family, formulas={**family.formulas, name: other})


def _forms(ode: Ode, formula: Expression) -> Iterator[Expression]:
    if formula.root is not op.DIVIDE or op.EXP not in formula.arguments[1].operators:
        return
    parts = ode.arithmetic.fraction(formula)
    if parts is None:
        return
    top, bottom = (ode.arithmetic.in_generators(part, ode.variable) for part in parts)
    if bottom is None or len(bottom[0]) != 1 or bottom[0][0].root is not op.EXP:
        return
    if top is None or top[0] != bottom[0]:
        return
    degree = max(key[0] for key in bottom[1])
    # Factors show their signs: k·x·(B − A) is not negative, where k·x·B − k·x·A may seem so.
    exponent = ode.arithmetic.factored(bottom[0][0].arguments[0])
    for by in (degree, 0):
        above, below = (_shifted(one[1], exponent, by) for one in (top, bottom))
        yield above / below


def _shifted(
    parts: Mapping[tuple[int, ...], Expression], exponent: Expression, by: int
) -> Expression:
    """A polynomial in exp(h), divided by a power of it."""
    return total(
        multiply(value, exponential(multiply(number(key[0] - by), exponent)))
        for key, value in parts.items()
    )
