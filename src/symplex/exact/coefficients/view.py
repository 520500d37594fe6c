"""Residuals as they look in one normal form, and what may be done about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, final

from flint import fmpq_mpoly

from symplex.exact.coefficients.coincidence import Coincidences, Condition
from symplex.exact.coefficients.collected import Combination, combination, equations_of
from symplex.exact.coefficients.limits import LIMITS
from symplex.exact.coefficients.nearness import Nearness
from symplex.exact.coefficients.solver import Solver
from symplex.exact.coefficients.state import State, Unknowns
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.writing import written
from symplex.expression import Expression, Symbol, Token
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element


class Step(NamedTuple):
    """Values of some constants, in terms of the others."""

    values: Mapping[str, Expression]
    is_last: bool = False
    """Whether every residual vanishes with them."""
    divisors: frozenset[str] = frozenset()
    """The constants on which it depends whether something that divides vanishes."""
    is_assumed: bool = False
    """Whether they make functions coincide that need not."""


@final
@dataclass(frozen=True)
class View:
    """Residuals that do not vanish yet, in the generators of one field."""

    field: Field
    unknowns: Unknowns
    near: Nearness
    residuals: tuple[Combination, ...]
    divisors: tuple[fmpq_mpoly, ...]
    """What the residuals are divided by: it must not vanish."""

    @classmethod
    def of(
        cls,
        field: Field,
        elements: Sequence[Element],
        constants: Sequence[str],
        values: Mapping[str, float] | None,
    ) -> "View":
        """The view of residuals in a field, with constants to be found near some values."""
        divisors = {
            polynomial_text(e.bottom): e.bottom for e in elements if e.bottom.total_degree() > 0
        }
        return cls(
            field,
            Unknowns.of(field, constants),
            Nearness(field.ring, values),
            tuple(combination(field, element) for element in elements if element.top),
            tuple(divisors.values()),
        )

    def steps(self) -> Iterator[Step]:
        """Functions coincide as they nearly do; none does; some must, or may."""
        yield from self._near_coincidences()
        yield from self._solved(equations_of(self.residuals), is_whole=True)
        yield from self._other_residuals()
        for condition in self._far_coincidences()[: LIMITS.branches]:
            for step in self._partial(condition):
                yield step._replace(is_assumed=True)

    @cached_property
    def _coincidences(self) -> Coincidences:
        return Coincidences(self.field, self.unknowns, self.near, self.divisors)

    def _near_coincidences(self) -> Iterator[Step]:
        if self.near.is_known:
            yield from self._partial(self._coincidences.near_ones(self.residuals))

    def _other_residuals(self) -> Iterator[Step]:
        """What follows from residuals in which every coefficient may vanish."""
        stuck = [bool(self._coincidences.stuck(residual)) for residual in self.residuals]
        others = [r for r, is_stuck in zip(self.residuals, stuck, strict=True) if not is_stuck]
        if any(stuck) and others:
            yield from self._partial(equations_of(others))

    def _far_coincidences(self) -> list[Condition]:
        found = list(self._coincidences.forced(self.residuals))
        if not found and not self.near.is_known:
            found = list(self._coincidences.possible(self.residuals))
        return list({tuple(map(polynomial_text, one)): one for one in found}.values())

    def _partial(self, equations: Sequence[fmpq_mpoly]) -> Iterator[Step]:
        """Values for which some of the equations hold."""
        for step in self._solved(equations, is_whole=False):
            if step.values:
                yield step

    def _solved(self, equations: Sequence[fmpq_mpoly], *, is_whole: bool) -> Iterator[Step]:
        names = {index: name for name, index in self.unknowns.leaves.items()}
        ring = self.field.ring
        start = (*equations, *self.unknowns.roots_in(ring, equations))
        solver = Solver(self.field, self.unknowns, self.near)
        for state in solver.solutions(State(start, nonzero=self.divisors)):
            is_last = is_whole and not state.equations
            state = solver.with_roots(state) if is_last else state
            values = {names[i]: written(ring, v) for i, v in state.values.items() if i in names}
            used = {index for divisor in state.nonzero for index in ring.degrees(divisor)}
            inside = frozenset(name for index, name in names.items() if index in used)
            yield Step(put_in(_known(values)), is_last, inside)


def _known(values: Mapping[str, Expression]) -> dict[str, Expression]:
    """Without constants that are known by their own roots alone."""
    return {name: value for name, value in values.items() if name not in value.symbols}


def put_in(values: Mapping[str, Expression]) -> dict[str, Expression]:
    """Values in which no constant occurs that has a value itself."""
    found = dict(values)
    for name in values:
        found = dict(zip(found, substituted(found.values(), {name: found[name]}), strict=True))
    return found


def substituted(
    trees: Iterable[Expression], values: Mapping[str, Expression]
) -> Iterator[Expression]:
    """Formulas with constants replaced by their values."""
    replaced: dict[Token, Expression] = {Symbol(name): value for name, value in values.items()}
    for tree in trees:
        yield tree if tree.symbols.isdisjoint(values) else tree.substitute(replaced)
