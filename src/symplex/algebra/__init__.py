"""Exact algebra on formulas: normal forms over the rationals, and questions to SymPy.

Owns polynomial normal forms, radicals, logarithms, arctangents and the process in which SymPy runs.
Knows nothing of problems, points or proofs; keeps nothing between two certificates.
"""
