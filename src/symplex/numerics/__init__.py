"""Numbers: residuals at points, fits of constants, numerical solutions whose error is known.

Owns sampling, the compiled engines and the references. Knows nothing of who proposes a formula.
"""
