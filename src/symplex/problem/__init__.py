"""The statement: what is to be solved, exactly as the user meant it.

Owns domains, regions, equations, conditions, what a statement may say, its class and the
Hamilton–Jacobi form. Reads no files. Knows nothing of search, candidates or answers.

`Problem` reads text and is loaded when it is asked for: a proof reads the value alone, which is
`StatedProblem`.
"""

from typing import TYPE_CHECKING

from symplex.problem.box import Box as Box
from symplex.problem.box import Interval as Interval
from symplex.problem.ends import EndKind as EndKind
from symplex.problem.ends import Side as Side
from symplex.problem.equation import INTERIOR as INTERIOR
from symplex.problem.equation import Differentiated as Differentiated
from symplex.problem.equation import Equation as Equation
from symplex.problem.equation import Region as Region
from symplex.problem.stated import StatedProblem as StatedProblem

if TYPE_CHECKING:
    from symplex.problem.problem import Problem as Problem


_LATER = frozenset({"Problem"})


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from symplex.problem import problem

    return vars(problem)[name]
