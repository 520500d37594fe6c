"""What a faulty ingredient hands over: what it meant to, as NaN or a million times."""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final, cast

import numpy as np

from symplex.expression import CONSTANT, Expression
from symplex.expression.encoded import EncodedTree
from symplex.expression.operators import MULTIPLY
from symplex.numerics.reference.result import Field, Sample
from symplex.propose.candidates.batches import ProposalBatch

MANY: Final = 1_000_000
_DEPTH: Final = 12


@dataclass(frozen=True)
class _Nowhere:
    """A numerical solution without values."""

    field: Field

    def values(self, columns: Any, by: Sequence[str] = ()) -> Any:  # noqa: ANN401 (as `Field`)
        return np.full_like(self.field.values(columns, by), np.nan)


def spoiled(value: Any, depth: int = _DEPTH) -> Any:  # noqa: ANN401 (whatever is handed over)
    """The same with NaN for every float, in whatever it is made of."""
    if isinstance(value, float):
        return float("nan")
    if depth == 0 or value is None or isinstance(value, (str, bytes, int, Enum, type)):
        return value
    if isinstance(value, np.ndarray):
        return np.full_like(value, np.nan) if value.dtype.kind == "f" else value
    return _spoiled_whole(value, lambda part: spoiled(part, depth - 1))


def _spoiled_whole(value: Any, spoil: Callable[[Any], Any]) -> Any:  # noqa: ANN401, C901, PLR0911
    if isinstance(value, Expression):
        return _spoiled_formula(value)
    if isinstance(value, EncodedTree):
        return value.with_constants([float("nan")] * len(value.constants))
    if isinstance(value, Sample):  # the estimate of its error stays: it would give it away
        return replace(value, field=_Nowhere(value.field))
    if isinstance(value, Mapping):
        return {key: spoil(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(map(spoil, value))
    if isinstance(value, list):
        return [spoil(part) for part in cast("list[Any]", value)]
    if is_dataclass(value):
        return _spoiled_fields(value, spoil)
    if callable(value):
        say = cast("Callable[..., Iterable[Any]]", value)
        return lambda *args: map(spoil, say(*args))
    return value


def _spoiled_formula(formula: Expression) -> Expression:
    """NaN for each constant; one of them as a factor where there is none."""
    if formula.constants or len(formula.components) > 1:
        return Expression(formula.tokens, (float("nan"),) * len(formula.constants))
    return Expression((MULTIPLY, CONSTANT, *formula.tokens), (float("nan"),))


def _spoiled_fields(value: Any, spoil: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    made = copy.copy(value)
    names = [field.name for field in fields(value)]
    for cached in set(getattr(made, "__dict__", ())) - set(names):
        del made.__dict__[cached]
    for name in names:
        object.__setattr__(made, name, spoil(getattr(value, name)))
    return made


def flooded(value: Any) -> Any:  # noqa: ANN401
    """A million of it, where it is many things in one."""
    if isinstance(value, ProposalBatch) and len(value):
        return value.take(np.arange(MANY) % len(value))
    if isinstance(value, (tuple, list)) and value:
        return value * (MANY // len(value))
    return value
