"""Exceptional points: where the data of a statement disagree, so that no limit can be asked.

Owns the second half of docs/meaning.md. It is a function of the statement alone: nothing here sees
an answer, and nothing is proved. Each set is written down with the formula that must not vanish on
it; what this does not find is not exceptional.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import combinations, product
from operator import add, mul, sub, truediv
from types import MappingProxyType
from typing import Final, final

from symplex.expression import Derivative, Expression, Number, Operator, Symbol, Token, number
from symplex.expression import operators as op
from symplex.expression.branches import JUMPING, KINKED, guards_of, resolved
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.render import to_text
from symplex.problem.coordinates import differentiate_by
from symplex.problem.ends import face_of
from symplex.problem.equation import Equation, Region
from symplex.problem.reading import Reading
from symplex.problem.witness import signs_at_points

_ZERO: Final = number(0)
_MAX_GUARDS: Final = 6
_EXACT: Final[Mapping[Token, Callable[..., Fraction]]] = MappingProxyType(
    {
        op.ADD: add,
        op.SUBTRACT: sub,
        op.NEGATE: lambda one: -one,
        op.MULTIPLY: mul,
        op.DIVIDE: truediv,
    }
)


@final
class Why(Enum):
    """What makes points exceptional."""

    JUMP = "the stated values jump"
    CLASH = "two faces state different values"
    DATA = "what is stated there jumps"
    KINK = "the stated values are not smooth enough"
    EDGE = "two faces state different slopes"


@final
@dataclass(frozen=True)
class Exceptional:
    """The points of a face or an edge at which some formulas vanish and one does not."""

    region: Region
    """The face or edge; a variable may also be given by a formula of the others."""
    nonzero: tuple[Expression, ...]
    """What does not vanish there: the difference of the data, after what must not be degenerate."""
    why: Why
    faces: tuple[str, ...]
    """The variables that are fixed on the faces in question."""
    zeros: tuple[Expression, ...] = ()
    """Formulas that vanish, where they are not solved for a variable."""
    of: str = ""
    """The unknown whose values disagree."""
    values: tuple[Expression, ...] = ()
    """The values of it that are stated there."""

    def __str__(self) -> str:
        """``x = 0, t = 0``."""
        return ", ".join([*(f"{to_text(zero)} = 0" for zero in self.zeros), str(self.region)])


def exceptional(read: Reading, condition: Equation) -> tuple[Exceptional, ...]:
    """E(B): where a condition on a face need not be attained. Other conditions have no such points.

    Those of values are the points at which values of their block jump or clash; those of
    derivatives are more. A condition on unknowns of several blocks has none: where one of them has
    no limit, nothing would be asked of the others.
    """
    if face_of(condition.region, read.problem.domain) is None:
        return ()
    names = {token.of for token in condition.derivatives}
    blocks = [block for block in read.blocks if block & names]
    if len(blocks) > 1:
        return ()
    found = [one for block in blocks for one in _of_block(read, block)]
    if condition.order:
        found += _of_slopes(read, condition, frozenset[str]().union(*blocks))
    return tuple(dict.fromkeys(found))


def _of_block(read: Reading, block: frozenset[str]) -> Iterable[Exceptional]:
    """E(u), the same for all unknowns of a block."""
    stated = [(c, *given) for c in read.problem.conditions if (given := read.values(c)) is not None]
    stated = [one for one in stated if one[1] in block]
    for condition, name, value in stated:
        yield from _jumps(read, condition.region, value, Why.JUMP, name)
    for (one, name, first), (two, other, second) in combinations(stated, 2):
        at = one.region.fixed + two.region.fixed
        if name != other or one.region.values.keys() == two.region.values.keys():
            continue
        edge = Region(_ordered(read, dict(at)))
        sides = [_inside(read, value, edge) for value in (first, second)]
        if sides[0] is not None and sides[1] is not None:
            values = sides[0][0], sides[1][0]
            guards = (*sides[0][1], *sides[1][1])
            yield from _kept(
                read,
                Exceptional(
                    *(edge, (*guards, values[0] - values[1]), Why.CLASH, tuple(edge.values)),
                    of=name,
                    values=values,
                ),
            )


def _of_slopes(read: Reading, condition: Equation, block: frozenset[str]) -> Iterable[Exceptional]:
    """Where a condition with derivatives may fail beside the exceptional points of its unknowns."""
    face, problem = condition.region, read.problem
    fixed = _tokens(face)
    zeros: dict[Token, Expression] = dict.fromkeys(condition.derivatives, _ZERO)
    slopes = [differentiate_by(condition.residual, token) for token in condition.derivatives]
    for formula in (condition.residual.substitute(zeros), *slopes):
        if not formula.derivatives:
            yield from _jumps(read, face, formula.substitute(fixed), Why.DATA)
    orders = (d.order for e in problem.equations for d in e.derivatives if d.of in block)
    most = max(orders, default=0)
    if condition.order >= most:
        return
    for other in problem.conditions:
        given = read.values(other) if other.region.same_as(face) else None
        if given is not None and given[0] in block:
            yield from _kinks(read, face, given[1], most)
        if block & {token.of for token in other.derivatives} and other.order < most:
            yield from _edges(read, other)


def _edges(read: Reading, condition: Equation) -> Iterable[Exceptional]:
    """The edges at which data of another face, differentiated along it, contradict a condition."""
    if not condition.order or face_of(condition.region, read.problem.domain) is None:
        return
    stated = [(c.region, *given) for c in read.problem.conditions if (given := _data(read, c))]
    for region in dict.fromkeys(region for region, _, _ in stated):
        data = {token: value for at, token, value in stated if at.same_as(region)}
        found = {d: _along(region, data, d) for d in condition.derivatives}
        along: dict[Token, Expression] = {d: v for d, v in found.items() if v is not None}
        if len(along) < len(found) or region.values.keys() == condition.region.values.keys():
            continue
        edge = Region(_ordered(read, {**condition.region.values, **region.values}))
        limit = _inside(read, condition.residual.substitute(along), edge)
        if limit is not None:
            nonzero = (*limit[1], limit[0])
            yield from _kept(read, Exceptional(edge, nonzero, Why.EDGE, tuple(edge.values)))


def _data(read: Reading, condition: Equation) -> tuple[Derivative, Expression] | None:
    """The unknown or derivative that a condition on a face gives outright, and its values."""
    if face_of(condition.region, read.problem.domain) is None:
        return None
    if (given := read.values(condition)) is not None:
        return Derivative(given[0]), given[1]
    return condition.substitute(_tokens(condition.region)).given_value()


def _along(
    region: Region, data: Mapping[Derivative, Expression], wanted: Derivative
) -> Expression | None:
    """A derivative on a face, from data there that are differentiated along it."""
    for token, value in data.items():
        more = Counter(wanted.by) - Counter(token.by)
        inside = token.of == wanted.of and not Counter(token.by) - Counter(wanted.by)
        if inside and not region.values.keys() & more.keys():
            for name in more.elements():
                value = differentiate(value, name)
            return value
    return None


def _jumps(
    read: Reading, face: Region, value: Expression, why: Why, of: str = ""
) -> Iterable[Exceptional]:
    """Where the one-sided limits of a formula on a face differ: at zeros of what signs hold."""

    def gap(branches: Sequence[Expression]) -> Expression:
        first, *more = branches
        gaps = [_difference(one, first) for one in more]
        return gaps[0] if len(gaps) == 1 else _squares(gaps)

    yield from _sets(read, face, (value, JUMPING), gap, why, of)


def _kinks(read: Reading, face: Region, value: Expression, most: int) -> Iterable[Exceptional]:
    """Where values on a face are not so many times differentiable: at zeros of branches."""
    names = face.free(read.problem.variables)

    def gap(branches: Sequence[Expression]) -> Expression:
        first, *more = branches
        steps = [_difference(one, first) for one in more]
        return _squares(
            differentiate(step, name, times)
            for step in steps
            for name in names
            for times in range(1, most + 1)
        )

    yield from _sets(read, face, (value, KINKED), gap, Why.KINK, "")


def _sets(
    read: Reading,
    face: Region,
    branching: tuple[Expression, frozenset[Operator]],
    gap: Callable[[Sequence[Expression]], Expression],
    why: Why,
    of: str,
) -> Iterable[Exceptional]:
    """One or two guards that vanish, with both signs nearby, while the others do not."""
    value, kinds = branching
    names = face.free(read.problem.variables)
    every = [guard for guard in guards_of(value, kinds) if guard.symbols & set(names)]
    if not every or len(every) > _MAX_GUARDS:
        return
    for some in (*((guard,) for guard in every), *combinations(every, 2)):
        # A kink of a guard, or another guard that vanishes, is left undecided.
        others = [guard for guard in every if guard not in some]
        others += [kink for guard in some for kink in kinks_of(guard)]
        others += _off_ends(read, frozenset[str]().union(*(g.symbols for g in some)) & set(names))
        branches = [
            resolved(value, kinds, dict(zip(some, signs, strict=True)))
            for signs in product((1, -1), repeat=len(some))
        ]
        nonzero = (*others, _independence(some, names), gap(branches))
        at, zeros = dict(face.values), list(some)
        for guard in some:
            solution = _solved(guard.substitute(_tokens_of(at)), names)
            if solution is not None and solution[0] not in at:
                at = {**at, solution[0]: solution[1]}
                zeros.remove(guard)
        yield from _kept(
            read,
            Exceptional(
                *(Region(_ordered(read, at)), nonzero, why, tuple(face.values)),
                *(tuple(zeros), of, tuple(branches)),
            ),
        )


def _off_ends(read: Reading, names: Iterable[str]) -> list[Expression]:
    """What does not vanish off the ends of some variables: at an end there is one side alone."""
    ends = ((name, end) for name in sorted(names) for end in read.domain[name] if end is not None)
    return [_difference(Expression((Symbol(name),)), end) for name, end in ends]


def _kept(read: Reading, found: Exceptional) -> Iterable[Exceptional]:
    """A set, unless something that must not vanish is found to vanish on it."""
    tokens = _tokens(found.region)
    point = Region(tuple((n, v) for n, v in found.region.fixed if not v.symbols))
    intervals, kept = read.problem.box.intervals, list[Expression]()
    for formula in found.nonzero:
        here = formula.substitute(tokens)
        signs = signs_at_points(here, point.fixed, intervals)
        if here == _ZERO or signs == frozenset({0}):
            return
        if here.symbols or not signs or 0 in signs:
            kept.append(formula)
    yield replace(found, nonzero=tuple(kept))


def _independence(guards: Sequence[Expression], names: Sequence[str]) -> Expression:
    """Gram's determinant of the gradients: where it is not 0, each combination of signs is near."""
    slopes = [[differentiate(guard, name) for name in names] for guard in guards]
    if len(slopes) == 1:
        return _squares(slopes[0])
    one, two = slopes
    pairs = combinations(range(len(names)), 2)
    return _squares(_difference(one[i] * two[j], one[j] * two[i]) for i, j in pairs)


