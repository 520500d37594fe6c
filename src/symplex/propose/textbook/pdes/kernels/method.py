"""The method: linear parabolic equations on lines and half-lines, or on products of such.

Carslaw & Jaeger, Conduction of Heat in Solids, ch. 2 and §1.15 (products); Cannon, The
One-Dimensional Heat Equation; Polyanin, Handbook of Linear PDEs, §1.1 to 1.8; Black & Scholes,
Journal of Political Economy 81 (1973).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    power,
    product,
    rebuilt,
    subtract,
    total,
)
from symplex.expression import Derivative, Expression, Operator, Symbol, Token, number, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.problem.method import Family
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.kernels.canonical import Face, Operator1D, is_far
from symplex.propose.textbook.pdes.kernels.lines import Line, WallCondition
from symplex.propose.textbook.pdes.pde import Data, LinearEquation, Pde, lone_pde
from symplex.propose.textbook.pdes.terms import Expansion
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

_MAX_TERMS: Final = 24
"""Data with more products become formulas that nobody examines."""
Factors = Mapping[str, Expression]
"""A function of each variable, and a constant; what is not there is 1."""
_NONE: Final = ""
"""The variable of a constant factor."""


@final
class HeatKernel:
    """The heat kernel against polynomials times exponentials between steps."""

    name = "heat kernel"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The integral, for each variable in which the equation is parabolic."""
        pde = lone_pde(problem, budget)
        equation = None if pde is None or pde.linear is None else next(iter(pde.linear))
        if pde is None or equation is None:
            return
        for data in pde.marching():
            if set(data.values) != {(pde.unknown, 0)}:
                continue
            # What is given on walls may be what comes from the data anyway.
            for has_walls in (True, False) if len(problem.conditions) > 1 else (True,):
                try:
                    formula = _Diffusion(pde, equation, data, has_walls=has_walls).solution()
                except (Missing, ExpressionError):
                    continue
                if satisfies(problem, {pde.unknown: formula}):
                    yield Family(self.name, {pde.unknown: formula})
                    return


@final
@dataclass(frozen=True)
class _Clock:
    """The time in which data come first: for data at the end, what is left until then."""

    name: str
    start: Expression
    forward: Expression
    """The time of the problem in that time."""
    backward: Expression
    ends: Mapping[str, tuple[float, float]]
    is_reversed: bool

    @classmethod
    def of(cls, pde: Pde, data: Data) -> "_Clock":
        """The clock for these data."""
        time, interval = data.variable, pde.problem.domain[data.variable]
        if not same_value(data.at, interval.high):
            return cls(time, data.at, symbol(time), symbol(time), {}, is_reversed=False)
        low, high = interval.ends
        left = subtract(data.at, symbol(time))
        then = subtract(data.at, symbol(_LEFT))
        return cls(_LEFT, ZERO, then, left, {_LEFT: (0.0, high - low)}, is_reversed=True)

    def within(self, tree: Expression) -> Expression:
        """A formula of the problem in that time."""
        return rebuilt(tree.substitute({Symbol(self._problems): self.forward}))

    @property
    def _problems(self) -> str:
        (name,) = self.backward.symbols
        return name

    def back(self, tree: Expression) -> Expression:
        """A formula in that time in the time of the problem."""
        return rebuilt(tree.substitute({Symbol(self.name): self.backward}))


_LEFT: Final = "l#"
"""The time that is left."""


