"""Variation of parameters: a solution with a right-hand side, from those without one."""

from collections.abc import Sequence

from symplex.exact.formulas.building import ZERO, divide, multiply, total
from symplex.exact.formulas.linear_solve import Row, eliminated
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression
from symplex.expression.calculus import differentiate
from symplex.propose.textbook.odes.ode import Linear, Ode


def variation(ode: Ode, linear: Linear, basis: Sequence[Expression]) -> Expression | None:
    """One solution; None where an integral is not found."""
    right = ode.arithmetic.normal(divide(linear.right, linear.coefficients[-1]))
    if right == ZERO:
        return ZERO
    count = len(basis)
    rows: list[Row] = []
    derivatives = list(basis)
    for k in range(count):
        entries = [ode.arithmetic.normal(one) for one in derivatives]
        rows.append([*entries, right if k == count - 1 else ZERO])
        derivatives = [differentiate(one, ode.variable) for one in derivatives]
    names = [f"v#{k}" for k in range(count)]
    rates = eliminated(rows, names, ode.arithmetic)
    if rates is None or len(rates) < count:
        return None
    integrals = Integrals(ode.arithmetic)
    terms: list[Expression] = []
    for name, one in zip(names, basis, strict=True):
        factor = integrals.of(rates[name], ode.variable)
        if factor is None:
            return None
        terms.append(multiply(factor, one))
    return total(terms)
