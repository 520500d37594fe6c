"""A problem in several variables as the methods see it: linear or not, and where its data are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, negative
from symplex.expression import Derivative, Expression, Symbol, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.work.budget import Budget

Values = Mapping[Derivative, Expression]


@final
@dataclass(frozen=True)
class LinearEquation:
    """Σ coefficients[d]·d = source, d the unknowns and their derivatives."""

    coefficients: Values
    source: Expression

    def coefficient(self, of: str, by: str = "") -> Expression:
        """What a derivative is multiplied by, its variables written one after the other."""
        return self.coefficients.get(Derivative(of, tuple(by)), ZERO)


@final
class Pde:
    """A problem in several variables with as many equations as unknowns."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem = problem
        self.budget = budget
        self.arithmetic = Arithmetic(problem.box.ends, budget)

    @property
    def unknown(self) -> str:
        """The unknown of a lone equation."""
        return self.problem.unknowns[0]

    @property
    def order(self) -> int:
        """The highest order of a derivative in the equations."""
        return max(equation.order for equation in self.problem.equations)

    @cached_property
    def linear(self) -> tuple[LinearEquation, ...] | None:
        """The equations as linear ones; None if one of them is not."""
        found: list[LinearEquation] = []
        for equation in self.problem.equations:
            one = self.affine(equation.residual)
            if one is None:
                return None
            found.append(LinearEquation(one[0], negative(one[1])))
        return tuple(found)

    def affine(self, tree: Expression) -> tuple[Values, Expression] | None:
        """The coefficients of the derivatives and the rest, if the formula is affine in them."""
        names = {d: f"{derivative_text(d)}#" for d in sorted(tree.derivatives, key=repr)}
        plain = tree.substitute({d: symbol(name) for d, name in names.items()})
        slopes: dict[Derivative, Expression] = {}
        try:
            for derivative, name in names.items():
                slopes[derivative] = self.arithmetic.normal(differentiate(plain, name))
        except ExpressionError:
            return None
        inside = frozenset(names.values())
        if any(not slope.symbols.isdisjoint(inside) for slope in slopes.values()):
            return None
        nothing: dict[Token, Expression] = {Symbol(name): ZERO for name in inside}
        kept = {d: slope for d, slope in slopes.items() if slope != ZERO}
        return kept, self.arithmetic.normal(plain.substitute(nothing))

    def slices(self, variable: str) -> Iterator[tuple[Expression, tuple[Equation, ...]]]:
        """The values of a variable at which conditions hold on a whole slice, with these."""
        found: list[tuple[Expression, list[Equation]]] = []
        for condition in self.problem.conditions:
            fixed = condition.region.values
            if set(fixed) != {variable}:
                continue
            for value, conditions in found:
                if same_value(value, fixed[variable]):
                    conditions.append(condition)
                    break
            else:
                found.append((fixed[variable], [condition]))
        for value, conditions in found:
            yield value, tuple(conditions)

    def data(self, variable: str) -> "Data | None":
        """What is given where a variable has one value, if that is the only slice with data."""
        found = list(self.slices(variable))
        if len(found) != 1:
            return None
        given = [condition.given_value() for condition in found[0][1]]
        pairs = [pair for pair in given if pair is not None]
        if len(pairs) < len(given) or any(set(d.by) - {variable} for d, _ in pairs):
            return None
        fixed: dict[Token, Expression] = {Symbol(variable): found[0][0]}
        values = {(d.of, d.order): formula.substitute(fixed) for d, formula in pairs}
        return Data(variable, found[0][0], values)

    def marching(self) -> Iterator["Data"]:
        """The variables with data on one slice alone: time first."""
        time = self.problem.time
        names = ([time] if time else []) + list(self.problem.space)
        for name in names:
            data = self.data(name)
            if data is not None:
                yield data

    def others(self, variable: str) -> tuple[str, ...]:
        """The other variables."""
        return tuple(name for name in self.problem.variables if name != variable)

    def fresh(self, count: int, letters: str = "abcdefghpqvw") -> tuple[str, ...]:
        """Names that the problem does not use."""
        used = {*self.problem.unknowns, *self.problem.variables, *self.problem.parameters}
        used |= set(self.problem.constants)
        plain = [letter for letter in letters if letter not in used]
        numbered = (f"{letter}{k}" for k in range(1, 100) for letter in letters)
        plain += [name for name in numbered if name not in used]
        return tuple(plain[:count])


@final
@dataclass(frozen=True)
class Data:
    """The unknowns and their rates where a variable has one value."""

    variable: str
    at: Expression
    values: Mapping[tuple[str, int], Expression]
    """By unknown and order of the rate."""


def pde_of(problem: Problem, budget: Budget) -> Pde | None:
    """The view of a problem in several variables; None for any other."""
    if len(problem.variables) == 1 or len(problem.unknowns) != len(problem.equations):
        return None
    return Pde(problem, budget)


def lone_pde(problem: Problem, budget: Budget) -> Pde | None:
    """The view of a single equation."""
    pde = pde_of(problem, budget)
    return None if pde is None or len(problem.unknowns) > 1 else pde
