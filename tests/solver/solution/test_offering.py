"""What a run without a proof offers: nothing whose error was not measured."""

import json

import pytest

from support.reasons import codes_of
from symplex.app.cli.main import main
from symplex.codes import ReferenceCode, RunCode
from symplex.expression.parse import parse
from symplex.numerics.reference.result import NoReference
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.solver.approximation import Approximation
from symplex.solver.solution.page import what_may_help
from symplex.solver.solution.solve import solve

BOX = {"x": [0, 1], "t": [0, 1]}
UNSOLVED = {
    "heat from a step": Problem(
        ["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = sign(x)")]
    ),
    "plucked string": Problem(
        ["u_tt = u_xx"],
        BOX,
        [
            ("t = 0", "u = min(x, 1 - x)"),
            ("t = 0", "u_t = 0"),
            ("x = 0", "u = 0"),
            ("x = 1", "u = 0"),
        ],
    ),
    "moved plate": Problem(
        ["u_t = u_xx"], BOX, [("t = 0", "u = 0"), ("x = 0", "u = U")], parameters={"U": [1, 2]}
    ),
    "call option": Problem(
        ["V_t + sigma^2*S^2*V_SS/2 + r*S*V_S - r*V = 0"],
        {"S": [0, 200], "t": [0, 1]},
        [("t = 1", "V = max(S - 100, 0)")],
        unknowns=["V"],
        parameters={"sigma": [0.1, 0.5], "r": [0, 0.1]},
    ),
}
STEP = """
equations = ["u_t = u_xx"]
domain = { x = [-1, 1], t = [0, 1] }
conditions = [{ where = "t = 0", equation = "u = sign(x)" }]
"""


FOUND = (("0", 1.0), ("t", 1e-20), ("sin(t)", 1e-3))


def nowhere(*_, **__):
    return NoReference(Reason(ReferenceCode.REFERENCE_NOT_CONVERGED), 0.0, tried=True)


@pytest.fixture(params=["not found", "switched off"])
def without(request, monkeypatch):
    """Both ways to have no reference: the ingredients to switch off."""
    if request.param == "switched off":
        return ("reference",)
    monkeypatch.setattr("symplex.solver.solution.approximating.reference", nowhere)
    return ("structure",)


@pytest.fixture(autouse=True)
def late(monkeypatch):
    """The textbook solves these: it is asked too late."""
    monkeypatch.setattr("symplex.solver.solution.course._DELAY", 1_000)


@pytest.mark.parametrize("name", UNSOLVED)
def test_where_nothing_is_measured_nothing_is_offered(name, without):
    solution = solve(UNSOLVED[name], time_limit=600, max_candidates=500, without=without)
    raw, page = solution.to_json(), str(solution)
    assert (raw["status"], raw["solution"], raw["latex"]) == ("none", {}, {})
    assert raw["certificate"] is raw["error"] is None
    assert raw["front"]
    assert not any("error" in one for one in raw["front"])
    head, _, below = page.partition("\ncandidates, whose errors were not measured:\n")
    assert head.startswith("no formula found; what may help: a guess at its form (--hint)")
    assert codes_of(solution.remarks)[0] is RunCode.RUN_METHODS_SILENT
    assert {RunCode.MEASURED_NOT_WANTED, RunCode.MEASURED_NO_SOLUTION} & set(
        codes_of(solution.remarks)
    )
    assert RunCode.HELP_GUESS in codes_of(what_may_help(solution))
    assert head.count("  may help: ") == len(list(what_may_help(solution)))
    assert "residual" not in head
    assert 1 <= below.count(" at sampled points  ") <= 5


def test_the_initial_data_are_no_solution(tmp_path, capsys):
    """Heat from a step: sign(x) meets the equation wherever points are sampled."""
    path = tmp_path / "step.toml"
    path.write_text(STEP)
    command = ["solve", str(path), "--no-save", "--quiet", "--max-candidates", "300"]
    assert main([*command, "--json"]) == 1
    raw = json.loads(capsys.readouterr().out)
    assert (raw["status"], raw["solution"]) == ("none", {})
    assert {"u": "sign(x)"} in [one["solution"] for one in raw["front"]]
    assert main(command) == 1
    assert capsys.readouterr().out.startswith("no formula found; ")


@pytest.mark.parametrize("guess", ["sin(x)", "sign(x)*exp(c*t)"])
def test_a_hint_is_no_answer_because_it_was_given(guess):
    step = UNSOLVED["heat from a step"]
    solution = solve(step, time_limit=600, max_candidates=300, hint=guess, without=("reference",))
    assert (solution.status, solution.text) == (Verdict.NONE, {})


def test_a_candidate_that_the_last_certificate_proves_is_the_answer(monkeypatch):
    """Its own attempt did not come, as when the clock ends a run first."""
    problem = Problem(["u_t = 1 - u^2*sin(u - t)"], {"t": [0, 1]}, [("t = 0", "u = 0")])
    found = [
        Approximation.unmeasured({"u": parse(text, problem.answer_scope)}, UNRECORDED, loss)
        for text, loss in FOUND
    ]
    monkeypatch.setattr("symplex.solver.solution.course.Course.attempts", lambda _: iter(()))
    monkeypatch.setattr("symplex.solver.solution.by_values.ByValues.found", lambda _: found)
    solution = solve(problem, without=("reference",))
    assert (solution.is_exact, solution.text) == (True, {"u": "t"})
    assert solution.error is None


def test_what_is_missing_in_the_statement_may_help():
    loose = Problem(["u_t = u_xx + exp(u*x)"], BOX, [("x = 0", "u = 1")])
    solution = solve(loose, time_limit=600, max_candidates=300, without=("reference", "textbook"))
    said = "may help: stating more: conditions: none is given at a time"
    assert said in str(solution)
