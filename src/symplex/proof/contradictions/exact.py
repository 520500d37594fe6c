"""Exact points of a statement, and constants that are shown to vanish or not to.

Owns the one test by which two values count as different: a ball that does not hold zero, or a
rational number that is not zero. What neither test shows is unknown, and nothing follows from it.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import rebuilt
from symplex.expression import Expression, Number, Symbol, Token, number
from symplex.expression.evaluate import value_of
from symplex.expression.exact import (
    NoNormalForm,
    Order,
    compare,
    enclosure,
    sign_of,
    sum_of,
    tree_of,
)
from symplex.expression.operator_facts import kinks_of
from symplex.expression.render import to_text
from symplex.problem import Problem, Region
from symplex.problem.restrict import value_inside
from symplex.work.budget import Budget, Undecided

_STEPS: Final = 20_000
"""After which the arithmetic of one constant is given up."""

Point = Mapping[str, Expression]
"""An exact value for each variable and parameter."""
_SHARES = (0.75, 0.25, 0.5, 0.382)
"""Where in their intervals the symbols of a point lie; those of one point are not all alike."""
_STEP = 0.17
_DENOMINATOR = 4
_LONG = 40
_ZERO = number(0)


def points_of(problem: Problem, region: Region) -> Iterator[Point]:
    """A few exact points of a region, in its interior, for values of the parameters in theirs."""
    intervals = problem.box.intervals
    for share in _SHARES if len(region.values) < len(intervals) else _SHARES[:1]:
        yield {
            name: region.values[name]
            if name in region.values
            else value_inside(interval, (share + place * _STEP) % 1, _DENOMINATOR)
            for place, (name, interval) in enumerate(intervals.items())
        }


def value_at(formula: Expression, point: Point) -> Expression | None:
    """The value of a formula without unknowns at a point; None if it may be undefined there."""
    tokens: dict[Token, Expression] = {Symbol(name): value for name, value in point.items()}
    raw = formula.substitute(tokens)
    try:
        return rebuilt(raw) if enclosure(raw) is not None else None
    except (ExpressionError, ArithmeticError):
        return None


def is_nonzero(constant: Expression) -> bool:
    """Whether a constant that is defined is shown not to vanish."""
    if isinstance(constant.root, Number):
        return constant.root.value != 0
    return compare(constant, _ZERO) in (Order.LESS, Order.GREATER)


def is_zero(constant: Expression) -> bool:
    """Whether a constant that is defined is shown to vanish: by arithmetic, or by the kernel."""
    if isinstance(constant.root, Number):
        return constant.root.value == 0
    order = compare(constant, _ZERO)
    if order is not Order.UNKNOWN:
        return order is Order.EQUAL
    from symplex.proof.advice.advisor import shown_on  # late: few constants need it

    try:
        return shown_on({}, Budget(steps=_STEPS)).is_zero(constant)
    except Undecided:
        return False


def plain(constant: Expression) -> Expression:
    """A constant with its rational parts carried out: ``2*pi/pi`` is 2."""
    try:
        return rebuilt(tree_of(sum_of(constant, sign_of)))
    except NoNormalForm:
        return constant


def shortest(constant: Expression) -> Expression:
    """A constant in normal form, where it has a short one."""
    if isinstance(constant.root, Number):
        return constant
    from symplex.exact.formulas.arithmetic import Arithmetic  # late: few constants need it

    return Arithmetic({}, Budget(steps=_STEPS)).shorter(constant)


def is_smooth_at(formula: Expression, point: Point) -> bool:
    """Whether a formula without unknowns is shown to have no kink at a point."""
    values = (value_at(kink, point) for kink in kinks_of(formula))
    return all(value is not None and is_nonzero(value) for value in values)


def shown(constant: Expression) -> str:
    """A constant in a sentence: exactly where that is short, with decimals where it needs them."""
    constant = shortest(constant)
    if isinstance(constant.root, Number):
        return to_text(constant)
    decimals = f"{value_of(constant):.6g}"
    text = to_text(constant)
    return f"{text} = {decimals}…" if len(text) <= _LONG else f"{decimals}…"


def place(point: Point) -> str:
    """``x = 3/4, t = 0``."""
    return ", ".join(f"{name} = {to_text(value)}" for name, value in point.items())
