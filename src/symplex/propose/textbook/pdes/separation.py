"""Separation: finitely many functions of space, each times a function of one variable.

The functions of space are those of the data and sources, and what the equation makes of them; if
they are finitely many, their factors obey linear ordinary differential equations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.codes import RunCode
from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ZERO, multiply, rebuilt, total
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.pde import Pde, pde_of
from symplex.propose.textbook.pdes.terms import Expansion, Monomial, written
from symplex.propose.textbook.pdes.unfolding import Ansatz, Unfolding, unknown_functions
from symplex.work.budget import Budget, Missing

_MOST: Final = 14
"""How many functions of space there may be."""
_GROWTH: Final = 3
"""By how much exponents may grow; functions that do not come back go on growing."""
Mode = tuple[str, Monomial]
"""An unknown and a function of space in it."""


@final
class Separation:
    """u = Σ f_i(x)·g_i(t), the f_i from the data."""

    name = "modes of the data"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """For each variable that may be the one on which the factors depend, time first."""
        pde = pde_of(problem, budget)
        if pde is None or pde.linear is None:
            return
        for variable in _candidates(pde):
            span = _Span(pde, variable)
            try:
                modes = span.modes()
            except (Missing, ExpressionError):
                continue
            if modes:
                yield from Unfolding(pde, span.ansatz(modes)).proposals(self.name)


def _candidates(pde: Pde) -> list[str]:
    """Variables with conditions on whole slices; time, and what has most of them, first."""
    time = pde.problem.time
    counts = {name: sum(len(c) for _, c in pde.slices(name)) for name in pde.problem.variables}
    names = [name for name, count in counts.items() if count]
    return sorted(names, key=lambda name: (name != time, -counts[name]))


@final
@dataclass(frozen=True)
class _Span:
    """The functions of space that a variable's factors belong to."""

    pde: Pde
    variable: str

    @property
    def _space(self) -> tuple[str, ...]:
        return self.pde.others(self.variable)

    @property
    def _expansion(self) -> Expansion:
        return Expansion(self._space, self.pde.arithmetic)

    def modes(self) -> list[Mode]:
        """The functions that the data, the sources and the equations bring; none if too many."""
        waiting = self._seeds()
        found: dict[Mode, None] = {}
        highest = max((_size(key) for _, key in waiting), default=0) + _GROWTH
        while waiting:
            mode = waiting.pop(0)
            if mode in found:
                continue
            found[mode] = None
            if len(found) > _MOST or self._is_mixed(mode[1]) or _size(mode[1]) > highest:
                return []
            waiting += self._images(mode)
        return list(found)

    def _is_mixed(self, key: Monomial) -> bool:
        return any(self.variable in factor.symbols for factor, _ in key)

    def _seeds(self) -> list[Mode]:
        found: list[Mode] = []
        for condition in self.pde.problem.conditions:
            if self.variable in condition.region.values:
                owners = sorted({d.of for d in condition.derivatives})
                rest = self._without_unknowns(condition)
                found += [(o, key) for o in owners for key in self._expansion.terms(rest)]
        for owner, equation in zip(self._owners(), self.pde.linear or (), strict=True):
            found += [(owner, key) for key in self._expansion.terms(equation.source)]
        return found

    def _without_unknowns(self, condition: Equation) -> Expression:
        nothing: dict[Token, Expression] = dict.fromkeys(condition.derivatives, ZERO)
        fixed: dict[Token, Expression] = {
            Symbol(name): value for name, value in condition.region.fixed
        }
        return rebuilt(condition.residual.substitute(nothing).substitute(fixed))

    def _owners(self) -> list[str]:
        """The unknown whose rate an equation gives."""
        found: list[str] = []
        for equation in self.pde.linear or ():
            orders = {
                d.of: d.by.count(self.variable)
                for d in sorted(equation.coefficients, key=lambda d: d.by.count(self.variable))
            }
            if not orders:
                raise Missing(RunCode.METHOD_NO_UNKNOWNS)
            found.append(max(orders, key=lambda name: orders[name]))
        return found

    def _images(self, mode: Mode) -> list[Mode]:
        """The functions that the equations make of one."""
        unknown, key = mode
        found: list[Mode] = []
        base = written(key)
        for owner, equation in zip(self._owners(), self.pde.linear or (), strict=True):
            for derivative, coefficient in equation.coefficients.items():
                if derivative.of != unknown:
                    continue
                image = _derived(base, derivative, self.variable)
                terms = self._expansion.terms(multiply(coefficient, image))
                found += [(owner, image_key) for image_key in terms]
        return found

    def ansatz(self, modes: list[Mode]) -> Ansatz:
        """Each function of space with a factor."""
        names = self.pde.fresh(len(modes))
        formulas = {
            unknown: total(
                multiply(factor, written(key))
                for factor, (owner, key) in zip(unknown_functions(names), modes, strict=True)
                if owner == unknown
            )
            for unknown in self.pde.problem.unknowns
        }
        return Ansatz(self.variable, formulas, names)


def _size(key: Monomial) -> Fraction:
    """The largest exponent in a product, whatever its sign."""
    return max((abs(exponent) for _, exponent in key), default=Fraction(0))


def _derived(tree: Expression, derivative: Derivative, variable: str) -> Expression:
    for name in derivative.by:
        if name != variable:
            tree = differentiate(tree, name)
    return rebuilt(tree)