@final
class _Diffusion:
    """An equation that is parabolic in the variable of its data."""

    def __init__(
        self, pde: Pde, equation: LinearEquation, data: Data, *, has_walls: bool = True
    ) -> None:
        """The view of an equation; without walls it is taken on all of space."""
        self._pde, self._equation = pde, equation
        self._data, self._has_walls = data, has_walls
        self._clock = _Clock.of(pde, data)
        self._real = pde.arithmetic.on(self._clock.ends)
        self._space = pde.others(data.variable)
        ends = {name: pde.arithmetic.ends[name] for name in pde.problem.parameters}
        self._parameters = Arithmetic(ends, pde.budget)

    def solution(self) -> Expression:
        """The answer.

        Raises:
            Missing: where the mechanism ends.
        """
        operators = self._operators()
        conditions = {one.variable: self._condition(one) for one in operators}
        data = self._data.values[self._pde.unknown, 0]
        level = ZERO
        if len(operators) > 1:
            level = self._level(operators, [one for one in conditions.values() if one])
            data = subtract(data, level)
            conditions = {
                name: None if one is None else WallCondition(one.face, one.slope, one.level, ZERO)
                for name, one in conditions.items()
            }
        real = self._real
        lines = [Line(one, conditions[one.variable], real, self._parameters) for one in operators]
        if len(lines) == 1:
            return self._clock.back(lines[0].solution(data, self._source))
        if self._source != ZERO:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._data.variable)
        names = self._space
        found = [
            multiply(
                term.get(_NONE, ONE),
                product(
                    line.solution(term.get(name, ONE))
                    for name, line in zip(names, lines, strict=True)
                ),
            )
            for term in self._separated(data)
        ]
        return self._clock.back(add(level, total(found)))

    def _operators(self) -> list[Operator1D]:
        """The part of the equation in each variable of space."""
        equation, time, u = self._equation, self._data.variable, self._pde.unknown
        known = {Derivative(u), Derivative(u, (time,))}
        known |= {Derivative(u, (name,) * order) for name in self._space for order in (1, 2)}
        lead = equation.coefficient(u, time)
        if lead == ZERO or not set(equation.coefficients) <= known:
            raise Missing(Code.ALGEBRA_HIDDEN, name=time)
        real = self._real

        def part(*by: str) -> Expression:
            given = equation.coefficients.get(Derivative(u, by), ZERO)
            rate = self._clock.within(divide(given, lead))
            return real.normal(rate if self._clock.is_reversed else negative(rate))

        rates = self._rates(part())
        found: list[Operator1D] = []
        for name in self._space:
            one = Operator1D(
                name,
                self._clock.name,
                self._clock.start,
                part(name, name),
                part(name),
                rates.get(name, ZERO),
            )
            others = {*self._space} - {name}
            parts = (one.spreading, one.drift, one.rate)
            if one.spreading == ZERO or any(not others.isdisjoint(p.symbols) for p in parts):
                raise Missing(Code.ALGEBRA_HIDDEN, name=name)
            found.append(one)
        return found

    @property
    def _source(self) -> Expression:
        """What is added to the rate of change."""
        lead = self._equation.coefficient(self._pde.unknown, self._data.variable)
        rate = self._clock.within(divide(self._equation.source, lead))
        return self._real.normal(negative(rate) if self._clock.is_reversed else rate)

    def _rates(self, rate: Expression) -> Factors:
        """A rate as a sum of functions of one variable each; constants go with the first."""
        if len(self._space) == 1:
            return {self._space[0]: rate}
        found: dict[str, list[Expression]] = {}
        expansion = Expansion(self._space, self._real)
        for key, value in expansion.terms(rate).items():
            term = expansion.tree({key: value})
            names = [name for name in self._space if name in term.symbols]
            if len(names) > 1:
                raise Missing(Code.ALGEBRA_HIDDEN, name=names[0])
            found.setdefault(next(iter(names or self._space)), []).append(term)
        return {name: total(terms) for name, terms in found.items()}

    def _condition(self, operator: Operator1D) -> WallCondition | None:
        """The wall of a variable; ends that nothing reaches are none."""
        if not self._has_walls:
            return None
        self._require_slices()
        found: list[WallCondition] = []
        for at, conditions in self._pde.slices(operator.variable):
            if is_far(operator, at, self._real):
                continue
            for condition in conditions:
                found.append(self._wall(operator.variable, at, condition))
        if len(found) > 1:
            raise Missing(Code.ALGEBRA_HIDDEN, name=operator.variable)
        return found[0] if found else None

    def _require_slices(self) -> None:
        if any(len(one.region.fixed) != 1 for one in self._pde.problem.conditions):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._data.variable)

    def _wall(self, name: str, at: Expression, condition: Equation) -> WallCondition:
        interval, u = self._pde.problem.domain[name], self._pde.unknown
        affine = self._pde.affine(condition.residual)
        known = {Derivative(u), Derivative(u, (name,))}
        if affine is None or not set(affine[0]) <= known or not interval.has_end(at):
            raise Missing(Code.ALGEBRA_HIDDEN, name=name)
        here: dict[Token, Expression] = {Symbol(name): at}
        slope, level = (
            self._clock.within(affine[0].get(Derivative(u, by), ZERO).substitute(here))
            for by in ((name,), ())
        )
        inside = 1 if same_value(at, interval.low) else -1
        value = self._clock.within(negative(affine[1]).substitute(here))
        return WallCondition(Face(at, inside), slope, level, value)

    def _level(self, operators: list[Operator1D], walls: list[WallCondition]) -> Expression:
        """A constant that solves the equation and obeys all walls."""
        real = self._real
        values = [divide(one.value, one.level) for one in walls if one.level != ZERO]
        level = real.normal(values[0]) if values else ZERO
        rate = real.normal(total(one.rate for one in operators))
        kept = all(real.are_equal(multiply(one.level, level), one.value) for one in walls)
        is_steady = ZERO in (level, rate)
        if not kept or not is_steady or not level.symbols <= set(self._pde.problem.parameters):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._data.variable)
        return level

    def _separated(self, data: Expression) -> list[Factors]:
        """Data as a sum of products of functions of one variable each."""
        found = _Separation(self._space).of(data)
        if len(found) > _MAX_TERMS:
            raise Missing(Code.ALGEBRA_FORMULA_TOO_LONG)
        return found


