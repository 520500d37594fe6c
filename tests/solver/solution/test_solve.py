"""One run from its start to its solution."""

import inspect
import json
import math
import pickle
import sys
from dataclasses import fields

import numpy as np
import pytest

from support.checks import check
from support.clocks import clock_by_hand
from support.reasons import codes_of
from symplex.codes import RunCode, StatementCode
from symplex.errors import ExpressionError, SettingsError
from symplex.expression import CONSTANT, Expression
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.certificate import conclude
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.propose.candidates.settings import DEFAULT, SYMFORMER
from symplex.solver.polish.effort import Shortfall
from symplex.solver.polish.polish import Polished
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve

# From a problem to a solution.

MODULE = sys.modules["symplex.solver.solution.solve"]
FINISHER = sys.modules["symplex.solver.solution.finisher"]
CONJECTURE = conclude((check("u_x = 2", verdict=Verdict.CONJECTURED),))

RAMP = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 0")])


def test_a_solution_is_proved_and_is_the_same_with_the_same_seed():
    first, second = (solve(RAMP, seed=3, time_limit=999) for _ in range(2))
    assert first.status is Verdict.EXACT
    assert first.text == {"u": "2*x"}
    assert (first.text, first.candidates) == (second.text, second.candidates)


def test_a_contradiction_ends_a_run_before_it_begins():
    wrong = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")])
    found = solve(wrong, seed=3, time_limit=999)
    assert found.status is Verdict.NONE
    assert found.candidates == 0
    assert found.stop_reason == "the statement contradicts itself"
    assert found.remarks[0].codes[:2] == (
        RunCode.RUN_CONTRADICTORY,
        StatementCode.CONTRADICTION_SHOWN,
    )
    assert found.notes[0].startswith("contradictory: equations[0] (u_x = 2) with conditions[0]")
    assert found.to_json()["solution"] == {}


def test_a_recipe_may_be_a_name_or_settings():
    by_name = solve(RAMP, recipe="default", time_limit=999)
    assert solve(RAMP, recipe=DEFAULT, time_limit=999).candidates == by_name.candidates


def test_every_hint_is_read():
    with pytest.raises(ValueError, match="ends after"):
        solve(bundled("heat"), hint=("y", "sin("))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"recipe": "papr"}, "did you mean 'paper'"),
        ({"time_limit": 0}, "must be a positive number of seconds"),
        ({"without": ("lfts",)}, "did you mean 'lifts'"),
        ({"accept": 2.0}, "a share of the range"),
        ({"accept": 0.0}, "a share of the range"),
        ({"accept": 0.1, "size": 0}, "at least 1 node"),
        ({"size": 3}, "say how accurate"),
        ({"accept": 0.1, "without": ("reference",)}, "without a reference"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, sentence):
    with pytest.raises(SettingsError, match=sentence):
        solve(RAMP, **options)


def test_a_time_limit_must_be_a_positive_number():
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(SettingsError, match="positive number of seconds"):
            solve(bundled("heat"), time_limit=wrong)


def test_what_was_left_undone_is_noted(monkeypatch):
    cut_short = Polished({}, conclude(()), frozenset({Shortfall.PROOF}))
    monkeypatch.setattr(FINISHER, "polish", lambda *_, **__: cut_short)
    # Without a reference: on a fast machine it would name the answer before the search does.
    alone = ("textbook", "reference")
    solution = solve(bundled("hj-concave"), max_candidates=2_000, without=alone)
    assert solution.status is not Verdict.EXACT
    assert any(Shortfall.PROOF.value in remark.codes for remark in solution.remarks)


def searched(time_limit=999.0, watch=None):
    """The answer of the search by equations alone: others would be there before it."""
    return solve(RAMP, time_limit=time_limit, watch=watch, without=("textbook", "reference"))


def conjectures(monkeypatch, *, then: str = ""):
    """Let polishing find conjectures only; what the second one is may be chosen."""
    seen: list[Polished] = []

    def polish(problem, *_, **__):
        answer = read_answer(problem, f"{len(seen)} + 2*x")
        shortfalls = {Shortfall[then]} if then and seen else set()
        seen.append(Polished(answer, CONJECTURE, frozenset(shortfalls)))
        return seen[-1]

    monkeypatch.setattr(FINISHER, "polish", polish)
    return seen


