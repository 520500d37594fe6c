"""Statements in other words: symbols renamed or reflected in the texts of equations and answers.

Works on the text, not on trees, because reading an equation carries its `diff` out: a divergence
must stay as it was written.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import final

from attacks.cases import Statement
from symplex.problem import Problem

_WORD = re.compile(r"[A-Za-z_]\w*")
_TERM_SIGN = frozenset("+-")
_BEFORE_A_TERM = frozenset("*/^(,eE")


@final
@dataclass(frozen=True)
class Wording:
    """Other names for the symbols of a problem, and variables that run the other way."""

    problem: Problem
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    reflected: Mapping[str, str] = field(default_factory=dict[str, str])
    """Variables v, each with the text of low + high: v is replaced by that minus v."""

    def text(self, formula: str) -> str:
        """A formula in the new words."""
        result: list[str] = []
        place = 0
        while (word := _WORD.search(formula, place)) is not None:
            result.append(formula[place : word.start()])
            place = word.end()
            if word.group() == "diff":
                inside, place = _bracket(formula, place)
                result.append(self._diff(inside))
            else:
                result.append(self._word(word.group()))
        return "".join(result) + formula[place:]

    def statement(self) -> Statement:
        """The whole statement in the new words."""
        old = self.problem.statement()
        said: Statement = {
            key: [self._where(end) for end in old[key]] for key in ("free", "open") if key in old
        }
        if "time" in old:
            said["time"] = self._name(old["time"])
        return {
            **old,
            **said,
            "unknowns": [self._name(name) for name in old["unknowns"]],
            "equations": [self.text(equation) for equation in old["equations"]],
            "domain": {self._name(name): ends for name, ends in old["domain"].items()},
            "parameters": {self._name(name): ends for name, ends in old["parameters"].items()},
            "conditions": [
                {"where": self._where(c["where"]), "equation": self.text(c["equation"])}
                for c in old["conditions"]
            ],
        }

    def answer(self, answer: Mapping[str, str]) -> dict[str, str]:
        """An answer to the problem in the new words."""
        return {self._name(name): self.text(formula) for name, formula in answer.items()}

    def _name(self, name: str) -> str:
        return self.names.get(name, name)

    def _word(self, word: str) -> str:
        if word in self.reflected:
            return f"({self.reflected[word]} - {self._name(word)})"
        unknown, _, suffix = word.rpartition("_")
        if unknown in self.problem.unknowns and word not in self.problem.unknowns:
            (by,) = self.problem.scope.derivative_readings(suffix)
            return self._derivative(self._name(unknown), by)
        return self._name(word)

    def _derivative(self, formula: str, by: tuple[str, ...]) -> str:
        variables = ", ".join(self._name(name) for name in by)
        sign = "-" if sum(name in self.reflected for name in by) % 2 else ""
        return f"({sign}diff({formula}, {variables}))" if sign else f"diff({formula}, {variables})"

    def _diff(self, inside: str) -> str:
        formula, *steps = _split(inside)
        by: list[str] = []
        for step in steps:
            by += [by[-1]] * (int(step) - 1) if step.strip().isdigit() else [step.strip()]
        return self._derivative(self.text(formula), tuple(by))

    def _where(self, where: str) -> str:
        parts: list[str] = []
        for part in where.split(","):
            name, _, value = (piece.strip() for piece in part.partition("="))
            total = self.reflected.get(name)
            parts.append(f"{self._name(name)} = " + (f"{total} - ({value})" if total else value))
        return ", ".join(parts)


def _bracket(text: str, start: int) -> tuple[str, int]:
    """What stands in the bracket that opens at or after a place, and the place behind it."""
    opening = text.index("(", start)
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return text[opening + 1 : place], place + 1
    raise ValueError(f"no closing bracket in {text}")


def _split(text: str) -> list[str]:
    """At the commas that stand in no bracket."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def terms(text: str) -> list[str]:
    """The terms of a sum, each with its sign."""
    found, depth, before = ["+"], 0, "("
    for character in text:
        depth += (character == "(") - (character == ")")
        if character in _TERM_SIGN and not depth and before not in _BEFORE_A_TERM:
            found.append(character)
        elif character in _TERM_SIGN and not depth and found == ["+"]:
            found[-1] = character
        else:
            found[-1] += character
        before = before if character.isspace() else character
    return [_signed(term) for term in found if term.strip(" +-")]


def _signed(term: str) -> str:
    return f"{term[0]} {term[1:].strip()}"


def sides(equation: str) -> Iterator[str]:
    """Left and right."""
    yield from (side.strip() for side in equation.split("="))
