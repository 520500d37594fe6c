"""From a stage's answer to proposals for the next: what calculus does when a variable is added.

Owns substitutions that turn a formula without time into formulas with it: transport, decay, growth,
spreading, oscillation, moving phases. Constants are left free for the fit. None of them knows a
problem.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, product
from typing import final

from symplex.errors import ExpressionError
from symplex.expression import Expression, Operator, Symbol, number, tuple_of
from symplex.expression.calculus import differentiate
from symplex.expression.encoded import EncodedTree, apply
from symplex.expression.operators import (
    ABS,
    ADD,
    COS,
    COSH,
    EXP,
    LOG,
    MAX,
    MIN,
    NEGATE,
    SIN,
    SINH,
    SQUARE,
    SUBTRACT,
    TANH,
)
from symplex.expression.ordering import spelling
from symplex.origin import Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.parameters import parameter_lifts
from symplex.propose.candidates.proposer import StageContext, extended_earlier

_MAX_COUPLED = 1500
_MAX_MODES = 8
_LONGEST_SERIES = 40


@final
class Lifts:
    """Carries answers of the stage before into what is released."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The lifts of each earlier answer, best answer first."""
        scaled = partial(parameter_lifts, time=context.stage.problem.time)
        return extended_earlier(Writer.LIFT, context, lifts, scaled)


