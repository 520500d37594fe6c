"""How much work polishing may take, and in which phases."""

import math

import numpy as np
import pytest

from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.expression import apply
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.polish.effort import Account, AttemptEnded, Effort, Shortfall
from symplex.solver.polish.fit import Family
from symplex.solver.polish.phases import unfolded
from symplex.solver.polish.polish import polish

# Counted work, and the clock that can end an attempt.

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
ANSWER = {"u": parse("3*exp(-2*t)", Scope(("t",)))}


def fitted() -> dict[str, Expression]:
    exponent = {symbol("x").root: leaf(CONSTANT, -2.0) * symbol("t")}
    return {"u": leaf(CONSTANT, 3.0) * parse("exp(x)", Scope(("x",))).substitute(exponent)}


def test_certificates_are_counted() -> None:
    account = Account(Effort(certificates=1), math.inf)
    assert account.certificate(DECAY, ANSWER).status is Verdict.EXACT
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
    polished = polish(DECAY, fitted(), seconds, effort)
    assert polished.shortfalls == {shortfall}
    assert polished.answer.keys() == {"u"}


# Phases written out as amplitudes.

C = leaf(CONSTANT, 0.37)
W = leaf(CONSTANT, 1.9)
X = symbol("x")


@pytest.mark.parametrize("name", ["sin", "cos", "sinh", "cosh", "exp"])
@pytest.mark.parametrize("argument", [X + C, C - X, W * (X + C), (X - C) / W, W * X - C])
def test_the_start_is_the_same_function(name, argument):
    formula = apply(name, argument)
    written = unfolded(formula)
    assert written != formula
    points = {"x": np.linspace(-1, 2, 7)}
    assert np.allclose(evaluate(written, points), evaluate(formula, points))


@pytest.mark.parametrize("one", ["sin", "cos"])
@pytest.mark.parametrize("two", ["sin", "cos"])
def test_a_beat_is_the_sum_of_two_oscillations(one, two):
    formula = apply(one, C * X) * apply(two, X * W)
    written = unfolded(formula)
    points = {"x": np.linspace(-1, 2, 7)}
    assert len(written.constants) == 4
    assert np.allclose(evaluate(written, points), evaluate(formula, points))


@pytest.mark.parametrize("argument", [X, X + 1, W * X, C])
def test_what_has_no_fitted_phase_stays(argument):
    assert unfolded(apply("sin", argument)) == apply("sin", argument)


def test_a_damped_oscillation_with_an_unknown_phase_is_polished():
    problem = Problem(
        ["u_tt + 2*u_t + 4*u = 0"], {"t": [0, 2]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")]
    )
    root, phase = 3**0.5, np.pi / 6
    t = symbol("t")
    swing = apply("cos", leaf(CONSTANT, root) * (t - leaf(CONSTANT, phase / root)))
    answer = leaf(CONSTANT, 2 / root) * apply("exp", -t) * swing
    found = polish(problem, {"u": answer})
    assert found.certificate.status is Verdict.EXACT


def test_a_constant_that_is_a_mode_at_a_face_is_recognised():
    problem = Problem(["u_xx = 25*u"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")])
    answer = leaf(CONSTANT, 1 / np.sinh(5)) * apply("sinh", leaf(CONSTANT, 5.0) * X)
    found = polish(problem, {"u": answer})
    assert found.certificate.status is Verdict.EXACT
