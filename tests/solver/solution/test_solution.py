"""What a solution says of itself, as text, as JSON and in a notebook."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy

from symplex.codes import RunCode
from symplex.errors import ExpressionError, SymplexError
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.certificate import Certificate, conclude
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.approximation import Measured
from symplex.solver.solution.solution import Approximation, Solution
from symplex.solver.solution.text import shortened

PROBLEM = bundled("parametric-heat")
DATA = Path(__file__).parent / "data"
WORST = 5.630700017356105e-09
"""The residual that 0.1 saved with the refuted answer."""


def saved(name: str) -> dict:
    return json.loads((DATA / f"{name}-0.1.json").read_text(encoding="utf-8"))


def answered(text: str) -> Solution:
    """A formula for the parametric heat equation as a solution, whatever becomes of it."""
    answer = {"u": parse(text, PROBLEM.answer_scope)}
    certificate = verify(PROBLEM, answer)
    return Solution(PROBLEM, certificate.status.of_answer, answer, certificate, seed=7, seconds=1.5)


@pytest.fixture(scope="module")
def solution():
    return answered("exp(-2*kappa*t)*sin(x)*cos(y)")


@pytest.fixture(scope="module")
def refuted():
    """An approximation, whose error was measured."""
    measured = Measured(0.02, 0.01, 1e-9)
    return replace(answered("exp(-3*kappa*t)*sin(x)*cos(y)"), error=measured)


def test_exports(solution):
    x, y, t, kappa = sympy.symbols("x y t kappa", real=True)
    assert solution.sympy["u"] == sympy.exp(-2 * kappa * t) * sympy.sin(x) * sympy.cos(y)
    assert solution.latex().startswith("u = ")
    space: dict = {}
    exec(solution.python(), space)
    assert space["u"](0.3, 0.1, 0.5, 1.0) == pytest.approx(solution(x=0.3, y=0.1, t=0.5, kappa=1.0))


def test_it_is_a_function_of_arrays(solution):
    values = solution(x=np.linspace(0, 1, 5)[:, None], y=0.0, t=np.zeros(3), kappa=1.0)
    assert values.shape == (5, 3)
    np.testing.assert_allclose(values[:, 0], np.sin(np.linspace(0, 1, 5)))
    with pytest.raises(ExpressionError, match="expected a value for each of x, y, t and kappa"):
        solution(x=1.0)


def test_the_numpy_function_takes_variables_and_parameters_in_order(solution):
    x = np.linspace(0, 1, 5)
    function = solution.numpy()
    assert function is solution.numpy()
    np.testing.assert_array_equal(
        function(x, 0.1, 0.5, 1.0), solution(kappa=1.0, t=0.5, y=0.1, x=x)
    )


@pytest.mark.parametrize("name", ["solution", "refuted"])
def test_saved_and_read_again(name, request):
    solution = request.getfixturevalue(name)
    again = Solution.from_json(json.loads(json.dumps(solution.to_json())))
    assert again == replace(solution, remarks=again.remarks)
    assert again.verify() == again


@pytest.mark.parametrize(
    ("name", "solution_status", "status", "level", "worst"),
    [
        ("exact", Verdict.EXACT, Verdict.EXACT, "symbolic", 0.0),
        ("approximate", Verdict.APPROXIMATE, Verdict.APPROXIMATE, "numeric", None),
        (
            "refuted",
            Verdict.APPROXIMATE,
            Verdict.REFUTED,
            "numeric",
            5.630700017356105e-09,
        ),
    ],
)
def test_what_version_0_1_saved_is_read(name, solution_status, status, level, worst):
    raw = saved(name) | {"error": {"maximum": 0.1, "rms": 0.1, "reference_error": 1e-9}}
    read = Solution.from_json(raw)
    assert read.status is solution_status
    assert (read.certificate.status, read.certificate.level) == (status, level)
    assert (read.certificate.checks[0].worst is None) is (worst is None)
    assert read.text == raw["solution"]
    assert [a.loss for a in read.front] == [a["loss"] for a in raw["front"]]
    assert Solution.from_json(read.to_json()) == read


@pytest.mark.parametrize("name", ["approximate", "refuted"])
def test_what_was_saved_without_a_measured_error_is_no_answer(name):
    raw = saved(name)
    read = Solution.from_json(raw)
    assert (read.status, read.text, read.certificate) == (Verdict.NONE, {}, None)
    assert raw["solution"] in [one.to_json()["solution"] for one in read.front]
    assert str(read).startswith("no formula found; ")
    assert Reason(RunCode.SAVED_OTHER_STATUS, claimed="approximate", status="none") in read.remarks
    assert Solution.from_json(read.to_json()).front == read.front


def test_what_version_0_1_proved_is_proved_again():
    assert Solution.from_json(saved("exact")).verify().is_exact


def test_a_certificate_of_version_0_1_is_read():
    certificate = Certificate.from_json(saved("verify")["certificate"])
    assert certificate.status is Verdict.REFUTED
    assert certificate.checks[0].point.keys() == {"x", "y", "t"}


def test_the_page_and_the_json_say_the_same(refuted):
    raw, page = refuted.to_json(), str(refuted)
    (check,) = raw["certificate"]["checks"]
    assert raw["status"] == "approximate"
    assert "\napproximate (level: numeric)\n  REFUTED u_t = " in page
    assert check["refuted"]
    assert f"worst {check['worst']:.3g} at x = {check['point']['x']:.6g}" in page


def test_the_page_is_what_a_person_reads(solution):
    assert str(replace(solution, stop_reason="exact solution found", candidates=268)) == (
        "exact and unique among continuous functions with |u| ≤ C·exp(a|x|²), by "
        "Tychonoff's theorem\n"
        "u = exp(-2*kappa*t)*sin(x)*cos(y)\n"
        "\n"
        "exact (level: symbolic)\n"
        f"{solution.certificate.details}\n"
        "\n"
        "exact solution found: 268 candidates in 1.5 s, seed 7"
    )
    lift, move = Origin(Writer.LIFT), Origin(Writer.MOVE)
    counts = {lift: 260, Origin(Writer.VALUES, of=move): 5, Origin(Writer.VALUES, of=lift): 3}
    told = replace(solution, origin=replace(lift, of=move), candidates_by_origin=counts)
    assert str(told).endswith(
        "\norigin of the answer: lift > move\ncandidates by origin: lift 260, values 8"
    )


def test_origins_are_saved_and_read_with_distrust(solution):
    assert Solution.from_json(solution.to_json()).origin is None
    origin = Origin(Writer.REDUCTION, "travelling wave", Origin(Writer.ANSATZ))
    told = replace(solution, origin=origin, candidates_by_origin={origin: 7, origin.last: 9})
    raw = told.to_json()
    assert raw["origin"] == "reduction: travelling wave > ansatz"
    assert list(raw["candidates_by_origin"].items()) == [("ansatz", 9), (raw["origin"], 7)]
    again = Solution.from_json(raw)
    assert (again.origin, again.candidates_by_origin) == (origin, told.candidates_by_origin)
    for wrong in ({"origin": "magic"}, {"origin": 3}, {"candidates_by_origin": {"magic": 1}}):
        with pytest.raises(SymplexError, match="not a saved solution"):
            Solution.from_json({**raw, **wrong})
    before = {key: raw[key] for key in raw if "origin" not in key}
    assert Solution.from_json(before).candidates_by_origin == {}


def test_the_page_lists_approximations_and_notes_of_its_own(refuted):
    front = (Approximation(3, 0.5, refuted.formulas), Approximation(40, 1e-9, refuted.formulas))
    remark = Reason(RunCode.MEASURED_CUT)
    page = str(replace(refuted, front=front, remarks=(remark,)))
    assert f"\n  note: {sentence(remark)}\n" in page
    line = "     3  residual norm 0.71 at sampled points  u = exp(-3*kappa*t)*sin(x)*cos(y)"
    assert "\ncandidates, whose errors were not measured:\n    40  residual norm 3.2e-05" in page
    assert f"\n{line}\n" in page


def test_a_measured_error_is_said_and_kept(refuted):
    front = (Approximation(12, 0.5, refuted.formulas, Measured(0.02, 0.01, 1e-9)),)
    solution = replace(refuted, front=front, error=front[0].error)
    page = str(solution)
    said = "approximate, not exact: error 2 % of the range (reference error < 1e-9)\n"
    assert page.startswith(said)
    assert "\n    12  error 2 % of the range (reference error < 1e-9)  u = exp(" in page
    again = Solution.from_json(json.loads(json.dumps(solution.to_json())))
    assert again.error == solution.error == Measured(0.02, 0.01, 1e-9)


def test_reprs_are_one_short_line(solution):
    assert repr(solution) == "<Solution exact: u = exp(-2*kappa*t)*sin(x)*cos(y)>"
    long = answered(" + ".join(["sin(x)"] * 60))
    assert len(repr(long)) == 100
    assert repr(long).endswith("…>")
    assert repr(Solution(PROBLEM, Verdict.NONE, {}, None)) == "<Solution none: no formula>"


def test_a_forged_solution_does_not_survive_verification(solution):
    raw = solution.to_json()
    raw["solution"]["u"] = "exp(-3*kappa*t)*sin(x)*cos(y)"
    forged = Solution.from_json(raw)
    assert forged.status is Verdict.APPROXIMATE
    assert forged.certificate.status is Verdict.REFUTED
    remark = Reason(RunCode.SAVED_OTHER_STATUS, claimed="exact", status="approximate")
    assert remark in forged.remarks
    assert sentence(remark) in str(forged)


@pytest.mark.parametrize("status", ["approximate", "conjectured", "none"])
def test_what_was_claimed_too_little_is_proved_all_the_same(solution, status):
    read = Solution.from_json(solution.to_json() | {"status": status, "certificate": None})
    assert read.is_exact
    assert read.certificate == solution.certificate


def test_a_conjecture_is_shown_as_one(solution):
    open_check = replace(solution.certificate.checks[-1], proof=None, verdict=Verdict.CONJECTURED)
    certificate = conclude((*solution.certificate.checks[:-1], open_check))
    conjecture = replace(
        solution, status=certificate.status.of_answer, certificate=certificate, remarks=()
    )
    assert conjecture.status is Verdict.CONJECTURED
    assert not conjecture.is_exact
    page, raw = str(conjecture), conjecture.to_json()
    assert "\nconjectured (level: high-precision)\n  missing: a proof of u_t = " in page
    assert (raw["status"], raw["certificate"]["status"]) == ("conjectured", "conjectured")


def test_nonsense_is_not_a_saved_solution():
    for raw in ({}, {"problem": 1}, {"problem": PROBLEM.statement()}):
        with pytest.raises(ValueError, match=r".+"):
            Solution.from_json(raw)


def test_nothing_found_is_a_value_too():
    empty = Solution(PROBLEM, Verdict.NONE, {}, None)
    assert empty.to_json()["solution"] == {}
    assert empty.verify() is empty
    with pytest.raises(ExpressionError, match="none was found"):
        empty(x=1.0)


def test_json_follows_the_contract(solution):
    raw = solution.to_json()
    keys = ("status", "solution", "latex", "certificate", "seed", "seconds", "candidates")
    assert set(keys) <= raw.keys()
    assert raw["certificate"]["level"] == "symbolic"
    assert {"what", "where", "proved", "worst"} <= raw["certificate"]["checks"][0].keys()
    problem = Problem.from_statement(raw["problem"])
    assert parse(raw["solution"]["u"], problem.answer_scope) == solution.formulas["u"]


# A certificate decides on the status of an answer.

DECAY = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1")])


@pytest.mark.parametrize(
    ("formula", "status"),
    [("exp(-t)", Verdict.EXACT), ("1 - t", Verdict.APPROXIMATE)],
)
def test_what_is_proved_is_exact_and_what_is_refuted_approximate(formula, status):
    assert verify(DECAY, read_answer(DECAY, formula)).status.of_answer is status


def test_what_fits_is_left_alone_and_the_rest_is_cut():
    assert shortened("abcd", 4) == "abcd"
    assert shortened("abcde", 4) == "abc…"


# What a notebook shows of problems, solutions and certificates.


def test_a_problem_is_its_equations_and_where_they_hold():
    assert bundled("parametric-heat")._repr_latex_() == (
        "$\\displaystyle \\begin{aligned}\n"
        "& u_{t} = \\kappa \\left(u_{x x} + u_{y y}\\right) \\\\\n"
        "& u\\left(x, y, 0\\right) = \\sin\\left(x\\right) \\cos\\left(y\\right) \\\\\n"
        "& x \\in [-1, 1],\\; y \\in [-1, 1],\\; t \\in [0, 1],\\; \\kappa \\in [\\frac{1}{2}, 2]\n"
        "\\end{aligned}$"
    )


def test_a_solution_is_its_formulas_and_their_certificate():
    problem = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u=1*1")])
    formulas = {"u": parse("exp(x)", problem.answer_scope)}
    certificate = verify(problem, formulas)
    solution = Solution(problem, Verdict.EXACT, formulas, certificate)
    html = solution._repr_html_()
    assert "&amp; u = \\exp\\left(x\\right)" in html
    assert "<b>exact</b> (level: symbolic)" in html
    assert "<td>proved</td><td><code>u_x = u</code></td><td>interior</td>" in html
    assert html.count("<tr>") == len(certificate.checks)


def test_nothing_is_shown_as_such():
    nothing = Solution(bundled("heat"), Verdict.NONE, {}, None)
    assert nothing._repr_html_().startswith("<pre>no formula found; what may help: a guess")
    assert "no formula found" in nothing._repr_latex_()
