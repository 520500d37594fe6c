"""Answers to the bundled problems: the true ones are exact, what is nearly true is not."""

import math
import tomllib

import pytest

import symplex
from support.checkout import BENCHMARKS
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

ANSWERS = tomllib.loads((BENCHMARKS / "answers.toml").read_text(encoding="utf-8"))
MISPRINTS = [(name, text) for name in ANSWERS for text in ANSWERS[name].get("misprints", [])]


def status(problem, text):
    return symplex.verify(problem, {"u": text}).status


@pytest.mark.parametrize("name", ANSWERS)
def test_the_true_solution_is_exact_and_symbolic(name):
    certificate = symplex.verify(bundled(name), {"u": ANSWERS[name]["u"]})
    assert certificate.status is Verdict.EXACT, str(certificate)
    assert certificate.level == "symbolic"


@pytest.mark.parametrize(("name", "text"), MISPRINTS)
def test_what_the_paper_misprints_is_refuted(name, text):
    certificate = symplex.verify(bundled(name), {"u": text})
    assert certificate.status is Verdict.REFUTED
    assert any((check.verdict is Verdict.REFUTED) and check.point for check in certificate.checks)


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize(
    "change",
    [
        "0.99*({u})",
        "({u}) + 1e-45*x",
        "({u}) + exp(-1e12*(x - 0.3)^2)",
        "({u})*(1 + 1e-9)",
        "({u})*(1 + (sign(-x - 0.9) + 1)*1e-6)",
    ],
)
def test_a_near_miss_is_not_exact(name, change):
    text = change.format(u=ANSWERS[name]["u"])
    assert status(bundled(name), text) is not Verdict.EXACT


@pytest.mark.parametrize(
    "change", ["({u}) + 0*x", "(({u})^3)/(({u})^2 + 0)", "({u}) + sin(x)^2 + cos(x)^2 - 1"]
)
def test_another_form_of_a_smooth_solution_is_exact(change):
    text = change.format(u="exp(x) + exp(y)")
    assert status(bundled("poisson-exp"), text) is Verdict.EXACT


def eikonal_line(sign="+", data="abs(x)"):
    return Problem(
        [f"u_t {sign} 1/2*u_x^2 = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", f"u = {data}")]
    )


@pytest.mark.parametrize(
    ("problem", "text", "exact"),
    [
        (bundled("eikonal"), "sqrt(x^2 + y^2) - t", False),
        (bundled("eikonal"), "max(sqrt(x^2 + y^2) - t, t/2)", False),
        (bundled("eikonal"), "max(sqrt(x^2 + y^2 + 1e-60) - t, 0)", False),
        (bundled("hj-concave"), "sqrt(x^2) + t/2", True),
        (bundled("hj-concave"), "acos(cos(x)) + t/2", False),  # on all of space it is another
        (bundled("hj-concave"), "max(x, -x) + abs(t)/2", True),
        (bundled("hj-concave"), "x*tanh(1e6*x) + t/2", False),
        (bundled("hj-concave"), "abs(x)*(1 - sign(t))", False),
        (bundled("hj-concave"), "abs(x)*exp(-1e6*t)", False),
        (eikonal_line(data="-abs(x)"), "-abs(x) - t/2", True),
        (eikonal_line(), "abs(x) - t/2", False),
        (eikonal_line(), "sqrt(x^2) - t/2", False),
        (eikonal_line(), "acos(cos(x)) - t/2", False),
    ],
)
def test_kinked_answers(problem, text, exact):
    certificate = symplex.verify(problem, {"u": text})
    assert certificate.is_exact is exact, str(certificate)


def test_a_formula_that_is_undefined_somewhere_says_where():
    problem = Problem(["u_x = 1/x"], {"x": [-1, 1]}, [("x = 1", "u = 0")])
    certificate = symplex.verify(problem, {"u": "log(x)"})
    assert certificate.status is Verdict.REFUTED
    assert "x > 0" in str(certificate)


def test_an_answer_for_other_unknowns_is_an_error():
    with pytest.raises(symplex.ExpressionError, match="no formula for u"):
        symplex.verify(bundled("heat"), {})
    with pytest.raises(symplex.ExpressionError, match="'v' is not an unknown"):
        symplex.verify(bundled("heat"), {"u": "x", "v": "x"})


def test_an_answer_that_changes_far_from_the_box_is_not_exact():
    problem = bundled("heat")
    far = "sin(x)*cos(y)*exp(-2*t) + relu(x - 1000)^3"
    assert status(problem, far) is Verdict.APPROXIMATE


HOSTILE = [
    "exp(exp(exp(20 + x)))",
    "+".join(f"abs(x - {n}/20*y - t/{n + 1})" for n in range(20)),
    "sin(x)^40*cos(y)^40*exp(-2*t)*(x + y + t)^40",
    "sqrt(sqrt(sqrt(x^2 + y^2) + t) + 1) + erf(tanh(atan(x*y*t)))",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_it_is_given_it_ends_within_its_steps_and_raises_nothing(text):
    problem = bundled("heat")
    answer = read_formulas(problem, {"u": text})
    certificate = verify(problem, answer, Limits(math.inf, steps=10_000))
    assert not certificate.is_exact
