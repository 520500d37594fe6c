"""Problem ↔ plain data, exactly: what leaves one process is what arrives in another.

Unlike a statement, the data hold the trees themselves. Nothing is parsed or checked again, and a
problem that was made from another one travels as it is.
"""

from collections.abc import Mapping
from typing import Any

from symplex.errors import ProblemError
from symplex.expression.transport import from_words, to_words
from symplex.problem.box import Interval
from symplex.problem.ends import EndKind, Side
from symplex.problem.equation import Differentiated, Equation, Region
from symplex.problem.problem import Problem
from symplex.problem.stated import StatedProblem

Data = Mapping[str, Any]


def to_data(problem: Problem) -> dict[str, Any]:
    """The problem as plain data, fit for JSON."""
    return {
        "name": problem.name,
        "unknowns": list(problem.unknowns),
        "domain": {name: _ends(ends) for name, ends in problem.domain.items()},
        "parameters": {name: _ends(ends) for name, ends in problem.parameters.items()},
        "constants": {name: to_words(value) for name, value in problem.constants.items()},
        "equations": [_equation(equation) for equation in problem.equations],
        "conditions": [_equation(condition) for condition in problem.conditions],
        "time": problem.stated_time,
        "declared": [
            [name, side.value, kind.value] for (name, side), kind in problem.declared.items()
        ],
    }


def from_data(data: Data) -> Problem:
    """The problem of which `to_data` made the data.

    Raises:
        ProblemError: if it made none of this kind.
    """
    try:
        return Problem.of(
            StatedProblem(
                name=data["name"],
                unknowns=tuple(data["unknowns"]),
                domain=_intervals(data["domain"]),
                parameters=_intervals(data["parameters"]),
                constants={name: from_words(value) for name, value in data["constants"].items()},
                equations=tuple(map(_read_equation, data["equations"])),
                conditions=tuple(map(_read_equation, data["conditions"])),
                stated_time=data["time"],
                declared={(name, Side(s)): EndKind(kind) for name, s, kind in data["declared"]},
            )
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ProblemError(f"expected the data of a problem, found {error!r}") from None


def _ends(interval: Interval) -> list[Any]:
    return [to_words(interval.low), to_words(interval.high)]


def _intervals(data: Data) -> dict[str, Interval]:
    return {name: Interval(*map(from_words, ends)) for name, ends in data.items()}


def _equation(equation: Equation) -> dict[str, Any]:
    return {
        "left": to_words(equation.left),
        "right": to_words(equation.right),
        "fixed": [[name, to_words(value)] for name, value in equation.region.fixed],
        "text": equation.text,
        "differentiated": [_record(record) for record in equation.differentiated],
        "kept": None if equation.kept is None else [to_words(side) for side in equation.kept],
    }


def _record(record: Differentiated) -> list[Any]:
    inner = None if record.inner is None else to_words(record.inner)
    return [to_words(record.formula), list(record.by), inner]


def _read_record(data: list[Any]) -> Differentiated:
    inner = None if data[2] is None else from_words(data[2])
    return Differentiated(from_words(data[0]), tuple(data[1]), inner)


def _read_equation(data: Data) -> Equation:
    fixed = tuple((name, from_words(value)) for name, value in data["fixed"])
    sides = from_words(data["left"]), from_words(data["right"])
    records = tuple(map(_read_record, data["differentiated"]))
    kept = None
    if data["kept"] is not None:
        kept = from_words(data["kept"][0]), from_words(data["kept"][1])
    return Equation(*sides, Region(fixed), data["text"], records, kept)
