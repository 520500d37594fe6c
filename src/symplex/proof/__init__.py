"""Is it true: verification of any answer to any problem, and the certificate that says so.

Owns refuting, cutting into smooth pieces, proving, and the rules for kinks. Knows nothing of how a
formula was found, and nothing of torch.
"""
