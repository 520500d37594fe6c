"""SymPy's `dsolve` and `pdsolve` with the conditions of the statement: what a user tries first.

SymPy is helped where that is fair: signs of symbols are told, implicit solutions are solved, and
constants or functions of integration are determined from the conditions where `ics` cannot. It
does not look at the clock: the process that it runs in is ended.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, final

import sympy

from symplex.errors import ExpressionError, SymplexError
from symplex.expression import Derivative, Expression
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.expression.text import derivative_text
from symplex.notation.from_sympy import from_sympy
from symplex.notation.printers import to_sympy
from symplex.problem import Problem
from symplex_benchmarks.rivals.rival import Answer

_REFUSALS = (NotImplementedError, ValueError, TypeError, AttributeError, IndexError, KeyError)
"""What SymPy raises where it knows no method."""


@final
@dataclass(frozen=True)
class ComputerAlgebra:
    """SymPy, asked as its documentation says."""

    name: str = "sympy"

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """The first explicit solution in our language."""
        del seed, seconds
        settings = {"asked": f"SymPy {sympy.__version__}, dsolve or pdsolve"}
        stated = _Stated.of(problem)
        try:
            for solution in stated.solutions():
                texts = stated.texts(solution)
                if texts is not None:
                    size = sum(len(text.encode()) for text in texts.values())
                    return Answer(formulas=texts, storage=size, settings=settings)
        except _REFUSALS as error:
            return Answer(reason=f"SymPy: {error or type(error).__name__}", settings=settings)
        return Answer(reason="SymPy gave no explicit formula", settings=settings)


@final
@dataclass(frozen=True)
class _Stated:
    """The statement as a SymPy user would write it."""

    problem: Problem
    symbols: Mapping[str, Any]
    functions: Mapping[str, Any]

    @classmethod
    def of(cls, problem: Problem) -> "_Stated":
        symbols = {name: _symbol(name, ends) for name, ends in problem.box.ends.items()}
        variables = [symbols[name] for name in problem.variables]
        functions = {name: sympy.Function(name)(*variables) for name in problem.unknowns}
        return cls(problem, symbols, functions)

    def written(self, tree: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
        """A formula over SymPy's own symbols and functions."""
        known: dict[Any, Any] = {
            sympy.Symbol(name, real=True): one for name, one in self.symbols.items()
        }
        for derivative in tree.derivatives:
            name = sympy.Symbol(derivative_text(derivative), real=True)
            known[name] = self._derived(derivative)
        return to_sympy(tree).xreplace(known)

    def solutions(self) -> Iterator[Mapping[Any, Any]]:
        """Every explicit solution with what was free determined."""
        ordinary = len(self.problem.variables) == 1
        yield from self._ordinary() if ordinary else self._partial()

    def texts(self, solution: Mapping[Any, Any]) -> dict[str, str] | None:
        """The formulas in our language, if all are."""
        found: dict[str, str] = {}
        with suppress(ExpressionError, TypeError, ValueError, AttributeError):
            for name, function in self.functions.items():
                found[name] = to_text(from_sympy(solution.get(function, sympy.nan)))
                parse(found[name], self.problem.answer_scope)
            return found
        return None

    @property
    def _equations(self) -> list[Any]:
        sides = (
            (self.written(one.left), self.written(one.right)) for one in self.problem.equations
        )
        return [sympy.Eq(left, right) for left, right in sides]

    def _derived(self, derivative: Derivative) -> Any:  # noqa: ANN401
        function = self.functions[derivative.of]
        by = [self.symbols[name] for name in derivative.by]
        return function.diff(*by) if by else function

    def _ordinary(self) -> Iterator[Mapping[Any, Any]]:
        with suppress(*_REFUSALS):
            yield from self._groups(self._ics())
            return
        for group in self._groups(None):
            yield from self._determined(group)

    def _ics(self) -> dict[Any, Any]:
        (name,) = self.problem.variables
        ics: dict[Any, Any] = {}
        for condition in self.problem.conditions:
            given = condition.given_value()
            if given is None:
                raise ValueError("dsolve takes values of derivatives only")
            place = {self.symbols[name]: self.written(condition.region.values[name])}
            ics[self._derived(given[0]).subs(place)] = self.written(given[1]).subs(place)
        return ics

    def _groups(self, ics: dict[Any, Any] | None) -> list[dict[Any, Any]]:
        functions = list(self.functions.values())
        if len(functions) > 1:
            found: Any = sympy.dsolve(self._equations, functions, ics=ics)
            groups = found if isinstance(found[0], list) else [found]
            return [{one.lhs: one.rhs for one in group} for group in groups]
        found = sympy.dsolve(self._equations[0], functions[0], ics=ics)
        solutions = found if isinstance(found, list) else [found]
        return [{functions[0]: f} for one in solutions for f in _explicit(one, functions[0])]

    def _determined(self, group: Mapping[Any, Any]) -> Iterator[Mapping[Any, Any]]:
        """With the constants of integration from the conditions."""
        (name,) = self.problem.variables
        used = set[Any]().union(*(formula.free_symbols for formula in group.values()))
        free = sorted(used - set(self.symbols.values()), key=str)
        residuals = [
            self.written(one.residual)
            .subs(group)
            .doit()
            .subs(self.symbols[name], self.written(one.region.values[name]))
            for one in self.problem.conditions
        ]
        for values in sympy.solve(residuals, free, dict=True):
            yield {function: formula.subs(values) for function, formula in group.items()}

    def _partial(self) -> Iterator[Mapping[Any, Any]]:
        """The general solution of `pdsolve`, its function taken from a condition on a line."""
        if len(self.functions) > 1 or len(self.problem.equations) > 1:
            raise SymplexError("pdsolve knows no systems")
        (function,) = self.functions.values()
        found: Any = sympy.pdsolve(self._equations[0], function)
        (free,) = found.rhs.atoms(sympy.core.function.AppliedUndef)
        for condition in self.problem.conditions:
            given = condition.given_value()
            if given is None or given[0].order or len(condition.region.fixed) != 1:
                continue
            ((name, value),) = condition.region.fixed
            place = {self.symbols[name]: self.written(value)}
            yield from self._with_data(found.rhs, free, place, self.written(given[1]).subs(place))

    def _with_data(self, general: Any, free: Any, place: Any, data: Any) -> Iterator[Any]:  # noqa: ANN401
        """F is known where F(s) times something, plus something, equals the data on a line."""
        (function,), stand_in, along = self.functions.values(), sympy.Dummy("F"), sympy.Dummy("s")
        on_line = general.subs(free, stand_in).subs(place)
        argument = free.args[0].subs(place)
        (variable,) = argument.free_symbols - {
            self.symbols[name] for name in self.problem.parameters
        }
        for needed in sympy.solve(on_line - data, stand_in):
            for start in sympy.solve(argument - along, variable):
                profile = needed.subs(variable, start).subs(along, free.args[0])
                yield {function: general.subs(free, profile)}


def _explicit(equation: Any, function: Any) -> list[Any]:  # noqa: ANN401
    if equation.lhs == function and not equation.rhs.has(function):
        return [equation.rhs]
    return sympy.solve(equation, function)


def _symbol(name: str, ends: tuple[float, float]) -> Any:  # noqa: ANN401
    low, high = ends
    sign = "positive" if low >= 0 else "negative" if high <= 0 else "real"
    return sympy.Symbol(name, **{sign: True})
