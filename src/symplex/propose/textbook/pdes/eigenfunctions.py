"""Separation into eigenfunctions between two walls, whose sum does not end: a series.

Owns the choice of the closed part (the steady state that carries source and walls) and the form of
the coefficients. Data that need finitely many eigenfunctions are left to the other methods.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import Broken, broken
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    power,
    subtract,
    total,
)
from symplex.exact.fourier import antiderivative, polynomial
from symplex.expression import (
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
from symplex.expression.operator_facts import nodes
from symplex.expression.series import Series
from symplex.expression.turns import at_residue, period
from symplex.problem import Problem
from symplex.problem.analysis.rod import Rod, rod_of
from symplex.problem.ends import Side
from symplex.work.budget import Budget

NAME: Final = "eigenfunctions"
_INDICES: Final = ("n", "m", "k", "j")
_MAX_CLASSES: Final = 48


def series_of(problem: Problem, budget: Budget) -> Series | None:
    """A series that may solve a problem on a rod; None where there is none, or it would end."""
    rod = rod_of(problem)
    taken = {*problem.variables, *problem.parameters, *problem.unknowns, *problem.constants}
    index = next((name for name in _INDICES if name not in taken), None)
    if rod is None or index is None:
        return None
    counted = {index: (1.0, 50.0)}
    real = Arithmetic({**problem.box.ends, **counted}, budget)
    return next(_Separated(rod, index, real).found(), None)


class _Separated:
    """One rod, its eigenfunctions and the coefficients of what is to be expanded in them."""

    def __init__(self, rod: Rod, index: str, real: Arithmetic) -> None:
        self._rod, self._index, self._real = rod, index, real
        low, high = rod.walls[Side.LOW], rod.walls[Side.HIGH]
        self._length = real.normal(subtract(rod.interval.high, rod.interval.low))
        self._sine, self._mixed = not low.is_slope, low.is_slope != high.is_slope
        place = symbol(rod.space)
        self._place = real.normal(subtract(place, rod.interval.low))

    def found(self) -> Iterator[Series]:
        """The series, if the closed part is understood and infinitely many terms are left."""
        rod, real = self._rod, self._real
        closed = self._steady()
        if closed is None:
            return
        missing = subtract(rod.data, closed.substitute({Symbol(rod.time): rod.beginning}))
        from_wall = missing.substitute(
            {Symbol(rod.space): add(rod.interval.low, symbol(rod.space))}
        )
        pieces = broken(real.normal(from_wall), rod.space, real)
        pieces = pieces and pieces.within(
            0.0, real.ends[rod.space][1] - real.ends[rod.space][0], real
        )
        whole = None if pieces is None else self._coefficient(pieces)
        if pieces is None or whole is None:
            return
        closed = real.normal(add(closed, self._mean(pieces)))
        chosen = self._counted(whole)
        if chosen is None:
            return
        factor, first, step = chosen
        angle = real.normal(multiply(self._frequency, self._place))
        decay = subtract(rod.reaction, multiply(rod.diffusion, power(self._frequency, 2)))
        passed = subtract(symbol(rod.time), rod.beginning)
        wave = apply(op.SIN if self._sine else op.COS, angle)
        term = factor * wave * exponential(real.normal(multiply(decay, passed)))
        yield Series(closed, term, self._index, first, step)

    @property
    def _frequency(self) -> Expression:
        whole = multiply(number(2), self._length) if self._mixed else self._length
        return divide(multiply(symbol(self._index), leaf(op.PI)), whole)

    def _steady(self) -> Expression | None:
        """What satisfies source and walls: a polynomial, where nothing depends on time."""
        rod, real = self._rod, self._real
        values = [rod.walls[side].value for side in Side]
        varying = {rod.time, rod.space}
        if any(value.symbols & varying for value in values) or rod.time in rod.source.symbols:
            return None
        if all(map(real.is_zero, (*values, rod.source))):
            return ZERO
        source = real.polynomial(rod.source, [rod.space])
        if not real.is_zero(rod.reaction) or source is None:
            return None
        parts = {powers[0]: factor for powers, factor in source.items()}
        place = symbol(rod.space)
        bent = total(
            multiply(divide(factor, number((k + 1) * (k + 2))), power(place, k + 2))
            for k, factor in parts.items()
        )
        return self._joined(negative(divide(bent, rod.diffusion)))

    def _joined(self, bent: Expression) -> Expression:
        """A particular polynomial, with a linear one so that both walls are satisfied."""
        rod, real = self._rod, self._real
        place, slope = symbol(rod.space), differentiate(bent, rod.space)
        low, high = ({Symbol(rod.space): end} for end in (rod.interval.low, rod.interval.high))
        first, last = rod.walls[Side.LOW], rod.walls[Side.HIGH]
        gaps = [
            subtract(wall.value, (slope if wall.is_slope else bent).substitute(at))
            for wall, at in ((first, low), (last, high))
        ]
        along = subtract(place, rod.interval.low)
        back = subtract(place, rod.interval.high)
        if first.is_slope and last.is_slope:
            growth = divide(subtract(gaps[1], gaps[0]), self._length)
            passed = subtract(symbol(rod.time), rod.beginning)
            more = multiply(divide(growth, number(2)), power(along, 2))
            grown = multiply(multiply(rod.diffusion, growth), passed)
            return real.normal(total((bent, multiply(gaps[0], along), more, grown)))
        if first.is_slope:
            return real.normal(total((bent, gaps[1], multiply(gaps[0], back))))
        if last.is_slope:
            return real.normal(total((bent, gaps[0], multiply(gaps[1], along))))
        rise = divide(subtract(gaps[1], gaps[0]), self._length)
        return real.normal(total((bent, gaps[0], multiply(rise, along))))

    def _coefficient(self, pieces: Broken) -> Expression | None:
        """2/L·∫ data·φ as a formula in the index, with its sines and cosines."""
        rod, real = self._rod, self._real
        places, terms = (ZERO, *pieces.breaks, self._length), list[Expression]()
        for low, high, piece in zip(places, places[1:], pieces.pieces, strict=False):
            parts = self._polynomial(piece)
            if parts is None:
                return None
            factors = antiderivative(parts, rod.space, self._frequency, self._sine)
            for at, sign in ((high, 1), (low, -1)):
                angle = real.normal(multiply(self._frequency, at))
                here = {Symbol(rod.space): at}
                for factor, wave in zip(factors, (op.COS, op.SIN), strict=True):
                    value = multiply(factor.substitute(here), apply(wave, angle))
                    terms.append(multiply(number(sign), value))
        return multiply(divide(number(2), self._length), total(terms))

    def _polynomial(self, piece: Expression) -> list[Expression] | None:
        found = self._real.polynomial(piece, [self._rod.space])
        if found is None:
            return None
        parts = {powers[0]: factor for powers, factor in found.items()}
        if any(self._rod.space in factor.symbols for factor in parts.values()):
            return None
        return [parts.get(k, ZERO) for k in range(max(parts, default=0) + 1)]

    def _mean(self, pieces: Broken) -> Expression:
        """The part of the constant eigenfunction, which grows with the reaction."""
        rod = self._rod
        if self._sine or self._mixed:
            return ZERO
        places, terms = (ZERO, *pieces.breaks, self._length), list[Expression]()
        for low, high, piece in zip(places, places[1:], pieces.pieces, strict=False):
            parts = self._polynomial(piece) or []
            whole = polynomial(
                [ZERO, *(divide(p, number(k)) for k, p in enumerate(parts, 1))], rod.space
            )
            ends = [whole.substitute({Symbol(rod.space): at}) for at in (high, low)]
            terms.append(subtract(*ends))
        passed = subtract(symbol(rod.time), rod.beginning)
        grown = exponential(self._real.normal(multiply(rod.reaction, passed)))
        return multiply(divide(total(terms), self._length), grown)

    def _counted(self, whole: Expression) -> tuple[Expression, int, int] | None:
        """The coefficient, and the integers from which and by which it counts."""
        index, real = self._index, self._real
        classes = lcm(period([whole], index), 2)
        if classes > _MAX_CLASSES:
            return None
        modes = range(1, classes + 1, 2 if self._mixed else 1)
        left = [mode for mode in modes if not real.is_zero(at_residue(whole, index, mode))]
        if not left:
            return None
        apart = max(
            step
            for step in range(1, classes + 1)
            if classes % step == 0 and len({mode % step for mode in left}) == 1
        )
        first = left[0] % apart or apart
        counted = range(first, classes + 1, apart)
        return self._grouped(whole, counted), first, apart

    def _grouped(self, whole: Expression, counted: Sequence[int]) -> Expression:
        """The coefficient as a sum of sines and cosines of the index with rational factors.

        Those that are the same number for all integers that count are that number.
        """
        factors: dict[Expression, Expression] = {}
        for node in nodes(whole):
            if node.root in (op.SIN, op.COS):
                values = [at_residue(node, self._index, mode) for mode in counted]
                is_fixed = all(value == values[0] for value in values)
                factors[node] = values[0] if is_fixed else symbol(f"w#{len(factors)}")
        linear = _replaced(whole, factors)
        kept = {name.root: node for node, name in factors.items() if isinstance(name.root, Symbol)}
        plain = self._real.normal(linear.substitute(dict.fromkeys(kept, ZERO)))
        terms = [] if plain == ZERO else [plain]
        for token, node in kept.items():
            factor = self._real.normal(differentiate(linear, token.name))
            if factor != ZERO:
                terms.append(factor * self._simple(node))
        return total(terms)

    def _simple(self, node: Expression) -> Expression:
        """The sine or cosine of the angle in normal form."""
        angle = self._real.normal(node.arguments[0])
        return apply(op.SIN if node.root is op.SIN else op.COS, angle)


def _replaced(formula: Expression, values: Mapping[Expression, Expression]) -> Expression:
    """A formula with other formulas for some of its nodes."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        whole = apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        return values.get(whole, whole)

    return formula.share(combine)
