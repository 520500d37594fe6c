"""Counted work, and the clock that can end an attempt."""

import math

import pytest

from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.proof.certificate import Status
from symplex.solver.polish.effort import Account, AttemptEnded, Effort, Shortfall
from symplex.solver.polish.fit import Family
from symplex.solver.polish.polish import polish

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
ANSWER = {"u": parse("3*exp(-2*t)", Scope(("t",)))}


def fitted() -> dict[str, Expression]:
    exponent = {symbol("x").root: leaf(CONSTANT, -2.0) * symbol("t")}
    return {"u": leaf(CONSTANT, 3.0) * parse("exp(x)", Scope(("x",))).substitute(exponent)}


def test_certificates_are_counted() -> None:
    account = Account(Effort(certificates=1), math.inf)
    assert account.certificate(DECAY, ANSWER).status is Status.EXACT
    with pytest.raises(AttemptEnded) as ended:
        account.certificate(DECAY, ANSWER)
    assert ended.value.shortfall is Shortfall.EFFORT


def test_fits_are_counted_by_the_nodes_that_they_evaluate() -> None:
    family, start = Family.of(DECAY, fitted())
    account = Account(Effort(evaluations=1), math.inf)
    assert account.fit(family, start).is_rounding
    with pytest.raises(AttemptEnded):
        account.fit(family, start)


def test_the_deadline_ends_the_attempt() -> None:
    account = Account(Effort(), 0.0)
    with pytest.raises(AttemptEnded) as ended:
        account.fit(*Family.of(DECAY, fitted()))
    assert ended.value.shortfall is Shortfall.DEADLINE


def test_a_finished_attempt_has_no_shortfall() -> None:
    polished = polish(DECAY, fitted())
    assert polished.certificate.status is Status.EXACT
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
    polished = polish(DECAY, fitted(), seconds, effort)
    assert polished.shortfalls == {shortfall}
    assert polished.answer.keys() == {"u"}
