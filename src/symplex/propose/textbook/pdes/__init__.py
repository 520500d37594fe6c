"""Partial differential equations: formulas, and reductions to fewer variables or to linear ones.

Each method has a file of its own; `pde` is what all of them see, `unfolding` what those share that
look for functions of one variable.
"""
