"""What every step of a proof is given."""

import pytest

from symplex.budget import Budget, OutOfTime
from symplex.proof.context import STOPPED, ProofContext


def test_another_box_is_still_the_same_certificate(context, box):
    face = context.on(box.face(("x",)))
    assert set(face.box.ends) == {"y", "t"}
    assert face.normaliser is context.normaliser
    assert face.budget is context.budget
    assert face.time == "t"


def test_almost_everywhere_only_values_matter(context):
    assert not context.values_only
    assert context.almost_everywhere.values_only


def test_each_certificate_has_its_own_normaliser(box):
    assert ProofContext.of(box).normaliser is not ProofContext.of(box).normaliser


def test_factors_and_a_question_that_is_stopped(context, read, box):
    constant, factors = context.factors_of(read("2*x^2 - 2"), box.ends)
    assert constant == 2
    assert {factor for factor, _ in factors} == {read("x - 1"), read("x + 1")}
    with pytest.raises(OutOfTime, match=STOPPED):
        ProofContext.of(box, Budget(question=0)).factors_of(read("x"), box.ends)
