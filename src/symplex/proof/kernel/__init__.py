"""The kernel: few rules, each on a page that can be audited (docs/proofs.md), and nothing else.

Owns what may be called proved. Everything is shown from the final formula and the statement:
identities by a normal form over the rationals, signs by rigorous ranges, pieces and singular sets,
and the notion of solution with its hypotheses. Fails closed: what is not shown is not proved.
"""
