"""How a formula may be written otherwise: the words in which that is said.

Owns their shape alone: generators with a rule for each node, factors, the sign that a root hides.
Whoever finds such words need not know who checks them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symplex.expression.expression import Expression
from symplex.expression.token import Token

Record = tuple[Any, ...]
"""How something may be shown: plain values, whose first says which rule is meant."""
Factors = tuple[Fraction, Sequence[tuple[Expression, int]]]
"""A constant, and formulas with their exponents, whose product is meant."""


@final
class HiddenSign(Exception):  # noqa: N818 (a question, not an error)
    """A root hides an absolute value: the sign of a formula decides what it is."""

    def __init__(self, formula: Expression) -> None:
        super().__init__()
        self.formula = formula


@final
@dataclass(frozen=True)
class Rewriting:
    """Generators in order, and for each node that is none of them how it is written in them."""

    generators: tuple[Expression, ...]
    rules: Mapping[tuple[Token, ...], Record]