def test_a_conjecture_is_kept_while_counted_work_is_spent_on_a_proof(monkeypatch):
    monkeypatch.setattr(MODULE, "_MORE_CANDIDATES", 3_000)
    runs = []
    for _ in range(2):
        seen = conjectures(monkeypatch)
        runs.append(searched())
        assert len(seen) > 1  # it did go on
    solution = runs[0]
    assert solution.status is Verdict.CONJECTURED
    assert solution.stop_reason == "conjectured solution found"
    assert solution.text == {"u": "0 + 2*x"}
    assert solution.certificate is CONJECTURE
    assert 3_000 <= solution.candidates < 10_000
    assert solution.candidates == runs[1].candidates


def test_what_is_not_a_number_is_no_answer(monkeypatch):
    proof = verify(RAMP, read_answer(RAMP, "2*x"))
    nan = Expression((CONSTANT,), (math.nan,))
    monkeypatch.setattr(FINISHER, "polish", lambda *_, **__: Polished({"u": nan}, proof))
    solution = solve(RAMP, max_candidates=300, without=("textbook", "reference"))
    assert proof.is_exact
    assert solution.text != {"u": "nan"}
    json.dumps(solution.to_json(), allow_nan=False)


def test_a_proof_that_is_found_after_a_conjecture_is_the_answer(monkeypatch):
    real = FINISHER.polish
    seen = []

    def polish(problem, answer, *rest, **more):
        seen.append(answer)
        if len(seen) == 1:
            return Polished(answer, CONJECTURE)
        return real(problem, answer, *rest, **more)

    monkeypatch.setattr(FINISHER, "polish", polish)
    solution = searched()
    assert solution.status is Verdict.EXACT
    assert solution.stop_reason == "exact solution found"
    assert len(seen) > 1


def test_a_conjecture_survives_the_time_limit_and_an_interrupt(monkeypatch):
    seen, hands = conjectures(monkeypatch), clock_by_hand(monkeypatch)

    def wait(_):
        hands.time += 999.0 if seen else 0.0

    late = searched(watch=wait)
    assert (late.status, late.stop_reason) == (Verdict.CONJECTURED, "time limit")
    seen = conjectures(monkeypatch, then="INTERRUPT")
    cut = searched()
    assert (cut.status, cut.stop_reason) == (Verdict.CONJECTURED, "interrupted")
    assert len(seen) == 2
    assert RunCode.ATTEMPT_PROVABLE in codes_of(cut.remarks)


RICCATI = Problem(["u_t = t - u^2"], {"t": [0, 4]}, [("t = 0", "u = 1")])


def test_approximations_are_measured_and_the_knee_is_chosen():
    first, second = (
        solve(RICCATI, time_limit=999, max_candidates=500, without=("textbook",)) for _ in range(2)
    )
    assert first.status is Verdict.APPROXIMATE
    assert first.error.maximum < 0.01
    assert first.to_json()["error"]["maximum"] == first.error.maximum
    assert "% of the range (reference error < 1e-" in str(first)
    assert {**first.to_json(), "seconds": 0} == {**second.to_json(), "seconds": 0}


def test_an_accurate_formula_ends_the_run(monkeypatch):
    course = sys.modules["symplex.solver.solution.by_values"]
    monkeypatch.setattr(course, "AFTER", 200)
    solution = solve(RICCATI, time_limit=999, accept=1e-3, size=30, without=("textbook",))
    assert solution.stop_reason == "accurate formula found"
    assert solution.status is Verdict.APPROXIMATE
    assert solution.error.maximum <= 1e-3
    assert sum(formula.size for formula in solution.formulas.values()) <= 30


