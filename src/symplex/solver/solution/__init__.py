"""The answer: what was found, what is proved of it, and how it can be used.

Owns `Solution`, its exports and its saved form, and `solve`, which joins search and proof.
"""
