"""Whether a formula without kinks vanishes on a part of a box: refuted, proved, or undecided.

Owns the order of the arguments: a polynomial identity, numbers that refute, computer algebra,
and last many digits at many points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from symplex.algebra import logarithms, normal_form
from symplex.algebra.arctangents import without_arctangents
from symplex.algebra.sympy_client import TimeOutError, zero_by_algebra
from symplex.budget import Budget, Undecided
from symplex.expression import Expression, Operator
from symplex.expression.evaluate import interpret
from symplex.expression.operator_facts import value_at
from symplex.problem import Box
from symplex.proof.arithmetic.balls import Ball, Field, ball_backend, precise_field
from symplex.proof.arithmetic.points import choose
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.certificate import Level

_FEW, _MANY, _ENOUGH, _POOL = 6, 300, 200, 6_000
_LONG = 400
_MARGIN = 8
_FIRST, _SECOND = 50, 200
_SMALL = {_FIRST: "1e-40", _SECOND: "1e-190"}


@final
@dataclass(frozen=True)
class Proof:
    """The formula vanishes; how that was shown."""

    level: Level
    how: str


@final
@dataclass(frozen=True)
class Refutation:
    """A point at which the formula certainly does not vanish."""

    value: float
    point: Mapping[str, float]


def prove_zero(
    formula: Expression,
    box: Box,
    half_spaces: Sequence[HalfSpace],
    budget: Budget,
    hidden: str | None = None,
) -> Proof | Refutation:
    """Whether a smooth formula vanishes on the part of the box within the sides.

    Args:
        formula: Without kinks there.
        box: The box.
        half_spaces: What bounds the part.
        budget: The time that may be taken.
        hidden: Why high precision is no evidence here, if so.

    Raises:
        Undecided: where neither was shown.
    """
    rows: list[dict[str, float]] = []
    if formula.size > _LONG:
        # Numbers cost less than the normal form of a long formula, and may refute at once.
        rows = _points(formula, box, half_spaces)
        found = _nonzero(formula, rows[:_FEW], _FIRST)
        if found is not None:
            return found
    if normal_form.is_zero(without_arctangents(formula)):
        return Proof(Level.SYMBOLIC, "a polynomial identity")
    if logarithms.vanishes(formula):
        return Proof(Level.SYMBOLIC, "an identity of logarithms")
    rows = rows or _points(formula, box, half_spaces)
    found = _nonzero(formula, rows[:_FEW], _FIRST)
    if found is not None:
        return found
    budget.spend()
    late = ""
    try:
        method = zero_by_algebra(formula, box.ends, budget.for_question)
        if method is not None:
            return Proof(Level.SYMBOLIC, f"zero by {method}")
    except TimeOutError:
        late = " (computer algebra ran out of time)"
    return _by_digits(formula, rows, hidden, budget, late)


def _by_digits(
    formula: Expression,
    rows: Sequence[Mapping[str, float]],
    hidden: str | None,
    budget: Budget,
    late: str,
) -> Proof | Refutation:
    found = _nonzero(formula, rows[:_FEW], _SECOND)
    if found is not None:
        return found
    if hidden is not None:
        raise Undecided(f"not reduced to zero{late}, and {hidden}")
    for digits in (_FIRST, _SECOND):
        seen = _vanishing(formula, rows, digits, budget)
        if isinstance(seen, Refutation):
            return seen
        if seen < _ENOUGH:
            raise Undecided(f"not reduced to zero{late}, and too few points decide")
    return Proof(
        Level.HIGH_PRECISION, f"below 1e-40 at 50 and 1e-190 at 200 digits, {len(rows)} points"
    )


def largest(
    formula: Expression, box: Box, half_spaces: Sequence[HalfSpace]
) -> tuple[float, dict[str, float] | None]:
    """The largest absolute value seen in double precision, and where."""
    rows = _points(formula, box, half_spaces)
    if not rows:
        return 0.0, None
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    values = np.broadcast_to(np.abs(value_at(formula, columns)), (len(rows),))
    index = int(np.argmax(np.where(np.isfinite(values), values, -1.0)))
    return float(values[index]), rows[index]


def _points(
    formula: Expression, box: Box, half_spaces: Sequence[HalfSpace]
) -> list[dict[str, float]]:
    """Points strictly within the sides, some on faces and where the formula changes fast."""
    columns = choose(box, [formula], _POOL)
    if not columns:
        return [{}]
    size = len(next(iter(columns.values())))
    inside = np.ones(size, dtype=np.bool_)
    for side in half_spaces:
        inside &= value_at(side.margin, columns) > 0
    chosen = np.flatnonzero(inside)
    spread = np.random.default_rng(7).permutation(chosen)[:_MANY]
    return [{name: float(columns[name][index]) for name in columns} for index in spread]


def _balls(formula: Expression, row: Mapping[str, float], field: Field) -> tuple[Ball, Any]:
    """The value, and the sum of the absolute values of the terms."""
    backend = ball_backend(field)
    number = field.functions.mpf
    values = {name: Ball(number(value), number(0), field) for name, value in row.items()}
    terms = [interpret(term, backend, values) for term in _terms(formula)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total, sum(abs(term.value) for term in terms)


def _terms(formula: Expression) -> list[Expression]:
    """The summands at the top of a tree."""
    match formula.root:
        case Operator(name="+"):
            return [*_terms(formula.arguments[0]), *_terms(formula.arguments[1])]
        case Operator(name="-"):
            return [*_terms(formula.arguments[0]), *(-t for t in _terms(formula.arguments[1]))]
        case Operator(name="neg"):
            return [-term for term in _terms(formula.arguments[0])]
        case _:
            return [formula]


def _nonzero(
    formula: Expression, rows: Sequence[Mapping[str, float]], digits: int
) -> Refutation | None:
    field = precise_field(digits)
    for row in rows:
        found = _certain(row, _attempt(formula, row, field))
        if found is not None:
            return found
    return None


def _attempt(
    formula: Expression, row: Mapping[str, float], field: Field
) -> tuple[Ball, Any] | None:
    try:
        return _balls(formula, row, field)
    except (ArithmeticError, ValueError, TypeError):
        return None


def _certain(row: Mapping[str, float], found: tuple[Ball, Any] | None) -> Refutation | None:
    if found is None or not abs(found[0].value) > _MARGIN * found[0].error:
        return None
    return Refutation(float(abs(found[0].value)), row)


def _vanishing(
    formula: Expression, rows: Sequence[Mapping[str, float]], digits: int, budget: Budget
) -> int | Refutation:
    """At how many points the formula is as small as its digits allow, if it is at all."""
    seen, field = 0, precise_field(digits)
    for row in rows:
        budget.spend()
        found = _attempt(formula, row, field)
        refuted = _certain(row, found)
        if refuted is not None:
            return refuted
        if found is None:
            continue
        ball, scale = found
        small = scale * ball.field.functions.mpf(_SMALL[digits])
        if ball.error <= small or scale == 0:
            seen += 1
    return seen
