"""Numerical solutions whose error is known, to see a solution before naming it.

Owns the choice of a method by what a problem is, the methods, and honest estimates of their
errors. Knows nothing of candidates.
"""

from symplex.reference.reference import reference as reference
from symplex.reference.result import Field as Field
from symplex.reference.result import NoReference as NoReference
from symplex.reference.result import Reference as Reference
from symplex.reference.result import Sample as Sample
