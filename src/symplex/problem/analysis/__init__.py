"""Properties of a problem that follow from its statement alone.

Owns its class, the curvature of its terms, the Hamilton–Jacobi form, the box on which an answer is
verified, the operators an answer is likely to need, and the review of common mistakes. Solves
nothing.
"""
