"""Polynomials times exponentials of linear forms, with coefficients that depend on time.

The data are sorted by their exponentials. For a linear equation each group has a polynomial and an
exponent of its own: bonds, generating functions, what affine coefficients carry. Exponents that are
quadratic belong to the heat kernel.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.exact.formulas.building import ONE, ZERO, exponential, multiply, subtract, total
from symplex.expression import Expression, Symbol, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.odes.ode import jet
from symplex.propose.textbook.pdes.function_facts import Conditions
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.pdes.polynomial_in_space import powers_up_to
from symplex.propose.textbook.pdes.terms import Expansion, Monomial, Terms, written
from symplex.propose.textbook.pdes.unfolding import Ansatz, Unfolding, unknown_functions
from symplex.work.budget import Budget, Missing

_MOST: Final = 14


@final
class AffineExponents:
    """u = Σ P_j(x, t)·exp(Q_j(x, t)), P_j and Q_j polynomials in x, Q_j of the first degree."""

    name = "affine exponents"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """For each variable with data on one slice."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.linear is None or pde.linear[0].source != ZERO:
            return
        for data in pde.marching():
            value = data.values.get((pde.unknown, 0))
            if value is None or len(data.values) > 1:
                continue
            try:
                groups = _groups(pde, data, value)
            except Missing:
                continue
            if groups is not None:
                yield from _unfolded(pde, data, groups, self.name)


@final
@dataclass(frozen=True)
class _Group:
    """A polynomial and an exponent at the data, by monomials in space."""

    factor: Mapping[Expression, Expression]
    exponent: Mapping[Expression, Expression]


def _groups(pde: Pde, data: Data, value: Expression) -> list[_Group] | None:
    """The data by exponential; None where something else stands in them."""
    space = pde.others(data.variable)
    expansion = Expansion(space, pde.arithmetic)
    sorted_terms: dict[Expression, dict[Monomial, Expression]] = {}
    for key, coefficient in expansion.terms(value).items():
        grown = [factor for factor, _ in key if factor.root is op.EXP]
        plain = tuple(pair for pair in key if pair[0].root is not op.EXP)
        exponent = grown[0].arguments[0] if grown else ZERO
        sorted_terms.setdefault(exponent, {})[plain] = coefficient
    found: list[_Group] = []
    for exponent, factor in sorted_terms.items():
        inner = expansion.terms(exponent)
        degrees = _degree(factor), _degree(inner)
        if None in degrees or (degrees[1] or 0) > 1:
            return None
        found.append(
            _Group(
                _with_zeros(factor, powers_up_to(space, degrees[0] or 0)),
                _with_zeros(inner, [p for p in powers_up_to(space, 1) if p != ONE]),
            )
        )
    return found


def _degree(parts: Terms) -> int | None:
    degrees = [Fraction(0)]
    for key in parts:
        if any(not isinstance(f.root, Symbol) or e.denominator > 1 or e < 0 for f, e in key):
            return None
        degrees.append(sum((e for _, e in key), Fraction(0)))
    return int(max(degrees))


def _with_zeros(parts: Terms, monomials: list[Expression]) -> dict[Expression, Expression]:
    given = {written(key): value for key, value in parts.items()}
    return {one: given.get(one, ZERO) for one in monomials}


def _unfolded(
    pde: Pde, data: Data, groups: list[_Group], method: str
) -> Iterator[Family | Reduction]:
    count = sum(len(group.factor) + len(group.exponent) for group in groups)
    if count > _MOST:
        return
    names = pde.fresh(count)
    waiting = iter(zip(names, unknown_functions(names), strict=True))
    conditions: list[tuple[Expression, Expression]] = []

    def summed(parts: Mapping[Expression, Expression]) -> Expression:
        terms: list[Expression] = []
        for monomial, value in parts.items():
            name, function = next(waiting)
            conditions.append((data.at, subtract(symbol(jet(name, 0)), value)))
            terms.append(multiply(function, monomial))
        return total(terms)

    formula = total(
        multiply(summed(group.factor), exponential(summed(group.exponent))) for group in groups
    )
    ansatz = Ansatz(data.variable, {pde.unknown: formula}, names)
    begin: Conditions = conditions
    yield from Unfolding(pde, ansatz).proposals(method, begin)
