"""The verifier under attack: no wrong answer is called exact, and right ones in disguise are."""

from collections import Counter
from collections.abc import Iterable

import pytest

from ledger.comparison import false
from ledger.questions import Question, Truth, of_near_miss, questions
from ledger.rows import Row
from ledger.writing import answered
from near_misses import guard
from near_misses.cases import Case, text_of
from near_misses.forms import forms
from near_misses.mutants import mutants
from support.cases import cases
from symplex.errors import ExpressionError
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify

CASES = cases()
PROVABLE = [name for name, case in CASES.items() if not case.beyond]
QUICK = tuple(CASES)[1::6]


@pytest.mark.parametrize("name", PROVABLE)
def test_the_truth_is_exact(name: str) -> None:
    case = CASES[name]
    certificate = verify(case.problem, case.truth)
    assert certificate.status is Verdict.EXACT, str(certificate)


def sample(case: Case) -> list[Question]:
    """A few answers to a problem, of every kind in turn."""
    found = list(mutants(case))
    chosen = found[len(case.name) % 7 :: max(len(found) // 5, 1)]
    right = [] if case.beyond else list(forms(case, 1, seed=9))
    return [
        *(of_near_miss(case, one.answer, Truth.WRONG) for one in chosen),
        *(of_near_miss(case, one.answer, Truth.RIGHT) for one in right),
    ]


def refused(rows: Iterable[Row]) -> list[str]:
    """The right answers that were not proved."""
    right = (row for row in rows if row["truth"] == Truth.RIGHT.value)
    return [row["name"] for row in right if row.get("status") != Verdict.EXACT.value]


@pytest.mark.parametrize("name", QUICK)
def test_a_sample_of_near_misses_and_disguises(name: str) -> None:
    rows = list(answered(sample(CASES[name]), jobs=0))
    assert false(rows) == []
    assert refused(rows) == []


@pytest.mark.slow
def test_no_near_miss_is_exact_and_disguises_are_seen_through() -> None:
    rows = list(answered(questions("near-misses/*"), jobs=2))
    truths = Counter(row["truth"] for row in rows)
    assert truths[Truth.WRONG.value] >= 10_000
    assert truths[Truth.RIGHT.value] >= 2_000
    assert false(rows) == []
    assert len(refused(rows)) <= truths[Truth.RIGHT.value] // 100, refused(rows)


def status_of(name: str, text: str) -> Verdict:
    problem = CASES[name].problem
    return verify(problem, {"u": parse(text, problem.answer_scope)}).status


BUMP = "exp(-10^12*(x - 0.3)^2)"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("heat", "0.99*sin(x)*cos(y)*exp(-2*t)"),
        ("heat", "sin(x)*cos(y)*exp(-2*t) + 1e-45*x"),
        ("heat", f"sin(x)*cos(y)*exp(-2*t) + {BUMP}"),
        ("heat", "sin(x)*cos(y)*exp(-10^6*t)"),
        ("heat", "sin(x)*cos(y)*(1 - sign(t))"),
        ("hj-concave", "x*tanh(10^6*x) + t/2"),
        ("hj-concave", "sqrt(x^2 + 1e-60) + t/2"),
        ("hj-concave", "sqrt(x^2) - t/2"),
        ("hj-concave", "acos(cos(x)) - t/2"),
        ("eikonal", "sqrt(x^2 + y^2) - t"),
        ("eikonal", "max(sqrt(x^2 + y^2) - t, t/2)"),
        ("hj-convex", "max(0, ((t + t) + x) + (-1.5*t))"),
        ("terminal-hj", "-abs(x) + (1 - t)/2"),
        ("eikonal-line", "abs(x) - 1"),
        ("eikonal-line-turned", "1 - abs(x)"),
        ("porous-front", "t - x"),
        ("expansion", "sign(x)"),
    ],
)
def test_the_near_misses_of_the_design_fail(name: str, text: str) -> None:
    assert status_of(name, text) is not Verdict.EXACT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hj-concave", "sqrt(x^2) + t/2"),
        ("hj-concave", "max(x, -x) + relu(t)/2"),
        ("eikonal", "relu(sqrt(x^2 + y^2) - abs(t))"),
        ("porous-front", "(t - x + abs(t - x))/2"),
        ("terminal-hj", "t/2 - abs(x) - 1/2"),
        ("heat", "sin(x)*cos(y)*exp(-abs(t))*exp(-relu(t))"),
    ],
)
def test_the_same_function_otherwise_written_is_exact(name: str, text: str) -> None:
    assert status_of(name, text) is Verdict.EXACT


