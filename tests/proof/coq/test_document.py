"""Whole files: what is in them, and what Coq says of them."""

import re
import shutil

import pytest

from symplex.errors import ExpressionError
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.coq import coq_file
from symplex_benchmarks.bench._coq import compile_file

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None,
    reason="coqc is not on the PATH: apt-get install coq libcoq-coquelicot",
)
DECAY = Problem(
    ["u_t = -kappa*u"], {"t": [0, 1]}, [("t = 0", "u = 2")], parameters={"kappa": [1, 2]}
)
SPREADING = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-x^2)")])
SYSTEM = Problem(
    ["u_t = v", "v_t = -u"],
    {"t": [0, "2*pi"]},
    [("t = 0", "u = 0"), ("t = pi/2", "u = 1"), ("t = 0", "v = 1")],
    unknowns=["u", "v"],
)
RIGHT = [
    (DECAY, "2*exp(-kappa*t)"),
    (SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)"),
    (SYSTEM, "u = sin(t); v = cos(t)"),
]
WRONG = [
    (DECAY, "2*exp(-1.01*kappa*t)"),
    (DECAY, "2.01*exp(-kappa*t)"),
    (SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 3*t)"),
    (SYSTEM, "u = sin(t); v = cos(t) + t/100"),
]


def written(problem: Problem, answer: str) -> str:
    return coq_file(problem, read_answer(problem, answer))


@pytest.mark.parametrize(("problem", "answer"), [*RIGHT, *WRONG])
def test_a_file_takes_nothing_for_granted(problem, answer):
    text = written(problem, answer)
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Hypothesis|Conjecture)\b", text)
    names = re.findall(r"Definition (equation_\d+|condition_\d+)", text)
    assert len(names) == len(problem.all_equations)
    names = [*re.findall(r"Definition (answer_defined)", text), *names]
    claim = " /\\ ".join(names)
    assert f"Theorem solved : {claim}." in text
    assert all(f"Lemma {name}_holds : {name}." in text for name in names)
    assert text.endswith("Print Assumptions solved.\n")


def test_the_answer_is_stated_to_be_defined_on_the_closed_box():
    text = written(SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)")
    (claim,) = re.findall(r"Definition answer_defined : Prop :=\n(.*?)\.\n", text, re.DOTALL)
    assert "0 <= t <= " in claim
    assert "0 <= 1 + 4 * t" in claim
    assert "Definition answer_defined" not in written(DECAY, "2*exp(-kappa*t)")


def test_what_is_not_smooth_is_refused_with_a_sentence():
    with pytest.raises(ExpressionError, match="smooth"):
        written(bundled("eikonal"), "max(sqrt(x^2 + y^2) - t, 0)")


def first_alone(pairs):
    """The first runs every time, the others are slow."""
    return [pairs[0], *(pytest.param(*pair, marks=pytest.mark.slow) for pair in pairs[1:])]


@needs_coq
@pytest.mark.parametrize(("problem", "answer"), first_alone(RIGHT))
def test_coq_accepts_what_is_right(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert said.accepted, said.reason


@needs_coq
@pytest.mark.parametrize(("problem", "answer"), first_alone(WRONG))
def test_coq_refuses_a_wrong_constant(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert not said.accepted
    assert "Error" in said.reason
