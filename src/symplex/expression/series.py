"""Series: a formula plus a sum over the integers of formulas in one more name.

Owns the value and its text; reading one is the business of `read_series`. It is no operator: what
searches, encodes and differentiates formulas never meets a sum.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, final

from symplex.expression.expression import Expression, number
from symplex.expression.render import normal_form, to_text
from symplex.expression.token import Symbol

SUM: Final = "sum"
"""The word for a series, which only an answer may be: ``sum(f, n, 1, oo)``."""
_INFINITY: Final = "oo"


@final
@dataclass(frozen=True)
class Series:
    """``closed + Σ term`` over ``index = first, first + step, …`` without end."""

    closed: Expression
    term: Expression
    index: str
    first: int = 1
    step: int = 1

    @property
    def text(self) -> str:
        """As it is read back."""
        step = "" if self.step == 1 else f", {self.step}"
        term = to_text(self.term)
        whole = f"{SUM}({term}, {self.index}, {self.first}, {_INFINITY}{step})"
        return whole if self.closed == number(0) else f"{to_text(self.closed)} + {whole}"

    @property
    def symbols(self) -> frozenset[str]:
        """The variables and parameters in it; not the index."""
        return self.closed.symbols | (self.term.symbols - {self.index})

    def changed(self, change: Callable[[Expression], Expression]) -> "Series":
        """The same sum of other formulas."""
        return replace(self, closed=change(self.closed), term=change(self.term))

    def at(self, count: int) -> Expression:
        """The term number `count`, from 0 on."""
        place = number(self.first + count * self.step)
        return normal_form(self.term.substitute({Symbol(self.index): place}))

    def partial(self, count: int) -> Expression:
        """The closed part and so many terms, as one formula."""
        terms = (self.at(place) for place in range(count))
        return normal_form(reduce(Expression.__add__, terms, self.closed))

    def __repr__(self) -> str:
        """As it is written."""
        return f"Series({self.text!r})"


Formula = Expression | Series
"""What an answer may be for an unknown."""


def formula_text(formula: Formula) -> str:
    """A formula or a series in the problem file's own language."""
    return formula.text if isinstance(formula, Series) else to_text(formula)
