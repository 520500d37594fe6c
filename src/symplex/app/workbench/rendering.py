"""Problems and answers as the page shows them: data with MathML, for JSON.

Owns which words and formulas of a problem or of an answer reach the page. Text is never markup:
the page shows it as it is.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, final

from symplex.errors import SymplexError
from symplex.expression import Derivative, Expression, apply, leaf, number
from symplex.expression.operators import Operator
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.expression.text import decimal
from symplex.expression.token import Number, Symbol, Token
from symplex.notation.mathml import equation_mathml, math_element, to_mathml
from symplex.problem import Problem
from symplex.problem.box import Interval
from symplex.problem.ends import End, EndKind, end_of, end_text
from symplex.problem.equation import Equation
from symplex.problem.overview import check

_DIGITS: Final = 5
"""Of the constants of a candidate: it is looked at for a second."""
_MAX_KEPT: Final = 2_000
"""Formulas whose markup a renderer remembers."""


def finite(value: object) -> float | None:
    """A number as JSON can hold it."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def rendered_problem(problem: Problem, *, summary: bool = True) -> dict[str, Any]:
    """A problem in formulas, and in the words of `symplex check`."""
    shown: dict[str, Any] = {
        "name": problem.name,
        "unknowns": list(problem.unknowns),
        "equations": [_equation(equation) for equation in problem.equations],
        "domain": [_interval(name, ends) for name, ends in problem.domain.items()],
        "time": problem.time,
        "statedTime": problem.time if problem.stated_time else None,
        "ends": [_end(problem, end, kind) for end, kind in problem.declared.items()],
        "parameters": [_interval(name, ends) for name, ends in problem.parameters.items()],
        "constants": [
            {"text": name, "math": _equal(leaf(Symbol(name)), value)}
            for name, value in problem.constants.items()
        ],
        "conditions": [_condition(condition) for condition in problem.conditions],
        "warnings": [],
        "summary": "",
    }
    if summary:
        overview = check(problem)
        shown |= {"warnings": list(overview.warnings), "summary": str(overview)}
    return shown


def _equation(equation: Equation) -> dict[str, str]:
    return {"text": equation.text, "math": _equal(equation.left, equation.right)}


def _condition(condition: Equation) -> dict[str, Any]:
    places = [_equal(leaf(Symbol(n)), v) for n, v in condition.region.fixed]
    return {**_equation(condition), "where": str(condition.region), "places": places}


def _end(problem: Problem, end: End, kind: EndKind) -> dict[str, str]:
    name, side = end
    place = _equal(leaf(Symbol(name)), end_of(problem.domain[name], side))
    return {"kind": kind.value, "text": end_text(end, problem.domain), "math": place}


def _interval(name: str, interval: Interval) -> dict[str, Any]:
    low, high = interval.ends
    ends = {"low": low, "high": high}
    return {
        **ends,
        "name": name,
        "text": f"{name} in {interval}",
        "math": _math(leaf(Symbol(name))),
        "lowMath": _math(interval.low),
        "highMath": _math(interval.high),
    }


@final
class Renderer:
    """Formulas of one problem, as text, with their markup; remembers those that it has seen."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.statement = rendered_problem(problem)
        """The problem itself, in formulas and words."""
        self._kept: dict[str, dict[str, str]] = {}

    def glance(self, text: str) -> dict[str, str]:
        """A candidate with constants of few digits: its text, and its markup if it can be read."""
        known = self._kept.get(text)
        if known is None:
            known = {"text": text, **self._rounded(text)}
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            self._kept[text] = known
        return known

    def answer(self, formulas: Mapping[str, str]) -> list[dict[str, str]]:
        """A formula for each unknown, with the unknown in front."""
        return [{"name": name, **self._stated(name, text)} for name, text in formulas.items()]

    def candidates(self, leaders: Iterable[Any]) -> list[dict[str, Any]]:
        """The best candidates of a search with their losses."""
        return [
            {"loss": finite(loss), "formulas": self._parts(str(text))} for text, loss in leaders
        ]

    def _parts(self, text: str) -> list[dict[str, str]]:
        return [self.glance(part.strip()) for part in text.split(";")]

    def _stated(self, name: str, text: str) -> dict[str, str]:
        try:
            tree = parse(text, self.problem.answer_scope)
        except SymplexError:
            return {"text": text, "math": ""}
        return {"text": text, "math": _equal(leaf(Derivative(name)), tree)}

    def _rounded(self, text: str) -> dict[str, str]:
        try:
            # A stage of the search may have fewer variables, never others.
            tree = _rounded(parse(text, self.problem.answer_scope))
            return {"short": to_text(tree), "math": _math(tree)}
        except SymplexError:
            return {"short": text, "math": ""}


def _math(tree: Expression) -> str:
    return math_element(to_mathml(tree))


def _equal(left: Expression, right: Expression) -> str:
    return math_element(equation_mathml(left, right))


def _rounded(tree: Expression) -> Expression:
    """With decimals that have few digits: for a glance."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if isinstance(token, Number) and decimal(token.value) is not None:
            return number(Fraction(f"{float(token.value):.{_DIGITS}g}"))
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return tree.fold(combine)
