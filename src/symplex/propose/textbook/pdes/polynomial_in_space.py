"""Polynomials in space whose coefficients are functions of one variable, and functions of them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final, final

from symplex.exact.formulas.building import (
    exponential,
    logarithm,
    multiply,
    power,
    product,
    total,
)
from symplex.expression import Expression, Operator, Symbol, apply, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde, pde_of
from symplex.propose.textbook.pdes.substitution import Substitution
from symplex.propose.textbook.pdes.terms import Expansion
from symplex.propose.textbook.pdes.unfolding import Ansatz, Unfolding, unknown_functions
from symplex.work.budget import Budget, Missing

_MOST: Final = 15
_HIGHEST: Final = 4
_FEW: Final = 2
_W, _U = symbol("w#"), symbol("u#")


@final
class PolynomialInSpace:
    """u = Σ x^k·a_k(t) for equations that are not linear, the degree from the data."""

    name = "polynomial in space"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """For each variable with data on one slice, degrees from that of the data up to four."""
        pde = pde_of(problem, budget)
        if pde is None or pde.linear is not None:
            return
        yield from polynomials(pde, self.name)


@final
class FunctionOfPolynomial:
    """u = φ(Σ x^k·a_k(t)) with an exponential, a logarithm or a power φ, read off the data."""

    name = "function of a polynomial"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """Each φ that makes polynomials of the data."""
        pde = lone_pde(problem, budget)
        if pde is None:
            return
        (name,) = pde.fresh(1, "wvz")
        for data in pde.marching():
            value = data.values.get((pde.unknown, 0))
            if value is None:
                continue
            for outer, inner in _shapes(value, pde):
                change = Substitution(name, outer, inner)
                smaller = change.problem(pde)
                if smaller is not None:
                    found = polynomials(Pde(smaller, budget), self.name)
                    yield from change.returned(pde, found, self.name)


def _shapes(value: Expression, pde: Pde) -> Iterator[tuple[Expression, Expression]]:
    """What may stand outside of a polynomial, and the way back."""
    root = value.root
    if pde.arithmetic.sign(value) > 0:
        yield exponential(_W), logarithm(_U)
    if root is op.LOG:
        yield logarithm(_W), apply(op.EXP, _U)
    for exponent in _exponents(value, pde):
        yield power(_W, exponent), power(_U, 1 / exponent)


def _exponents(value: Expression, pde: Pde) -> list[Fraction]:
    """The powers of sums and of variables in a product."""
    space = [name for name in pde.problem.variables if name in value.symbols]
    terms = Expansion(space, pde.arithmetic).terms(value)
    found = {exponent for key in terms for factor, exponent in key if factor.root is not op.EXP}
    root = value.root
    if isinstance(root, Operator) and root.exponent is not None:
        found.add(root.exponent)
    wanted = [e for e in found if e < 0 or e.denominator > 1]
    return sorted(wanted, key=lambda e: (abs(e), e))


def polynomials(pde: Pde, method: str) -> Iterator[Family | Reduction]:
    """Polynomials for each variable with data on one slice, by degree."""
    for data in pde.marching():
        given = _degrees(pde, data)
        if given is None or max(given.values()) > _HIGHEST:
            continue
        many = len(pde.others(data.variable)) + len(pde.problem.unknowns) > _FEW
        for least in range(1, (_FEW if many else _HIGHEST) + 1):
            degrees = {unknown: max(degree, least) for unknown, degree in given.items()}
            found = list(_of_degrees(pde, data, degrees, method))
            yield from found
            if found:
                break


def _of_degrees(
    pde: Pde, data: Data, degrees: Mapping[str, int], method: str
) -> Iterator[Family | Reduction]:
    space = pde.others(data.variable)
    monomials = {unknown: powers_up_to(space, degree) for unknown, degree in degrees.items()}
    count = sum(map(len, monomials.values()))
    if count > _MOST:
        return
    names = pde.fresh(count)
    functions = iter(unknown_functions(names))
    formulas = {
        unknown: total(multiply(next(functions), one) for one in some)
        for unknown, some in monomials.items()
    }
    yield from Unfolding(pde, Ansatz(data.variable, formulas, names)).proposals(method)


def powers_up_to(space: Sequence[str], degree: int) -> list[Expression]:
    """All products of the variables up to a degree, the highest first."""
    return [
        product(power(symbol(name), names.count(name)) for name in space if name in names)
        for size in range(degree, -1, -1)
        for names in combinations_with_replacement(space, size)
    ]


def _degrees(pde: Pde, data: Data) -> dict[str, int] | None:
    """The degree in space of each unknown's data; None where they are no polynomials."""
    expansion = Expansion(pde.others(data.variable), pde.arithmetic)
    found = dict.fromkeys(pde.problem.unknowns, 0)
    for (unknown, _), value in data.values.items():
        try:
            terms = expansion.terms(value)
        except Missing:
            return None
        for key in terms:
            if any(not isinstance(f.root, Symbol) or e.denominator > 1 or e < 0 for f, e in key):
                return None
            found[unknown] = max(found[unknown], int(sum(e for _, e in key)))
    return found
