"""SymPlex: closed-form solutions of partial differential equations, found by search and proved.

>>> import symplex
>>> problem = symplex.Problem(
...     equations=["u_t = u_xx"],
...     domain={"x": [0, "2*pi"], "t": [0, 1]},
...     conditions=[("t = 0", "u = sin(x)")],
... )
>>> print(symplex.check(problem))  # states the problem back
"""

from importlib.metadata import version as _version

from symplex.errors import ExpressionError as ExpressionError
from symplex.errors import ProblemError as ProblemError
from symplex.errors import SettingsError as SettingsError
from symplex.errors import SymplexError as SymplexError
from symplex.expression import Expression as Expression
from symplex.problem import Problem as Problem
from symplex.problem.overview import Overview as Overview
from symplex.problem.overview import check as check

__version__ = _version("symplex")
