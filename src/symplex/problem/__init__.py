"""The statement: what is to be solved, exactly as the user meant it.

Owns domains, regions, equations, conditions, what a statement may say, its class and the
Hamilton–Jacobi form. Reads no files. Knows nothing of search, candidates or answers.
"""

from symplex.problem.box import Box as Box
from symplex.problem.box import Interval as Interval
from symplex.problem.ends import EndKind as EndKind
from symplex.problem.ends import Side as Side
from symplex.problem.equation import INTERIOR as INTERIOR
from symplex.problem.equation import Differentiated as Differentiated
from symplex.problem.equation import Equation as Equation
from symplex.problem.equation import Region as Region
from symplex.problem.problem import Problem as Problem
