"""Whether a formula without kinks vanishes on a part of a box: refuted, proved, or undecided.

Owns the order of the arguments: a polynomial identity, numbers that refute, computer algebra,
and last many digits at many points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np

from symplex.algebra import logarithms
from symplex.algebra.arctangents import without_arctangents
from symplex.algebra.sympy_client import TimeOutError
from symplex.budget import Undecided
from symplex.expression import Expression
from symplex.expression.evaluate import interpret
from symplex.expression.operator_facts import value_at
from symplex.expression.operators import ADD, NEGATE, SUBTRACT
from symplex.proof.arithmetic.balls import Ball, Field, ball_backend, precise_field
from symplex.proof.arithmetic.points import choose
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.certificate import Level
from symplex.proof.context import STOPPED, ProofContext

_FEW, _MIN_POINTS, _MAX_POINTS, _POOL = 6, 200, 300, 6_000
_LONG = 400
_MARGIN = 8
_FIRST, _SECOND = 50, 200
_SMALL: Final[Mapping[int, str]] = MappingProxyType({_FIRST: "1e-40", _SECOND: "1e-190"})
Row = Mapping[str, float]


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
    context: ProofContext,
    half_spaces: Sequence[HalfSpace],
    precision_limit: str | None = None,
) -> Proof | Refutation:
    """Whether a smooth formula vanishes on the part of the box within the half-spaces.

    Args:
        formula: Without kinks there.
        context: The box, and what the certificate computes with.
        half_spaces: What bounds the part.
        precision_limit: Why high precision is no evidence here, if so.

    Raises:
        Undecided: where neither was shown.
    """
    question = _Question(formula, context, half_spaces, precision_limit)
    if formula.size > _LONG:
        # Numbers cost less than the normal form of a long formula, and may refute at once.
        found = question.nonzero(_FIRST)
        if found is not None:
            return found
    return (
        question.by_normal_form()
        or question.nonzero(_FIRST)
        or question.by_computer_algebra()
        or question.by_digits()
    )


@final
@dataclass
class _Question:
    """One formula under proof; its points are drawn when they are first needed."""

    formula: Expression
    context: ProofContext
    half_spaces: Sequence[HalfSpace]
    precision_limit: str | None
    stopped: str = ""
    """That computer algebra was stopped, if it was."""
    _rows: list[dict[str, float]] | None = None

    @property
    def rows(self) -> list[dict[str, float]]:
        if self._rows is None:
            self._rows = _points(self.formula, self.context, self.half_spaces)
        return self._rows

    def by_normal_form(self) -> Proof | None:
        normaliser = self.context.normaliser
        if normaliser.is_zero(without_arctangents(self.formula, normaliser)):
            return Proof(Level.SYMBOLIC, "a polynomial identity")
        if logarithms.is_proved_zero(self.formula, normaliser):
            return Proof(Level.SYMBOLIC, "an identity of logarithms")
        return None

    def nonzero(self, digits: int) -> Refutation | None:
        """A point at which the formula is certainly not zero, among a few."""
        numbers = precise_field(digits, self.context.budget)
        for row in self.rows[:_FEW]:
            found = _certain(row, _attempt(self.formula, row, numbers))
            if found is not None:
                return found
        return None

    def by_computer_algebra(self) -> Proof | None:
        self.context.budget.check_deadline()
        try:
            method = self.context.zero_by_algebra(self.formula)
        except TimeOutError:
            self.context.budget.check_deadline()
            self.stopped = f" ({STOPPED})"
            return None
        return None if method is None else Proof(Level.SYMBOLIC, f"zero by {method}")

    def by_digits(self) -> Proof | Refutation:
        found = self.nonzero(_SECOND)
        if found is not None:
            return found
        if self.precision_limit is not None:
            raise Undecided(f"not reduced to zero{self.stopped}, and {self.precision_limit}")
        for digits in (_FIRST, _SECOND):
            seen = self._vanishing(digits)
            if isinstance(seen, Refutation):
                return seen
            if seen < _MIN_POINTS:
                raise Undecided(f"not reduced to zero{self.stopped}, and too few points decide")
        how = f"below 1e-40 at 50 and 1e-190 at 200 digits, {len(self.rows)} points{self.stopped}"
        return Proof(Level.HIGH_PRECISION, how)

    def _vanishing(self, digits: int) -> int | Refutation:
        """At how many points the formula is as small as its digits allow, if it is at all."""
        seen, numbers = 0, precise_field(digits, self.context.budget)
        for row in self.rows:
            self.context.budget.check_deadline()
            found = _attempt(self.formula, row, numbers)
            refuted = _certain(row, found)
            if refuted is not None:
                return refuted
            if found is None:
                continue
            ball, scale = found
            small = scale * numbers.functions.mpf(_SMALL[digits])
            if ball.error <= small or scale == 0:
                seen += 1
        return seen


def largest(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> tuple[float, dict[str, float] | None]:
    """The largest absolute value seen in double precision, and where."""
    rows = _points(formula, context, half_spaces)
    if not rows:
        return 0.0, None
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    values = np.broadcast_to(np.abs(value_at(formula, columns)), (len(rows),))
    index = int(np.argmax(np.where(np.isfinite(values), values, -1.0)))
    return float(values[index]), rows[index]


def _points(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> list[dict[str, float]]:
    """Points strictly within the half-spaces, some on faces and where the formula changes fast."""
    columns = choose(context.box, [formula], _POOL, context.budget)
    if not columns:
        return [{}]
    size = len(next(iter(columns.values())))
    inside = np.ones(size, dtype=np.bool_)
    for half_space in half_spaces:
        inside &= value_at(half_space.margin, columns) > 0
    chosen = np.flatnonzero(inside)
    spread = np.random.default_rng(7).permutation(chosen)[:_MAX_POINTS]
    return [{name: float(columns[name][index]) for name in columns} for index in spread]


def _balls(formula: Expression, row: Row, numbers: Field) -> tuple[Ball, Any]:
    """The value, and the sum of the absolute values of the terms."""
    backend, convert = ball_backend(numbers), numbers.functions.mpf
    values = {name: Ball(convert(value), convert(0), numbers) for name, value in row.items()}
    terms = [interpret(term, backend, values) for term in _terms(formula)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total, sum(abs(term.value) for term in terms)


def _terms(formula: Expression) -> list[Expression]:
    """The summands at the top of a tree."""
    if formula.root is ADD:
        return [*_terms(formula.arguments[0]), *_terms(formula.arguments[1])]
    if formula.root is SUBTRACT:
        return [*_terms(formula.arguments[0]), *(-t for t in _terms(formula.arguments[1]))]
    if formula.root is NEGATE:
        return [-term for term in _terms(formula.arguments[0])]
    return [formula]


def _attempt(formula: Expression, row: Row, numbers: Field) -> tuple[Ball, Any] | None:
    try:
        return _balls(formula, row, numbers)
    except (ArithmeticError, ValueError, TypeError):
        return None


def _certain(row: Row, found: tuple[Ball, Any] | None) -> Refutation | None:
    if found is None or not abs(found[0].value) > _MARGIN * found[0].error:
        return None
    return Refutation(float(abs(found[0].value)), row)
