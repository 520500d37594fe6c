"""FEX (Liang and Yang, 2025): the operators of fixed trees are chosen, all numbers are learnt.

Owns trees with linear combinations at their leaves, the controller that chooses operators, and the
buffer of finalists that are fitted at length.
"""

from symplex_benchmarks.rivals.fex.fex import FEX as FEX
from symplex_benchmarks.rivals.fex.settings import FEXSettings as FEXSettings
from symplex_benchmarks.rivals.fex.settings import Shape as Shape
