"""Hopf and Lax in closed form: each affine piece of the data moves with its own speed.

For u_t + H(∇u) = 0 the data a·x + b become a·x + b − t·H(a); a minimum of such pieces stays one for
convex H, a maximum for concave H. Where H is homogeneous, data that grow with the distance from a
point keep their shape while the distance shrinks or grows.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import final

from symplex.codes import RunCode
from symplex.errors import ExpressionError
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    is_negative,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
    total,
)
from symplex.expression import (
    Derivative,
    Expression,
    Number,
    Operator,
    Symbol,
    Token,
    apply,
    number,
    symbol,
)
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.satisfied import satisfies
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.work.budget import Budget, Missing

Pieces = tuple[Operator | None, list[Expression]]
"""Maximum or minimum, and what it is taken of; None where there is one piece alone."""


@final
class HopfLax:
    """Hamilton–Jacobi equations whose data have corners."""

    name = "Hopf and Lax's formula"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Moving pieces, then moving distances."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.order != 1 or pde.linear is not None:
            return
        for data in pde.marching():
            value = data.values.get((pde.unknown, 0))
            hamiltonian = _hamiltonian(pde, data)
            if value is None or hamiltonian is None:
                continue
            flow = _Flow(pde, data, hamiltonian)
            for formula in dict.fromkeys(flow.formulas(value)):
                found = {pde.unknown: formula}
                if satisfies(problem, found):
                    yield Family(self.name, found)


def _hamiltonian(pde: Pde, data: Data) -> Expression | None:
    """H in the slopes, as symbols of their variables; None where it depends on more."""
    rate = Derivative(pde.unknown, (data.variable,))
    residual = pde.problem.equations[0].residual
    names: dict[Token, Expression] = {
        Derivative(pde.unknown, (n,)): symbol(f"{n}#p") for n in pde.others(data.variable)
    }
    found = pde.affine(residual.substitute(names))
    if found is None or set(found[0]) != {rate}:
        return None
    hamiltonian = rebuilt(divide(found[1], found[0][rate]))
    if hamiltonian.symbols & set(pde.problem.variables):
        return None
    return hamiltonian


@final
@dataclass(frozen=True)
class _Flow:
    """How pieces of the data move."""

    pde: Pde
    data: Data
    hamiltonian: Expression

    @property
    def _space(self) -> tuple[str, ...]:
        return self.pde.others(self.data.variable)

    @property
    def _elapsed(self) -> Expression:
        return subtract(symbol(self.data.variable), self.data.at)

    def formulas(self, value: Expression) -> Iterator[Expression]:
        """Candidates for the answer."""
        with suppress(Missing, ExpressionError):
            yield rebuilt(self._moved(value))
        yield from self._shrunk(value)

    def _energy(self, slopes: Sequence[Expression]) -> Expression:
        values: dict[Token, Expression] = {
            Symbol(f"{name}#p"): slope for name, slope in zip(self._space, slopes, strict=True)
        }
        return self.pde.arithmetic.normal(self.hamiltonian.substitute(values))

    def _slopes(self, tree: Expression) -> list[Expression] | None:
        """The gradient, if it is constant."""
        found = [self.pde.arithmetic.normal(differentiate(tree, name)) for name in self._space]
        if any(not slope.symbols.isdisjoint(self._space) for slope in found):
            return None
        return found if op.SIGN not in {o for s in found for o in s.operators} else None

    def _moved(self, tree: Expression) -> Expression:
        """Each affine piece moved; corners kept."""
        corner, pieces = self._pieces(tree)
        moved = [
            subtract(piece, multiply(self._elapsed, self._energy(self._slopes(piece) or ())))
            for piece in pieces
        ]
        return moved[0] if corner is None else reduce(partial(apply, corner), moved)

    def _pieces(self, tree: Expression) -> Pieces:
        """The data as a maximum or minimum of affine pieces."""
        if self._slopes(tree) is not None:
            return None, [tree]
        root, below = tree.root, tree.arguments
        if root in (op.ABS, op.RELU):
            return op.MAX, [below[0], negative(below[0]) if root is op.ABS else ZERO]
        if root in (op.MAX, op.MIN):
            corner = op.MAX if root is op.MAX else op.MIN
            return corner, [p for part in below for p in self._pieces_of(part, corner)]
        return self._combined(tree)

    def _combined(self, tree: Expression) -> Pieces:
        root, below = tree.root, tree.arguments
        if root is op.NEGATE:
            return _scaled(self._pieces(below[0]), number(-1))
        if root is op.MULTIPLY and isinstance(below[0].root, Number):
            return _scaled(self._pieces(below[1]), below[0])
        if root in (op.ADD, op.SUBTRACT):
            sign = number(1 if root is op.ADD else -1)
            return _sum(self._pieces(below[0]), _scaled(self._pieces(below[1]), sign))
        raise Missing(RunCode.METHOD_NOT_AFFINE)

    def _pieces_of(self, tree: Expression, corner: Operator) -> list[Expression]:
        inner, pieces = self._pieces(tree)
        if inner not in (None, corner):
            raise Missing(RunCode.METHOD_BOTH_CORNERS)
        return pieces

    def _shrunk(self, value: Expression) -> Iterator[Expression]:
        """The data at a distance that shrinks or grows at the speed of the front."""
        unit = [number(1), *(ZERO for _ in self._space[1:])]
        speed = self._energy(unit)
        squares = total(power(symbol(name), 2) for name in self._space)
        distance = power(squares, Fraction(1, 2))
        if len(self._space) == 1:
            distance = apply(op.ABS, symbol(self._space[0]))
        radial: dict[Token, Expression] = dict.fromkeys(map(Symbol, self._space[1:]), ZERO)
        way = multiply(self._elapsed, speed)
        less = subtract(distance, way)
        for moved in (apply(op.MAX, less, ZERO), less, add(distance, way)):
            yield rebuilt(value.substitute(radial).substitute({Symbol(self._space[0]): moved}))


def _scaled(pieces: Pieces, factor: Expression) -> Pieces:
    corner, parts = pieces
    if corner is not None and is_negative(factor):
        corner = op.MIN if corner is op.MAX else op.MAX
    return corner, [multiply(factor, part) for part in parts]


def _sum(one: Pieces, other: Pieces) -> Pieces:
    if None not in (one[0], other[0]) and one[0] != other[0]:
        raise Missing(RunCode.METHOD_BOTH_CORNERS)
    return one[0] or other[0], [add(a, b) for a in one[1] for b in other[1]]
