"""Numbers that a proof may rely on: intervals, balls, and the points at which to try them.

Owns enclosures, signs on a box and the limits of high precision. Knows nothing of equations.
"""
