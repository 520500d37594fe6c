"""The algorithm: stages → points → proposals → fits → memory → learning, until a proof.

Owns the loop (the paper's Algorithm 1), the scores, the memory and the state that is saved. Who
proposes is in `propose.candidates`. Knows nothing of files, screens and proofs.
"""
