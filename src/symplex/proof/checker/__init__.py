"""The second, independent look at a proof: nothing is exact that it refuses.

Shares no code with the kernel: it imports formulas, statements and python-flint alone.
"""

from symplex.proof.checker.check import check as check
from symplex.proof.checker.place import Refused as Refused
