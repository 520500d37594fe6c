"""From a problem to the stages in which it is learnt (paper §5.4): space, time, parameters.

A stage is a smaller problem and the symbols that its formulas may use; the loop knows no more.
"""

from dataclasses import dataclass
from typing import final

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.restrict import plain_value, start_of, with_parameters


@final
@dataclass(frozen=True)
class Stage:
    """One step of the curriculum."""

    name: str
    problem: Problem
    released: str | None
    """The symbol that this stage has and the one before has not."""
    origin: Expression | None = None
    """Where the released variable stood in the stage before; None for a parameter."""

    @property
    def begins_whole(self) -> bool:
        """Whether all of the problem's variables are here for the first time."""
        return self.released is None or self.origin is not None

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
    start = start_of(fixed)
    if start is None:
        found.append(Stage("variables", fixed, None))
    else:
        is_time = start.name == problem.time
        found.append(Stage("space" if is_time else f"at {start.name}", start.problem, None))
        label = "time" if is_time else start.name
        found.append(Stage(label, fixed, start.name, start.value))
    for index, name in enumerate(names):
        found.append(Stage(name, _held(problem, names[index + 1 :]), name))
    return tuple(found)


def _held(problem: Problem, names: list[str]) -> Problem:
    values = {name: plain_value(problem.parameters[name]) for name in names}
    return with_parameters(problem, values) if values else problem
