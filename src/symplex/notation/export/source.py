"""Whole source files: a head, the helpers that formulas need, a function for each unknown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import final

from symplex.expression.operators import Operator
from symplex.notation.export.formulas import Formulas
from symplex.notation.export.language import Language, code_of, safe_names


@final
@dataclass(frozen=True)
class Function:
    """One unknown in the words of a language."""

    name: str
    arguments: tuple[str, ...]
    body: str
    operators: frozenset[Operator]

    @property
    def listed(self) -> str:
        """The arguments with commas."""
        return ", ".join(self.arguments)


def functions_of(given: Formulas, language: Language) -> list[Function]:
    """A function for each unknown, under names that the language allows."""
    names = safe_names((*given.formulas, *given.arguments), language)
    arguments = tuple(names[name] for name in given.arguments)
    return [
        Function(names[unknown], arguments, code_of(formula, language, names), formula.operators)
        for unknown, formula in given.formulas.items()
    ]


def head_of(given: Formulas, mark: str, end: str = "") -> str:
    """The comment at the top of a file."""
    note = f"; {given.note}" if given.note else ""
    said = f"Written by SymPlex {version('symplex')}{note}"
    plain = "".join(c if c.isascii() and c.isprintable() else "?" for c in said)
    return f"{mark} {plain.replace('*/', '* /').replace('*)', '* )')}{end}\n"


def needed(helpers: Mapping[Operator, str], functions: Sequence[Function]) -> list[str]:
    """The helpers whose operators stand in some function, each once."""
    used = frozenset[Operator]().union(*(function.operators for function in functions))
    return list(dict.fromkeys(code for row, code in helpers.items() if row in used))


Writer = Callable[[Formulas], str]
"""What makes a file of formulas."""
