"""Polynomial equations for the constants, solved one constant after the other.

Linear parts first, then factors (each a branch), equations in one constant by their closed roots,
quotients, and a Gröbner basis for what remains. Everything is bounded by the number of states.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import final

from flint import fmpq_mpoly

from symplex.exact.coefficients.elimination import basis
from symplex.exact.coefficients.inverse import inverted
from symplex.exact.coefficients.limits import LIMITS, NEAR
from symplex.exact.coefficients.nearness import Nearness, plain_number
from symplex.exact.coefficients.state import State, Unknowns
from symplex.exact.quotients.field import Field, Kind, Restart
from symplex.exact.quotients.writing import written
from symplex.exact.roots import closed_roots
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element
from symplex.work.budget import Missing


@final
class Solver:
    """Solves in the ring of one field."""

    def __init__(self, field: Field, unknowns: Unknowns, near: Nearness) -> None:
        self._field = field
        self._ring = field.ring
        self._unknowns = unknowns
        self._near = near
        self._states = 0

    def solutions(self, start: State) -> Iterator[State]:
        """States that can be solved no further here, the nearest first.

        Equations that are left over may hold functions of constants that were found.
        """
        waiting = [start]
        while waiting and self._states < LIMITS.states:
            self._states += 1
            state = self._cleaned(waiting.pop())
            if state is None:
                continue
            branches = self._branches(state)
            if branches is None:
                yield state
            else:
                waiting += reversed(branches)

    def with_roots(self, state: State) -> State:
        """With a plain number for every root of constants that is left over."""
        for root in self._unknowns.roots:
            used = {
                index
                for v in state.values.values()
                for p in (v.top, v.bottom)
                for index in self._ring.degrees(p)
            }
            if root in used and root not in state.values:
                state = state.solved(self._ring, root, self._choice(root))
        return state

    def _choice(self, leaf: int) -> Element:
        """A plain number near the fitted value, or 1."""
        return self._ring.number(plain_number(self._near.of(self._ring.trees[leaf])))

    def _branches(self, state: State) -> list[State] | None:
        """The next states, the nearest first; None where the state is to be handed out."""
        if not state.equations or self._is_stale(state):
            return None
        try:
            found = list(self._next(state))
        except (Missing, Restart):  # this branch has no closed form here
            found = []
        # What was found may change the functions that are left: they are looked at again.
        return found or (None if state.values else [])

    def _is_stale(self, state: State) -> bool:
        """Whether all that is left holds functions of constants that have values by now."""
        return all(self._has_stale(equation, state.values) for equation in state.equations)

    def _has_stale(self, equation: fmpq_mpoly, values: Mapping[int, Element]) -> bool:
        return any(self._inside(index) & values.keys() for index in self._ring.degrees(equation))

    def _inside(self, index: int) -> frozenset[int]:
        return self._unknowns.bound.get(index, frozenset())

    def _leaves(self, polynomial: fmpq_mpoly) -> list[int]:
        """The constants that occur by themselves."""
        found = self._ring.degrees(polynomial)
        return [index for index in sorted(self._unknowns.numbers) if index in found]

    def _is_free(self, polynomial: fmpq_mpoly) -> bool:
        """Whether neither a constant nor a function of one occurs."""
        return not any(
            index in self._unknowns.bound or index in self._unknowns.numbers
            for index in self._ring.degrees(polynomial)
        )

    def _is_plain(self, polynomial: fmpq_mpoly) -> bool:
        """Whether no function of constants occurs."""
        return self._unknowns.bound.keys().isdisjoint(self._ring.degrees(polynomial))

    def _cleaned(self, state: State) -> State | None:
        """Without equations that hold; None where one cannot."""
        kept: list[fmpq_mpoly] = []
        for equation in state.equations:
            equation = self._without_exponentials(self._ring.reduced(equation))
            if equation.is_zero():
                continue
            if self._is_free(equation) or self._cannot_vanish(state, equation):
                return None
            kept.append(equation)
        if any(divisor.is_zero() for divisor in map(self._ring.reduced, state.nonzero)):
            return None
        roots = [state.values[root] for root in self._unknowns.roots if root in state.values]
        if any(self._field.sign(written(self._ring, root)) < 0 for root in roots):
            return None
        return state.with_equations(*kept, is_basis=state.is_basis)

    def _cannot_vanish(self, state: State, equation: fmpq_mpoly) -> bool:
        """Whether an equation is a product of what must not vanish."""
        if len(equation) > 1:
            return False
        return not self._factors(state, equation)

    def _without_exponentials(self, equation: fmpq_mpoly) -> fmpq_mpoly:
        """An equation without exponentials that divide it: they never vanish."""
        if equation.is_zero():
            return equation
        for index, times in self._ring.degrees(equation.term_content()).items():
            if self._field.meanings[index].kind is Kind.EXP:
                equation = divmod(equation, self._ring.generator(index) ** times)[0]
        return equation

    def _next(self, state: State) -> Iterator[State]:
        """The branches of one step, the nearest first."""
        fresh = [e for e in state.equations if not self._has_stale(e, state.values)]
        plain = [equation for equation in fresh if self._is_plain(equation)]
        pool = sorted(
            plain or fresh, key=lambda equation: (len(equation), polynomial_text(equation))
        )
        # A function of constants may vanish: such an equation is split before it is solved.
        first = (self._linear, self._short) if plain else (self._split, self._linear)
        for step in (*first, self._split, self._explicit, self._univariate):
            found = step(state, pool)
            if found:
                return iter(found)
        if plain and not state.is_basis:
            found = self._based(state, plain)
            if found:
                return iter(found)
        for step in (self._quotient, self._inverse, self._chosen):
            found = step(state, pool)
            if found:
                return iter(found)
        return iter(())

    def _linear(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """A constant from an equation that is linear in all constants."""
        for equation in pool:
            leaves = self._leaves(equation)
            parts = self._ring.collected(equation, leaves)
            if leaves and max(map(sum, parts)) == 1:
                return self._solved_for(state, equation, leaves)
        return []

    def _solved_for(self, state: State, equation: fmpq_mpoly, leaves: Sequence[int]) -> list[State]:
        """An equation solved for the constant with the simplest coefficient without constants."""
        best: tuple[tuple[int, int, int], int, Element] | None = None
        used = {i for e in state.equations for k in self._ring.degrees(e) for i in self._inside(k)}
        for leaf in leaves:
            parts = self._ring.by_powers(equation, leaf)
            if set(parts) - {0, 1} or self._leaves(parts[1]):
                continue
            cost = (leaf in used, len(parts[1]), parts[1].total_degree())
            if best is None or cost < best[0]:
                rest = parts.get(0, 0 * self._ring.one)
                best = cost, leaf, self._ring.element(-rest, parts[1])
        return [] if best is None else [state.solved(self._ring, best[1], best[2])]

    def _split(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """A branch for each factor of an equation that has several."""
        for equation in pool:
            factors = self._factors(state, equation)
            if len(factors) == 1 and factors[0] == equation / equation.leading_coefficient():
                continue
            rest = tuple(other for other in state.equations if other != equation)
            return [state.with_equations(factor, *rest) for factor in factors]
        return []

    def _factors(self, state: State, equation: fmpq_mpoly) -> list[fmpq_mpoly]:
        """The factors that may vanish, the nearest first, and constants by themselves last."""
        found = [
            factor
            for factor, _ in self._ring.factors(equation)[1]
            if not self._is_free(factor)
            and not any(divmod(divisor, factor)[1].is_zero() for divisor in state.nonzero)
        ]
        near = [factor for factor in found if not self._near.is_far(factor)]
        return sorted(near or found, key=self._rank)

    def _rank(self, factor: fmpq_mpoly) -> tuple[object, ...]:
        """Near ones first; no constant by itself, and a positive root, where nothing is fitted."""
        distance = self._near.distance(factor)
        is_sum = all(value > 0 for value in factor.coeffs())
        return (
            max(distance, NEAR.vanishing),
            len(factor) == 1,
            is_sum,
            len(factor),
            polynomial_text(factor),
        )

    def _short(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """Products without a sum split, and constants that few terms give."""
        return self._split(state, [e for e in pool if len(e) == 1]) or self._explicit(
            state, [e for e in pool if len(e) <= LIMITS.few_terms]
        )

    def _explicit(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """A constant that occurs linearly, times something without constants."""
        for equation in pool:
            found = self._solved_for(state, equation, self._leaves(equation))
            if found:
                return found
        return []

    def _univariate(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """A constant from an equation in which it is the only one, by its real roots."""
        for equation in pool:
            leaves = self._leaves(equation)
            if len(leaves) != 1 or not self._is_plain(equation):
                continue
            parts = self._ring.by_powers(equation, leaves[0])
            try:
                found = list(closed_roots(self._field, parts))
            except (Missing, Restart):
                continue
            real = [value for value, imaginary in found if imaginary.top.is_zero()]
            if leaves[0] in self._unknowns.roots:
                real = [v for v in real if self._field.sign(written(self._ring, v)) >= 0]
            real.sort(key=lambda value: self._distance(leaves[0], value))
            return [state.solved(self._ring, leaves[0], value) for value in real]
        return []

    def _distance(self, leaf: int, value: Element) -> float:
        """How far a value is from the fitted one; without one, positive values come first."""
        if not self._near.is_known:
            return float(self._field.sign(written(self._ring, value)) < 0)
        wanted = self._near.of(self._ring.trees[leaf])
        top, bottom = self._near.value(value.top)[0], self._near.value(value.bottom)[0]
        return abs(top / bottom - wanted) if bottom else float("inf")

    def _based(self, state: State, plain: Sequence[fmpq_mpoly]) -> list[State]:
        """With a basis of the equations in place of them."""
        leaves = sorted({leaf for equation in plain for leaf in self._leaves(equation)})
        found = basis(self._ring, plain, leaves)
        if found is None:
            return []
        rest = [equation for equation in state.equations if equation not in plain]
        return [state.with_equations(*found, *rest, is_basis=True)]

    def _quotient(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """A constant that occurs linearly, times something that is taken not to vanish."""
        options: list[tuple[int, int, Element]] = []
        for equation in pool:
            for leaf in self._leaves(equation):
                parts = self._ring.by_powers(equation, leaf)
                if set(parts) <= {0, 1} and self._near.distance(parts[1]) > NEAR.vanishing:
                    rest = parts.get(0, 0 * self._ring.one)
                    value = self._ring.element(-rest, parts[1])
                    options.append((len(value.top) + len(value.bottom), leaf, value))
        options.sort(key=lambda option: option[:2])
        return [state.solved(self._ring, leaf, value) for _, leaf, value in options[:1]]

    def _chosen(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """With a plain number for one of the constants, where there are more than equations."""
        leaves = sorted({leaf for equation in pool for leaf in self._leaves(equation)})
        if len(leaves) <= len(pool):
            return []
        return [state.solved(self._ring, leaves[0], self._choice(leaves[0]))]

    def _inverse(self, state: State, pool: Sequence[fmpq_mpoly]) -> list[State]:
        """The argument of a function of constants whose value an equation gives."""
        for equation in pool:
            found = inverted(self._field, self._unknowns, self._near, equation)
            if found:
                rest = tuple(other for other in state.equations if other != equation)
                return [state.with_equations(new, *rest) for new in found]
        return []
