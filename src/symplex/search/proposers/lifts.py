"""From a stage's answer to proposals for the next: what calculus does when a variable is added.

Owns substitutions that turn a formula without time into formulas with it: transport, decay, growth,
spreading, oscillation, moving phases. Constants are left free for the fit. None of them knows a
problem.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice, product

from symplex.errors import ExpressionError
from symplex.expression import (
    CONSTANT,
    Expression,
    Operator,
    Symbol,
    apply,
    leaf,
    number,
    symbol,
    tuple_of,
)
from symplex.expression.calculus import differentiate
from symplex.expression.ordering import spelling

_MAX_COUPLED = 1500
_MAX_MODES = 8
_LONGEST_SERIES = 40
_FREE = leaf(CONSTANT, 1.0)


def lifts(formula: Expression, new: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """Formulas in one more symbol, each equal to `formula` for some constants where it is trivial.

    Args:
        formula: An answer of the stage before; a tuple for a system.
        new: The variable that is released, less where it began.
        space: The other variables, which it may move.
    """
    if isinstance(formula.root, Operator) and formula.root.name == "tuple":
        yield from _of_tuple(formula, new, space)
        return
    yield formula
    once = list(_in_time(formula, new, space))
    yield from once
    for first in once:
        yield from _envelopes(first, new)


def _of_tuple(formula: Expression, new: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
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
    parts: tuple[Expression, ...], t: Expression, space: tuple[str, ...]
) -> Iterator[tuple[Expression, ...]]:
    """Modes of a coupled system: shapes of any unknown or its slope, times functions of time.

    An unknown that starts from zero takes its shape from the others.
    """
    slopes = [_slope(part, x) for part in parts for x in space]
    mixed = [_mixed(part, x, y) for part in parts for x, y in combinations(space, 2)]
    shapes = list(dict.fromkeys(p for p in (*parts, *slopes, *mixed) if p.symbols))[:_MAX_MODES]
    decay, wave, swing = (apply(n, _FREE * t) for n in ("exp", "cos", "sin"))
    families = (
        (wave, swing),
        (decay,),
        (decay * wave, decay * swing),
        (decay * apply("cosh", _FREE * t), decay * apply("sinh", _FREE * t)),
        (wave * wave, swing * swing),
    )
    for factors in families:
        modes = [_FREE * shape * factor for factor in factors for shape in shapes]
        yield from islice(product(modes, repeat=len(parts)), _MAX_COUPLED)


def _slope(f: Expression, x: str) -> Expression:
    """A derivative; zero, which no lift is made of, where it grows past all bounds."""
    try:
        return differentiate(f, x)
    except ExpressionError:
        return number(0)


def _mixed(f: Expression, x: str, y: str) -> Expression:
    return _slope(_slope(f, x), y)


def _partners(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """Two modes that turn into each other: the data, and a slope of theirs."""
    slopes = [_slope(f, x) for x in space]
    slopes += [_mixed(f, x, y) for x, y in combinations(space, 2)]
    decay = apply("exp", _FREE * t)
    for partner in (g for g in dict.fromkeys(slopes) if g.symbols and g.size <= _LONGEST_SERIES):
        for grown, born in (("cos", "sin"), ("cosh", "sinh")):
            both = f * apply(grown, _FREE * t) + _FREE * partner * apply(born, _FREE * t)
            yield both
            yield both * decay


def _in_time(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    yield f.substitute({Symbol(x): symbol(x) + _FREE * t for x in space})
    for x in space:
        yield f.substitute({Symbol(x): symbol(x) + _FREE * t})
    yield from _envelopes(f, t)
    yield from _fronts(f, t, space)
    yield from _saturations(f, t)
    yield from _growths(f, t, space)
    yield from _spreads(f, t, space)
    yield from _phases(f, t)
    yield from _splits(f, t)
    yield from _partners(f, t, space)
    forth = f.substitute({Symbol(x): symbol(x) + _FREE * t for x in space})
    back = f.substitute({Symbol(x): symbol(x) - _FREE * t for x in space})
    yield _FREE * (forth + back)


def _envelopes(f: Expression, t: Expression) -> Iterator[Expression]:
    """Decay, growth, oscillation, and the fronts that Hamilton–Jacobi equations move."""
    yield f * apply("exp", _FREE * t)
    yield f + _FREE * t
    for name in ("cos", "sin", "cosh"):
        yield f * apply(name, _FREE * t)
    for exponent in (-1, Fraction(-1, 2), 1, 2):
        yield f * (1 + _FREE * t) ** exponent
    for name in ("max", "min"):
        yield apply(name, f + _FREE * t, number(0))
        yield apply(name, f + _FREE * t, _FREE)


def _fronts(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """What is left of a profile when fronts move in from its middle, or out of it."""
    moved = {x: apply("abs", symbol(x)) + _FREE * t for x in space}
    stopped = {x: apply("max", moved[x], number(0)) for x in space}
    for change in (moved, stopped):
        yield f.substitute({Symbol(x): change[x] for x in space})
        if len(space) > 1:
            yield from (f.substitute({Symbol(x): change[x]}) for x in space)


def _saturations(f: Expression, t: Expression) -> Iterator[Expression]:
    """Growth that meets a bound, and what runs away: Bernoulli's and Riccati's equations."""
    logistic = 1 + _FREE * (apply("exp", _FREE * t) - 1)
    for exponent in (-1, Fraction(-1, 2), -2):
        yield f * logistic**exponent
        yield f * (1 + _FREE * t**2) ** exponent
    yield f + _FREE * apply("log", 1 + _FREE * t)
    yield f + _FREE * apply("log", logistic)
    yield f + _FREE * apply("tanh", _FREE * t)
    yield f * (1 + _FREE * apply("tanh", _FREE * t))


def _growths(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """Terms that time adds: c·t·g for variables, their squares, and parts of the formula."""
    parts = {f.subtree(start) for start in range(f.size)}
    for g in (*(symbol(x) for x in space), *(symbol(x) ** 2 for x in space), *_ordered(parts)):
        yield f + _FREE * t * g
    yield f + _FREE * t**2
    yield f + _FREE * t + _FREE * t**2
    yield from _series(f, t, space)


def _series(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """The first terms of a power series in time: each term's shape is a derivative of the data."""
    for x in space:
        slopes = [f]
        for _ in range(4):
            slopes.append(_slope(slopes[-1], x))
        for step in (1, 2):
            first, second = slopes[step], slopes[2 * step]
            if first.size + second.size <= _LONGEST_SERIES:
                yield f + _FREE * t * first + _FREE * t**2 * second
                yield f + _FREE * t**2 * first + _FREE * t**4 * second


