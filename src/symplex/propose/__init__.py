"""Where formulas and smaller problems come from: the textbook, structure, moves, the policy.

Owns proposals alone: formulas with constants, and reductions. Believes nothing and proves nothing.
"""
