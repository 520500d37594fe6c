"""Formulas in normal form with named constants: what the tests of the solver's parts share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq_mpoly

from symplex.exact.coefficients.nearness import Nearness
from symplex.exact.coefficients.state import Unknowns
from symplex.exact.quotients.branches import field_of
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.writing import polynomial_tree, written
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.quotients import Element
from symplex.expression.render import to_text
from symplex.work.budget import Budget

VARIABLES, PARAMETERS, CONSTANTS = ("x", "t"), ("k", "w"), ("A", "B", "C", "D")
SCOPE = Scope(VARIABLES, (*PARAMETERS, *CONSTANTS))


@dataclass(frozen=True)
class Read:
    """Formulas that were read together."""

    field: Field
    elements: Sequence[Element]
    values: Mapping[str, float] | None

    @property
    def tops(self) -> tuple[fmpq_mpoly, ...]:
        """The numerators."""
        return tuple(element.top for element in self.elements)

    @property
    def near(self) -> Nearness:
        """Distances at the fitted values."""
        return Nearness(self.field.ring, self.values)

    def unknowns(self) -> Unknowns:
        """The constants, once: roots of constants become unknowns by it."""
        return Unknowns.of(self.field, CONSTANTS)

    def text(self, polynomial: fmpq_mpoly) -> str:
        """What a polynomial stands for."""
        return to_text(polynomial_tree(self.field.ring, polynomial))

    def poly(self, text: str) -> fmpq_mpoly:
        """What a text is in the same generators, with leading coefficient 1."""
        top = self.field.evaluated(parse(text, SCOPE)).top
        return top / top.leading_coefficient()

    def written(self, element: Element) -> str:
        """What a quotient stands for."""
        return to_text(written(self.field.ring, element))


def read(*texts: str, values: Mapping[str, float] | None = None) -> Read:
    """Formulas in one field; x and t vary, k and w are positive, A, B, C and D are unknown."""

    def sign(formula: Expression) -> int:

        if not formula.symbols <= set(PARAMETERS):
            return 0
        value = float(evaluate(formula, {"k": 1.3, "w": 2.7}))
        return int(value > 0) - int(value < 0)

    field = field_of(frozenset(VARIABLES), sign, Budget.unlimited(), frozenset(CONSTANTS))
    elements = field.elements([parse(text, SCOPE) for text in texts])
    return Read(field, elements, values)