def _solved(guard: Expression, names: Sequence[str]) -> tuple[str, Expression] | None:
    """A variable in which a formula is affine with a number as its slope, and its value."""
    for name in (name for name in names if name in guard.symbols):
        slope = differentiate(guard, name)
        if not slope.symbols and signs_at_points(slope, (), {}) != frozenset({0}):
            return name, _plain(guard, name, slope)
    return None


def _plain(guard: Expression, name: str, slope: Expression) -> Expression:
    """The zero of an affine guard, as a number where its parts are rational."""
    value = -guard.substitute({Symbol(name): _ZERO}) / slope
    exact = value.fold(_exactly)
    return value if exact is None else number(exact)


def _exactly(token: Token, below: Sequence[Fraction | None], _: float) -> Fraction | None:
    if isinstance(token, Number):
        return Fraction(token.value)
    known = [part for part in below if part is not None]
    if token not in _EXACT or len(known) < len(below):
        return None
    return _EXACT[token](*known)


def _inside(
    read: Reading, value: Expression, edge: Region
) -> tuple[Expression, tuple[Expression, ...]] | None:
    """A formula on an edge, as the limit from inside its face; None if that is not seen.

    With it, the guards of signs that must not vanish there.
    """
    there, signs, guards = _tokens(edge), dict[Expression, int](), list[Expression]()
    for guard in guards_of(value, JUMPING):
        here = read.range(guard.substitute(there))
        if here is None:
            return None
        if here.low >= 0 and here.high <= 0:
            nearby = read.range(guard)
            if nearby is None or not (nearby.low >= 0 or nearby.high <= 0):
                return None
            signs[guard] = 1 if nearby.low >= 0 else -1
        elif not (here.is_positive or here.is_negative):
            guards.append(guard.substitute(there))
    return resolved(value, JUMPING, signs).substitute(there), tuple(guards)


def _ordered(read: Reading, values: Mapping[str, Expression]) -> tuple[tuple[str, Expression], ...]:
    return tuple((name, values[name]) for name in read.problem.variables if name in values)


def _tokens(region: Region) -> dict[Token, Expression]:
    return _tokens_of(region.values)


def _tokens_of(values: Mapping[str, Expression]) -> dict[Token, Expression]:
    return {Symbol(name): value for name, value in values.items()}


def _squares(formulas: Iterable[Expression]) -> Expression:
    squares = [one**2 for one in formulas if one != _ZERO]
    return sum(squares[1:], start=squares[0]) if squares else _ZERO


def _difference(one: Expression, other: Expression) -> Expression:
    return one if other == _ZERO else one - other
