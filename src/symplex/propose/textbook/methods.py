"""All methods, in the order in which they are tried, loaded when the first of them is asked for."""

from collections.abc import Iterator
from typing import final

from symplex.problem.method import Method


@final
class Methods:
    """Those of the catalogue; most searches end before they are asked."""

    def __iter__(self) -> Iterator[Method]:
        """Each of them."""
        from symplex.propose.textbook.catalogue import METHODS

        return iter(METHODS)
