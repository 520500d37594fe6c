"""Smooth pieces of kinked formulas."""

import pytest

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.context import ProofContext
from symplex.proof.pieces import cut as cutting
from symplex.proof.pieces.cut import cut, decided


def pieces(text, read, context, *half_spaces):
    return {piece.where: piece.formula for piece in cut(read(text), context, half_spaces)}


def test_abs_has_two_pieces(read, context):
    assert pieces("abs(x)", read, context) == {"x > 0": read("x"), "x < 0": read("-x")}


@pytest.mark.parametrize(
    ("text", "above", "below"),
    [
        ("max(x, y)", "x", "y"),
        ("min(x, y)", "y", "x"),
        ("relu(x - y)", "x - y", "0"),
        ("sqrt((x - y)^2)", "x - y", "y - x"),
    ],
)
def test_branches(text, above, below, read, context):
    found = pieces(text, read, context)
    assert len(found) == 2
    for where, formula in found.items():
        expected = above if (">" in where) == where.startswith("x - y") else below
        assert context.normaliser.are_equal([(formula, read(expected))])


def test_a_sign_that_is_known_makes_no_piece(read, context):
    assert pieces("abs(t) + abs(x - 3)", read, context) == {"": read("t - x + 3")} or (
        len(pieces("abs(t) + abs(x - 3)", read, context)) == 1
    )
    inside = HalfSpace(read("x"), 1)
    assert list(pieces("abs(2*x)", read, context, inside)) == ["x > 0"]


def test_a_jump_is_remembered(read, context):
    found = cut(read("sign(x)"), context)
    assert [piece.formula for piece in found] == [read("1"), read("-1")]
    assert all(piece.jumps == (read("x"),) for piece in found)
    assert cut(read("sign(x - 3)"), context)[0].jumps == ()


def test_what_is_not_defined_is_undecided(read, context):
    with pytest.raises(Undecided, match="it is not shown that x > 0"):
        cut(read("log(x)"), context)
    with pytest.raises(Undecided, match="it is not shown that x != 0"):
        cut(read("1/x"), context)
    assert len(cut(read("1/x"), context.almost_everywhere)) == 1


def test_too_many_pieces_are_given_up(read, context, monkeypatch):
    monkeypatch.setattr(cutting, "MAX_PIECES", 3)
    with pytest.raises(Undecided, match="more than 3 pieces"):
        cut(read("abs(x) + abs(y)"), context)


def test_running_out_of_time_is_reported_even_where_values_suffice(read, box):
    hurried = ProofContext.of(box, Budget(seconds=60, question=0)).almost_everywhere
    with pytest.raises(OutOfTime):
        cut(read("sqrt(x^2 - 2*x*y + y^2)"), hurried)


def test_decided_signs(read, context):
    assert decided(read("t"), context, ()) == 1
    assert decided(read("x - 2"), context, ()) == -1
    assert decided(read("x"), context, ()) is None
    assert decided(read("-2*x"), context, (HalfSpace(read("x"), 1),)) == -1
