"""How much work polishing may take, and which constants it finds in the equations."""

import math

import numpy as np
import pytest

from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.expression import apply
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.polish.effort import Account, AttemptEnded, Effort, Shortfall
from symplex.solver.polish.fit import Family
from symplex.solver.polish.polish import polish
from symplex.work.clock import Deadline

# Counted work, and the clock that can end an attempt.

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
ANSWER = {"u": parse("3*exp(-2*t)", Scope(("t",)))}


def fitted() -> dict[str, Expression]:
    exponent = {symbol("x").root: leaf(CONSTANT, -2.0) * symbol("t")}
    return {"u": leaf(CONSTANT, 3.0) * parse("exp(x)", Scope(("x",))).substitute(exponent)}


def test_certificates_are_counted() -> None:
    account = Account(Effort(certificates=1), Deadline())
    assert account.certificate(DECAY, ANSWER).status is Verdict.EXACT
    with pytest.raises(AttemptEnded) as ended:
        account.certificate(DECAY, ANSWER)
    assert ended.value.shortfall is Shortfall.EFFORT


def test_fits_are_counted_by_the_nodes_that_they_evaluate() -> None:
    family, start = Family.of(DECAY, fitted())
    account = Account(Effort(evaluations=1), Deadline())
    assert account.fit(family, start).is_rounding
    with pytest.raises(AttemptEnded):
        account.fit(family, start)


def test_the_deadline_ends_the_attempt() -> None:
    account = Account(Effort(), Deadline(0.0))
    with pytest.raises(AttemptEnded) as ended:
        account.fit(*Family.of(DECAY, fitted()))
    assert ended.value.shortfall is Shortfall.DEADLINE


def test_a_finished_attempt_has_no_shortfall() -> None:
    polished = polish(DECAY, fitted())
    assert polished.certificate.status is Verdict.EXACT
    assert not polished.shortfalls


@pytest.mark.parametrize(
    ("seconds", "effort", "shortfall"),
    [
        (0.0, Effort(), Shortfall.DEADLINE),
        (math.inf, Effort(evaluations=0), Shortfall.EFFORT),
        (math.inf, Effort(certificates=0), Shortfall.EFFORT),
    ],
)
def test_polish_says_what_ended_it(seconds: float, effort: Effort, shortfall: Shortfall) -> None:
    polished = polish(DECAY, fitted(), Deadline(seconds), effort)
    assert polished.shortfalls == {shortfall}
    assert polished.answer.keys() == {"u"}


# Constants that are no rational numbers come of the equations.

X = symbol("x")


def test_a_constant_that_is_a_mode_at_a_face_is_recognised():
    problem = Problem(["u_xx = 25*u"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")])
    answer = leaf(CONSTANT, 1 / np.sinh(5)) * apply("sinh", leaf(CONSTANT, 5.0) * X)
    found = polish(problem, {"u": answer})
    assert found.certificate.status is Verdict.EXACT
