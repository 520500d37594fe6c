"""Where candidates come from: one file for each proposer.

Owns the statement's own formulas, lifts of earlier answers, textbook ansätze, insertions, random
moves and the policy. No proposer knows a problem by name; fitting and remembering are the loop's.
"""
