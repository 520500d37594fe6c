"""From residuals with unknown constants to the constants' exact values.

Owns the order of the work: collect, let functions coincide, solve, put in what was found and look
again, until every residual vanishes. What comes out is shown to be real and defined on the whole
box of the parameters, and nothing more: whoever uses it verifies the answer.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import final

from symplex.exact.coefficients.limits import LIMITS
from symplex.exact.coefficients.nearness import plain_number, values_near
from symplex.exact.coefficients.system import System
from symplex.exact.coefficients.view import Step, View, substituted
from symplex.exact.quotients.branches import field_of
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.writing import written
from symplex.exact.signs import ParameterBox
from symplex.expression import Expression, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of
from symplex.work.budget import Budget, Missing


@final
@dataclass(frozen=True)
class _Stage:
    """Residuals with some constants put in."""

    residuals: tuple[Expression, ...]
    values: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    divisors: frozenset[str] = frozenset()
    """Constants that occur in divisors."""
    assumed: int = 0
    """How many coincidences were assumed."""

    def then(self, step: Step) -> "_Stage":
        """With more constants put in."""
        known = dict(zip(self.values, substituted(self.values.values(), step.values), strict=True))
        residuals = () if step.is_last else tuple(substituted(self.residuals, step.values))
        divisors = self.divisors | step.divisors
        return _Stage(residuals, {**known, **step.values}, divisors, self.assumed + step.is_assumed)


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
            that is not the middle of their ranges: what is nearest comes first, and what is far
            does not come at all.

    Raises:
        OutOfBudget: when no time is left.
    """
    seen: set[tuple[tuple[str, str], ...]] = set()
    for values in _Search(system, budget, near).found():
        key = tuple(sorted((name, repr(tree)) for name, tree in values.items()))
        if key not in seen:
            seen.add(key)
            yield values
        if len(seen) >= LIMITS.solutions:
            return


@final
class _Search:
    """The branches of one question, depth first."""

    def __init__(self, system: System, budget: Budget, near: Mapping[str, float] | None) -> None:
        self._system = system
        self._budget = budget
        self._box = ParameterBox(system.parameters, budget)
        self._domain = ParameterBox({**system.parameters, **system.domain}, budget)
        self._near = values_near(system.parameters, system.constants, near)

    def found(self) -> Iterator[Mapping[str, Expression]]:
        """Admissible values, branch after branch."""
        waiting = [iter([_Stage(self._system.residuals)])]
        stages = nodes = 0
        while waiting and stages < LIMITS.stages and nodes < LIMITS.nodes:
            stage = next(waiting[-1], None)
            if stage is None:
                waiting.pop()
            elif stage.residuals:
                stages += 1
                nodes += sum(residual.size for residual in stage.residuals)
                waiting.append(self._expanded(stage))
            else:
                yield from self._admitted(self._with_free_constants_chosen(stage))

    def _expanded(self, stage: _Stage) -> Iterator[_Stage]:
        """What a stage leads to: stages with more constants put in, the nearest first."""
        field = self._field(frozenset(self._system.variables))
        try:
            elements = field.elements(stage.residuals)
        except Missing:
            return
        names = [name for name in self._system.constants if name not in stage.values]
        view = View.of(field, elements, names, self._near)
        if not view.residuals:
            yield stage.then(Step({}, is_last=True))
            return
        for step in view.steps():
            if not step.is_assumed or stage.assumed < LIMITS.coincidences:
                yield stage.then(step)

    def _field(self, variables: frozenset[str]) -> Field:
        return field_of(variables, self._sign, self._budget, frozenset(self._system.constants))

    def _sign(self, formula: Expression) -> int:
        """On the box; of a formula in constants, at the fitted values."""
        if formula.symbols <= self._system.parameters.keys():
            return self._box.sign(formula)
        if not formula.symbols.isdisjoint(self._system.variables):
            return self._domain.sign(formula, strict=False)
        if self._near is None or not formula.symbols <= self._near.keys():
            return 0
        value = float(evaluate(formula, self._near))
        return int(value > 0) - int(value < 0)

    def _admitted(self, values: Mapping[str, Expression]) -> Iterator[Mapping[str, Expression]]:
        """Values in their final form, if they are shown to be real and defined."""
        field = self._field(frozenset())
        try:
            elements = field.elements(list(values.values()))
        except Missing:
            return
        trees = [written(field.ring, element) for element in elements]
        if all(map(self._is_defined, trees)):
            yield dict(zip(values, trees, strict=True))

    def _is_defined(self, tree: Expression) -> bool:
        return not limits_of(tree, self._budget) or self._box.is_defined(tree)

    def _with_free_constants_chosen(self, stage: _Stage) -> Mapping[str, Expression]:
        """With a number for every free constant on which it depends whether all is defined."""
        values = stage.values
        margins = [m for tree in values.values() for m, _ in limits_of(tree, self._budget)]
        inside = stage.divisors.union(*(margin.symbols for margin in margins))
        free = [name for name in self._system.constants if name in inside and name not in values]
        near = self._near or dict.fromkeys(free, math.nan)
        chosen = {name: number(plain_number(near[name])) for name in free}
        return {**dict(zip(values, substituted(values.values(), chosen), strict=True)), **chosen}
