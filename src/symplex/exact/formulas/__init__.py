"""Exact work with formulas: arithmetic in normal form, sums of exponentials, equations solved.

Owns what every method needs and no textbook names. Knows nothing of problems.
"""
