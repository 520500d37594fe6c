"""What an attack is: a statement, an answer, and the reason why the answer is wrong or right.

Owns the short ways to write a statement whose conditions are satisfied by a given formula, so that
an attack is wrong for the reason that it names and for no other.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from symplex.expression import Expression, Symbol, Token
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem

Statement = Mapping[str, Any]
"""The content of a problem file."""
Box = Mapping[str, Sequence[Any]]
"""The interval of each variable."""
LINE: Box = {"x": (-1, 1)}
PLANE: Box = {"x": (-1, 1), "y": (-1, 1)}
SPACE: Box = {"x": (-1, 1), "y": (-1, 1), "z": (-1, 1)}


@final
@dataclass(frozen=True)
class Attack:
    """An answer to a statement, and what a mathematician knows of it."""

    kind: str
    statement: Statement
    answer: Mapping[str, str]
    reason: str
    """Why the answer is wrong, or by what identity it is right."""
    is_right: bool = False

    @property
    def key(self) -> str:
        """The statement and the answer as one text: the same for the same attack."""
        return json.dumps([self.statement, self.answer], sort_keys=True, default=str)

    @property
    def problem(self) -> Problem:
        """The statement, checked."""
        return Problem.from_statement(self.statement)

    def __str__(self) -> str:
        """One line: the equations, the answer and the reason."""
        equations = ", ".join(self.statement["equations"])
        answer = "; ".join(f"{name} = {text}" for name, text in self.answer.items())
        return f"[{self.kind}] {equations} | {answer} | {self.reason}"


def distinct(attacks: Iterable[Attack]) -> tuple[Attack, ...]:
    """Each attack once, in the order of the first of its kind."""
    return tuple({attack.key: attack for attack in attacks}.values())


def statement(
    equations: str | Sequence[str],
    domain: Box,
    conditions: Sequence[tuple[str, str]],
    parameters: Mapping[str, Any] | None = None,
    unknowns: Sequence[str] = ("u",),
) -> Statement:
    """A problem file's content."""
    return {
        "unknowns": list(unknowns),
        "equations": [equations] if isinstance(equations, str) else list(equations),
        "domain": {name: list(ends) for name, ends in domain.items()},
        "parameters": dict(parameters or {}),
        "conditions": [{"where": where, "equation": text} for where, text in conditions],
    }


def on_face(formula: str, names: Iterable[str], **fixed: object) -> str:
    """A formula with some of its variables put in, as text."""
    scope = Scope(variables=tuple(names))
    values: dict[Token, Expression] = {
        Symbol(name): parse(str(value)) for name, value in fixed.items()
    }
    return to_text(parse(formula, scope).substitute(values))


def cauchy(
    equation: str,
    formula: str,
    box: Box = LINE,
    time: tuple[object, object] = (0, 1),
    parameters: Mapping[str, Any] | None = None,
) -> Statement:
    """An evolution equation on all of space, started from a formula's values."""
    names = (*box, "t", *(parameters or {}))
    data = on_face(formula, names, t=time[0])
    return statement(equation, {**box, "t": time}, [(f"t = {time[0]}", f"u = {data}")], parameters)


def dirichlet(
    equation: str, formula: str, box: Box = LINE, parameters: Mapping[str, Any] | None = None
) -> Statement:
    """An equation on a box with a formula's values on every face."""
    names = (*box, *(parameters or {}))
    conditions = [
        (f"{name} = {end}", f"u = {on_face(formula, names, **{name: end})}")
        for name, ends in box.items()
        for end in ends
    ]
    return statement(equation, box, conditions, parameters)


def shifted(text: str, shift: str) -> str:
    """A text with P for a place on the line, the place moved from the origin to `shift`."""
    return text.replace("P", f"(x - ({shift}))" if shift != "0" else "x")


def text_of(formula: Expression) -> str:
    """A formula in the problem file's language."""
    return to_text(formula)
