"""Solutions that are not smooth: viscosity solutions, conservation laws, kinks in linear equations.

Owns the rules that decide whether an answer solves an equation across the surfaces where its pieces
meet.
"""
