"""Formulas for other programs: source code of functions, text, LaTeX and JSON.

Owns how each language writes a formula, down to NaN where it is undefined, and names that are safe
there. Knows formulas and names alone: neither problems nor proofs.
"""

from symplex.notation.export.export import export as export
from symplex.notation.export.formulas import Formulas as Formulas
from symplex.notation.export.targets import Target as Target
from symplex.notation.export.targets import target_named as target_named
