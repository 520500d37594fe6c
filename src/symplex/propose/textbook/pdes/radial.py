"""Problems in which nothing but the distance from the origin matters: u = v(r, t).

The equation is read at the points (r, 0, …), where the derivatives of a radial function are v_r,
v_rr and v_r/r.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ZERO, divide, power, rebuilt, total
from symplex.expression import (
    Derivative,
    Expression,
    Operator,
    Symbol,
    Token,
    apply,
    leaf,
    number,
    symbol,
)
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.box import Interval
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Reduction
from symplex.problem.satisfied import satisfies
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.work.budget import Budget, Missing

_DENOMINATOR: Final = 8


@final
class Radial:
    """Two or three variables of space in which the data are radial."""

    name = "radial symmetry"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Reduction]:
        """The problem in the distance and what is left of the variables."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.order > 2:  # noqa: PLR2004 (what a radial function is known for)
            return
        space = problem.space
        if len(space) < 2 or len(space) == len(problem.variables):  # noqa: PLR2004
            return
        view = _View(pde, space)
        try:
            smaller = view.problem()
        except (Missing, ExpressionError):
            return
        if smaller is not None:
            yield Reduction(self.name, smaller, view.answers)


@final
@dataclass(frozen=True)
class _View:
    """A problem seen from its centre."""

    pde: Pde
    space: tuple[str, ...]

    @property
    def _names(self) -> tuple[str, str]:
        """The new unknown and the distance."""
        return self.pde.fresh(1, "vwz")[0], self.pde.fresh(1, "rsq")[0]

    def problem(self) -> Problem | None:
        """The problem in the distance; None where the data are not radial."""
        _, r = self._names
        conditions: list[Equation] = []
        for condition in self.pde.problem.conditions:
            given = condition.given_value()
            if given is None or set(condition.region.values) & set(self.space):
                return None
            if set(given[0].by) & set(self.space) or not self._is_radial(given[1]):
                return None
            conditions.append(self._read(condition))
        first = self.space[0]
        kept = {n: i for n, i in self.pde.problem.domain.items() if n not in self.space}
        if first == r:
            return None
        return self.pde.problem.changed(
            unknowns=self._names[:1],
            domain={r: self._distances(), **kept},
            equations=tuple(self._read(equation) for equation in self.pde.problem.equations),
            conditions=tuple(conditions),
        )

    def _is_radial(self, tree: Expression) -> bool:
        """Whether no rotation changes a formula."""
        one = self.space[0]
        return all(
            self.pde.arithmetic.is_zero(
                symbol(one) * differentiate(tree, other) - symbol(other) * differentiate(tree, one)
            )
            for other in self.space[1:]
        )

    def _distances(self) -> Interval:
        """Distances in the box that are not zero, with simple ends."""
        ends = [self.pde.arithmetic.ends[name] for name in self.space]
        far = sum(max(abs(low), abs(high)) ** 2 for low, high in ends) ** 0.5
        high = Fraction(far).limit_denominator(_DENOMINATOR)
        return Interval(number(high / 2), number(high))

    def _read(self, equation: Equation) -> Equation:
        """An equation at the points (r, 0, …)."""
        _, r = self._names
        places: dict[Token, Expression] = dict.fromkeys(
            (Symbol(name) for name in self.space[1:]), ZERO
        )
        places[Symbol(self.space[0])] = symbol(r)
        made: dict[Token, Expression] = {d: self._derivative(d) for d in equation.derivatives}
        left, right = (
            self._plain(rebuilt(side.substitute(places).substitute(made)))
            for side in (equation.left, equation.right)
        )
        return Equation(left, right, equation.region)

    def _plain(self, tree: Expression) -> Expression:
        return tree if tree.derivatives else self.pde.arithmetic.on(self._ends).normal(tree)

    @property
    def _ends(self) -> Mapping[str, tuple[float, float]]:
        return {self._names[1]: self._distances().ends}

    def _derivative(self, derivative: Derivative) -> Expression:
        v, r = self._names
        rates = tuple(name for name in derivative.by if name not in self.space)
        across = [name for name in derivative.by if name in self.space]
        if not across:
            return leaf(Derivative(v, rates))
        if any(across.count(name) % 2 for name in self.space[1:]):
            return ZERO
        if across[0] == self.space[0]:
            return leaf(Derivative(v, (*rates, *([r] * len(across)))))
        return divide(leaf(Derivative(v, (*rates, r))), symbol(r))

    def answers(self, found: Mapping[str, Expression]) -> list[Family]:
        """The formula with the distance written out."""
        v, r = self._names
        distance = power(total(power(symbol(name), 2) for name in self.space), Fraction(1, 2))
        formula = found[v].substitute({Symbol(r): distance})
        formulas = {self.pde.unknown: rebuilt(_without_roots_of_squares(formula))}
        return [Family(Radial.name, formulas)] if satisfies(self.pde.problem, formulas) else []


def _without_roots_of_squares(tree: Expression) -> Expression:
    """Even powers of roots without the roots."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        exponent = token.exponent
        if exponent is not None and exponent % 2 == 0 and below[0].root is op.SQRT:
            return power(below[0].arguments[0], exponent / 2)
        return apply(token, *below)

    return tree.fold(combine)
