"""Ordinary differential equations and their systems: one file for each method.

Owns the view of a problem as an ODE, and what follows from it. Every formula is a proposal.
"""
