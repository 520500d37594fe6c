"""A new unknown that is a function of the old one: u = φ(w).

Owns the statement for w: the equations without common factors that cannot vanish, and the data with
φ undone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import final

from symplex.exact.formulas.building import ZERO, power, product, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token, leaf, symbol
from symplex.expression.operator_facts import jet as jets_of
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Pde


@final
@dataclass(frozen=True)
class Substitution:
    """u = outer(w), and w = inner(u): formulas in the symbols of their arguments."""

    name: str
    """The new unknown."""
    outer: Expression
    """In the symbol `w#`."""
    inner: Expression
    """In the symbol `u#`."""

    def outside(self, tree: Expression) -> Expression:
        """φ of a formula."""
        return rebuilt(self.outer.substitute({Symbol("w#"): tree}))

    def inside(self, tree: Expression) -> Expression:
        """φ undone."""
        return rebuilt(self.inner.substitute({Symbol("u#"): tree}))

    def problem(self, pde: Pde) -> Problem | None:
        """The statement for w; None where an equation has none."""
        equations: list[Equation] = []
        for equation in pde.problem.equations:
            residual = self._cleared(pde, self._put_into(pde, equation))
            if residual is None:
                return None
            equations.append(Equation(residual, ZERO))
        return pde.problem.changed(
            unknowns=(self.name,),
            equations=tuple(equations),
            conditions=tuple(self._condition(pde, c) for c in pde.problem.conditions),
        )

    def _put_into(self, pde: Pde, equation: Equation) -> Expression:
        formula = self.outside(leaf(Derivative(self.name)))
        made = jets_of({pde.unknown: formula}, equation.derivatives)
        return equation.residual.substitute(made)

    def _condition(self, pde: Pde, condition: Equation) -> Equation:
        given = condition.given_value()
        if given is not None and not given[0].by:
            value = pde.arithmetic.normal(self.inside(given[1]))
            return Equation(leaf(Derivative(self.name)), value, condition.region)
        return Equation(self._put_into(pde, condition), ZERO, condition.region)

    def _cleared(self, pde: Pde, tree: Expression) -> Expression | None:
        """The numerator without factors that have no derivative in them."""
        names = {d: f"{derivative_text(d)}#" for d in sorted(tree.derivatives, key=repr)}
        plain = tree.substitute({d: symbol(name) for d, name in names.items()})
        rates = {name for d, name in names.items() if d.by}
        # Powers of w are written for w > 0; a sign that does not hold is found by the sieve.
        positive = {name: (0.5, 2.0) for d, name in names.items() if not d.by}
        factors = pde.arithmetic.on(positive).factors(plain)
        if factors is None:
            return None
        kept = [power(one, times) for one, times in factors if not rates.isdisjoint(one.symbols)]
        back: dict[Token, Expression] = {Symbol(name): leaf(d) for d, name in names.items()}
        return rebuilt(product(kept)).substitute(back) if kept else None

    def returned(
        self, pde: Pde, proposals: Iterable[Family | Reduction], method: str
    ) -> Iterator[Family | Reduction]:
        """What methods propose for w, as proposals for u."""
        for proposed in proposals:
            if isinstance(proposed, Family):
                yield from self._families(pde, proposed, method)
            else:
                yield Reduction(method, proposed.problem, self._through(pde, proposed, method))

    def reduction(self, pde: Pde, problem: Problem, method: str) -> Reduction:
        """The statement for w as a smaller problem."""

        def back(found: Mapping[str, Expression]) -> list[Family]:
            return list(self._families(pde, Family(method, found), method))

        return Reduction(method, problem, back)

    def _through(self, pde: Pde, proposed: Reduction, method: str):  # noqa: ANN202
        def back(found: Mapping[str, Expression]) -> list[Family]:
            families = proposed.back(found)
            return [one for family in families for one in self._families(pde, family, method)]

        return back

    def _families(self, pde: Pde, family: Family, method: str) -> Iterator[Family]:
        formulas = {pde.unknown: self.outside(family.formulas[self.name])}
        if family.constants or satisfies(pde.problem, formulas):
            yield Family(method, formulas, family.constants)
