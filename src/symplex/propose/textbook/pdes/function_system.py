"""What functions of one variable must obey, brought into the form of a problem.

Owns the elimination: relations without derivatives give one function by others, the rest is solved
for the highest derivatives. A system that says more than that, or less, is declined. Derivatives
stand as symbols here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, divide, negative, rebuilt
from symplex.exact.formulas.linear_solve import solved_for
from symplex.expression import Derivative, Expression, Symbol, Token, leaf, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation, Region
from symplex.propose.textbook.odes.ode import MAX_ORDER, jet
from symplex.propose.textbook.pdes.function_facts import (
    Conditions,
    by_point,
    function_of,
    idle_functions,
    order_of,
)
from symplex.propose.textbook.pdes.regular import is_singular, is_underdetermined

_MAX_ROUNDS: Final = 24
_SPARE: Final = 6
"""How many equations there may be beyond two for each function: more say too much."""


@final
@dataclass(frozen=True)
class FunctionSystem:
    """Functions with their highest derivatives, and those that are known by the others."""

    variable: str
    functions: tuple[str, ...]
    known: Mapping[str, Expression]
    rates: Mapping[str, Expression]
    """The symbol of each highest derivative, and what it equals."""
    conditions: tuple[tuple[Expression, str, Expression], ...]
    """Points, symbols of derivatives there, and their values."""

    @staticmethod
    def of(
        arithmetic: Arithmetic,
        variable: str,
        functions: Sequence[str],
        equations: Iterable[Expression],
        conditions: Conditions,
        constraints: Iterable[Expression] = (),
    ) -> "FunctionSystem | None":
        """The system in which all equations and constraints vanish; None if there is none."""
        work = _Elimination(arithmetic, variable, functions, conditions)
        return work.system([*constraints, *equations])

    def problem(self, original: Problem) -> Problem | None:
        """The problem of the functions; None where the conditions do not determine them."""
        back = {
            Symbol(jet(name, k)): leaf(Derivative(name, (self.variable,) * k))
            for name in self.functions
            for k in range(MAX_ORDER + 1)
        }
        equations = [
            Equation(symbol(top).substitute(back), rate.substitute(back))
            for top, rate in self.rates.items()
        ]
        conditions = [
            Equation(symbol(name).substitute(back), value, Region(((self.variable, at),)))
            for at, name, value in self.conditions
        ]
        made = original.changed(
            unknowns=self.functions,
            domain={self.variable: original.domain[self.variable]},
            equations=tuple(equations),
            conditions=tuple(conditions),
        )
        return None if is_underdetermined(made) and not is_singular(made) else made


@final
class _Elimination:
    """The work on one system."""

    def __init__(
        self,
        arithmetic: Arithmetic,
        variable: str,
        functions: Sequence[str],
        conditions: Conditions,
    ) -> None:
        self._real, self._variable = arithmetic, variable
        self._functions = list(functions)
        self._conditions = list(conditions)
        self._known: dict[str, Expression] = {}
        self._most = 2 * len(functions) + _SPARE

    def system(self, equations: Sequence[Expression]) -> FunctionSystem | None:
        """The system, round after round of elimination."""
        work = list(equations)
        for _ in range(_MAX_ROUNDS):
            work = self._cleared(work)
            if any(not self._symbols(one) for one in work) or len(work) > self._most:
                return None
            if any(map(self._eliminate, work)):
                continue
            solved = self._rates(work)
            if solved is None:
                return None
            rates, rest = solved
            if not rest:
                conditions = self._values(rates)
                if conditions is None:
                    return None
                return self._without_idle(rates, conditions)
            rest = self._cleared(rest)
            if not any(map(self._eliminate, rest)):
                return None
            work += rest
        return None

    def _without_idle(
        self,
        rates: Mapping[str, Expression],
        conditions: tuple[tuple[Expression, str, Expression], ...],
    ) -> FunctionSystem:
        """The system without functions that begin at zero and that nothing moves."""
        idle = set(idle_functions(rates, conditions, self._real))
        nothing: dict[Token, Expression] = {
            Symbol(jet(name, k)): ZERO for name in idle for k in range(MAX_ORDER + 1)
        }
        known = {name: tree.substitute(nothing) for name, tree in self._known.items()}
        return FunctionSystem(
            self._variable,
            tuple(name for name in self._functions if name not in idle),
            {**known, **dict.fromkeys(sorted(idle), ZERO)},
            {
                top: self._real.normal(rate.substitute(nothing))
                for top, rate in rates.items()
                if function_of(top) not in idle
            },
            tuple(one for one in conditions if function_of(one[1]) not in idle),
        )

    def _cleared(self, work: Sequence[Expression]) -> list[Expression]:
        """With known functions put in, without zeros and repetitions."""
        values = self._replacements(work)
        found = dict.fromkeys(self._real.normal(one.substitute(values)) for one in work)
        found.pop(ZERO, None)
        kept: list[Expression] = []
        for one in found:
            parts = self._real.fraction(one)
            top = one if parts is None else parts[0]
            if top not in kept and top != ZERO:
                kept.append(top)
        return kept

    def _replacements(self, trees: Iterable[Expression]) -> dict[Token, Expression]:
        present = frozenset[str]().union(*(tree.symbols for tree in trees))
        found: dict[Token, Expression] = {}
        for name, value in self._known.items():
            for k in range(MAX_ORDER + 1):
                if jet(name, k) in present:
                    found[Symbol(jet(name, k))] = self._rate(value, k)
        return found

    def _rate(self, tree: Expression, times: int) -> Expression:
        """A derivative by the variable of a formula in symbols for functions."""
        pairs = [
            (Symbol(jet(name, k)), Derivative(name, (self._variable,) * k))
            for name in self._functions
            for k in range(MAX_ORDER + 1)
        ]
        made = tree.substitute({one: leaf(other) for one, other in pairs})
        made = differentiate(made, self._variable, times)
        return rebuilt(made.substitute({other: leaf(one) for one, other in pairs}))

    def _symbols(self, tree: Expression) -> list[str]:
        return sorted(name for name in tree.symbols if "#" in name)

    def _is_relation(self, tree: Expression) -> bool:
        return all(order_of(name) == 0 for name in self._symbols(tree))

    def _eliminate(self, tree: Expression) -> bool:
        """Whether a relation without derivatives gives a function."""
        names = self._symbols(tree)
        if not self._is_relation(tree):
            return False
        parts = self._real.polynomial(tree, names)
        if not parts:
            return False
        if len(parts) == 1:
            (key,) = parts
            candidates = [n for n, exponent in zip(names, key, strict=True) if exponent]
            chosen = next((n for n in candidates if self._begins_at_zero(n)), None)
            if len(candidates) > 1 and chosen is None:
                return False
            return self._learn(function_of(chosen or candidates[0]), ZERO)
        for place, name in enumerate(names):
            slope = parts.get(tuple(int(i == place) for i in range(len(names))))
            if slope is None or sum(key[place] for key in parts) > 1:
                continue
            rest = tree.substitute({Symbol(name): ZERO})
            value = self._real.normal(divide(negative(rest), slope))
            return self._learn(function_of(name), value)
        return False

    def _begins_at_zero(self, name: str) -> bool:
        return any(self._real.normal(one) == symbol(name) for _, one in self._conditions)

    def _learn(self, name: str, value: Expression) -> bool:
        if name not in self._functions:
            return False
        self._functions.remove(name)
        mine: dict[Token, Expression] = {Symbol(jet(name, 0)): value}
        self._known = {other: tree.substitute(mine) for other, tree in self._known.items()}
        self._known[name] = value
        return True

    def _rates(
        self, work: Sequence[Expression]
    ) -> tuple[dict[str, Expression], list[Expression]] | None:
        """The highest derivatives, and what must vanish beside."""
        tops = [self._top(name, work) for name in self._functions]
        if any(order_of(top) == 0 for top in tops):
            return None
        found = solved_for(work, tops, self._real)
        return None if found is None or len(found[0]) < len(tops) else found

    def _top(self, name: str, work: Sequence[Expression]) -> str:
        present = frozenset[str]().union(*(tree.symbols for tree in work))
        orders = [k for k in range(MAX_ORDER + 1) if jet(name, k) in present]
        return jet(name, max(orders, default=0))

    def _values(
        self, rates: Mapping[str, Expression]
    ) -> tuple[tuple[Expression, str, Expression], ...] | None:
        """The conditions, solved for the derivatives at their points."""
        orders = {function_of(top): order_of(top) for top in rates}
        names = [jet(name, k) for name, order in orders.items() for k in range(order)]
        found: list[tuple[Expression, str, Expression]] = []
        for at, residuals in by_point(self._conditions):
            fixed: dict[Token, Expression] = {Symbol(self._variable): at}
            work = [one.substitute(fixed) for one in self._cleared(residuals)]
            work = [one for one in map(self._real.normal, work) if one != ZERO]
            solved = solved_for(work, names, self._real)
            if solved is None or solved[1]:
                return None
            if any(not set(names).isdisjoint(value.symbols) for value in solved[0].values()):
                return None
            found += [(at, name, value) for name, value in solved[0].items()]
        return tuple(found)
