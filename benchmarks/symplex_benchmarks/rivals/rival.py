"""What every rival is: a method that takes a problem and gives formulas, or a field of values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

from symplex.problem import Problem

Columns = Mapping[str, NDArray[np.float64]]
"""Values by the name of a variable, a parameter or an unknown; one entry for each point."""
Field = Callable[[Columns], Columns]
"""Values of the unknowns at given points of the variables and parameters."""


@final
@dataclass(frozen=True)
class Answer:
    """What a rival found: formulas in SymPlex's notation, or a field where it has no formula."""

    formulas: Mapping[str, str] | None = None
    """A formula for each unknown."""
    values: Field | None = None
    """The field, where there is no formula."""
    candidates: int = 0
    """How many expressions were scored; 0 where nothing is searched."""
    storage: int = 0
    """Bytes that are needed to keep the answer: of the formula, the weights or the grid."""
    reason: str = ""
    """Why there is no answer, in a sentence."""
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    """The settings that were used, for a caption."""


class Rival(Protocol):
    """A method; it is run in a process of its own, and may raise."""

    @property
    def name(self) -> str:
        """As the command line names it."""
        ...

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """The answer, within about the given seconds."""
        ...
