"""The random choices of one attempt at making a tree.

Owns the reference of what the compiled core draws, bit for bit
(``numerics/evaluation/core/random.hpp``).
"""

from collections.abc import Sequence
from typing import Final, TypeVar, final

_WORD: Final = 2**64 - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_Item = TypeVar("_Item")


def scramble(x: int) -> int:
    """The mix of splitmix64."""
    x = (x + _GOLDEN) & _WORD
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _WORD
    return x ^ (x >> 31)


@final
class Choices:
    """The random choices of one attempt: splitmix64, whole numbers only."""

    def __init__(self, seed: int, sequence: int, attempt: int) -> None:
        self._state = scramble(scramble(scramble(seed) ^ sequence) ^ attempt)

    def below(self, n: int) -> int:
        """A number below n: by multiplication, off from uniform by less than n/2⁶⁴."""
        bits = scramble(self._state)
        self._state = (self._state + _GOLDEN) & _WORD
        return (bits * n) >> 64

    def percent(self, share: int) -> bool:
        """True in so many cases of a hundred."""
        return self.below(100) < share

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]