@pytest.mark.parametrize(
    "equation",
    [
        "u_t + u_x^2/2 = 0",
        "-u_t = u_x^2/2",
        "(1 + x^2)*(u_t + u_x^2/2) = 0",
        "exp(x)*u_t + exp(x)*u_x^2/2 = 0",
        "max(u_t + u_x^2/2, u_t + u_x^2/2) = 0",
        "u_t^2 = u_x^4/4",
        "sqrt(u_t^2) = u_x^2/2",
        "u_t + u_x^2/2 + u - u = 0",
    ],
)
def test_a_kink_of_the_wrong_sign_fails_however_the_equation_is_written(equation: str) -> None:
    problem = Problem([equation], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = abs(x)")])
    answer = {"u": parse("abs(x) - t/2", problem.answer_scope)}
    assert verify(problem, answer).status is not Verdict.EXACT


@pytest.mark.parametrize(
    ("equation", "data", "answer"),
    [
        # shocks: against the entropy condition, with the wrong speed, in another conservation form
        ("u_t + u*u_x = 0", "(1 + sign(x))/2", "(1 + sign(x - t/2))/2"),
        ("u_t - u*u_x = 0", "(1 - sign(x))/2", "(1 - sign(x + t/2))/2"),
        ("u_t + u^2*u_x = 0", "(1 - sign(x))/2", "(1 - sign(x - t/2))/2"),
        ("u_t + (u^2 - 1)*u_x = 0", "sqrt(3)*sign(x)", "sqrt(3)*sign(x)"),
        ("u_t + cos(u)*u_x = 0", "pi*(1 - sign(x))/2", "pi*(1 - sign(x))/2"),
        ("u_t = u_xx", "sign(x)", "sign(x)"),
        ("u_t + u_x = 0", "sign(x)", "sign(x - t/2)"),
        # Hamiltonians whose convexity changes, with a parameter or along the way
        ("u_t + k*u_x^2/2 = 0", "-abs(x)", "-abs(x) - k*t/2"),
        (
            "u_t + ((k - 1/3)^2 - 1e-12)*u_x^2/2 = 0",
            "-abs(x)",
            "-abs(x) - ((k - 1/3)^2 - 1e-12)*t/2",
        ),
        ("u_t + u_x^4 - u_x^2 = 0", "abs(x)", "abs(x)"),
        ("u_t + u_x^3 - u_x = 0", "-abs(x)", "-abs(x)"),
        ("u_t + cos(pi*u_x) + 1 = 0", "-abs(x)", "-abs(x)"),
        ("u_t + abs(abs(u_x) - 1) = 0", "abs(x)", "abs(x)"),
        ("u_t + max(u_x, 0) = 0", "abs(x)", "max(-x, x - t)"),
        ("u_t + u_x^2/2 + 1e-9*sin(10^6*pi*u_x) = 0", "-abs(x)", "-abs(x) - t/2"),
        # equations of second order that hold on both sides of a kink and not across it
        ("u_xx^2 = 0", "1 - abs(x)", "1 - abs(x)"),
        ("u*u_xx = 0", "abs(x)", "abs(x)"),
        ("abs(u_xx) = 2", "x*abs(x)", "x*abs(x)"),
        ("x*u_x = 0", "sign(x)", "sign(x)"),
    ],
)
def test_weak_solutions_of_the_wrong_kind_fail(equation: str, data: str, answer: str) -> None:
    problem = Problem(
        [equation],
        {"x": [-1, 1], "t": [0, 1]},
        [("t = 0", f"u = {data}")],
        parameters={"k": [-1, 1]},
    )
    assert verify(problem, {"u": parse(answer, problem.answer_scope)}).status is not Verdict.EXACT


def test_a_power_with_a_variable_exponent_is_no_formula() -> None:
    with pytest.raises(ExpressionError):
        parse("0^t", CASES["heat"].problem.answer_scope)


def test_the_guard_tells_right_from_wrong() -> None:
    case = CASES["heat"]
    scope = case.problem.answer_scope
    points = guard.probes(case)
    right = {"u": parse("cos(y)*sin(x)/exp(2*t)", scope)}
    wrong = {"u": parse("sin(x)*cos(y)*exp(-2*t) + 1e-100*x", scope)}
    nowhere = {"u": parse("sin(x)*cos(y)*exp(-2*t)*x/x", scope)}
    spot = guard.at_spot(case, {"x": parse("0")})
    assert guard.is_right(case, right, points)
    assert guard.is_wrong(case, wrong, points)
    assert guard.is_wrong(case, nowhere, spot)
    assert text_of(right) == "u=cos(y)*sin(x)/exp(2*t)"