def _ordered(parts: set[Expression]) -> list[Expression]:
    varying = [part for part in parts if part.symbols and part.size > 1]
    return sorted(varying, key=lambda part: (part.size, spelling(part)))[:20]


def _spreads(f: Expression, t: Expression, space: tuple[str, ...]) -> Iterator[Expression]:
    """Similarity: variables scaled by a function of time, with the amplitude to match."""
    for exponent in (Fraction(-1), Fraction(-1, 2), Fraction(1)):
        width = (1 + _FREE * t) ** exponent
        scaled = f.substitute({Symbol(x): symbol(x) * width for x in space})
        yield scaled
        for amplitude in (Fraction(-1, 2), Fraction(-1), Fraction(1), Fraction(2)):
            yield scaled * (1 + _FREE * t) ** amplitude
    for exponent in (Fraction(-1, 2), Fraction(-1)):
        yield from _drifting(f, t, space, exponent)
    yield f.substitute({Symbol(x): symbol(x) * apply("exp", _FREE * t) for x in space})
    # Any exponents: Barenblatt's profiles spread with thirds and fifths.
    width, height = (apply("exp", _FREE * apply("log", 1 + _FREE * t)) for _ in range(2))
    yield height * f.substitute({Symbol(x): symbol(x) * width for x in space})


def _drifting(
    f: Expression, t: Expression, space: tuple[str, ...], exponent: Fraction
) -> Iterator[Expression]:
    """Carried and spread at once, and perhaps consumed, as a spill in a river is."""
    width = (1 + _FREE * t) ** exponent
    carried = f.substitute({Symbol(x): (symbol(x) + _FREE * t) * width for x in space})
    for found in (carried, *(carried * (1 + _FREE * t) ** a for a in (Fraction(-1, 2), -1))):
        yield found
        yield found * apply("exp", _FREE * t)


def _phases(f: Expression, t: Expression) -> Iterator[Expression]:
    """The argument of a function moves: of one, and of each with a speed of its own."""
    places = [
        start
        for start, token in enumerate(f.tokens)
        if isinstance(token, Operator) and token.arity == 1 and token.name not in {"neg", "square"}
    ]
    moved = f
    for start in reversed(places):
        moved = _with_argument(moved, start, _FREE * t)
        if len(places) > 1:
            yield _with_argument(f, start, _FREE * t)
    if places:
        yield moved


def _with_argument(f: Expression, start: int, shift: Expression) -> Expression:
    part = f.subtree(start)
    token = part.root
    new = apply(token, part.arguments[0] + shift) if isinstance(token, Operator) else part
    return replaced(f, start, new)


def replaced(f: Expression, start: int, new: Expression) -> Expression:
    """A formula with the subtree at a position replaced."""
    old = f.subtree(start)
    before = f.tokens[:start].count(CONSTANT)
    after = before + len(old.constants)
    return Expression(
        f.tokens[:start] + new.tokens + f.tokens[start + old.size :],
        f.constants[:before] + new.constants + f.constants[after:],
    )


def _splits(f: Expression, t: Expression) -> Iterator[Expression]:
    """Each term of a sum, or each argument of max and min, with an envelope of its own."""
    name = getattr(f.root, "name", "")
    if name in {"+", "-"}:
        left, right = f.arguments
        for one in (left, left * apply("exp", _FREE * t), left + _FREE * t):
            yield apply(name, one, right * apply("exp", _FREE * t))
        yield apply(name, left * apply("exp", _FREE * t), right)
        yield apply(name, left * apply("cos", _FREE * t), right * apply("cos", _FREE * t))
    if name in {"max", "min"}:
        left, right = f.arguments
        yield apply(name, left + _FREE * t, right)
        yield apply(name, left, right + _FREE * t)
        yield apply(name, left + _FREE * t, right + _FREE * t)
