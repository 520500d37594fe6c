"""The answer: what was found, what is proved of it, and how it can be used.

Owns `Solution`, its exports and its saved form, and `solve`, which joins search and proof.
"""

from symplex.solution.solution import Approximation as Approximation
from symplex.solution.solution import Solution as Solution
from symplex.solution.solve import solve as solve
from symplex.solution.status import SolutionStatus as SolutionStatus
