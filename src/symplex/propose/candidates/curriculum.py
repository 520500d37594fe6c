"""From a problem to the stages in which it is learnt (paper §5.4): space, time, parameters.

A stage is a smaller problem and the symbols that its formulas may use; the loop knows no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import final

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.restrict import plain_value, start_of, value_inside, with_parameters


class StageKind(Enum):
    """What a stage learns."""

    WHOLE = "whole problem"
    VARIABLES = "variables"
    START = "start"
    EVOLUTION = "evolution"
    PARAMETER = "parameter"


@final
@dataclass(frozen=True)
class Stage:
    """One step of the curriculum."""

    kind: StageKind
    name: str
    """For people: ``space``, ``time``, the name of a parameter."""
    problem: Problem
    released: str | None
    """The symbol that this stage has and the one before has not."""
    origin: Expression | None = None
    """Where the released variable stood in the stage before; None for a parameter."""
    held: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """The parameters at whose values it is the whole problem; none at the start of a variable."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The variables and parameters that formulas may use."""
        return (*self.problem.variables, *self.problem.parameters)


def curricula(
    problem: Problem, *, curriculum: bool = True, whole: bool = True, other_values: bool = True
) -> tuple[tuple[Stage, ...], ...]:
    """What attempts take in turn: parameters held at plain values, and each at one of its own.

    Several that are all held at 1 may hide one another, so there the second comes first.

    Args:
        problem: What is to be solved.
        curriculum: Whether there is more than one stage.
        whole: Whether the whole problem, without stages, is attempted in between: a stage that
            stands still must not keep the search from it.
        other_values: Whether parameters are ever held at values of their own.
    """
    if not other_values:
        return (stages(problem, curriculum=curriculum),)
    several = len(problem.parameters) > 1
    first, second = (
        stages(problem, curriculum=curriculum, plain=plain) for plain in (not several, several)
    )
    if whole and len(first) > 1:
        return first, (whole_stage(problem),), second
    return first, second


def whole_stage(problem: Problem) -> Stage:
    """The whole problem at once."""
    return Stage(StageKind.WHOLE, "whole problem", problem, None)


def stages(problem: Problem, *, curriculum: bool = True, plain: bool = True) -> tuple[Stage, ...]:
    """The stages that make sense for a problem; the last is the problem itself.

    Departs from the paper: parameters are released one at a time, and a problem without time,
    space, initial data or parameters has no stage for them.

    Args:
        problem: What is to be solved.
        curriculum: Whether there is more than one stage.
        plain: Whether parameters are held at 1 where they can be, all at the same value; else each
            at a value of its own, so that none hides another.
    """
    if not curriculum:
        return (whole_stage(problem),)
    names = list(problem.parameters)
    values = _plain(problem) if plain else _distinct(problem)
    fixed, held = _held(problem, names, values)
    found: list[Stage] = []
    start = start_of(fixed)
    if start is None:
        found.append(Stage(StageKind.VARIABLES, "variables", fixed, None, held=held))
    else:
        is_time = start.name == problem.time
        name = "space" if is_time else f"at {start.name}"
        found.append(Stage(StageKind.START, name, start.problem, None))
        label = "time" if is_time else start.name
        found.append(Stage(StageKind.EVOLUTION, label, fixed, start.name, start.value, held))
    for index, name in enumerate(names):
        freed, held = _held(problem, names[index + 1 :], values)
        found.append(Stage(StageKind.PARAMETER, name, freed, name, held=held))
    return tuple(found)


def _plain(problem: Problem) -> dict[str, Expression]:
    return {name: plain_value(interval) for name, interval in problem.parameters.items()}


def _distinct(problem: Problem) -> dict[str, Expression]:
    """Values spread over the ranges, at another share of each."""
    shares = 1 / (len(problem.parameters) + 2)
    return {
        name: value_inside(interval, (index + 1) * shares, 16)
        for index, (name, interval) in enumerate(problem.parameters.items())
    }


def _held(
    problem: Problem, names: list[str], values: Mapping[str, Expression]
) -> tuple[Problem, Mapping[str, Expression]]:
    """The problem with some parameters held, and the values at which they are."""
    held = {name: values[name] for name in names}
    return with_parameters(problem, held) if held else problem, held
