"""Exact algebra on formulas: normal forms over the rationals, and questions to SymPy.

Owns polynomial normal forms, radicals, logarithms, arctangents and the child process in which
SymPy runs. Knows nothing of problems, points or proofs.
"""
