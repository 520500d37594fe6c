"""From a fitted candidate to an exact formula: constants named, dead weight removed, then verified.

Owns the guesses; a guess counts only if `proof` verifies it.
"""
