"""First order: the equation is ordinary along its characteristics.

The curves that begin at a point of the data, with the values of the unknown and, for equations that
are not linear in the gradient, of the gradient along them, are a system of ordinary equations with
the point as a parameter. Solving for the point gives the answer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    add,
    multiply,
    negative,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.formulas.linear_solve import linear_values
from symplex.exact.requests import zeros_of
from symplex.expression import Derivative, Expression, Symbol, Token, leaf, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.quadratics import branches, roots_of
from symplex.work.budget import Budget, Missing, Undecided

_MAX_BRANCHES: Final = 4
_STEPS: Final = 200_000
"""When solving for the beginning of a curve counts as a runaway."""


@final
class Characteristics:
    """Equations of the first order with data on a slice."""

    name = "characteristics"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """The curves for each slice with data, and each branch of the rate."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.order != 1:
            return
        for data in pde.marching():
            if (pde.unknown, 0) not in data.values:
                continue
            try:
                for rate in _rates(pde, data):
                    curves = _Curves(pde, data, rate)
                    yield from curves.implicit()
                    yield Reduction(self.name, curves.problem(), curves.answers)
            except (Missing, ExpressionError):
                continue


def _slope(name: str) -> str:
    return f"{name}#p"


def _rates(pde: Pde, data: Data) -> Iterator[Expression]:
    """u_t as a formula in space, the unknown `u#` and the slopes `x#p`; each branch."""
    names: dict[Token, Expression] = {
        Derivative(pde.unknown, (name,)): symbol(_slope(name)) for name in pde.problem.variables
    }
    names[Derivative(pde.unknown)] = symbol("u#")
    residual = pde.problem.equations[0].residual.substitute(names)
    return branches(residual, _slope(data.variable), pde.arithmetic)


