"""Numerical solutions whose error is known, to see a solution before naming it.

Owns the choice of a method by what a problem is, the methods, and honest estimates of their
errors. Knows nothing of candidates.
"""
