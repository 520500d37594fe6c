"""From residuals with unknown constants to the constants' exact values.

Owns the order of the work: collect, let functions coincide, solve, put in what was found and look
again, until every residual vanishes. What comes out is shown to be real and defined on the whole
box of the parameters, and nothing more: whoever uses it verifies the answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, final

from flint import fmpq_mpoly

from symplex.algebra.coefficients.coincidence import Coincidences
from symplex.algebra.coefficients.collected import Combination, combination, equations_of
from symplex.algebra.coefficients.nearness import Nearness, values_near
from symplex.algebra.coefficients.solver import Solver
from symplex.algebra.coefficients.state import State, Unknowns
from symplex.algebra.coefficients.system import System
from symplex.algebra.normal.field import Field
from symplex.algebra.normal.functions import field_of
from symplex.algebra.normal.writing import written
from symplex.algebra.signs import ParameterBox
from symplex.budget import Budget, Missing
from symplex.expression import Expression, Symbol, Token, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of

_MAX_STAGES: Final = 40
"""How often residuals are brought into normal form."""
_MAX_COINCIDENCES: Final = 5
"""How many coincidences that are not near are assumed one after the other."""
_MAX_BRANCHES: Final = 12
"""How many coincidences are tried at one place."""
_MAX_SOLUTIONS: Final = 12


@final
@dataclass(frozen=True)
class _Stage:
    """Residuals with some constants put in."""

    residuals: tuple[Expression, ...]
    values: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    assumed: int = 0
    """How many coincidences were assumed."""

    def then(self, found: Mapping[str, Expression], assumed: int = 0) -> "_Stage":
        """With more constants put in."""
        replaced: dict[Token, Expression] = {Symbol(name): tree for name, tree in found.items()}
        values = {name: tree.substitute(replaced) for name, tree in self.values.items()}
        residuals = tuple(residual.substitute(replaced) for residual in self.residuals)
        return _Stage(residuals, {**values, **found}, self.assumed + assumed)


def solutions(
    system: System, budget: Budget, near: Mapping[str, float] | None = None
) -> Iterator[Mapping[str, Expression]]:
    """Exact values that make all residuals vanish; real and defined on the whole parameter box.

    Values are formulas in the parameters, numbers, and constants that stay free, which are left
    out of the mapping.

    Args:
        system: Residuals, and what is to be found in them.
        budget: The time that it may take; all other limits count work.
        near: Fitted values of all constants, and of the parameters for which they were fitted if
            that is not the middle of their ranges: what is nearest comes first.

    Raises:
        OutOfTime: when no time is left.
    """
    search = _Search(system, budget, near)
    seen: set[tuple[tuple[str, str], ...]] = set()
    for values in search.found():
        key = tuple(sorted((name, repr(tree)) for name, tree in values.items()))
        if key not in seen:
            seen.add(key)
            yield values
        if len(seen) >= _MAX_SOLUTIONS:
            return


@final
class _Search:
    """The branches of one question, depth first."""

    def __init__(self, system: System, budget: Budget, near: Mapping[str, float] | None) -> None:
        self._system = system
        self._budget = budget
        self._box = ParameterBox(system.parameters, budget)
        self._near = values_near(system.parameters, system.constants, near)
        self._stages = 0

    def found(self) -> Iterator[Mapping[str, Expression]]:
        """Admissible values, branch after branch."""
        waiting = [iter([_Stage(self._system.residuals)])]
        while waiting and self._stages < _MAX_STAGES:
            stage = next(waiting[-1], None)
            if stage is None:
                waiting.pop()
            elif stage.residuals:
                self._stages += 1
                waiting.append(self._expanded(stage))
            else:
                yield from self._admitted(stage.values)

    def _sign(self, formula: Expression) -> int:
        """On the box; of a formula in constants, at the fitted values."""
        if formula.symbols <= self._system.parameters.keys():
            return self._box.sign(formula)
        if self._near is None or not formula.symbols <= self._near.keys():
            return 0
        value = float(evaluate(formula, self._near))
        return int(value > 0) - int(value < 0)

    def _expanded(self, stage: _Stage) -> Iterator[_Stage]:
        """What a stage leads to: stages with more constants put in, the nearest first."""
        field = field_of(frozenset(self._system.variables), self._sign, self._budget)
        try:
            elements = field.elements(stage.residuals)
        except Missing:
            return
        left = [(r, e) for r, e in zip(stage.residuals, elements, strict=True) if e.top]
        stage = replace(stage, residuals=tuple(residual for residual, _ in left))
        if not left:
            yield stage
            return
        names = [name for name in self._system.constants if name not in stage.values]
        unknowns, near = Unknowns.of(field, names), Nearness(field.ring, self._near)
        divisors = {str(e.bottom): e.bottom for e in elements if e.bottom.total_degree() > 0}
        residuals = tuple(combination(field, e) for _, e in left)
        view = _View(field, unknowns, near, residuals, tuple(divisors.values()))
        yield from _branches(stage, view)

    def _admitted(self, values: Mapping[str, Expression]) -> Iterator[Mapping[str, Expression]]:
        """Values in their final form, if they are shown to be real and defined."""
        values = self._with_choices(values)
        field = field_of(frozenset(), self._sign, self._budget)
        try:
            elements = field.elements(list(values.values()))
        except Missing:
            return
        trees = [written(field.ring, element) for element in elements]
        if all(map(self._is_defined, trees)):
            yield dict(zip(values, trees, strict=True))

    def _is_defined(self, tree: Expression) -> bool:
        return not limits_of(tree, self._budget) or self._box.is_defined(tree)

    def _with_choices(self, values: Mapping[str, Expression]) -> Mapping[str, Expression]:
        """With a number for every free constant on which it depends whether a value is defined."""
        margins = [m for tree in values.values() for m, _ in limits_of(tree, self._budget)]
        inside = {name for margin in margins for name in margin.symbols}
        chosen = {
            name: number(Fraction(self._near[name]).limit_denominator(16) if self._near else 1)
            for name in self._system.constants
            if name in inside and name not in values
        }
        replaced: dict[Token, Expression] = {Symbol(name): tree for name, tree in chosen.items()}
        return {**{name: t.substitute(replaced) for name, t in values.items()}, **chosen}


@final
@dataclass(frozen=True)
class _View:
    """Residuals as they look in one field."""

    field: Field
    unknowns: Unknowns
    near: Nearness
    residuals: tuple[Combination, ...]
    divisors: tuple[fmpq_mpoly, ...]
    """What the residuals are divided by: it must not vanish."""

    def solved(self, equations: Sequence[fmpq_mpoly]) -> Iterator[tuple[dict[str, Expression], bool]]:
        """Values for which equations hold, and whether nothing is left of these."""
        names = {index: name for name, index in self.unknowns.leaves.items()}
        solver, ring = Solver(self.field, self.unknowns, self.near), self.field.ring
        start = (*equations, *self.unknowns.roots_in(ring, equations))
        for state in solver.solutions(State(start, nonzero=self.divisors)):
            values = {names[i]: written(ring, v) for i, v in state.values.items() if i in names}
            # A constant that is known by its own root alone is not known.
            values = {name: v for name, v in values.items() if name not in v.symbols}
            yield _put_in(values), not state.equations


def _put_in(values: Mapping[str, Expression]) -> dict[str, Expression]:
    """Values in which no constant occurs that has a value itself."""
    found = dict(values)
    for name in values:
        replaced: dict[Token, Expression] = {Symbol(name): found[name]}
        found = {
            other: tree.substitute(replaced) if name in tree.symbols else tree
            for other, tree in found.items()
        }
    return found


def _branches(stage: _Stage, view: _View) -> Iterator[_Stage]:
    """Near coincidences, then none, then those that are not near."""
    coincidences = Coincidences(view.field, view.unknowns, view.near)
    if view.near.is_known:
        for values, _ in view.solved(coincidences.near_ones(view.residuals)):
            if values:
                yield stage.then(values)
    for values, is_complete in view.solved(equations_of(view.residuals)):
        found = stage.then(values)
        yield replace(found, residuals=()) if is_complete else found
    stuck = [r for r in view.residuals if coincidences.stuck(r)]
    if stuck and len(stuck) < len(view.residuals):
        others = [residual for residual in view.residuals if residual not in stuck]
        for values, _ in view.solved(equations_of(others)):
            if values:
                yield stage.then(values)
    if stage.assumed >= _MAX_COINCIDENCES:
        return
    conditions = list(coincidences.forced(view.residuals))
    if not conditions and not view.near.is_known:
        conditions = list(coincidences.possible(view.residuals))
    for condition in conditions[:_MAX_BRANCHES]:
        for values, _ in view.solved(condition):
            if values:
                yield stage.then(values, assumed=1)
