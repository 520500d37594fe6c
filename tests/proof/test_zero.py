"""Formulas that vanish, do not, or leave it open."""

import pytest

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.certificate import Level
from symplex.proof.context import STOPPED, ProofContext
from symplex.proof.zero import Proof, Refutation, largest, prove_zero

ANGLE_SUM = "sin(x - t) - sin(x)*cos(t) + cos(x)*sin(t)"
TRIPLE = "erf(x)*(sin(3*x) - 3*sin(x) + 4*sin(x)^3)"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("(x + y)^2 - x^2 - 2*x*y - y^2", "a polynomial identity"),
        ("sin(2*atan(x)) - 2*x/(1 + x^2)", "a polynomial identity"),
        ("log((2 + x)*(2 + y)) - log(2 + x) - log(2 + y)", "an identity of logarithms"),
        (ANGLE_SUM, "zero by angle sums"),
    ],
)
def test_the_argument_is_named(text, how, read, context):
    assert prove_zero(read(text), context, ()) == Proof(Level.SYMBOLIC, how)


@pytest.mark.parametrize("text", ["1e-45*x", "sin(x) - x + x^3/6", "exp(x) - exp(x + 1e-30)"])
def test_a_tiny_difference_is_refuted(text, read, context):
    found = prove_zero(read(text), context, ())
    assert isinstance(found, Refutation)
    assert found.value > 0


def test_points_lie_within_the_half_spaces(read, context):
    found = prove_zero(read("abs(x) - y"), context, [HalfSpace(read("x - 0.9"), 1)])
    assert isinstance(found, Refutation)
    assert found.point["x"] > 0.9


def test_without_computer_algebra_many_digits_decide_and_that_is_said(read, box):
    hurried = ProofContext.of(box, Budget(seconds=600, question=0))
    proof = prove_zero(read(ANGLE_SUM), hurried, ())
    assert isinstance(proof, Proof)
    assert proof.level is Level.HIGH_PRECISION
    assert proof.how.endswith(f"({STOPPED})")


def test_digits_are_no_evidence_beyond_the_precision_limit(read, box):
    hurried = ProofContext.of(box, Budget(seconds=600, question=0))
    with pytest.raises(Undecided, match=f"{STOPPED}.*, and too small"):
        prove_zero(read(ANGLE_SUM), hurried, (), "too small")


def test_the_deadline_is_reported(read, box):
    with pytest.raises(OutOfTime, match="time limit of 0 s"):
        prove_zero(read(ANGLE_SUM), ProofContext.of(box, Budget(seconds=0)), ())


def test_the_largest_value_seen(read, context):
    worst, point = largest(read("x*y"), context, ())
    assert worst == abs(point["x"] * point["y"])
    assert worst > 0.9
