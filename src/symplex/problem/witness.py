"""Witnesses: points, and values of the unknowns, at which a formula is shown not to vanish.

Owns what it means that a formula depends on something. It is asked for each value of the
parameters, and what is not defined at a point shows nothing there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import mul
from typing import Final

from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.branches import JUMPING, KINKED, guards_of, resolved, square_roots
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, exact, range_of
from symplex.problem.box import Interval
from symplex.problem.coordinates import differentiate_by, in_coordinates
from symplex.work.budget import Undecided

_VALUES: Final = tuple(
    Fraction(n, 7) for n in (3, -5, 17, 1, -40, 9, -2, 10**5, 5, -(10**5), 11, -23, 4)
)
"""Values of unknowns that are tried: small and large ones, with both signs."""
_POINTS: Final = 3 * len(_VALUES)
_HALVINGS: Final = 4
"""How often the range of a parameter is halved where no one point serves all of it."""
_MAX_GUARDS: Final = 6
_MAX_ROOTS: Final = 3
Box = Mapping[str, Interval]
Fixed = Iterable[tuple[str, Expression]]


def signs_at_points(formula: Expression, fixed: Fixed, box: Box) -> frozenset[int]:
    """The signs that a formula is found to have at points of a box; 0 where none is shown."""
    signs = set[int]()
    formula = in_coordinates(formula.substitute({Symbol(n): v for n, v in fixed}))
    for point in _points(formula, box):
        try:
            found = range_of(formula, point)
        except Undecided:
            return frozenset()
        if found.is_positive or found.is_negative:
            signs.add(1 if found.is_positive else -1)
        elif found.low.is_finite() and found.high.is_finite():
            signs.add(0)
    return frozenset(signs)


def is_shown(
    formula: Expression,
    signs: Sequence[int],
    box: Box,
    parameters: Box,
    halvings: int = _HALVINGS,
) -> bool:
    """Whether, for each value of the parameters, a formula has one of some signs at a point.

    Unknowns may have any values there, for which the formula is defined.
    """
    formula = in_coordinates(formula)
    margins = limits_of(formula)
    ranges = {name: _whole(interval) for name, interval in parameters.items()}
    for point in _points(formula, box):
        at = {**point, **ranges}
        if _sign(formula, at) in signs and all(_obeys(*margin, at) for margin in margins):
            return True
    names = sorted(formula.symbols & parameters.keys())
    if not names or not halvings:
        return False
    name = names[halvings % len(names)]
    return all(
        is_shown(formula, signs, box, {**parameters, name: half}, halvings - 1)
        for half in _halves(parameters[name])
    )


def is_shown_almost_everywhere(
    formula: Expression, box: Box, parameters: Box, domain: Mapping[str, Range]
) -> bool:
    """Whether, for each value of the parameters, a formula vanishes on a null set alone.

    The unknowns have some values, the same at each point. *Theorem:* an analytic function on a
    connected set, not 0 at one point of it, vanishes on a null set. So does a formula of which that
    is true on each branch, as it is of whatever has its sign taken. `domain` is the connected set.
    """
    tokens = sorted(formula.derivatives, key=repr)
    for index in range(len(_VALUES) if tokens else 1):
        values: dict[Token, Expression] = {
            token: number(_VALUES[_chosen(index, k)]) for k, token in enumerate(tokens)
        }
        branches = _branches(formula.substitute(values), domain)
        if branches and all(is_shown(one, (1, -1), box, parameters) for one in branches):
            return True
    return False


def _branches(formula: Expression, domain: Mapping[str, Range]) -> list[Expression]:
    """A formula and each argument of a sign, branch by branch; none where one is not analytic."""
    known, unknown = dict[Expression, int](), list[Expression]()
    for guard in guards_of(formula, KINKED):
        try:
            found = range_of(guard, domain)
        except Undecided:
            return []
        if found.low >= 0 or found.high <= 0:
            known[guard] = 1 if found.low >= 0 else -1
        else:
            unknown.append(guard)
    if len(unknown) > _MAX_GUARDS:
        return []
    every = [
        _norm(resolved(one, KINKED, {**known, **dict(zip(unknown, signs, strict=True))}), domain)
        for signs in product((1, -1), repeat=len(unknown))
        for one in (formula, *guards_of(formula, JUMPING))
    ]
    found = [one for one in every if one is not None]
    return found if len(found) == len(every) else []


def _norm(formula: Expression, domain: Mapping[str, Range]) -> Expression | None:
    """A formula times its conjugates, for square roots of what may be 0: it is analytic there.

    None if it is not shown to be.
    """
    roots = square_roots(formula)
    inside = [m for m in guards_of(formula, roots) if not _obeys(m, Rule.POSITIVE, domain)]
    margins = [
        m for m, rule in limits_of(formula) if rule is not Rule.NONNEGATIVE or m not in inside
    ]
    nested = any(square_roots(guard) for guard in inside)
    if (
        nested
        or len(inside) > _MAX_ROOTS
        or not all(_obeys(m, Rule.NONZERO, domain) for m in margins)
    ):
        return None
    conjugates = (
        resolved(formula, roots, dict(zip(inside, signs, strict=True)))
        for signs in product((1, -1), repeat=len(inside))
    )
    return reduce(mul, conjugates)


def slopes(formula: Expression, tokens: Iterable[Derivative]) -> Expression:
    """What is not 0 where a formula depends on one of some unknowns and derivatives."""
    every = [differentiate_by(formula, token) for token in sorted(tokens, key=repr)]
    return sum((one * one for one in every), start=number(0))


def _points(formula: Expression, box: Box) -> Iterator[dict[str, Range]]:
    """Points of a box, with values for every other name in a formula."""
    names = sorted(formula.symbols)
    for index in range(_POINTS):
        yield {
            name: _inside(box[name], _chosen(index, k))
            if name in box
            else exact(_VALUES[_chosen(index, k)])
            for k, name in enumerate(names)
        }


def _chosen(index: int, place: int) -> int:
    return (index * (place + 2) + place) % len(_VALUES)


def _inside(interval: Interval, index: int) -> Range:
    """A point of an interval, enclosed."""
    share = number(Fraction(index + 1, len(_VALUES) + 1))
    return range_of(interval.low + share * (interval.high - interval.low), {})


def _whole(interval: Interval) -> Range:
    return Range(range_of(interval.low, {}).low, range_of(interval.high, {}).high)


def _halves(interval: Interval) -> tuple[Interval, Interval]:
    middle = (interval.low + interval.high) / 2
    return Interval(interval.low, middle), Interval(middle, interval.high)


def _sign(formula: Expression, at: Mapping[str, Range]) -> int:
    try:
        found = range_of(formula, at)
    except Undecided:
        return 0
    return 1 if found.is_positive else -1 if found.is_negative else 0


def _obeys(margin: Expression, rule: Rule, at: Mapping[str, Range]) -> bool:
    sign = _sign(margin, at)
    return sign != 0 if rule is Rule.NONZERO else sign > 0
