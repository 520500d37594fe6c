"""Parts without interior, and signs that follow from known ones."""

import pytest

from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.pieces.thin import any_thin, is_strict_inside, is_thin, known_sign, may_vanish


def test_a_thin_part_is_told_from_a_solid_one(read, context):
    x, double, later = read("x"), read("x*2"), read("x - t")
    assert is_thin(context, [HalfSpace(x, 1), HalfSpace(double, -1)])
    assert is_thin(context, [HalfSpace(x, -1), HalfSpace(later, 1)])
    assert not is_thin(context, [HalfSpace(x, 1), HalfSpace(later, 1)])


def test_one_thin_step_makes_the_part_thin(read, context):
    steps = [HalfSpace(read("x"), 1), HalfSpace(read("-2*x"), 1), HalfSpace(read("y"), 1)]
    assert any_thin(context, steps)
    assert not any_thin(context, steps[::2])


@pytest.mark.parametrize(
    ("text", "sign"), [("3*x", 1), ("-x/2", -1), ("x^3*y^2", 1), ("x*y", None), ("x + y", None)]
)
def test_the_sign_of_a_multiple_is_known(text, sign, read, context):
    assert known_sign(read(text), [HalfSpace(read("x"), 1)], context.normaliser) == sign


def test_what_is_certainly_not_zero_does_not_vanish(read, box):
    assert not may_vanish(read("x - y"), box)
    assert may_vanish(read("x - x"), box)
    assert may_vanish(read("(x + 1)^2 - x^2 - 2*x - 1"), box)


def test_an_affine_formula_may_vanish_on_a_face_alone(read, context):
    assert is_strict_inside(read("t"), context, [])
    assert is_strict_inside(read("x - 2"), context, [])
    assert not is_strict_inside(read("x"), context, [])
