"""Answers that were not searched for: a problem with formulas that are given."""

from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.verdict import Verdict
from symplex.solver.solution.solution import Solution


def answer(problem: Problem | str, formulas: str | dict[str, str], **fields) -> Solution:
    """A solution with these formulas, of a problem or of a bundled one by name."""
    stated = bundled(problem) if isinstance(problem, str) else problem
    texts = {stated.unknowns[0]: formulas} if isinstance(formulas, str) else formulas
    trees = read_formulas(stated, texts)
    return Solution(stated, Verdict.APPROXIMATE, trees, None, **fields)


EIKONAL = "max(sqrt(x^2 + y^2) - t, 0)"
HEAT = "exp(-2*kappa*t)*sin(x)*cos(y)"
