"""Numerical values of viscosity solutions, for the loss of Hamilton–Jacobi problems.

Owns the Hopf–Lax formula, Legendre transforms and the loss along characteristics, all in floating
point. Proofs do not use it.
"""
