"""Where proofs come from: normal forms, searches for signs, samples. Nothing here is believed.

Owns finding what the kernel checks: in which generators a formula can be written, factors, covers
of a box, points. Knows nothing of statements or notions of solution.
"""
