"""`pdsolve`: from SymPy's equations to SymPy's answer, as a user of its ``dsolve`` expects."""

from collections.abc import Mapping, Sequence
from typing import Any, final

import sympy

from symplex.notation.read_sympy import unknown_functions
from symplex.problem import Problem
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve_chosen

Equation = Any
"""An ``Eq`` of SymPy's, which is untyped."""


@final
class NotProvedError(NotImplementedError):
    """Nothing was proved; `solution` has what was found instead.

    A `NotImplementedError`, as SymPy's own solvers raise where they find nothing.
    """

    def __init__(self, solution: Solution) -> None:
        best = "; ".join(f"{name} = {text}" for name, text in solution.text.items())
        found = f"; the best formula is {solution.status.value}: {best}" if best else ""
        super().__init__(f"no solution was proved ({solution.stop_reason}){found}")
        self.solution = solution


def pdsolve(  # noqa: PLR0913 (as `symplex.pdsolve`)
    equations: Equation | Sequence[Equation],
    ics: Mapping[Any, Any] | Sequence[Equation],
    choices: Choices,
    *,
    domain: Mapping[Any, Any],
    parameters: Mapping[Any, Any] | None = None,
    unknowns: Sequence[Any] | None = None,
    declared: Mapping[str, Any] | None = None,
) -> Any:  # noqa: ANN401
    """The proved solution as ``Eq(u(x, t), …)``; a list of them for a list: see `symplex.pdsolve`.

    Raises:
        NotProvedError: if nothing is proved.
    """
    problem = Problem(
        equations, domain, ics, unknowns=unknowns, parameters=parameters, **(declared or {})
    )
    solution = solve_chosen(problem, choices)
    if not solution.is_exact:
        raise NotProvedError(solution)
    return _as_equations(solution, equations, parameters or {})


def _as_equations(
    solution: Solution,
    equations: Any,  # noqa: ANN401
    parameters: Mapping[Any, Any],
) -> Any:  # noqa: ANN401
    """The answer over the user's own symbols and functions."""
    functions = {str(one.func): one for one in unknown_functions(equations)}
    several = (*_listed(equations), *parameters)
    own = {s.name: s for one in several for s in _symbols(one)}
    swap = {sympy.Symbol(name, real=True): symbol for name, symbol in own.items()}
    found: list[Any] = [
        sympy.Eq(functions[name], formula.xreplace(swap), evaluate=False)
        for name, formula in solution.sympy.items()
    ]
    return found if isinstance(equations, Sequence) else found[0]


def _symbols(one: Any) -> set[Any]:  # noqa: ANN401
    """The symbols of a formula; a name is none."""
    return set() if isinstance(one, str) else one.free_symbols


def _listed(equations: Any) -> Sequence[Any]:  # noqa: ANN401
    return equations if isinstance(equations, Sequence) else [equations]  # pyright: ignore[reportUnknownVariableType]
