"""From a candidate to a proved answer, with constants freed where they must be."""

import pytest

from symplex.codes import RunCode
from symplex.expression import CONSTANT, leaf
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.reasons import Code, Reason
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.freed import freed
from symplex.solver.solution.hints import read_hint
from symplex.work.clock import Deadline

# What every way to an answer ends with: constants found, polished, proved.

HEAT = bundled("heat")
HINT = Origin(Writer.HINT)


def finished(problem, text):
    """What became of a hint, and why nothing more did."""
    steps = Finisher(problem, Deadline()).completed(read_hint(problem, text).skeleton, HINT)
    found = []
    while True:
        try:
            found.append(next(steps))
        except StopIteration as ended:
            return found, ended.value


def test_an_answer_without_constants_is_verified_as_it_stands_and_may_become_shorter():
    (polished,), _ = finished(HEAT, "(1 + 1)*exp(-2*t)*sin(x)*cos(y)/2")
    assert polished.certificate.is_exact
    assert polished.origin == HINT
    assert polished.answer["u"].size <= read_answer(HEAT, "exp(-2*t)*sin(x)*cos(y)")["u"].size


def test_constants_are_found_one_value_for_each_name():
    found, _ = finished(HEAT, "exp(b*t)*sin(a*x)*cos(a*y)")
    assert found[0].certificate.is_exact


def test_it_says_why_nothing_came_of_it():
    refuted = finished(HEAT, "sin(x)")[1]
    assert refuted.code is RunCode.SKELETON_REFUTED
    assert dict(refuted.facts)["place"] == Reason(Code.PLACE_REGION, region="t = 0")
    assert finished(HEAT, "a*x + b")[1].code is RunCode.SKELETON_NO_VALUES
    assert finished(HEAT, "a*log(x - 9)")[1] == Reason(RunCode.SKELETON_UNDEFINED)
    many = " + ".join(f"c{n}*x*y^{n}" for n in range(40))
    assert finished(HEAT, many)[1] == Reason(RunCode.SKELETON_TOO_MANY_CONSTANTS)


def test_the_certificate_is_about_the_problem_that_is_given():
    other = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    (polished, *_), _ = finished(other, "a*x + b")
    assert polished.certificate.is_exact
    assert polished.origin == HINT
    assert polished.answer == read_answer(other, "2*x + 1")


OSCILLATOR = Problem(
    ["u_tt + 2*c*u_t + u = 0"],
    {"t": [0, 5]},
    [("t = 0", "u = 1"), ("t = 0", "u_t = 0")],
    parameters={"c": ["1/10", "9/10"]},
)
FORM = "exp(a*t)*(e*cos(b*t) + d*sin(b*t))"


def test_constants_become_functions_of_the_parameters_by_algebra():
    found, _ = finished(OSCILLATOR, FORM)
    assert found[0].certificate.is_exact
    assert "c" in found[0].answer["u"].symbols


def test_without_algebra_constants_are_numbers():
    finisher = Finisher(OSCILLATOR, Deadline(), algebra=False)
    assert list(finisher.completed(read_hint(OSCILLATOR, FORM).skeleton, HINT)) == []


def test_a_constant_that_may_be_anything_is_one():
    line = Problem(["u_x = 3"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    found, _ = finished(line, "a*x/b")
    assert found[0].answer == read_answer(line, "3*x")


def test_what_somebody_repeats_is_not_new():
    finisher, formula = Finisher(OSCILLATOR, Deadline()), OSCILLATOR.equations[0].left
    assert [finisher.is_new("a", formula) for _ in range(3)] == [True, False, False]
    assert finisher.is_new("b", formula)
    assert finisher.is_new("a", (formula,))


# Constants wherever a parameter that was held may stand.

SCOPE = Scope(("x", "t"))


def made(text):
    skeleton, near = freed({"u": parse(text, SCOPE)})
    return to_text(skeleton.formulas["u"]), near


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("exp(-t)", "c#2*exp(c#1*t)"),
        ("x", "c#1*x"),
        ("3", "c#1"),
        ("x - 2*t", "c#1*x + c#2*t"),
        ("-(x - t)/4", "c#1*x + c#2*t"),
        ("x/(1 + 4*t)", "c#2*x/(1 + c#1*t)"),
        ("sqrt(2*x + t)", "c#2*sqrt(2*x + c#1*t)"),
        ("(x + t)^2*(1 - t)", "(x + c#1*t)^2*(c#2 + c#3*t)"),
        (
            "exp(-3*t/5)*(cos(4*t/5) + 3*sin(4*t/5)/4)",
            "exp(c#1*t)*(c#3*cos(c#2*t) + c#5*sin(c#4*t))",
        ),
    ],
)
def test_every_term_has_a_constant_and_no_scale_has_two(text, free):
    assert made(text)[0] == free


@pytest.mark.parametrize(
    "text",
    [
        "exp(-3*t/5)*(cos(4*t/5) + 3*sin(4*t/5)/4)",
        "5*(x - t)*(2 + x)/3 - x/(2*t + 3)^2",
        "-max(x - t/2, 0) + tanh(-(x - 2)/3)",
        "2/(3*x)",
    ],
)
def test_at_the_values_that_they_have_it_is_the_same_formula(text):
    skeleton, near = freed({"u": parse(text, SCOPE)})
    point = {"x": 0.7, "t": 0.3}
    assert set(near) == set(skeleton.names)
    value = evaluate(skeleton.formulas["u"], {**point, **near})
    assert float(value) == pytest.approx(float(evaluate(parse(text, SCOPE), point)))


def test_fitted_constants_are_freed_too_and_unknowns_share_no_names():
    slot = leaf(CONSTANT, -0.5)
    x, t = parse("x", SCOPE), parse("t", SCOPE)
    skeleton, near = freed({"u": slot * x / (slot + t), "v": slot * t})
    assert not any(formula.constants for formula in skeleton.formulas.values())
    assert sorted(near.values()) == [-0.5, -0.5, -0.5]
    assert len(skeleton.names) == 3
