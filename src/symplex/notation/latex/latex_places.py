"""Where the unknowns of an equation are taken: everywhere, or where some variables are fixed."""

from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError


@final
@dataclass(frozen=True)
class Evaluated:
    """Where the unknowns of an equation are taken."""

    fixed: tuple[tuple[str, str], ...] = ()
    """Variables with their values as text, in the order of the problem."""


EVERYWHERE = Evaluated()


@final
class Places:
    """Where each unknown that was read is taken."""

    def __init__(self) -> None:
        self._found: list[tuple[Evaluated, int]] = []

    def __len__(self) -> int:
        """How many unknowns were read."""
        return len(self._found)

    def add(self, at: Evaluated, column: int) -> None:
        """An unknown was read at a column."""
        self._found.append((at, column))

    def are_fixed(self, first: int) -> bool:
        """Whether what was read since there were `first` is taken at a place."""
        return any(place.fixed for place, _ in self._found[first:])

    def forget(self, first: int) -> None:
        """Leave out what was read since there were `first`."""
        del self._found[first:]

    def move(self, first: int, at: Evaluated, column: int) -> None:
        """What was read since there were `first` is taken at one place."""
        if any(place.fixed for place, _ in self._found[first:]):
            raise ExpressionError("values at two places are named", column=column)
        self._found[first:] = [(at, found) for _, found in self._found[first:]]

    def taken(self) -> Evaluated:
        """The one place where all of them are taken; after that, none were read."""
        found, self._found = self._found, []
        for place, column in found:
            if place != found[0][0]:
                raise ExpressionError(
                    "the unknowns of one equation are taken at different points; periodic and "
                    "two-point conditions cannot be stated yet",
                    column=column,
                )
        return found[0][0] if found else EVERYWHERE
