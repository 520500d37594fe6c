"""A formula with kinks as smooth pieces, and the surfaces along which the pieces meet.

Owns the cutting, the rewriting of roots, jumps, and sets too thin to matter. What a kink means for
an equation is decided in `weak`.
"""
