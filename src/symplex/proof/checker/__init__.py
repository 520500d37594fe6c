"""The second, independent reading of a proof: nothing is exact that it refuses.

It imports formulas and python-flint alone, and shares no code with the kernel.
"""
