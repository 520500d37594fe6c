"""What a tree is made of: operators and the four kinds of leaf.

A `Token` is a union, not a hierarchy. Operators live in their table; here are the leaves.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.expression.operators import Operator

MAX_BITS = 4_096
"""The most bits of the numerator and of the denominator of a number that is read or written."""


@final
@dataclass(frozen=True, slots=True)
class Symbol:
    """An independent variable or a symbolic parameter, by name."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Derivative:
    """An unknown (`by` empty) or one of its partial derivatives; the order of `by` is sorted."""

    of: str
    by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Mixed derivatives commute, so one spelling stands for all."""
        object.__setattr__(self, "by", tuple(sorted(self.by)))

    @property
    def order(self) -> int:
        """How many times it differentiates."""
        return len(self.by)


@final
@dataclass(frozen=True, slots=True)
class Number:
    """A number that a person wrote: exact."""

    value: Fraction

    def __post_init__(self) -> None:
        """Accept whole numbers too."""
        object.__setattr__(self, "value", Fraction(self.value))

    def __hash__(self) -> int:
        """Of the two integers: a fraction's own takes a power modulo a prime."""
        return hash((self.value.numerator, self.value.denominator))

    @property
    def is_long(self) -> bool:
        """Whether it has more digits than a formula may have."""
        return (
            max(self.value.numerator.bit_length(), self.value.denominator.bit_length()) > MAX_BITS
        )


@final
@dataclass(frozen=True, slots=True)
class Constant:
    """A slot for a constant to be fitted; its value stands beside the tokens, not in them."""


CONSTANT: Final = Constant()
"""The one slot token. The n-th slot of a tree in prefix order holds its n-th constant."""

Token = Operator | Symbol | Derivative | Number | Constant


def arity(token: Token) -> int:
    """How many arguments a token takes: none, unless it is an operator."""
    return token.arity if isinstance(token, Operator) else 0
