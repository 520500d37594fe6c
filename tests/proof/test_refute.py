"""Points at which an answer certainly fails, and answers that must never be said to."""

import pytest

from symplex.expression import CONSTANT, leaf
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.refute import refute
from symplex.proof.verdict import Verdict
from symplex.reasons import Code
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

HEAT = bundled("heat")
TRUTH = "sin(x)*cos(y)*exp(-2*t)"
LINE = {"x": [-1, 1], "t": [0, 1]}


def refuted(text, problem=HEAT, **rest):
    return refute(problem, read_answer(problem, text), **rest)


def line(equation, *conditions, domain=LINE):
    return Problem([equation], domain, list(conditions))


def test_the_truth_is_not_refuted():
    assert refuted(TRUTH) is None


@pytest.mark.parametrize(
    "text",
    [
        f"1.01*{TRUTH}",
        f"1e-6 + {TRUTH}",
        f"0.1*max(x, 0) + {TRUTH}",
        f"{TRUTH} + 1e-45*x",
        f"{TRUTH} + relu(x - 1.1)^3",
        "sin(x)*cos(y)*exp(-10^6*t)",
        "sin(x)*cos(y)*exp(-2*t)*sqrt(4)",
    ],
)
def test_a_wrong_answer_is_refuted_at_a_point(text):
    check = refuted(text)
    assert (check.verdict is Verdict.REFUTED) and not check.proved
    assert set(check.point) == {"x", "y", "t"}
    assert check.worst is None or check.worst > 0


@pytest.mark.parametrize(
    ("text", "margin"),
    [("0*log(x - 1)", "x - 1 > 0"), ("0/relu(x)", "relu(x) != 0"), ("asin(2 + x^2)", ">= 0")],
)
def test_an_answer_that_is_undefined_inside_says_what_fails(text, margin):
    check = refuted(f"{TRUTH} + {text}")
    assert check.subject.code is Code.LINE_ANSWER_DEFINED
    assert check.reason.code is Code.DEFINED_REFUTED
    assert margin in check.how
    assert all(-1 < check.point[name] < 1 for name in "xy")


WIDE = Problem(
    ["u_t + sqrt(u_x^2 + u_y^2) = 0"],
    {"x": [-2, 2], "y": [-2, 2], "t": [0, 1]},
    [("t = 0", "u = sqrt(x^2 + y^2)")],
)
LAYERS = line(
    "diff((3 + sign(x))/2*u_x, x) = 0",
    ("x = -1", "u = -2"),
    ("x = 1", "u = 1"),
    domain={"x": [-1, 1]},
)
SHIFT = "u_t = u_x"
HEAT_LINE = {"x": [0, 2], "t": [0, 1]}
CALL = Problem(
    ["u_t + s^2*u_ss/50 + s*u_s/20 - u/20 = 0"],
    {"s": ["1/2", 2], "t": [0, 1]},
    [("t = 1", "u = max(s - 1, 0)")],
)


def normal(drift):
    return f"(1 + erf((log(s) + {drift}*(1 - t))/(sqrt(2*(1 - t))/5)))/2"


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        # Hopf and Lax, on a box so wide that the front does not fill it
        (WIDE, "max(sqrt(x^2 + y^2) - t, 0)"),
        (line("u_t + u_x^2/2 = 0", ("t = 0", "u = -100*abs(x)")), "-100*abs(x) - 5000*t"),
        # sizes beyond doubles, and boxes of every size
        (line(SHIFT, ("t = 0", "u = exp(400 + x/2)")), "sqrt(exp(800 + x + t))"),
        (line(SHIFT, ("t = 0", "u = 10^300*sin(x)")), "10^300*sin(x + t)"),
        (line(SHIFT, ("t = 0", "u = exp(1000*x)")), "exp(1000*(x + t))"),
        (line(SHIFT, ("t = 0", "u = 10^(-300)*sin(x)")), "10^(-300)*sin(x + t)"),
        (
            line(
                "u_t = u_xx",
                ("t = 0", "u = sin(x)"),
                domain={"x": [0, "10^(-200)"], "t": [0, "10^(-300)"]},
            ),
            "exp(-t)*sin(x)",
        ),
        (
            line("u_t = u_xx", ("t = 0", "u = sin(x)"), domain={"x": [0, "10^9"], "t": [0, 1000]}),
            "exp(-t)*sin(x)",
        ),
        # values that exist as limits on a face
        (
            line("u_t = u_xx", ("x = 0", "u = 0"), ("t = 0", "u = 1"), domain=HEAT_LINE),
            "erf(x/(2*sqrt(t)))",
        ),
        (CALL, f"s*{normal('7/100')} - exp(-(1 - t)/20)*{normal('3/100')}"),
        # where the statement's own formulas end, or jump
        (line("u_t = 0", ("t = 0", "u = sqrt(1 - x^2)")), "sqrt(1 - x^2)"),
        (line("u_t = 0", ("t = 0", "u = 1/(17/10 - x)")), "1/abs(17/10 - x)"),
        (LAYERS, "x*(3 - sign(x))/2"),
        # jumps on a face decide nothing
        (line("u_t = 0", ("t = 0", "u = 0"), domain=LINE), "1 - sign(t) - (1 - sign(t))"),
        (line("u_x = sign(x)", ("x = 0", "u = 0"), domain={"x": [-1, 1]}), "abs(x)"),
    ],
)
def test_the_truth_is_never_refuted(problem, text):
    assert refuted(text, problem) is None


def test_a_kink_is_not_held_against_an_answer():
    # At x = 0, and wherever a sign is resolved, the residual of the formula means nothing.
    eikonal = line("abs(u_x) = 1", ("x = 1", "u = 0"), domain={"x": [-1, 1]})
    assert refuted("1 - abs(x)", eikonal) is None
    assert refuted("0*x", eikonal).what == "abs(u_x) = 1"


def test_a_fitted_constant_stands_for_the_numbers_around_it():
    nearly = {"u": leaf(CONSTANT, 1 + 2**-50) * read_answer(HEAT, TRUTH)["u"]}
    far = {"u": leaf(CONSTANT, 1.001) * read_answer(HEAT, TRUTH)["u"]}
    assert refute(HEAT, nearly) is None
    assert refute(HEAT, far) is not None


def test_it_ends_with_its_budget():
    assert refuted(f"1.01*{TRUTH}", budget=Budget(Deadline(0.0))) is None
    assert refuted(f"1.01*{TRUTH}", budget=Budget(steps=1)) is None


def test_a_formula_that_is_wrong_everywhere_takes_few_steps():
    budget = Budget.unlimited().part(100)
    assert refuted(f"1.01*{TRUTH}", budget=budget) is not None


LAYERS = [
    # u = x meets all but the last datum, which is met in a layer that no even point lies in.
    ("-1*x*(exp(-201832217733873228840960*x) + (-1))", "x = 0"),
    ("x - 1e-12*(1 - exp(-1000000000000*x))", "x = 0"),
    ("x*tanh(10^30*x)", "x = 0"),
]


@pytest.mark.parametrize(("formula", "face"), LAYERS)
def test_a_layer_is_seen_however_narrow(formula, face):
    problem = Problem(
        ["u_xxx + u*u_xx + (1 - u_x^2)/2 = 0"],
        {"x": [0, 5]},
        [(face, "u = 0"), (face, "u_x = 0"), ("x = 5", "u_x = 1")],
    )
    found = refuted(formula, problem)
    assert found is not None
    assert found.verdict is Verdict.REFUTED
    assert found.point["x"] < 1e-9
