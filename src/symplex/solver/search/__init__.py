"""The algorithm: stages → points → proposals → fits → memory → learning, until a proof.

Owns the curriculum, the proposers, the memory and the loop (the paper's Algorithm 1). Knows
nothing of files and screens.
"""