@final
@dataclass(frozen=True)
class _Curves:
    """Characteristic curves of u_t = rate."""

    pde: Pde
    data: Data
    rate: Expression

    @property
    def _space(self) -> tuple[str, ...]:
        return self.pde.others(self.data.variable)

    @property
    def _is_quasilinear(self) -> bool:
        slopes = {_slope(name) for name in self._space}
        gains = [self.pde.arithmetic.normal(self._gain(name)) for name in self._space]
        return all(slopes.isdisjoint(gain.symbols) for gain in gains)

    def _gain(self, name: str) -> Expression:
        return differentiate(self.rate, _slope(name))

    @property
    def _names(self) -> tuple[str, ...]:
        return self.pde.fresh(2 * len(self._space) + 1, "abcdefgh")

    @cached_property
    def _places(self) -> dict[str, str]:
        """The functions of time that stand for space, slopes and the unknown.

        Kept, for the budget may be spent when an answer comes.
        """
        names = iter(self._names)
        found = {name: next(names) for name in self._space}
        if not self._is_quasilinear:
            found |= {_slope(name): next(names) for name in self._space}
        return {**found, "u#": next(names)}

    def problem(self) -> Problem:
        """The system of the curves; the points at which they begin are parameters."""
        places, time = self._places, self.data.variable
        along: dict[Token, Expression] = {
            Symbol(name): leaf(Derivative(place)) for name, place in places.items()
        }
        rates = self._curve_rates(places)
        begin = self._beginnings(places)
        region = Region(((time, self.data.at),))
        real = self.pde.arithmetic
        return self.pde.problem.changed(
            unknowns=tuple(places.values()),
            domain={time: self.pde.problem.domain[time]},
            parameters={
                **{name: self.pde.problem.domain[name] for name in self._space},
                **self.pde.problem.parameters,
            },
            equations=tuple(
                Equation(
                    leaf(Derivative(places[name], (time,))),
                    rebuilt(real.normal(tree).substitute(along)),
                )
                for name, tree in rates.items()
            ),
            conditions=tuple(
                Equation(leaf(Derivative(places[name])), value, region)
                for name, value in begin.items()
            ),
        )

    def implicit(self) -> Iterator[Family]:
        """What u = f(x − a(u)·t) is solved for u, where u is constant along straight lines."""
        gains = {name: self.pde.arithmetic.normal(self._gain(name)) for name in self._space}
        fixed = {*self.pde.problem.parameters, "u#"}
        rates = self._curve_rates({})
        if self.pde.arithmetic.normal(rates["u#"]) != ZERO:
            return
        if "u#" not in self.rate.symbols or any(g.symbols - fixed for g in gains.values()):
            return
        elapsed = subtract(symbol(self.data.variable), self.data.at)
        begin: dict[Token, Expression] = {
            Symbol(name): add(symbol(name), multiply(gain, elapsed)) for name, gain in gains.items()
        }
        relation = symbol("u#") - self.data.values[self.pde.unknown, 0].substitute(begin)
        real = self.pde.arithmetic
        for formula in roots_of(relation, "u#", real):
            if satisfies(self.pde.problem, {self.pde.unknown: formula}):
                yield Family(Characteristics.name, {self.pde.unknown: formula})

    def _curve_rates(self, places: Mapping[str, str]) -> dict[str, Expression]:
        gains = {name: self._gain(name) for name in self._space}
        found = {name: negative(gain) for name, gain in gains.items()}
        outflow = total(multiply(symbol(_slope(n)), gain) for n, gain in gains.items())
        found["u#"] = subtract(self.rate, outflow)
        for name in self._space:
            if _slope(name) in places:
                pull = differentiate(self.rate, name)
                grown = multiply(symbol(_slope(name)), differentiate(self.rate, "u#"))
                found[_slope(name)] = add(pull, grown)
        return found

    def _beginnings(self, places: Mapping[str, str]) -> dict[str, Expression]:
        value = self.data.values[self.pde.unknown, 0]
        found = {name: symbol(name) for name in self._space}
        found["u#"] = value
        for name in self._space:
            if _slope(name) in places:
                found[_slope(name)] = rebuilt(differentiate(value, name))
        return found

    def answers(self, found: Mapping[str, Expression]) -> Iterator[Family]:
        """The unknown where a curve passes, by the point at which the curve begins."""
        places = self._places
        begin: dict[Token, Expression] = {Symbol(n): symbol(f"{n}#") for n in self._space}
        curves = {name: found[places[name]].substitute(begin) for name in self._space}
        value = found[places["u#"]].substitute(begin)
        ends = {f"{name}#": self.pde.arithmetic.ends[name] for name in self._space}
        # The budget of the method that proposed the curves is long over.
        known = self.pde.arithmetic
        real = Arithmetic({**known.ends, **ends}, known.budget.anew(_STEPS))
        try:
            for points in _beginnings_of(curves, real):
                formulas = {self.pde.unknown: rebuilt(value.substitute(points))}
                if satisfies(self.pde.problem, formulas):
                    yield Family(Characteristics.name, formulas)
        except Undecided:
            return


def _beginnings_of(
    curves: Mapping[str, Expression], real: Arithmetic
) -> Iterator[dict[Token, Expression]]:
    """Where the curves through a point begin."""
    names = [f"{name}#" for name in curves]
    residuals = [tree - symbol(name) for name, tree in curves.items()]
    linear = linear_values(residuals, names, real)
    if linear is not None and len(linear) == len(names):
        yield {Symbol(name): value for name, value in linear.items()}
        return
    yield from _one_by_one(residuals, names, real)


def _one_by_one(
    residuals: list[Expression], names: list[str], real: Arithmetic
) -> Iterator[dict[Token, Expression]]:
    if not names:
        yield {}
        return
    for residual in residuals:
        inside = [name for name in names if name in residual.symbols]
        if len(inside) != 1:
            continue
        (name,) = inside
        values = roots_of(residual, name, real)
        if not values:
            values = zeros_of(residual, name, real.ends, real.budget)
        for value in values[:_MAX_BRANCHES]:
            known: dict[Token, Expression] = {Symbol(name): value}
            rest = [other.substitute(known) for other in residuals if other is not residual]
            left = [other for other in names if other != name]
            for others in _one_by_one(rest, left, real):
                yield {**known, **others}
        return
