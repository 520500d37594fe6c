"""Series as answers: what is proved of a formula plus a sum of eigenfunctions over the integers.

Owns the theorem, its hypotheses and the lines of the certificate. Identities and signs are the
kernel's; docs/series.md states the theorem and the class that it covers.
"""
