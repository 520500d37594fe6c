"""Verification in this very process."""

from symplex.budget import Limits
from symplex.problem import bundled
from symplex.proof.answer import read_answer
from symplex.proof.here import certificate_for


def test_the_verifier_answers_within_the_limits_that_it_is_given():
    problem = bundled("heat")
    answer = read_answer(problem, "sin(x)*cos(y)*exp(-2*t)")
    assert certificate_for(problem, answer, Limits()).is_exact
    assert not certificate_for(problem, answer, Limits(seconds=0)).is_complete
