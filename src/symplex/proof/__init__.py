"""Is it true: verification of any answer to any problem, and the certificate that says so.

Owns refutation, the test by digits, the certificate and the child process in which all of it runs;
what is proved, `kernel` alone says. Knows nothing of how a formula was found, and nothing of torch.
"""
