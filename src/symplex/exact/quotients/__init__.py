"""Quotients of polynomials in independent functions: how a formula is seen to vanish.

Finds generators and rewrites each node in them; whoever uses it checks every step.
"""
