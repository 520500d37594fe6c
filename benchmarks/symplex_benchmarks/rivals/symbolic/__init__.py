"""What the symbolic rivals share: their words, their points, constants by L-BFGS, tidy answers.

Owns no method of its own: SSDE, FEX and DSR are beside it, and differ in where trees come from.
"""
