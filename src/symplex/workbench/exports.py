"""An answer to take away: files in the languages that it can be written in."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SettingsError, listing, shown
from symplex.expression import Expression
from symplex.expression.render import to_sympy
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.solution import Solution
from symplex.solution.solution import SolutionStatus


@final
@dataclass(frozen=True)
class Form:
    """One way to write an answer."""

    title: str
    ending: str
    """Of the file's name."""
    write: Callable[[Solution, Mapping[str, Any]], str]
    """From the answer, and from what was saved of it."""


def saved_formulas(problem: Problem, saved: Mapping[str, Any] | None) -> dict[str, Expression]:
    """The formulas of a saved solution, as they are; none if there are none."""
    texts: Mapping[str, str] = {} if saved is None else saved.get("solution", {})
    return dict(read_formulas(problem, texts)) if texts else {}


def export(problem: Problem, saved: Mapping[str, Any] | None, form: str) -> tuple[str, str]:
    """The text of a file, and how its name ends.

    Raises:
        SettingsError: if there is no such form, or no answer yet.
    """
    if form not in FORMS:
        raise SettingsError(f"there is no export '{shown(form)}'; there are {listing(FORMS)}")
    formulas = saved_formulas(problem, saved)
    if saved is None or not formulas:
        raise SettingsError("there is no formula to export yet")
    answer = Solution(problem, SolutionStatus(saved["status"]), formulas, None)
    return FORMS[form].write(answer, saved), FORMS[form].ending


def _text(answer: Solution, _: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {text}\n" for name, text in answer.text.items())


def _latex(answer: Solution, _: Mapping[str, Any]) -> str:
    return f"{answer.latex()}\n"


def _numpy(answer: Solution, _: Mapping[str, Any]) -> str:
    return answer.python()


def _sympy(answer: Solution, _: Mapping[str, Any]) -> str:
    """Source that makes the formulas over real symbols."""
    names = (*answer.problem.variables, *answer.problem.parameters)
    lines = ["import sympy", "from sympy import *  # noqa: F403", ""]
    lines += [f"{name} = sympy.Symbol({name!r}, real=True)" for name in names]
    lines += [f"{name} = {to_sympy(tree)}" for name, tree in answer.formulas.items()]
    return "\n".join(lines) + "\n"


def _json(_: Solution, saved: Mapping[str, Any]) -> str:
    return json.dumps(saved, indent=1, ensure_ascii=False) + "\n"


FORMS: Final = MappingProxyType(
    {
        "text": Form("Text", ".txt", _text),
        "latex": Form("LaTeX", ".tex", _latex),
        "numpy": Form("NumPy", "_numpy.py", _numpy),
        "sympy": Form("SymPy", "_sympy.py", _sympy),
        "json": Form("JSON", ".json", _json),
    }
)
"""What an answer can be written as, by the word in its address."""
