"""SymPy's own solver of ordinary differential equations, asked last."""

from collections.abc import Iterator
from typing import final

from symplex.exact.requests import general_solutions
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.ode import ode_of
from symplex.work.budget import Budget


@final
class SympyDsolve:
    """Whatever SymPy says in our language, with its constants from the conditions."""

    name = "SymPy's dsolve"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Each of its branches."""
        ode = ode_of(problem, budget)
        if ode is None:
            return
        equations = [equation.residual for equation in problem.equations]
        ends = problem.box.ends
        for formulas in general_solutions(equations, ode.variable, problem.unknowns, ends, budget):
            names = {name for formula in formulas.values() for name in formula.symbols}
            constants = tuple(sorted(names - ends.keys()))
            yield from completed(ode, Family(self.name, formulas, constants))
