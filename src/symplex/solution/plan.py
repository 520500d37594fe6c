"""What a course is made with, whatever its problem is."""

from dataclasses import dataclass, replace
from typing import final

from symplex.budget import Budget
from symplex.methods.method import Method
from symplex.search.settings import SearchSettings
from symplex.search.state import RunOptions
from symplex.solution.approximating import Acceptance
from symplex.structure.looking import Sight


@final
@dataclass(frozen=True)
class Plan:
    """What a course is made with, whatever its problem is."""

    settings: SearchSettings
    options: RunOptions
    methods: tuple[Method, ...]
    clock: Budget
    """It ends the run; no decision depends on it."""
    depth: int = 0
    """How many reductions have led to the problem."""
    sights: tuple[Method, ...] = ()
    """Methods that look at a reference; they come late, and not for smaller problems."""
    sight: Sight | None = None
    """The reference that they look at, if it may be used for approximations too."""
    acceptance: Acceptance | None = None
    """What ends the run before its time."""

    @property
    def below(self) -> "Plan":
        """The plan for a smaller problem."""
        options = replace(
            self.options,
            hints=(),
            watch=None,
            keep=None,
            neighbours=None,
            policy=None,  # it writes in the words of this problem
            boundary=self.options.boundary.below(),
            time_limit=max(self.clock.left, 1e-3),
        )
        return replace(
            self,
            options=options,
            depth=self.depth + 1,
            sights=(),
            sight=None,
            acceptance=None,
        )
