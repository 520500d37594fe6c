"""A factor that takes first derivatives out of a linear equation: u = ρ·w.

With a·u_xx + b·u_x in the equation, ρ = exp(−∫b/2a dx) leaves no w_x. Spherical waves, ρ = 1/r, and
damped ones are of this kind.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    divide,
    exponential,
    multiply,
    negative,
    product,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Derivative, Expression, Symbol, Token, leaf, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import jet as jets_of
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.work.budget import Budget, Missing, Undecided

_STEPS: Final = 100_000
"""When a normal form counts as a runaway."""


@final
class Factored:
    """A linear equation with simpler coefficients for w = u/ρ."""

    name = "a factor taken out"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Reduction]:
        """The statement for w, where its equation has fewer terms."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.linear is None:
            return
        try:
            found = without_factor(pde)
        except (Missing, ExpressionError):
            return
        if found is not None:
            smaller, factor = found
            yield Reduction(self.name, smaller, _back(pde, smaller.unknowns[0], factor))


def without_factor(pde: Pde) -> tuple[Problem, Expression] | None:
    """The problem for w and the factor; None where nothing gets simpler."""
    factor = _factor(pde)
    if factor is None or factor == ONE or pde.linear is None:
        return None
    (name,) = pde.fresh(1, "wvz")
    old = pde.linear[0]
    formula = multiply(factor, leaf(Derivative(name)))
    made = jets_of({pde.unknown: formula}, frozenset(old.coefficients))
    whole = total(multiply(c, made[d]) for d, c in old.coefficients.items())
    found = pde.affine(divide(subtract(whole, old.source), factor))
    if found is None or len(found[0]) >= len(old.coefficients):
        return None
    conditions = _conditions(pde, name, factor)
    if conditions is None:
        return None
    left = total(multiply(c, leaf(d)) for d, c in found[0].items())
    equation = Equation(left, negative(found[1]))
    return pde.problem.changed(
        unknowns=(name,), equations=(equation,), conditions=tuple(conditions)
    ), factor


def _factor(pde: Pde) -> Expression | None:
    """The product of a factor in each variable with a first derivative."""
    found: list[Expression] = []
    for name in pde.problem.variables:
        exponent = _exponent(pde, name)
        if exponent is None:
            return None
        found.append(exponential(exponent))
    return pde.arithmetic.normal(product(found))


def _exponent(pde: Pde, name: str) -> Expression | None:
    u = pde.unknown
    equation = next(iter(pde.linear or ()))
    second, first = (equation.coefficients.get(Derivative(u, (name,) * k), ZERO) for k in (2, 1))
    if ZERO in (second, first):
        return ZERO
    slope = pde.arithmetic.normal(divide(first, multiply(number(-2), second)))
    if slope.symbols - {name, *pde.problem.parameters}:
        return ZERO
    return Integrals(pde.arithmetic).of(slope, name)


def _conditions(pde: Pde, name: str, factor: Expression) -> list[Equation] | None:
    """The data for w; derivatives across a slice need the values on it."""
    found: list[Equation] = []
    for condition in pde.problem.conditions:
        given = condition.given_value()
        if given is None or given[0].order > 1:
            return None
        derivative, value = given
        fixed: dict[Token, Expression] = {Symbol(n): v for n, v in condition.region.fixed}
        if derivative.by:
            level = _level(pde, condition)
            if level is None:
                return None
            grown = multiply(divide(differentiate(factor, derivative.by[0]), factor), level)
            value = subtract(value, grown)
        changed = pde.arithmetic.normal(divide(value, factor).substitute(fixed))
        found.append(Equation(leaf(Derivative(name, derivative.by)), changed, condition.region))
    return found


def _level(pde: Pde, condition: Equation) -> Expression | None:
    """The value of the unknown where a condition holds, as another one gives it."""
    for other in pde.problem.conditions:
        given = other.given_value()
        if given is not None and not given[0].by and other.region.same_as(condition.region):
            return given[1]
    return None


def _back(
    pde: Pde, name: str, factor: Expression
) -> Callable[[Mapping[str, Expression]], list[Family]]:
    def back(found: Mapping[str, Expression]) -> list[Family]:
        whole = rebuilt(multiply(factor, found[name]))
        # What the factor divides by may cancel; the budget of the method is long over.
        real = Arithmetic(pde.arithmetic.ends, pde.arithmetic.budget.anew(_STEPS))
        try:
            forms = dict.fromkeys([whole, real.normal(whole)])
        except Undecided:
            forms = dict.fromkeys([whole])
        formulas = [{pde.unknown: form} for form in forms]
        return [Family(Factored.name, one) for one in formulas if satisfies(pde.problem, one)]

    return back
