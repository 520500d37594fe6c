from fractions import Fraction

import numpy as np
import pytest

from near_misses import guard
from near_misses.cases import Case
from near_misses.noise import noisy
from support.cases import cases
from support.checks import check, proved
from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.certificate import conclude
from symplex.proof.verdict import Verdict
from symplex.solver.polish.effort import Effort, Shortfall
from symplex.solver.polish.polish import polish
from symplex.work.boundary import Runaway

CASES = {name: case for name, case in cases().items() if not case.beyond}
SCOPE = Scope(variables=("x", "y", "t"))
HEAT = Problem(
    ["u_t = u_xx"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = 3.25*sin(2*x)")],
)


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


def slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def recovers(case: Case, seed: int) -> bool:
    """Whether polish proves an answer from noisy constants; a wrong one fails the test."""
    polished = polish(case.problem, noisy(case, seed))
    exact = polished.certificate.status is Verdict.EXACT
    if exact:
        assert not any(part.constants for part in polished.answer.values())
        assert guard.is_right(case, polished.answer, guard.probes(case)), case.name
    return exact


@pytest.mark.parametrize("name", sorted(CASES)[::3])
def test_the_exact_form_is_recovered_from_noisy_constants(name: str) -> None:
    assert recovers(CASES[name], seed=1)


@pytest.mark.slow
def test_500_noisy_candidates_are_recovered_in_99_of_100() -> None:
    names = sorted(CASES)
    trials = [(names[index % len(names)], index) for index in range(500)]
    failed = [(name, seed) for name, seed in trials if not recovers(CASES[name], seed)]
    assert len(failed) <= 5, failed


def test_dead_weight_goes_and_the_formula_is_short() -> None:
    x, t = symbol("x"), symbol("t")
    sine = parse("sin(x)", SCOPE)
    fitted = slot(3.2500001) * sine.substitute({x.root: slot(2.0000001) * x})
    fitted = fitted * parse("exp(y)", SCOPE).substitute({symbol("y").root: slot(-3.9999999) * t})
    fitted = fitted + slot(3e-15) * x * t
    polished = polish(HEAT, {"u": fitted})
    assert polished.certificate.status is Verdict.EXACT
    assert to_text(polished.answer["u"]) == "13/4*sin(2*x)*exp(-4*t)"


def test_what_is_no_solution_loses_dead_weight_and_is_not_exact() -> None:
    wrong = slot(3.25) * parse("sin(2*x)*cos(t)", SCOPE) + slot(1e-14) * symbol("t")
    polished = polish(HEAT, {"u": wrong})
    assert polished.certificate.status is not Verdict.EXACT
    assert len(polished.answer["u"].constants) >= 1


def test_a_formula_that_is_undefined_comes_back_as_it_is() -> None:
    polished = polish(HEAT, {"u": slot(2.0) * formula("log(-1 - x^2)")})
    assert polished.certificate.status is Verdict.REFUTED


def test_a_formula_without_constants_is_only_proved_and_shortened() -> None:
    polished = polish(HEAT, {"u": formula("3.25*sin(2*x)*exp(-2*t)*exp(-2*t)*1")})
    assert to_text(polished.answer["u"]) == "13/4*exp(-4*t)*sin(2*x)"
    assert polished.certificate.status is Verdict.EXACT


@pytest.mark.parametrize("scale", ["1/1000000", "1000", "12345"])
def test_the_answer_does_not_depend_on_the_scale(scale: str) -> None:
    problem = Problem(
        ["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", f"u = {scale}*sin(2*x)")]
    )
    size = float(Fraction(scale))
    fitted = parse("sin(2*x)*exp(-4*t)", SCOPE) * slot(size * (1 + 1e-7))
    polished = polish(problem, {"u": fitted + slot(size * 1e-16) * symbol("x")})
    assert polished.certificate.status is Verdict.EXACT
    right = parse(f"{scale}*sin(2*x)*exp(-4*t)", SCOPE)
    points = {"x": np.linspace(-1, 1, 9), "t": np.linspace(0, 1, 9)}
    assert np.allclose(evaluate(polished.answer["u"], points), evaluate(right, points), 1e-12, 0)


@pytest.mark.parametrize(
    ("what", "shortfall"),
    [(KeyboardInterrupt, Shortfall.INTERRUPT), (Runaway, Shortfall.DEADLINE)],
)
def test_an_interrupt_does_not_cost_a_proof_at_hand(monkeypatch, what, shortfall) -> None:
    def interrupted(*_: object) -> None:
        raise what

    monkeypatch.setattr("symplex.solver.polish.polish.forms_of", interrupted)
    polished = polish(HEAT, {"u": formula("3.25*sin(2*x)*exp(-4*t)")})
    assert polished.certificate.status is Verdict.EXACT
    assert polished.shortfalls == {shortfall}


CONJECTURE = conclude((check("u_t = u_xx", verdict=Verdict.CONJECTURED),))
UNPROVED = conclude((check("u_t = u_xx"),))
LONG = "3.25*sin(2*x)*exp(-2*t)*exp(-2*t)*1"


def verdicts(monkeypatch, verdict_on) -> list[str]:
    """Let the verifier say what `verdict_on` says of a text; what it was shown."""
    shown: list[str] = []

    def verify(_: Problem, answer: dict[str, Expression], *__: object):
        shown.append(to_text(answer["u"]))
        return verdict_on(shown[-1])

    monkeypatch.setattr("symplex.solver.polish.effort.verify", verify)
    return shown


def test_a_conjecture_is_better_than_an_approximation(monkeypatch) -> None:
    shown = verdicts(monkeypatch, lambda _: CONJECTURE)
    polished = polish(HEAT, {"u": formula(LONG)})
    assert polished.certificate is CONJECTURE
    assert to_text(polished.answer["u"]) == shown[0]
    assert len(shown) > 2  # other forms were tried: one of them may have a proof


def test_a_form_that_is_proved_is_better_than_a_conjecture(monkeypatch) -> None:
    proof = conclude((proved("u_t = u_xx"),))
    verdicts(monkeypatch, lambda text: proof if text.count("exp") == 1 else CONJECTURE)
    polished = polish(HEAT, {"u": formula(LONG)})
    assert polished.certificate is proof
    assert to_text(polished.answer["u"]).count("exp") == 1


def test_a_form_that_is_conjectured_is_better_than_one_of_which_less_is_known(monkeypatch) -> None:
    verdicts(monkeypatch, lambda text: CONJECTURE if text.count("exp") == 1 else UNPROVED)
    assert polish(HEAT, {"u": formula(LONG)}).certificate is CONJECTURE


@pytest.mark.parametrize(
    ("effort", "shortfall"), [(Effort(certificates=1), Shortfall.EFFORT), (None, None)]
)
def test_what_ends_the_attempt_does_not_cost_a_conjecture(monkeypatch, effort, shortfall) -> None:
    verdicts(monkeypatch, lambda _: CONJECTURE)
    polished = polish(HEAT, {"u": formula(LONG)}, effort=effort)
    assert polished.certificate is CONJECTURE
    assert polished.shortfalls == ({shortfall} if shortfall else set())


def test_an_interrupt_does_not_cost_a_conjecture(monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    verdicts(monkeypatch, lambda _: CONJECTURE)
    monkeypatch.setattr("symplex.solver.polish.polish.forms_of", interrupted)
    polished = polish(HEAT, {"u": formula(LONG)})
    assert polished.certificate is CONJECTURE
    assert polished.shortfalls == {Shortfall.INTERRUPT}
