"""Questions to SymPy: other ways to write a formula.

Owns the process in which SymPy runs. What it says is a proposal: nothing is proved by it. Knows
nothing of problems, points or proofs.
"""
