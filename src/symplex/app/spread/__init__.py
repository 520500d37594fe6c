"""Many searches side by side: islands of one problem, sweeps of many, on this machine or several.

Owns where they run, what they exchange, and what becomes of those that are lost. What a single
search does is `solver.solution`'s.
"""
