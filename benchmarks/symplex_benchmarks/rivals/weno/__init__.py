"""Fifth-order WENO for Hamilton–Jacobi equations, after Jiang and Peng (2000).

Owns one-sided derivatives on a grid, numerical Hamiltonians, time stepping and the values between
the nodes. Knows nothing of formulas for answers.
"""

from symplex_benchmarks.rivals.weno.weno import WENO as WENO
