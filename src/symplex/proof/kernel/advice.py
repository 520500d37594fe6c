"""What the kernel may be told, and never believes: it checks each word of it.

Owns the shape of advice. Finding it is the business of `proof/advice`, which the kernel does not
import: a wrong or missing word costs a proof, not the truth.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.expression.rewriting import Factors, Record, Rewriting
from symplex.proof.kernel.region import Region
from symplex.work.budget import Budget


class Step(IntEnum):
    """What a record begins with. The numbers are the format of a proof."""

    RANGES = 1
    FORM = 2
    POWER = 3
    FACT = 4
    FACTORS = 5
    LOCUS = 6
    OK = 7
    OUT = 8
    CUT = 9
    TANGENT = 10


class Claim(NamedTuple):
    """Something that was shown on a region, and how; the checker replays each."""

    region: Region
    formula: Expression | None
    """None if the region is empty."""
    rule: Rule | None
    """The rule that the formula obeys; None if it vanishes."""
    how: "Rewriting | Record"


class Advice(Protocol):
    """What may be known on one region."""

    def rewriting(self, formula: Expression) -> Rewriting | None:
        """Generators in which a formula may be seen to vanish."""
        ...

    def factors(self, formula: Expression) -> Factors:
        """A constant and factors with exponents whose product may be the formula."""
        ...

    def coefficients(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """The formula as a polynomial in a symbol, from the constant term up."""
        ...

    def normal(self, formula: Expression) -> Expression:
        """A short formula that may be the same."""
        ...

    def root(self, formula: Expression) -> Sequence[tuple[Expression, Fraction]] | None:
        """Powers whose product a root may be, with squares taken out of it."""
        ...

    def sign(self, formula: Expression, rule: Rule) -> Record | None:
        """How the formula may be shown to obey the rule."""
        ...

    def emptiness(self) -> Record | None:
        """How the region may be shown to be empty."""
        ...

    def guess(self, formula: Expression) -> int:
        """The sign at sampled points; 0 if both occur or there are none."""
        ...

    def bound(self, formula: Expression) -> Fraction | None:
        """A number that the size of a formula may not exceed."""
        ...


Advise = Callable[[Region, Budget], Advice]
