"""What a search tries: one file for each proposer, and what all of them speak of.

Owns stages, settings, candidates as values and by the thousand, and the proposers: the statement's
own formulas, lifts of earlier answers, textbook ansätze, random moves and the policy.
No proposer knows a problem by name. Knows nothing of scores, memory and proofs.
"""
