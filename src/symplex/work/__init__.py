"""How work is done: clock and budgets, other processes, runs on disk, failures of ingredients.

Owns nothing of mathematics.
"""
