"""The limits of a certificate: work stops when its steps or seconds are over."""

import math

import pytest

from support.checkout import BENCHMARKS
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

COLLECTION = BENCHMARKS / "collection"

SLOW = [
    ("beam", "sin(2*x)*cos(4*t) + 1e-30/(1e-30 + (x - 3/10*pi)^2)"),
    ("kdv-soliton", "2/cosh(x - 4*t)^2*erf(7 + x^2)"),
]


@pytest.mark.parametrize(("name", "text"), SLOW)
def test_a_certificate_ends_within_its_steps(name, text):
    problem = Problem.from_file(COLLECTION / f"{name}.toml")
    certificate = verify(problem, read_answer(problem, text), Limits(math.inf, steps=10_000))
    assert certificate.status is not Verdict.EXACT


def test_running_out_of_time_is_said_and_is_never_exact():
    problem = Problem.from_file(COLLECTION / "beam.toml")
    certificate = verify(problem, read_answer(problem, "sin(2*x)*cos(4*t)"), Limits(seconds=0))
    assert certificate.status is Verdict.APPROXIMATE
    assert "the time limit of 0 s was reached" in str(certificate)