def lifts(formula: EncodedTree, new: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """Formulas in one more symbol, each equal to `formula` for some constants where it is trivial.

    Args:
        formula: An answer of the stage before; a tuple for a system.
        new: The variable that is released, less where it began.
        space: The other variables, which it may move.
    """
    if formula.is_system:
        yield from _of_tuple(formula, new, space)
        return
    yield formula
    once = list(_in_time(formula, new, space))
    yield from once
    for first in once:
        yield from _envelopes(first, new)


def _of_tuple(
    formula: EncodedTree, new: EncodedTree, space: tuple[str, ...]
) -> Iterator[EncodedTree]:
    """The same lift for each unknown, one lifted while the others stay, and coupled modes."""
    columns = [list(lifts(part, new, space)) for part in formula.arguments]
    row = tuple_of(len(columns))
    for parts in zip(*columns, strict=False):
        yield apply(row, *parts)
    for index, column in enumerate(columns):
        for part in column[:40]:
            parts = [*formula.arguments]
            parts[index] = part
            yield apply(row, *parts)
    for parts in _coupled(formula.arguments, new, space):
        yield apply(row, *parts)


def _coupled(
    parts: tuple[EncodedTree, ...], t: EncodedTree, space: tuple[str, ...]
) -> Iterator[tuple[EncodedTree, ...]]:
    """Modes of a coupled system: shapes of any unknown or its derivative, times functions of time.

    An unknown that starts from zero takes its shape from the others.
    """
    encoding, c = t.encoding, t.encoding.free
    formulas = [encoding.decode(part) for part in parts]
    slopes = [_slope(part, x) for part in formulas for x in space]
    mixed = [_mixed(part, x, y) for part in formulas for x, y in combinations(space, 2)]
    distinct = dict.fromkeys(p for p in (*formulas, *slopes, *mixed) if p.symbols)
    shapes = [encoding.encode(shape) for shape in list(distinct)[:_MAX_MODES]]
    decay, wave, swing = (apply(row, c * t) for row in (EXP, COS, SIN))
    families = (
        (wave, swing),
        (decay,),
        (decay * wave, decay * swing),
        (decay * apply(COSH, c * t), decay * apply(SINH, c * t)),
        (wave * wave, swing * swing),
    )
    for factors in families:
        modes = [c * shape * factor for factor in factors for shape in shapes]
        yield from islice(product(modes, repeat=len(parts)), _MAX_COUPLED)


def _slope(f: Expression, x: str) -> Expression:
    """A derivative; zero, of which no lift is made, where it would grow past all bounds."""
    try:
        return differentiate(f, x)
    except ExpressionError:
        return number(0)


def _mixed(f: Expression, x: str, y: str) -> Expression:
    return _slope(_slope(f, x), y)


def _partners(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """Two modes that turn into each other: the data, and a derivative of the data."""
    c, formula = t.encoding.free, t.encoding.decode(f)
    slopes = [_slope(formula, x) for x in space]
    slopes += [_mixed(formula, x, y) for x, y in combinations(space, 2)]
    decay = apply(EXP, c * t)
    for slope in (g for g in dict.fromkeys(slopes) if g.symbols and g.size <= _LONGEST_SERIES):
        partner = t.encoding.encode(slope)
        for grown, born in ((COS, SIN), (COSH, SINH)):
            both = f * apply(grown, c * t) + c * partner * apply(born, c * t)
            yield both
            yield both * decay


def _in_time(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    c = t.encoding.free
    yield f.substitute({Symbol(x): t.encoding.symbol(x) + c * t for x in space})
    for x in space:
        yield f.substitute({Symbol(x): t.encoding.symbol(x) + c * t})
    yield from _envelopes(f, t)
    yield from _fronts(f, t, space)
    yield from _saturations(f, t)
    yield from _growths(f, t, space)
    yield from _spreads(f, t, space)
    yield from _phases(f, t)
    yield from _splits(f, t)
    yield from _partners(f, t, space)
    forth = f.substitute({Symbol(x): t.encoding.symbol(x) + c * t for x in space})
    back = f.substitute({Symbol(x): t.encoding.symbol(x) - c * t for x in space})
    yield c * (forth + back)


def _envelopes(f: EncodedTree, t: EncodedTree) -> Iterator[EncodedTree]:
    """Decay, growth, oscillation, and the fronts that Hamilton–Jacobi equations move."""
    c = t.encoding.free
    yield f * apply(EXP, c * t)
    yield f + c * t
    for row in (COS, SIN, COSH):
        yield f * apply(row, c * t)
    for exponent in (-1, Fraction(-1, 2), 1, 2):
        yield f * (1 + c * t) ** exponent
    for row in (MAX, MIN):
        yield apply(row, f + c * t, t.encoding.number(0))
        yield apply(row, f + c * t, c)


def _fronts(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """What is left of a profile when fronts move in from its middle, or out of it."""
    c = t.encoding.free
    moved = {x: apply(ABS, t.encoding.symbol(x)) + c * t for x in space}
    stopped = {x: apply(MAX, moved[x], t.encoding.number(0)) for x in space}
    for change in (moved, stopped):
        yield f.substitute({Symbol(x): change[x] for x in space})
        if len(space) > 1:
            yield from (f.substitute({Symbol(x): change[x]}) for x in space)


def _saturations(f: EncodedTree, t: EncodedTree) -> Iterator[EncodedTree]:
    """Growth that meets a bound, and what runs away: Bernoulli's and Riccati's equations."""
    c = t.encoding.free
    logistic = 1 + c * (apply(EXP, c * t) - 1)
    for exponent in (-1, Fraction(-1, 2), -2):
        yield f * logistic**exponent
        yield f * (1 + c * t**2) ** exponent
    yield f + c * apply(LOG, 1 + c * t)
    yield f + c * apply(LOG, logistic)
    yield f + c * apply(TANH, c * t)
    yield f * (1 + c * apply(TANH, c * t))


def _growths(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """Terms that time adds: c·t·g for variables, their squares, and parts of the formula."""
    c = t.encoding.free
    parts = {f.subtree(start) for start in range(len(f))}
    variables = [t.encoding.symbol(x) for x in space]
    for g in (*variables, *(x**2 for x in variables), *_ordered(parts)):
        yield f + c * t * g
    yield f + c * t**2
    yield f + c * t + c * t**2
    yield from _series(f, t, space)


def _series(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """The first terms of a power series in time: each term's shape is a derivative of the data."""
    encoding, c = t.encoding, t.encoding.free
    for x in space:
        slopes = [encoding.decode(f)]
        for _ in range(4):
            slopes.append(_slope(slopes[-1], x))
        for step in (1, 2):
            if slopes[step].size + slopes[2 * step].size <= _LONGEST_SERIES:
                first, second = encoding.encode(slopes[step]), encoding.encode(slopes[2 * step])
                yield f + c * t * first + c * t**2 * second
                yield f + c * t**2 * first + c * t**4 * second


def _ordered(parts: set[EncodedTree]) -> list[EncodedTree]:
    varying = [part for part in parts if part.symbols and len(part) > 1]
    return sorted(varying, key=lambda part: (len(part), spelling(part)))[:20]


def _spreads(f: EncodedTree, t: EncodedTree, space: tuple[str, ...]) -> Iterator[EncodedTree]:
    """Similarity: variables scaled by a function of time, with the amplitude to match."""
    c = t.encoding.free
    for exponent in (Fraction(-1), Fraction(-1, 2), Fraction(1)):
        width = (1 + c * t) ** exponent
        scaled = f.substitute({Symbol(x): t.encoding.symbol(x) * width for x in space})
        yield scaled
        for amplitude in (Fraction(-1, 2), Fraction(-1), Fraction(1), Fraction(2)):
            yield scaled * (1 + c * t) ** amplitude
    for exponent in (Fraction(-1, 2), Fraction(-1)):
        yield from _drifting(f, t, space, exponent)
    yield f.substitute({Symbol(x): t.encoding.symbol(x) * apply(EXP, c * t) for x in space})
    # Any exponents: Barenblatt's profiles spread with thirds and fifths.
    width, height = (apply(EXP, c * apply(LOG, 1 + c * t)) for _ in range(2))
    yield height * f.substitute({Symbol(x): t.encoding.symbol(x) * width for x in space})


def _drifting(
    f: EncodedTree, t: EncodedTree, space: tuple[str, ...], exponent: Fraction
) -> Iterator[EncodedTree]:
    """Carried and spread at once, and perhaps consumed, as a spill in a river is."""
    c = t.encoding.free
    width = (1 + c * t) ** exponent
    carried = f.substitute({Symbol(x): (t.encoding.symbol(x) + c * t) * width for x in space})
    for found in (carried, *(carried * (1 + c * t) ** a for a in (Fraction(-1, 2), -1))):
        yield found
        yield found * apply(EXP, c * t)


def _phases(f: EncodedTree, t: EncodedTree) -> Iterator[EncodedTree]:
    """The argument of a function moves: of one, and of each with a speed of its own."""
    c = t.encoding.free
    places = [
        start
        for start, token in enumerate(f.tokens)
        if isinstance(token, Operator) and token.arity == 1 and token not in (NEGATE, SQUARE)
    ]
    moved = f
    for start in reversed(places):
        moved = _with_argument(moved, start, c * t)
        if len(places) > 1:
            yield _with_argument(f, start, c * t)
    if places:
        yield moved


def _with_argument(f: EncodedTree, start: int, shift: EncodedTree) -> EncodedTree:
    part = f.subtree(start)
    row = part.root if part.ids else None
    new = apply(row, part.arguments[0] + shift) if isinstance(row, Operator) else part
    return f.with_subtree(start, new)


def _splits(f: EncodedTree, t: EncodedTree) -> Iterator[EncodedTree]:
    """Each term of a sum, or each argument of max and min, with an envelope of its own."""
    c, grow = t.encoding.free, apply(EXP, t.encoding.free * t)
    for row in (ADD, SUBTRACT):
        if f.root is row:
            left, right = f.arguments
            for one in (left, left * grow, left + c * t):
                yield apply(row, one, right * grow)
            yield apply(row, left * grow, right)
            yield apply(row, left * apply(COS, c * t), right * apply(COS, c * t))
    for row in (MAX, MIN):
        if f.root is row:
            left, right = f.arguments
            yield apply(row, left + c * t, right)
            yield apply(row, left, right + c * t)
            yield apply(row, left + c * t, right + c * t)
