"""Text, LaTeX and JSON of formulas."""

import json

from symplex.expression.render import to_text
from symplex.expression.transport import to_words
from symplex.notation.export.formulas import Formulas
from symplex.notation.printers import name_latex, to_latex


def text(given: Formulas) -> str:
    """``u = …`` in the language of problem files, a line for each unknown."""
    return "".join(f"{name} = {to_text(formula)}\n" for name, formula in given.formulas.items())


def latex(given: Formulas) -> str:
    r"""``u = …`` in LaTeX, joined by ``\\``."""
    lines = [
        f"{name_latex(name)} = {to_latex(formula)}" for name, formula in given.formulas.items()
    ]
    return " \\\\\n".join(lines) + "\n"


def as_json(given: Formulas) -> str:
    """An object with text, LaTeX and prefix words of each unknown, and the arguments."""
    formulas = {
        name: {
            "text": to_text(formula),
            "latex": to_latex(formula),
            "prefix": to_words(formula),
        }
        for name, formula in given.formulas.items()
    }
    content = {
        "formulas": formulas,
        "variables": list(given.variables),
        "parameters": list(given.parameters),
        "note": given.note,
    }
    return json.dumps(content, ensure_ascii=False) + "\n"
