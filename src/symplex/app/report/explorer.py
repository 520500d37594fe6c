"""The picture that a reader moves: formulas as code, and what the page's script has to know."""

import json
from dataclasses import dataclass
from typing import Any, Final, final

import numpy as np

from symplex.app.report.javascript import to_javascript
from symplex.app.report.markup import Html, tag
from symplex.errors import SymplexError
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.problem import Problem
from symplex.solver.solution.solution import Solution

_MAX_FORMS: Final = 40
"""So many kinks are looked for by the page; a formula with more of them is drawn without."""
_PROBES: Final = 4_000
_FAR: Final = 5.0
"""Values so many times beyond the range of nearly all are cut off."""


@final
@dataclass(frozen=True)
class Explorer:
    """An element of the page, the code of its formulas and what is to be known of them."""

    element: Html
    code: str
    """JavaScript: the constant ``formulas``, of our own words alone."""
    data: str
    """JSON that may stand in a script element."""


def explorer(solution: Solution) -> Explorer | None:
    """What a reader can move, or None where no formula can be evaluated by a page."""
    problem = solution.problem
    names = (*problem.variables, *problem.parameters)
    try:
        coded = [_coded(formula, names) for formula in solution.formulas.values()]
    except SymplexError:
        return None
    if not coded:
        return None
    shown = [
        {"name": name, "range": _range(problem, formula)}
        for name, formula in solution.formulas.items()
    ]
    data: dict[str, Any] = {
        "symbols": [{"name": n, "ends": list(problem.box.ends[n])} for n in names],
        "variables": len(problem.variables),
        "space": [names.index(name) for name in problem.space],
        "time": None if problem.time is None else names.index(problem.time),
        "unknowns": shown,
    }
    element = tag("div", tag("noscript", "The sliders need JavaScript."), id="explorer")
    return Explorer(element, f"const formulas = [{', '.join(coded)}];\n", as_data(data))


def as_data(value: object) -> str:
    """JSON that ends no script element and begins no comment."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _coded(formula: Expression, names: tuple[str, ...]) -> str:
    """A formula with the forms at whose zeros it may have a kink, a jump or a pole."""
    margins = [margin for margin, _ in limits_of(formula)]
    forms = list(dict.fromkeys([*kinks_of(formula), *margins]))
    kept = forms if len(forms) <= _MAX_FORMS else []
    written = ", ".join(to_javascript(form, names) for form in kept)
    return f"{{ value: {to_javascript(formula, names)}, forms: [{written}] }}"


def _range(problem: Problem, formula: Expression) -> list[float]:
    """The values over the whole box, but for those that a pole sends far away."""
    columns = problem.box.sample(np.random.default_rng(0), _PROBES)
    values = np.broadcast_to(evaluate(formula, columns), (_PROBES,))
    finite = values[np.isfinite(values)]
    if not len(finite):
        return [0.0, 1.0]
    low, high = float(finite.min()), float(finite.max())
    inner = [float(value) for value in np.quantile(finite, [0.03, 0.97])]
    usual = inner[1] - inner[0]
    if usual > 0 and high - low > _FAR * usual:
        low, high = max(low, inner[0] - usual), min(high, inner[1] + usual)
    return [low, high] if high - low > 1e-12 * max(abs(low), abs(high)) else [low - 0.5, high + 0.5]
