"""LaTeX → the language of problem files: what a textbook prints, as text that `parse` reads.

Owns the notation of textbooks and the sentences for what is unclear in it. Knows what names a
problem has, and nothing else of problems; what the text means is `expression.parse`'s business.
"""

from symplex.notation.latex.latex import Evaluated as Evaluated
from symplex.notation.latex.latex import LatexEquation as LatexEquation
from symplex.notation.latex.latex import read_latex_equations as read_latex_equations
from symplex.notation.latex.latex import read_latex_formula as read_latex_formula
