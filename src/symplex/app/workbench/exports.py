"""An answer to take away: a file for each language that `symplex.notation.export` writes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SettingsError, listing, shown
from symplex.expression import Expression
from symplex.notation.export import Target
from symplex.problem import Problem
from symplex.proof.answer import closed_formulas, read_formulas
from symplex.solver.solution.solution import Solution


@final
@dataclass(frozen=True)
class Form:
    """One way to write an answer."""

    target: Target
    title: str
    ending: str
    """Of the file's name."""


_FORMS: Final = (
    Form(Target.TEXT, "Text", ".txt"),
    Form(Target.LATEX, "LaTeX", ".tex"),
    Form(Target.SYMPY, "SymPy", "_sympy.py"),
    Form(Target.NUMPY, "NumPy", "_numpy.py"),
    Form(Target.PYTORCH, "PyTorch", "_pytorch.py"),
    Form(Target.JAX, "JAX", "_jax.py"),
    Form(Target.C, "C", ".c"),
    Form(Target.FORTRAN, "Fortran", ".f90"),
    Form(Target.JULIA, "Julia", ".jl"),
    Form(Target.MATLAB, "MATLAB, Octave", ".m"),
    Form(Target.MATHEMATICA, "Mathematica", ".wl"),
    Form(Target.JSON, "JSON", ".json"),
)
FORMS: Final = MappingProxyType({form.target.value: form for form in _FORMS})
"""What an answer can be written as, by the word in its address."""


def saved_formulas(problem: Problem, saved: Mapping[str, Any] | None) -> dict[str, Expression]:
    """The formulas of a saved solution, as they are; none if there are none."""
    texts: Mapping[str, str] = {} if saved is None else saved.get("solution", {})
    return closed_formulas(read_formulas(problem, texts)) if texts else {}


def export(solution: Solution, form: str, run: str) -> tuple[str, str]:
    """The text of a file, and its name; its status is that of the solution, which was verified.

    Raises:
        SettingsError: if there is no such form, or no answer yet.
    """
    if form not in FORMS:
        raise SettingsError(f"there is no export '{shown(form)}'; there are {listing(FORMS)}")
    if not solution.answer:
        raise SettingsError("there is no formula to export yet")
    one = FORMS[form]
    if one.target is Target.JSON:  # all that is known of it: `symplex fit` and others read that
        text = json.dumps(solution.to_json(), indent=1, ensure_ascii=False)
        return f"{text}\n", f"{run}{one.ending}"
    # MATLAB finds a function by the name of its file.
    stem = next(iter(solution.answer)) if one.target is Target.MATLAB else run
    return solution.export(form), f"{stem}{one.ending}"
