"""The shape of a formula at its singular roots."""

from fractions import Fraction

import pytest

from symplex.expression import apply, tuple_of
from symplex.proof.pieces.cut import Piece
from symplex.proof.pieces.roots import Singular
from symplex.proof.weak.shape import base_in, is_concave_at_roots

NORM = "sqrt(x^2 + y^2)"


@pytest.mark.parametrize(
    ("text", "convex", "concave"),
    [
        (NORM, True, False),
        (f"-{NORM} + t", False, True),
        (f"t - 2*{NORM}", False, True),
        (f"{NORM}/3 - x^2", True, False),
        (f"t*{NORM}", False, False),
        ("x^2", True, True),
    ],
)
def test_shape(text, convex, concave, read):
    root = Singular(read("x^2 + y^2"), Fraction(1, 2))
    piece = Piece(apply(tuple_of(1), read(text)), singular=(root,))
    assert is_concave_at_roots(piece, 1) is convex
    assert is_concave_at_roots(piece, -1) is concave


def test_a_piece_without_singular_roots_has_either_shape(read):
    assert is_concave_at_roots(Piece(read("x")), -1)


def test_the_base_of_a_root(read):
    assert base_in(read(f"1 + {NORM}"), read("x^2 + y^2"))
    assert not base_in(read("(x^2 + y^2)^2"), read("x^2 + y^2"))
