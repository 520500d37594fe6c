"""Quotients of polynomials in independent functions: how a formula is seen to vanish.

Owns finding generators and rewriting each node in them. Whoever uses it checks every step.
"""
