"""Whether a statement can hold at all: contradictions, shown exactly or not said.

Owns the ways in which two facts of a statement exclude each other: conditions on the same points,
integrals that the data must balance, data beyond those that fix a unique solution, derivatives that
do not commute. Every inequality is shown by exact arithmetic or by balls, every identity by the
kernel of the proofs; what is not shown is not said. Solves nothing.
"""
