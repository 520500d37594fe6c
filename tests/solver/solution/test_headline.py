"""The first line of an answer."""

from dataclasses import replace

import pytest

import symplex
from symplex.codes import RunCode
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.sentences import sentence
from symplex.solver.approximation import Measured
from symplex.solver.solution.headline import Claim, headline, what_may_help
from symplex.solver.solution.solution import Solution

SQUARE = {"x": [0, 1], "y": [0, 1]}
LINE = {"x": [0, 1], "t": [0, 1]}
ENDS = [("x = 0", "u = 0"), ("x = 1", "u = 0")]
KAPPA = {"parameters": {"k": [1, 20]}}


def answered(problem: Problem, **answer: str) -> Solution:
    certificate = symplex.verify(problem, answer)
    formulas = symplex.proof.answer.read_formulas(problem, answer)
    return Solution(problem, certificate.status.of_answer, formulas, certificate)


@pytest.mark.parametrize(
    ("problem", "formula", "code", "words"),
    [
        (
            Problem(["u_t = u_xx"], {**LINE, "x": [0, "pi"]}, [("t = 0", "u = sin(x)")]),
            "exp(-t)*sin(x)",
            Claim.UNIQUE,
            "exact and unique among continuous functions",
        ),
        (
            Problem(["u_xx + u = 0"], {"x": [0, 1]}),
            "cos(x) + sin(x)",
            Claim.MANY,
            "exact, one of many: the equation is linear of order 2, and 0 conditions are stated; "
            "no condition is stated",
        ),
        (
            Problem(["u_t + c*u_x = 0"], LINE, parameters={"c": [1, 2]}),
            "1",
            Claim.MANY,
            "exact, one of many: any constant may be added to u; no condition is stated",
        ),
        (
            Problem(["u_t = u_xx + u"], LINE, ENDS[:1]),
            "exp(t)*x",
            Claim.MANY,
            "exact, one of many: every multiple of u solves it too; no initial or terminal",
        ),
        (
            Problem(["abs(u_x) = 1"], {"x": [-1, 1]}, [("x = 0", "u = 0")]),
            "x",
            Claim.MANY,
            "exact, one of many: u with the opposite sign solves it too; u takes negative values",
        ),
        (
            Problem(["u_xx + k*u = 0"], {"x": [0, 1]}, ENDS, **KAPPA),
            "0",
            Claim.EIGENVALUES,
            "exact but trivial: zero satisfies this homogeneous statement for every k",
        ),
        (
            Problem(["u_xx + u_yy = 0"], SQUARE, ENDS),
            "0",
            Claim.ZERO_OF_MANY,
            "exact, one of many, and trivial: zero satisfies this homogeneous statement; any",
        ),
        (
            Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 0", "u_x = 0")]),
            "0",
            Claim.UNIQUE_ZERO,
            "exact and unique, but trivial: zero alone solves it, among all classical solutions",
        ),
        (
            Problem(["u_x^2 + u_y^2 = x^2 + y^2"], SQUARE, [("x = 0", "u = 0")]),
            "x*y",
            Claim.MANY,
            "exact, one of many: u with the opposite sign",
        ),
        (
            Problem(["u_t + u*u_x = 0"], LINE, [("x = 0", "u = 0")]),
            "x/(t + 1)",
            Claim.LEFT_OPEN,
            "exact, perhaps one of many: no initial or terminal condition is stated",
        ),
    ],
)
def test_what_is_proved_is_said_with_what_is_missing(problem, formula, code, words):
    solution = answered(problem, u=formula)
    assert solution.is_exact
    assert headline(solution).claim is code
    assert solution.headline.startswith(words)
    assert str(solution).startswith(f"{solution.headline}\nu = ")


def test_eigenvalues_can_be_asked_for_as_the_help_says():
    problem = Problem(["u_xx + k*u = 0"], {"x": [0, 1]}, ENDS, **KAPPA)
    (help_,) = what_may_help(answered(problem, u="0"))
    assert help_.code is RunCode.HELP_EIGENVALUES
    assert "with the equation k_x = 0" in sentence(help_)
    stated = ["u_xx + k*u = 0", "k_x = 0"], {"x": [0, 1]}, [*ENDS, ("x = 0", "u_x = 1")]
    full = Problem(*stated, unknowns=["u", "k"])
    assert answered(full, u="sin(pi*x)/pi", k="pi^2").is_exact


def test_nothing_is_claimed_that_is_not_borne_out():
    problem = Problem(["u_xx = 2"], {"x": [0, 1]}, ENDS)
    good = answered(problem, u="x^2 - x")
    wrong = answered(problem, u="x^2")
    assert headline(wrong).claim is Claim.REFUTED
    error = Measured(0.02, 0.01, 1e-9)
    measured = replace(wrong, error=error)
    assert measured.headline == f"approximate, not exact: error {error.sentence}"
    assert headline(replace(measured, measured_earlier=True)).claim is Claim.MEASURED_EARLIER
    saved = Solution.unverified(good.to_json())
    assert headline(saved).claim is Claim.UNVERIFIED
    nothing = Solution(problem, Verdict.NONE, {}, None, stop_reason="time limit")
    assert nothing.headline == (
        "no formula found; what may help: a guess at its form (--hint), or more time (--time-limit)"
    )


def test_it_is_the_same_sentence_everywhere():
    solution = answered(Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")]), u="exp(x)")
    from symplex.app.report import report_html

    assert solution.to_json()["headline"] == solution.headline
    for page in (solution._repr_html_(), report_html(solution), str(solution)):
        assert solution.headline.replace("'", "&#x27;") in page.replace("'", "&#x27;")
