"""Approximations worth having: small formulas whose error is measured against a reference.

Owns the measure, which formulas are fair, how constants are rounded, the front of size against
error with its knee, and formulas fitted to values. Knows nothing of searches and proofs.
"""

from symplex.solver.approximation.front import Approximation as Approximation
from symplex.solver.approximation.reference_values import Measured as Measured
