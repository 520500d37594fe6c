"""From a problem to its answer: what is tried when, until a proof.

Owns the schedule, the search loop, polishing, approximations and `Solution`. The only room that
sees both proposals and proofs.
"""
