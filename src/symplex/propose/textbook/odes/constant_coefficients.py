"""Linear equations with constant coefficients: exponents are roots of a polynomial."""

from collections.abc import Iterator, Sequence
from typing import final

from symplex.exact.formulas.building import multiply, total
from symplex.exact.formulas.exponentials import Exponentials, Sum, kernel
from symplex.exact.formulas.read_exponentials import Reader
from symplex.exact.roots import roots
from symplex.expression import Expression, symbol
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import Linear, Ode, lone_ode
from symplex.propose.textbook.odes.variation import variation
from symplex.work.budget import Budget


@final
class ConstantCoefficients:
    """Any order; any right-hand side whose integrals are known."""

    name = "constant coefficients"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constants from the conditions."""
        ode = lone_ode(problem, budget)
        linear = None if ode is None else ode.linear
        if ode is None or linear is None:
            return
        scaled = with_constant_coefficients(ode, linear)
        if scaled is None:
            return
        basis = homogeneous(ode, scaled.coefficients)
        if basis is None:
            return
        sums = Exponentials(ode.arithmetic)
        trees = [sums.tree(one, ode.x) for one in basis]
        particular = particular_solution(ode, scaled, trees)
        if particular is not None:
            yield from completed(ode, general(self.name, ode, trees, particular))


def with_constant_coefficients(ode: Ode, linear: Linear) -> Linear | None:
    """The equation divided by its leading coefficient, if all others are then constant."""
    normal = ode.arithmetic.divide
    lead = linear.coefficients[-1]
    coefficients = tuple(normal(one, lead) for one in linear.coefficients)
    if any(ode.variable in one.symbols for one in coefficients):
        return None
    return Linear(coefficients, linear.right / lead)


def homogeneous(ode: Ode, coefficients: Sequence[Expression]) -> list[Sum] | None:
    """A basis of the solutions without a right-hand side."""
    found = roots(coefficients, ode.parameters, ode.budget)
    if found is None:
        return None
    kept: list[tuple[Expression, Expression, int]] = []
    for root in found:
        real, imaginary = (ode.arithmetic.normal(part) for part in (root.real, root.imaginary))
        pair = (real, imaginary, root.multiplicity)
        if not any(_are_conjugate(ode, pair, other) for other in kept):
            kept.append(pair)
    return kernel(kept)


def _are_conjugate(
    ode: Ode, one: tuple[Expression, Expression, int], other: tuple[Expression, Expression, int]
) -> bool:
    zero = ode.arithmetic.is_zero
    return zero(one[0] - other[0]) and zero(one[1] + other[1]) and not zero(one[1])


def particular_solution(ode: Ode, linear: Linear, basis: Sequence[Expression]) -> Expression | None:
    """One solution: undetermined coefficients where they suffice, else by integrals."""
    read = Reader(ode.arithmetic, ode.variable).read(ode.arithmetic.normal(linear.right))
    if read is None:
        read = Reader(ode.arithmetic, ode.variable).read(linear.right)
    if read is None:
        return variation(ode, linear, basis)
    sums = Exponentials(ode.arithmetic)
    return sums.tree(sums.particular(linear.coefficients, read), ode.x)


def general(method: str, ode: Ode, basis: Sequence[Expression], particular: Expression) -> Family:
    """A solution and every combination of solutions without a right-hand side."""
    names = tuple(constant(index) for index in range(1, len(basis) + 1))
    terms = (multiply(symbol(name), one) for name, one in zip(names, basis, strict=True))
    return Family(method, {ode.unknown: total([*terms, particular])}, names)
