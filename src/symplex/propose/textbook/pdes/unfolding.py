"""Formulas with unknown functions of one variable, put into a problem: what the functions obey.

Owns the substitution and the collection: functions of the other variables count as independent, so
that each of their coefficients must vanish. What comes out is a problem in one variable.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ZERO, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token, leaf
from symplex.expression.operator_facts import jet as jets_of
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.odes.ode import jet
from symplex.propose.textbook.pdes.function_facts import Conditions
from symplex.propose.textbook.pdes.function_system import FunctionSystem
from symplex.propose.textbook.pdes.pde import Pde
from symplex.propose.textbook.pdes.terms import Expansion
from symplex.work.budget import Missing

_MAX_ORDER = 6


@final
@dataclass(frozen=True)
class Ansatz:
    """A formula for each unknown in functions of one variable, which are to be found."""

    variable: str
    formulas: Mapping[str, Expression]
    """The functions stand in them as unknowns."""
    functions: tuple[str, ...]


@final
class Unfolding:
    """What an ansatz makes of a problem."""

    def __init__(self, pde: Pde, ansatz: Ansatz) -> None:
        self._pde, self._ansatz = pde, ansatz
        self._expansion = Expansion(pde.others(ansatz.variable), pde.arithmetic)

    def proposals(
        self, method: str, initial: Conditions | None = None
    ) -> Iterator[Family | Reduction]:
        """The smaller problem, or the answer where nothing is left to be solved.

        Args:
            method: Who proposes it.
            initial: What the functions are at a point; read off the conditions if not given.
        """
        try:
            system = self._system(initial)
        except (Missing, ExpressionError):
            return
        if system is None:
            return
        if not system.functions:
            yield from self._back(method, system.known, {})
            return
        problem = system.problem(self._pde.problem)
        if problem is not None:
            known = system.known
            yield Reduction(method, problem, lambda found: self._back(method, known, found))

    def _back(
        self, method: str, known: Mapping[str, Expression], found: Mapping[str, Expression]
    ) -> list[Family]:
        values: dict[Token, Expression] = {Derivative(n): tree for n, tree in found.items()}
        for name, tree in known.items():
            values[Derivative(name)] = with_functions(tree, self._ansatz.variable, found)
        formulas = {
            name: rebuilt(tree.substitute(values)) for name, tree in self._ansatz.formulas.items()
        }
        return [Family(method, formulas)] if satisfies(self._pde.problem, formulas) else []

    def _system(self, initial: Conditions | None) -> FunctionSystem | None:
        equations: list[Expression] = []
        for equation in self._pde.problem.equations:
            parts = self._collected(equation)
            if parts is None:
                return None
            equations += parts
        conditions = self._conditions() if initial is None else initial
        if conditions is None:
            return None
        return FunctionSystem.of(
            self._pde.arithmetic,
            self._ansatz.variable,
            self._ansatz.functions,
            equations,
            conditions,
        )

    def _conditions(self) -> Conditions | None:
        """What conditions at values of the variable say of the functions there."""
        found: list[tuple[Expression, Expression]] = []
        for condition in self._pde.problem.conditions:
            at = condition.region.values.get(self._ansatz.variable)
            if at is None:
                continue
            parts = self._collected(condition)
            if parts is None:
                return None
            found += [(at, part) for part in parts]
        return found

    def _collected(self, equation: Equation) -> list[Expression] | None:
        """What must vanish for an equation to hold, in symbols for the functions' derivatives."""
        whole = self.put_into(equation)
        parts = self._expansion.terms(whole)
        variable = Symbol(self._ansatz.variable)
        if any(variable in factor.tokens for key in parts for factor, _ in key):
            return None
        return list(parts.values())

    def put_into(self, equation: Equation) -> Expression:
        """The residual in symbols for the functions' derivatives."""
        made = jets_of(self._ansatz.formulas, equation.derivatives)
        whole = equation.residual.substitute(made)
        whole = rebuilt(whole.substitute(self._without_mixed(whole)))
        fixed: dict[Token, Expression] = {
            Symbol(name): value for name, value in equation.region.fixed
        }
        return rebuilt(whole.substitute(fixed)) if fixed else whole

    def _without_mixed(self, tree: Expression) -> dict[Token, Expression]:
        """Functions of one variable: symbols for their derivatives, and zero for all others."""
        variable = self._ansatz.variable
        found: dict[Token, Expression] = {}
        for derivative in tree.derivatives:
            if derivative.of in self._ansatz.functions:
                plain = set(derivative.by) <= {variable}
                name = Symbol(jet(derivative.of, derivative.order))
                found[derivative] = leaf(name) if plain else ZERO
        return found


def with_functions(tree: Expression, variable: str, found: Mapping[str, Expression]) -> Expression:
    """A formula in symbols for functions' derivatives, with formulas for the functions."""
    needed = [
        Derivative(name, (variable,) * order)
        for name in found
        for order in range(_MAX_ORDER)
        if jet(name, order) in tree.symbols
    ]
    made = jets_of(found, frozenset(needed))
    return tree.substitute({Symbol(jet(d.of, d.order)): formula for d, formula in made.items()})


def unknown_functions(names: Sequence[str]) -> list[Expression]:
    """Functions that are to be found, as formulas."""
    return [leaf(Derivative(name)) for name in names]
