"""Derivatives as they were written: the formula inside ``diff(formula, x)``, before it is expanded.

Expanding differentiates kinks away: ``diff(sign(x)*u_x, x)`` becomes ``sign(x)*u_xx`` and the jump
of the flux is lost. The search works with the expanded form; a proof needs what stood there. Owns
the record of one such derivative, the leaf that stands for it, and the way back to text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, final

from symplex.expression.expression import Expression
from symplex.expression.render import to_text
from symplex.expression.token import Derivative, Token

_PLACEHOLDER: Final = re.compile(r"diff#([0-9]+)")


@final
@dataclass(frozen=True)
class Differentiated:
    """The statement contains the derivative of `formula` by the variables `by`, in this order."""

    formula: Expression
    """In derivatives of unknowns, variables and parameters; derivatives inside are expanded."""
    by: tuple[str, ...]
    inner: Expression | None = None
    """The formula with placeholders, where recorded derivatives stand inside it."""

    @property
    def with_placeholders(self) -> Expression:
        """The formula, with each recorded derivative inside it as the leaf `placeholder`."""
        return self.formula if self.inner is None else self.inner

    def substitute(self, replacements: Mapping[Token, Expression]) -> "Differentiated":
        """With leaves of the formula replaced, but never a variable of `by`."""
        inner = None if self.inner is None else self.inner.substitute(replacements)
        return Differentiated(self.formula.substitute(replacements), self.by, inner)


def placeholder(index: int) -> Derivative:
    """The leaf that stands for the recorded derivative of this number; nobody can write it."""
    return Derivative(f"diff#{index}")


def text_with(tree: Expression, differentiated: Sequence[Differentiated]) -> str:
    """The text of a tree with placeholders, each written as the ``diff(…)`` that it stands for."""

    def written(match: re.Match[str]) -> str:
        record = differentiated[int(match[1])]
        runs = ((name, len(list(run))) for name, run in groupby(record.by))
        steps = [name if times == 1 else f"{name}, {times}" for name, times in runs]
        inside = text_with(record.with_placeholders, differentiated)
        return f"diff({inside}, {', '.join(steps)})"

    return _PLACEHOLDER.sub(written, to_text(tree))
