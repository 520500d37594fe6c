"""Data that keep their shape: u = p(t)·f(s(t)·x + b(t)) + q(t).

Self-similar solutions and what a linear flow carries are of this kind. In the moving variable
s·x + b the equation is an identity, from which p, q, s and b obey ordinary equations. The moving
variable is written as the variable of space that it replaces.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    multiply,
    rebuilt,
    subtract,
    total,
)
from symplex.expression import Derivative, Expression, Symbol, Token, leaf, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.problem.satisfied import satisfies
from symplex.propose.textbook.odes.ode import jet
from symplex.propose.textbook.pdes.collecting import collected
from symplex.propose.textbook.pdes.function_system import FunctionSystem
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.pdes.unfolding import with_functions
from symplex.work.budget import Budget, Missing


@final
class MovedData:
    """The data scaled and shifted by functions of the variable in which the equation unfolds."""

    name = "data that keep their shape"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """Without a level, then with one."""
        pde = lone_pde(problem, budget)
        if pde is None:
            return
        for data in pde.marching():
            value = data.values.get((pde.unknown, 0))
            if value is None or value.symbols.isdisjoint(pde.others(data.variable)):
                continue
            for level in (False, True):
                try:
                    found = list(_Motion(pde, data, value, level).proposals(self.name))
                except (Missing, ExpressionError):
                    continue
                yield from found
                if found:
                    break


@final
@dataclass(frozen=True)
class _Motion:
    """The functions by which the data move."""

    pde: Pde
    data: Data
    shape: Expression
    level: bool

    @property
    def _space(self) -> tuple[str, ...]:
        return self.pde.others(self.data.variable)

    @property
    def _names(self) -> tuple[str, ...]:
        """The factor, the scale, the shifts, the level."""
        shifts = len(self._space) if len(self._space) == 1 else 0
        return self.pde.fresh(2 + shifts + int(self.level), "pqabcdefgh")

    def _function(self, place: int) -> Expression:
        return leaf(Derivative(self._names[place]))

    @property
    def _shifts(self) -> Mapping[str, Expression]:
        if len(self._space) > 1:
            return dict.fromkeys(self._space, ZERO)
        return {name: self._function(2) for name in self._space}

    @property
    def _start(self) -> Expression:
        level = self._function(-1) if self.level else ZERO
        return add(multiply(self._function(0), self.shape), level)

    def proposals(self, method: str) -> Iterator[Family | Reduction]:
        """The problem of the functions, or the answer."""
        system = self._system()
        if system is None:
            return
        if not system.functions:
            yield from self._back(method, system, {})
            return
        problem = system.problem(self.pde.problem)
        if problem is not None:
            yield Reduction(method, problem, lambda found: list(self._back(method, system, found)))

    def _system(self) -> FunctionSystem | None:
        names, time, at = self._names, self.data.variable, self.data.at
        residual = self._put_into(self.pde.problem.equations[0].residual)
        equations = collected(residual, self._space, self.pde.arithmetic)
        begin = [ONE, ONE, *(ZERO for _ in names[2:])]
        conditions = [
            (at, subtract(symbol(jet(name, 0)), value))
            for name, value in zip(names, begin, strict=True)
        ]
        rate = self.data.values.get((self.pde.unknown, 1))
        if rate is not None:
            first = self._put_into(leaf(Derivative(self.pde.unknown, (time,))) - rate)
            first = first.substitute(
                {Symbol(jet(n, 0)): value for n, value in zip(names, begin, strict=True)}
            )
            parts = collected(rebuilt(first), self._space, self.pde.arithmetic)
            conditions += [(at, part) for part in parts]
        return FunctionSystem.of(self.pde.arithmetic, time, names, equations, conditions)

    def _put_into(self, tree: Expression) -> Expression:
        """A formula in the moving frame, in symbols for the functions' derivatives."""
        scale = self._function(1)
        places: dict[Token, Expression] = {
            Symbol(name): divide(subtract(symbol(name), shift), scale)
            for name, shift in self._shifts.items()
        }
        made = {derivative: self._derived(derivative.by) for derivative in tree.derivatives}
        whole = tree.substitute(places).substitute(made)
        return rebuilt(whole.substitute(self._symbols(whole)))

    def _derived(self, by: tuple[str, ...]) -> Expression:
        tree, time = self._start, self.data.variable
        scale = self._function(1)
        for name in by:
            if name == time:
                tree = add(self._without_mixed(differentiate(tree, time)), self._carried(tree))
            else:
                tree = multiply(scale, self._without_mixed(differentiate(tree, name)))
        return tree

    def _carried(self, tree: Expression) -> Expression:
        """What the motion of the frame adds to a rate."""
        scale, time = self._function(1), self.data.variable
        parts: list[Expression] = []
        for name, shift in self._shifts.items():
            stretch = divide(
                multiply(differentiate(scale, time), subtract(symbol(name), shift)), scale
            )
            speed = add(stretch, differentiate(shift, time))
            parts.append(multiply(speed, self._without_mixed(differentiate(tree, name))))
        return total(parts)

    def _without_mixed(self, tree: Expression) -> Expression:
        mixed = {d: ZERO for d in tree.derivatives if not set(d.by) <= {self.data.variable}}
        return rebuilt(tree.substitute(mixed)) if mixed else tree

    def _symbols(self, tree: Expression) -> dict[Token, Expression]:
        return {d: symbol(jet(d.of, d.order)) for d in tree.derivatives}

    def _back(
        self, method: str, system: FunctionSystem, found: Mapping[str, Expression]
    ) -> Iterator[Family]:
        values = dict(found)
        for name, tree in system.known.items():
            values[name] = with_functions(tree, self.data.variable, found)
        replacements: dict[Token, Expression] = {
            Derivative(name): one for name, one in values.items()
        }
        scale = values[self._names[1]]
        moved: dict[Token, Expression] = {
            Symbol(name): add(multiply(scale, symbol(name)), shift.substitute(replacements))
            for name, shift in self._shifts.items()
        }
        level = values[self._names[-1]] if self.level else ZERO
        formula = add(multiply(values[self._names[0]], self.shape.substitute(moved)), level)
        formulas = {self.pde.unknown: rebuilt(formula)}
        if satisfies(self.pde.problem, formulas):
            yield Family(method, formulas)
