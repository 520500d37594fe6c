"""How good a formula is: residuals, losses and fitted constants, for many candidates at once.

Owns points, objectives, derivatives at points and the fit of constants, on a compiled core or on a
slower fallback. Knows nothing of where candidates come from.
"""
