"""Short ways to write a true answer with its statement."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import LINE, Attack, Box, Statement, cauchy, dirichlet, statement

Parameters = Mapping[str, Any]
Started = tuple[str, str] | tuple[str, str, Box] | tuple[str, str, Box, Parameters]
"""An equation, its answer, the box if it is not [-1, 1], parameters."""
Stated = tuple[str, Box, Sequence[tuple[str, str]], str]
"""An equation, the box, conditions and the answer."""


def right(kind: str, stated: Statement, answer: str, reason: str) -> Attack:
    """A true answer of the problem's unknowns, parted by semicolons."""
    formulas = dict(zip(stated["unknowns"], answer.split("; "), strict=True))
    return Attack(kind, stated, formulas, reason, is_right=True)


def started(kind: str, rows: Iterable[Started], reason: str) -> Iterator[Attack]:
    """Evolution equations on all of space, with the answer's values at t = 0."""
    for equation, answer, box, parameters in map(_filled, rows):
        stated = cauchy(equation, answer, box, parameters=parameters)
        yield right(kind, stated, answer, reason)


def bounded(kind: str, rows: Iterable[Started], reason: str) -> Iterator[Attack]:
    """Equations on a box, with the answer's values on every face."""
    for equation, answer, box, parameters in map(_filled, rows):
        stated = dirichlet(equation, answer, box, parameters)
        yield right(kind, stated, answer, reason)


def stated(
    kind: str,
    rows: Iterable[Stated],
    reason: str,
    parameters: Parameters | None = None,
    unknowns: Sequence[str] = ("u",),
) -> Iterator[Attack]:
    """Problems with conditions of their own; several equations are parted by semicolons."""
    for equations, box, conditions, answer in rows:
        made = statement(equations.split("; "), box, conditions, parameters, unknowns)
        yield right(kind, made, answer, reason)


def _filled(row: Started) -> tuple[str, str, Box, Parameters]:
    match row:
        case (equation, answer):
            return equation, answer, LINE, {}
        case (equation, answer, box):
            return equation, answer, box, {}
        case _:
            return row
