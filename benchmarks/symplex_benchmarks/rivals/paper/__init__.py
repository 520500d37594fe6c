"""The paper's tables and figures, made anew: which runs each needs, and how it is drawn.

Owns the paper's groups of problems, its tables and its figures. Every run is kept as it comes, so
that what was interrupted goes on.
"""
