"""Where a claim is made: a box with exact ends, perhaps infinite or excluded, and known facts.

Owns the value and its ranges; proves nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, final

from flint import arb

from symplex.expression import Expression, Symbol, Token
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, range_of

Values = Mapping[str, Expression]
STRICT: Final = MappingProxyType({True: Rule.POSITIVE, False: Rule.NONNEGATIVE})
"""The rule that a strict inequality obeys, or one that is not."""


@final
@dataclass(frozen=True)
class Ends:
    """An interval for one symbol; None is infinity."""

    low: Expression | None
    high: Expression | None
    low_open: bool = False
    """Whether the low end is left out."""
    high_open: bool = False

    @cached_property
    def range(self) -> Range:
        """The interval with enclosed ends."""
        low = -arb.pos_inf() if self.low is None else range_of(self.low, {}).low
        high = arb.pos_inf() if self.high is None else range_of(self.high, {}).high
        return Range(
            low, high, self.low is None or self.low_open, self.high is None or self.high_open
        )


@final
@dataclass(frozen=True)
class Fact:
    """A formula obeys a rule everywhere in a region."""

    formula: Expression
    rule: Rule


@final
@dataclass(frozen=True)
class Region:
    """The points of a box at which every fact holds. Parameters are coordinates like any other."""

    ends: Mapping[str, Ends]
    variables: tuple[str, ...]
    facts: tuple[Fact, ...] = ()

    def __hash__(self) -> int:
        """Of the ends and the facts."""
        return hash((tuple(self.ends.items()), self.facts))

    @cached_property
    def ranges(self) -> Mapping[str, Range]:
        """The box, enclosed."""
        return {name: ends.range for name, ends in self.ends.items()}

    def with_facts(self, facts: Iterable[Fact]) -> "Region":
        """The part of the region where more holds."""
        return replace(self, facts=(*self.facts, *facts))

    def with_ends(self, name: str, ends: Ends) -> "Region":
        """The part of the region in another interval of one symbol."""
        return replace(self, ends={**self.ends, name: ends})

    @property
    def interior(self) -> "Region":
        """The same without the faces of the variables; parameters keep their ends."""
        inner = {
            name: Ends(ends.low, ends.high, True, True) if name in self.variables else ends  # noqa: FBT003
            for name, ends in self.ends.items()
        }
        return replace(self, ends=inner)

    def where(self, values: Values) -> "Region":
        """The slice on which some symbols are given by formulas of the others.

        What the box says of them becomes facts: nothing is lost.
        """
        tokens = tokens_of(values)
        facts = [Fact(f.formula.substitute(tokens), f.rule) for f in self.facts]
        for name, value in values.items():
            ends = self.ends[name]
            facts += [Fact(value - ends.low, STRICT[ends.low_open])] if ends.low else []
            facts += [Fact(ends.high - value, STRICT[ends.high_open])] if ends.high else []
        kept = {name: ends for name, ends in self.ends.items() if name not in values}
        others = tuple(name for name in self.variables if name not in values)
        return Region(kept, others, tuple(facts))


def tokens_of(values: Values) -> dict[Token, Expression]:
    """Values of symbols, for substitution."""
    return {Symbol(name): value for name, value in values.items()}
