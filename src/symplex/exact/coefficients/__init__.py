"""Undetermined coefficients: which constants make residuals vanish, by algebra.

Owns collecting the coefficients of independent functions, their coincidences, and the solution of
the equations between the constants over the field of the parameters. What is found is a proposal.
"""

from symplex.exact.coefficients.solve import solutions as solutions
from symplex.exact.coefficients.system import System as System
