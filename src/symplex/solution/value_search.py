"""A search by values, beside the search by the equations: regression on a reference.

Owns how such a search is set up and how long its turns are. What it finds at the level of the
reference's error is polished and proved like anything else; the rest are approximations.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, final

from symplex.approximation.values import ValueDraw, value_objective
from symplex.approximation.yardstick import Yardstick
from symplex.budget import Budget
from symplex.expression.transport import from_words, to_words
from symplex.origin import Counts, Origin, Writer, by_writer
from symplex.problem import Problem
from symplex.search.loop import Search
from symplex.search.saving import save_between_epochs
from symplex.search.settings import SearchSettings
from symplex.search.state import Finding, RunOptions, Scored

_SHARE: Final = 0.5
"""How many of its candidates there are for each one of the search by the equations."""


@final
class ValueSearch:
    """A search whose candidates are fitted to the values of a reference."""

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        options: RunOptions,
        yardstick: Yardstick,
        saved: bytes | None = None,
    ) -> None:
        """A search from its beginning, or from where an earlier one was.

        Args:
            problem: Whose solution is known by its values.
            settings: Those of the search by the equations.
            options: Those of the search by the equations, with formulas to begin with as hints.
            yardstick: The values.
            saved: What `saved` gave; what it began with then is what it began with.
        """
        first, _, state = (saved or b"").partition(b"\n")
        self._hints = tuple(map(from_words, json.loads(first))) if saved else options.hints
        self.objective = value_objective(yardstick, problem.variables, problem.unknowns)
        """The mean square error of candidates, at all points."""
        draw = ValueDraw(yardstick)
        alone = replace(
            options, hints=self._hints, draw=draw, watch=None, keep=None, neighbours=None
        )
        self._search = Search(
            problem, settings.for_values(yardstick.reference), alone, state or None
        )
        self._findings = self._search.findings()

    @property
    def candidates(self) -> int:
        """How many were scored so far."""
        return self._search.state.candidates

    @property
    def candidates_by_origin(self) -> Counts:
        """The same by who wrote them."""
        return {_by_values(one): n for one, n in by_writer(self._search.state.written).items()}

    def turns(self, beside: int, clock: Budget) -> Iterator[Finding]:
        """What looks like the solution, until this search has its share beside another one.

        Args:
            beside: How many candidates the other one has scored since this one began.
            clock: What ends the run, and with it a turn.
        """
        while self.candidates < _SHARE * beside and clock.left > 0:
            for finding in self._findings:
                if finding is None:
                    break
                yield replace(finding, origin=_by_values(finding.origin))
            else:
                return

    @property
    def front(self) -> tuple[Scored, ...]:
        """The best of every size, with the mean squares of their errors."""
        found = self._search.result().front
        return tuple(replace(one, origin=_by_values(one.origin)) for one in found)

    def below(self, error: float) -> list[Scored]:
        """Those of the front whose root mean square error is small enough."""
        return [one for one in self.front if one.loss <= error**2]

    def saved(self) -> bytes:
        """What it began with, and where it is, between two turns."""
        first = json.dumps([to_words(hint) for hint in self._hints]).encode()
        return b"\n".join((first, save_between_epochs(self._search.state, self._search.seconds)))


def _by_values(origin: Origin) -> Origin:
    """The origin of a candidate: what it has for hints are formulas fitted to the values."""
    told = origin.writer is Writer.HINT
    return Origin(Writer.VALUES, of=Origin(Writer.REGRESSION) if told else origin)
