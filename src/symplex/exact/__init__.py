"""Exact algebra: normal forms, antiderivatives, constants for which residuals vanish, and SymPy.

Owns polynomials as seen from formulas, and the process in which SymPy runs. What it finds is a
proposal: nothing is proved by it. Knows nothing of problems, points or proofs.
"""
