"""Approximations by size and error, and the one to be chosen.

Owns the value `Approximation`, what a front is, and its knee. Where no reference is known, a front
is sorted by the loss of the search, which is a residual norm, called that, and no error.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, final

from symplex.expression.render import to_text
from symplex.origin import UNRECORDED, Origin
from symplex.solver.approximation.reference_values import Formulas, Measured

_GOOD: Final = 0.01
"""An error that makes a formula useful: the knee is sought among such formulas."""
_FINE: Final = 1e-4
"""An error that a person calls none: what is finer is not worth more nodes."""
_NODES_FOR_A_DIGIT: Final = 12
_BETTER: Final = 0.8
"""A formula is worth more nodes only if its error is below this share of the smaller one's."""


@final
@dataclass(frozen=True)
class Approximation:
    """One formula of the front: its size against its error."""

    size: int
    loss: float
    """The mean square of the residuals, weighted; NaN where it was not computed."""
    formulas: Formulas
    error: Measured | None = None
    """The error as measured by a reference, if there is one."""
    origin: Origin = field(default=UNRECORDED, compare=False)

    @classmethod
    def unmeasured(
        cls, formulas: Formulas, origin: Origin, loss: float = math.nan
    ) -> "Approximation":
        """Formulas with a loss, if that is known."""
        return cls(size_of(formulas), loss, formulas, origin=origin)

    @property
    def badness(self) -> float:
        """What the front is sorted by besides size: the error, or the loss where none is known."""
        return self.loss if self.error is None else self.error.bound

    @property
    def sentence(self) -> str:
        """How good it is, in words."""
        if self.error is None and math.isnan(self.loss):
            return "residual norm not computed"
        if self.error is None:
            return f"residual norm {math.sqrt(self.loss):.2g} at sampled points"
        return f"error {self.error.sentence}"

    @property
    def text(self) -> str:
        """The formulas in one line."""
        texts = (f"{name} = {to_text(formula)}" for name, formula in self.formulas.items())
        return "; ".join(texts)

    def to_json(self) -> dict[str, Any]:
        """The numbers and the formulas."""
        texts = {name: to_text(formula) for name, formula in self.formulas.items()}
        error = {} if self.error is None else {"error": self.error.to_json()}
        loss = self.loss if math.isfinite(self.loss) else None
        return {"size": self.size, "loss": loss, "solution": texts, **error}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any], formulas: Formulas) -> "Approximation":
        """What `to_json` wrote, its formulas read by the caller."""
        loss = math.nan if raw["loss"] is None else float(raw["loss"])
        error = raw.get("error")
        measured = None if error is None else Measured.from_json(error)
        return cls(int(raw["size"]), loss, formulas, measured)


def size_of(formulas: Formulas) -> int:
    """The nodes of all formulas."""
    return sum(formula.size for formula in formulas.values())


def front_of(found: Iterable[Approximation]) -> tuple[Approximation, ...]:
    """Those that no smaller one beats, or comes close to, from small to large."""
    kept: list[Approximation] = []
    for one in sorted(found, key=lambda a: (a.size, a.badness)):
        if math.isfinite(one.badness) and (not kept or one.badness < _BETTER * kept[-1].badness):
            kept.append(one)
    return tuple(kept)


def least_residual(front: Sequence[Approximation]) -> Approximation | None:
    """What meets the statement best at sampled points, and may be far off between them."""
    known = [one for one in front if not math.isnan(one.loss)]
    return min(known, key=lambda one: (one.loss, one.size), default=None)


def knee(front: Sequence[Approximation]) -> Approximation:
    """Where more nodes begin to pay less: a digit more is worth a dozen nodes, and no more.

    Among formulas that are good; the most accurate one if none is.
    """
    good = [one for one in front if one.badness <= _GOOD] or front[-1:]

    def cost(one: Approximation) -> float:
        return one.size + _NODES_FOR_A_DIGIT * math.log10(max(one.badness, _FINE))

    return min(good, key=lambda one: (cost(one), one.size))
