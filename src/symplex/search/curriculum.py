"""From a problem to the stages in which it is learnt (paper §5.4): space, time, parameters.

A stage is a smaller problem and the symbols that its formulas may use; the loop knows no more.
"""

from dataclasses import dataclass
from typing import final

from symplex.problem import Problem
from symplex.problem.restrict import at_start, plain_value, with_parameters


@final
@dataclass(frozen=True)
class Stage:
    """One step of the curriculum."""

    name: str
    problem: Problem
    released: str | None
    """The symbol that this stage has and the one before has not."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The variables and parameters that formulas may use."""
        return (*self.problem.variables, *self.problem.parameters)


def stages(problem: Problem, *, curriculum: bool = True) -> tuple[Stage, ...]:
    """The stages that make sense for a problem; the last is the problem itself.

    Departs from the paper: parameters are released one at a time, and a problem without time,
    space, initial data or parameters has no stage for them.
    """
    if not curriculum:
        return (Stage("whole problem", problem, None),)
    names = list(problem.parameters)
    fixed = _held(problem, names)
    found: list[Stage] = []
    start = at_start(fixed)
    if start is not None:
        found.append(Stage("space", start, None))
    found.append(Stage("time" if start else "variables", fixed, problem.time if start else None))
    for index, name in enumerate(names):
        found.append(Stage(name, _held(problem, names[index + 1 :]), name))
    return tuple(found)


def _held(problem: Problem, names: list[str]) -> Problem:
    values = {name: plain_value(problem.parameters[name]) for name in names}
    return with_parameters(problem, values) if values else problem
