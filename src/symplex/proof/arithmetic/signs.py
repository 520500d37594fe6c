"""Signs of formulas on boxes, proved by intervals and bisection with bounded work.

Answers are "proved" or "not proved", never a guess from samples.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import interpret
from symplex.expression.operator_facts import value_at
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.intervals import Array, Bounds, interval_backend
from symplex.proof.context import ProofContext

_ROUNDS = 24
_MAX_BOXES = 1_200
_SAMPLES = 64
_CLEAR = 1e-9


@final
@dataclass(frozen=True)
class HalfSpace:
    """Where `sign` times `formula` is ≥ 0."""

    formula: Expression
    sign: int

    @property
    def margin(self) -> Expression:
        """A formula that is ≥ 0 there."""
        return self.formula if self.sign > 0 else -self.formula


def bounds_of(expression: Expression, box: Box) -> tuple[float, float]:
    """Bounds over the whole box, without bisection."""
    with np.errstate(all="ignore"):
        found = interpret(expression, interval_backend(), _boxes(box))
    return float(np.min(found.low)), float(np.max(found.high))


def holds(
    margin: Expression, rule: Rule, context: ProofContext, half_spaces: Sequence[HalfSpace] = ()
) -> bool:
    """Whether a rule is proved for a margin on the closed box, within these half-spaces."""
    if rule is Rule.NONZERO:
        return any(
            _proved(form, _positive, context, half_spaces)
            or _proved(-form, _positive, context, half_spaces)
            for form in _forms(margin, context)
        )
    goal = _positive if rule is Rule.POSITIVE else _nonnegative
    return any(_proved(form, goal, context, half_spaces) for form in _forms(margin, context))


def refuted_nowhere(margin: Expression, box: Box, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether no sample shows that a margin is negative somewhere within the half-spaces."""
    return not _hopeless(margin, _nonnegative, box, half_spaces)


def is_empty(context: ProofContext, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether no point of the closed box lies within all half-spaces."""
    return _proved(None, _positive, context, half_spaces)


def _forms(margin: Expression, context: ProofContext) -> Iterable[Expression]:
    """As written, and as a polynomial: the two have different bounds."""
    yield margin
    terms = context.normaliser.polynomial(margin)
    if terms is not None:
        form = context.normaliser.tree(terms)
        if form != margin:
            yield form


def _positive(found: Bounds) -> Any:  # noqa: ANN401
    return found.low > 0


def _nonnegative(found: Bounds) -> Any:  # noqa: ANN401
    return found.low >= 0


def _boxes(box: Box) -> dict[Any, Bounds]:
    return {name: Bounds([low], [high]) for name, (low, high) in _outward(box).items()}


def _outward(box: Box) -> Mapping[str, tuple[float, float]]:
    """The ends as bounds: exactly where a double holds them, else rounded outwards."""
    backend = interval_backend()
    found: dict[str, tuple[float, float]] = {}
    with np.errstate(all="ignore"):
        for name, interval in box.intervals.items():
            low = interpret(interval.low, backend, {}).low
            high = interpret(interval.high, backend, {}).high
            found[name] = float(low), float(high)
    return found


def _proved(
    margin: Expression | None,
    goal: Any,  # noqa: ANN401 (a comparison of whole arrays)
    context: ProofContext,
    half_spaces: Sequence[HalfSpace],
) -> bool:
    """Bisect until each box is outside a half-space or obeys the goal; give up at a limit."""
    box = context.box
    names = list(box.intervals)
    low, high = (
        (np.array([[end] for end in ends]) for ends in zip(*_outward(box).values(), strict=True))
        if names
        else (np.zeros((0, 1)), np.zeros((0, 1)))
    )
    used = _used(names, margin, half_spaces)
    if _hopeless(margin, goal, box, half_spaces):
        return False
    for _ in range(_ROUNDS):
        context.budget.check_deadline()
        values = {name: Bounds(low[i], high[i]) for i, name in enumerate(names)}
        left = _undecided(margin, goal, values, low.shape[1], half_spaces)
        if not left.any():
            return True
        if left.sum() * 2 > _MAX_BOXES or not used:
            return False
        low, high = _bisected(low[:, left], high[:, left], used)
    return False


def _undecided(
    margin: Expression | None,
    goal: Any,  # noqa: ANN401
    values: Mapping[Any, Bounds],
    count: int,
    half_spaces: Sequence[HalfSpace],
) -> NDArray[np.bool_]:
    """Which boxes may meet all half-spaces and break the goal."""
    backend = interval_backend()
    left = np.ones(count, dtype=np.bool_)
    with np.errstate(all="ignore"):
        for half_space in half_spaces:
            left &= ~(interpret(half_space.margin, backend, values).high < 0)
        if margin is not None:
            left &= ~goal(interpret(margin, backend, values))
    return left


def _hopeless(
    margin: Expression | None,
    goal: Any,  # noqa: ANN401
    box: Box,
    half_spaces: Sequence[HalfSpace],
) -> bool:
    """Whether a sample clearly breaks the goal, so that no proof need be tried."""
    values = box.sample(np.random.default_rng(3), _SAMPLES)
    inside = np.ones(_SAMPLES, dtype=np.bool_)
    for half_space in half_spaces:
        inside &= value_at(half_space.margin, values) > _CLEAR
    if margin is None:
        return bool(inside.any())
    value = value_at(margin, values)
    clear = inside & (np.abs(value) > _CLEAR) & np.isfinite(value)
    return bool(np.any(clear & ~goal(Bounds(value, value))))


def _used(
    names: list[str], margin: Expression | None, half_spaces: Sequence[HalfSpace]
) -> list[int]:
    symbols = frozenset[str]().union(
        *(half_space.formula.symbols for half_space in half_spaces),
        margin.symbols if margin else (),
    )
    return [index for index, name in enumerate(names) if name in symbols]


def _bisected(low: Array, high: Array, used: list[int]) -> tuple[Array, Array]:
    """Each box cut across its longest edge among the variables that matter."""
    widths = high - low
    longest = np.array(used)[widths[used].argmax(axis=0)]
    column = np.arange(low.shape[1])
    middle = (low[longest, column] + high[longest, column]) / 2
    upper_low, lower_high = low.copy(), high.copy()
    upper_low[longest, column] = middle
    lower_high[longest, column] = middle
    return np.concatenate([low, upper_low], axis=1), np.concatenate([lower_high, high], axis=1)
