"""From a fitted candidate to an exact formula: exact constants, no superfluous terms.

Owns the guesses; a guess counts only if `proof` verifies it.
"""
