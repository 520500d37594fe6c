"""Formulas as sequences of tokens: which token may come next, and what a sequence has grown into.

Owns the grammar of candidates and its step-by-step bookkeeping. Knows no probabilities: those are
the policy's.
"""
