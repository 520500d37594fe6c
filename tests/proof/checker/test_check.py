"""The checker accepts what is proved, and refuses lies, other answers and other problems."""

import pytest

from support.checked import (
    FALSE,
    HEAT,
    TRANSPORT,
    TRUE,
    accepts,
    answered,
    examined,
    generator,
    lying,
    stated,
    tamperings,
)
from symplex.budget import Budget
from symplex.proof.checker import Refused, check
from symplex.proof.kernel.advice import Proof


@pytest.mark.parametrize(("problem", "text"), TRUE)
def test_accepts_what_is_proved(problem, text):
    answer, proof = examined(problem, text)
    check(problem, answer, proof, Budget(20.0))


@pytest.mark.parametrize(("problem", "text"), FALSE)
def test_refuses_what_is_false_whatever_was_proved(problem, text):
    answer, proof = examined(problem, text)
    assert not accepts(problem, answer, proof)


@pytest.mark.parametrize(("problem", "text"), FALSE)
def test_no_lie_makes_a_false_answer_exact(problem, text):
    answer, proof = examined(problem, text)
    assert not any(accepts(problem, answer, lying(proof, generator(seed))) for seed in range(3))


@pytest.mark.parametrize(("problem", "text"), [(p, a) for p, a in TRUE if p in (HEAT, TRANSPORT)])
def test_a_proof_is_no_proof_of_another_answer(problem, text):
    _, proof = examined(problem, text)
    assert not accepts(problem, answered(problem, f"({text}) + t/7"), proof)
    assert not accepts(problem, answered(problem, f"({text})*(1 + 10^(-30)*t)"), proof)


def test_a_proof_is_no_proof_for_another_problem():
    answer, proof = examined(HEAT, "exp(-t)*sin(x)")
    others = (
        stated("u_t = 2*u_xx", {"x": [-1, 1], "t": [0, 1]}, ("t = 0", "u = sin(x)")),
        stated("u_t = u_xx", {"x": [-1, 1], "t": [0, 1]}, ("t = 0", "u = 2*sin(x)")),
        stated("u_t = u_xx", {"x": [-1, 1], "t": [0, 1]}, ("t = 1", "u = sin(x)")),
    )
    assert not any(accepts(other, answer, proof) for other in others)


def test_nothing_is_believed_without_hints():
    answer, _ = examined(HEAT, "exp(-t)*sin(x)")
    assert not accepts(HEAT, answer, Proof())


def test_a_changed_word_never_crashes_and_often_costs_the_proof():
    rng, refused, count = generator(1), 0, 0
    for problem, text in TRUE:
        answer, proof = examined(problem, text)
        for other in tamperings(proof, rng, 20):
            count += 1
            refused += not accepts(problem, answer, other)
    assert refused > count / 4


def test_time_ends_in_a_refusal():
    answer, proof = examined(HEAT, "exp(-t)*sin(x)")
    with pytest.raises(Refused):
        check(HEAT, answer, proof, Budget(0.0))
