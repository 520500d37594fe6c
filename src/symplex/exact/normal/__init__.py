"""Formulas as quotients of polynomials in independent functions: a normal form without promises.

Owns python-flint's polynomials as seen from formulas: which functions are independent, what they
obey, and the way back to a formula. What is computed here is a proposal; nothing is proved by it.
"""
