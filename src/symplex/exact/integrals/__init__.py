"""Antiderivatives, by the ways of a textbook; SymPy is asked where they fail.

Owns integration alone. Knows nothing of problems.
"""