@final
class _Separation:
    """Formulas as sums of products, taken apart as they are written."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def of(self, tree: Expression) -> list[Factors]:
        """The products.

        Raises:
            Missing: where variables stand together in something else.
        """
        inside = [name for name in self._names if name in tree.symbols]
        if len(inside) <= 1:
            return [{(inside or (_NONE,))[0]: tree}] if tree != ZERO else []
        first, *others = tree.arguments
        match tree.root:
            case op.ADD | op.SUBTRACT:
                last = self.of(others[0])
                found = self.of(first) + (last if tree.root is op.ADD else _negated(last))
            case op.NEGATE:
                found = _negated(self.of(first))
            case op.MULTIPLY:
                found = [_times(a, b) for a in self.of(first) for b in self.of(others[0])]
            case op.DIVIDE:
                found = [_times(a, self._inverse(others[0])) for a in self.of(first)]
            case op.EXP:
                found = [self._exponential(first)]
            case _:
                found = [self._power(tree)]
        return found

    def _single(self, tree: Expression) -> Factors:
        found = self.of(tree)
        if len(found) != 1:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._names[0])
        return found[0]

    def _inverse(self, tree: Expression) -> Factors:
        return {name: divide(ONE, factor) for name, factor in self._single(tree).items()}

    def _exponential(self, exponent: Expression) -> Factors:
        """The exponential of a sum: a product."""
        found: Factors = {}
        for term in self.of(exponent):
            names = [name for name in term if name] or [_NONE]
            if len(names) > 1:
                raise Missing(Code.ALGEBRA_HIDDEN, name=names[0])
            found = _times(found, {names[0]: exponential(product(term.values()))})
        return found

    def _power(self, tree: Expression) -> Factors:
        root = tree.root
        if not isinstance(root, Operator) or root.exponent is None:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._names[0])
        factors = self._single(tree.arguments[0])
        return {name: power(factor, root.exponent) for name, factor in factors.items()}


def _negated(terms: list[Factors]) -> list[Factors]:
    return [_times(term, {_NONE: number(-1)}) for term in terms]


def _times(one: Factors, other: Factors) -> Factors:
    found = dict(one)
    for name, factor in other.items():
        found[name] = multiply(found[name], factor) if name in found else factor
    return found
