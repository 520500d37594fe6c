"""Other ways to write an exact formula, the easiest to read first."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic, Ends
from symplex.exact.quotients.branches import field_of, opaque
from symplex.exact.quotients.field import Field
from symplex.exact.readable.layout import tidied
from symplex.exact.readable.measure import effort
from symplex.exact.readable.writer import Writer
from symplex.expression import Expression, Operator
from symplex.expression import operators as op
from symplex.expression.quotients import Element
from symplex.expression.rewriting import Record
from symplex.work.budget import Budget, Missing, OutOfBudget

_STEPS: Final = 20_000


@final
@dataclass(frozen=True)
class Forms:
    """The ways to write a formula that were found."""

    easiest_first: tuple[Expression, ...]
    """Each once, the formula itself among them; forms of equal length in the order found."""
    complete: bool = True
    """Whether the search came to an end."""


def forms_of(formula: Expression, ends: Ends, budget: Budget | None = None) -> Forms:
    """The formula and its other forms on a box."""
    found, complete = dict.fromkeys((tidied(formula), formula)), True
    try:
        for form in _written(formula, ends, (budget or Budget()).part(_STEPS)):
            found[form] = None
    except OutOfBudget:
        complete = False
    return Forms(tuple(sorted(found, key=effort)), complete)


def _written(formula: Expression, ends: Ends, budget: Budget) -> Iterator[Expression]:
    """With divisors free of roots; and with roots where they are, if there are any."""
    signs = Arithmetic(ends, budget)
    unknowns = [frozenset[str]()]
    if any(token.exponent and token.exponent.denominator > 1 for token in formula.operators):
        unknowns.append(formula.symbols)
    kinks = dict.fromkeys((op.ABS, op.RELU, op.MAX, op.MIN), _kinked)
    for kept in unknowns:
        field = field_of(formula.symbols, signs.sign, budget, kept, kinks)
        with suppress(Missing):
            element = field.element(formula)
            yield from map(tidied, Writer(field, budget).forms(element))


def _kinked(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """The branch where its sign is known; else a function like any other."""
    other = below[1] if len(below) > 1 else field.ring.number(0)
    difference = below[0] - other
    if difference.top.is_zero():
        return field.ring.number(0) if operator is op.ABS else other, ()
    sign = field.sign_of(field.ring.product(difference.top, difference.bottom))
    if not sign:
        return _divided(field, operator, below)
    if operator is op.ABS:
        return below[0] * sign, ()
    return below[0] if (sign > 0) is (operator is not op.MIN) else other, ()


def _divided(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """|a/b| as |a|/b where b is positive, and relu likewise: κ·|y/κ − t| is |y − κ·t|."""
    inner, *others = below
    sign = 0 if others or inner.bottom.is_constant() else field.sign_of(inner.bottom)
    if not sign:
        return opaque(field, operator, below)
    top, bottom = (field.ring.element(part * sign) for part in (inner.top, inner.bottom))
    value, record = opaque(field, operator, [top])
    return value / bottom, record
