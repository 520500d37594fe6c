"""A new unknown in which an equation of the second order is linear.

With A·u_xx + B·u_x² in the equation and B/A = k(u), w = ∫exp(∫k du) du has no square of a first
derivative in its equation: logarithms, powers and Kirchhoff's integral are of this kind.
"""

from collections.abc import Iterator
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, divide, exponential, multiply
from symplex.exact.formulas.inverse import zeros
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Derivative, Expression, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.method import Reduction
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.pdes.substitution import Substitution
from symplex.propose.textbook.pdes.terms import Expansion, written
from symplex.work.budget import Budget, Missing

_POSITIVE = (0.5, 2.0)


@final
class Linearised:
    """u = φ(w) with a linear equation for w."""

    name = "substitution that makes it linear"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Reduction]:
        """The statement for w."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.order != 2 or pde.linear is not None:  # noqa: PLR2004
            return
        real = pde.arithmetic.on({"u#": _POSITIVE, "w#": _POSITIVE})
        try:
            inner = _new_unknown(pde, real)
        except (Missing, ExpressionError):
            return
        if inner is None:
            return
        (name,) = pde.fresh(1, "wvz")
        for outer in zeros(inner - symbol("w#"), "u#", real):
            change = Substitution(name, outer, inner)
            smaller = change.problem(pde)
            if smaller is not None and Pde(smaller, budget).linear is not None:
                yield change.reduction(pde, smaller, self.name)


def _new_unknown(pde: Pde, real: Arithmetic) -> Expression | None:
    """The new unknown as a formula in the old one."""
    ratio = _ratio(pde, real)
    if ratio is None or ratio.symbols - {*pde.problem.parameters, "u#"}:
        return None
    integrals = Integrals(real)
    exponent = integrals.of(ratio, "u#")
    if exponent is None:
        return None
    whole = integrals.of(real.normal(exponential(exponent)), "u#")
    if whole is None:
        return None
    parts = Expansion(["u#"], real).terms(whole)
    keys = [key for key in parts if key]
    if len(keys) == 1:
        return written(keys[0])
    return whole


def _ratio(pde: Pde, real: Arithmetic) -> Expression | None:
    """What the square of a slope is multiplied by, over the factor of the second derivative."""
    residual = pde.problem.equations[0].residual
    names = {d: f"{derivative_text(d)}#" for d in residual.derivatives}
    names[Derivative(pde.unknown)] = "u#"
    plain = residual.substitute({d: symbol(name) for d, name in names.items()})
    for name in pde.problem.variables:
        second, first = (Derivative(pde.unknown, (name,) * k) for k in (2, 1))
        if second not in names or first not in names:
            continue
        lead = real.normal(differentiate(plain, names[second]))
        square = real.normal(differentiate(plain, names[first], 2))
        if ZERO not in (lead, square):
            return real.normal(divide(square, multiply(number(2), lead)))
    return None
