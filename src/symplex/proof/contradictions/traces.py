"""What the conditions of a problem give on the faces of its box."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.exact.formulas.building import divide, negative, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.problem import Equation, Problem
from symplex.problem.ends import End, face_of
from symplex.proof.contradictions.exact import is_nonzero
from symplex.proof.contradictions.facts import rebuilt_form


@final
@dataclass(frozen=True)
class Traces:
    """The derivatives that are given on faces, each with its formula."""

    problem: Problem

    @cached_property
    def known(self) -> Mapping[tuple[End, Derivative], tuple[Expression, int]]:
        """The formula of each derivative that a face has, and the number of its condition."""
        found: dict[tuple[End, Derivative], tuple[Expression, int]] = {}
        for index, condition in enumerate(self.problem.conditions):
            end = face_of(condition.region, self.problem.domain)
            value = None if end is None else _given(condition)
            if end is not None and value is not None:
                found.setdefault((end, value[0]), (value[1], index))
        return found

    def orders(self, end: End, unknown: str) -> Mapping[int, int]:
        """The orders of the derivatives across a face that are given there, and by what."""
        return {
            one.order: index
            for (where, one), (_, index) in self.known.items()
            if where == end and one.of == unknown and set(one.by) <= {end[0]}
        }


def _given(condition: Equation) -> tuple[Derivative, Expression] | None:
    """The derivative that a condition gives, and its formula on the face."""
    form = rebuilt_form(condition.residual)
    if form is None or form.alone is None:
        return None
    slope = form.coefficients[form.alone]
    if slope.symbols or not is_nonzero(slope):
        return None
    tokens: dict[Token, Expression] = {Symbol(n): v for n, v in condition.region.fixed}
    return form.alone, rebuilt(divide(negative(form.rest), slope).substitute(tokens))