def test_without_a_reference_residual_norms_are_said_of_candidates_alone():
    solution = solve(RICCATI, time_limit=999, max_candidates=500, without=("textbook", "reference"))
    assert (solution.status, solution.text, solution.error) == (Verdict.NONE, {}, None)
    assert solution.certificate is None
    assert all("error" not in one for one in solution.to_json()["front"])
    head, _, below = str(solution).partition("\ncandidates, whose errors were not measured:\n")
    assert head.startswith("no formula found; ")
    assert RunCode.MEASURED_NOT_WANTED in codes_of(solution.remarks)
    assert "residual" not in head
    assert "  residual norm " in below
    assert solution.best_candidate == min(solution.front, key=lambda one: one.loss).formulas


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_an_interrupt_while_errors_are_measured_leaves_what_the_search_found(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.approximating.reference", interrupted)
    solution = solve(RICCATI, time_limit=999, max_candidates=300, without=("textbook",))
    assert solution.stop_reason == "interrupted"
    assert (solution.status, solution.text) == (Verdict.NONE, {})
    assert "  residual norm " in str(solution)


def test_an_interrupt_of_the_last_certificate_leaves_the_answer(monkeypatch):
    module = sys.modules["symplex.solver.solution.offering"]
    real, calls = module.verify, []

    def verify(*given):
        calls.append(given)
        return interrupted() if len(calls) == 1 else real(*given)

    monkeypatch.setattr(module, "verify", verify)
    solution = solve(RICCATI, time_limit=999, max_candidates=300, without=("textbook",))
    assert solution.stop_reason == "interrupted"
    assert solution.certificate is not None


def test_no_residual_norm_is_said_that_was_not_computed(monkeypatch):
    """Errors were measured, but none of the formulas was fair."""
    monkeypatch.setattr("symplex.solver.solution.by_values.AFTER", 100)
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)
    monkeypatch.setattr("symplex.solver.solution.approximating.Approximating.front", lambda *_: ())
    solution = solve(RICCATI, time_limit=999, max_candidates=600, without=("textbook", "structure"))
    assert solution.front
    assert solution.status is Verdict.NONE
    assert RunCode.MEASURED_NONE_CLOSE in codes_of(solution.remarks)
    assert "nan" not in str(solution)


def test_a_boundary_layer_ends_as_an_approximation_with_its_error():
    """Blasius: no closed form is known."""
    conditions = [("x = 0", "u = 0"), ("x = 0", "u_x = 0"), ("x = 6", "u_x = 1")]
    blasius = Problem(["u_xxx + u*u_xx/2 = 0"], {"x": [0, 6]}, conditions)
    solution = solve(blasius, time_limit=999, max_candidates=1000)
    assert solution.status is Verdict.APPROXIMATE
    assert solution.error is not None
    assert solution.error.maximum <= 0.01


# Choices are arguments of `solve`.


def test_choices_are_arguments_of_solve_with_the_same_defaults():
    known = inspect.signature(solve).parameters
    defaults = {one.name: one.default for one in fields(Choices)}
    assert {name: known[name].default for name in defaults} == defaults


def test_choices_can_be_sent_to_processes():
    made = Choices(seed=3, operators={"sin": False}, hint=("a*x",))
    assert pickle.loads(pickle.dumps(made)) == made


def test_the_recipe_is_meant_without_what_is_left_out():
    assert Choices(recipe="symformer", without=("lm",)).settings == SYMFORMER.without(["lm"])
    assert Choices(recipe=SYMFORMER).settings == SYMFORMER
    with pytest.raises(SettingsError, match=r"no recipe .symforma.; .*did you mean"):
        _ = Choices(recipe="symforma").settings


# Fits and sensitivities of a solution.


def solution(text="sin(x)*cos(y)*exp(-2*kappa*t)"):
    problem = bundled("parametric-heat")
    formulas = {"u": parse(text, problem.answer_scope)} if text else {}
    return Solution(problem, Verdict.APPROXIMATE, formulas, None)


def test_a_solution_is_fitted_to_columns():
    random = np.random.default_rng(4)
    x, y, t = random.uniform(0, 1, (3, 200))
    u = solution()(x=x, y=y, t=t, kappa=1.7)
    fitted = solution().fit({"x": x, "y": y, "t": t, "u": u + 0.001 * random.normal(size=200)})
    assert fitted.estimates["kappa"].low < 1.7 < fitted.estimates["kappa"].high
    assert fitted.residuals["u"].shape == (200,)


def test_the_sensitivity_is_a_formula():
    slope = solution("exp(-kappa*t)*sin(x)").sensitivity("kappa")["u"]
    assert to_text(slope) == "sin(x)*(-exp(-kappa*t)*t)"
    with pytest.raises(SettingsError, match="'x' is not a parameter; this problem has kappa"):
        solution().sensitivity("x")


def test_nothing_cannot_be_fitted():
    with pytest.raises(ExpressionError, match="none was found"):
        solution("").fit({"x": [1.0]})
