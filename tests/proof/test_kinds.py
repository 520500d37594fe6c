"""Other kinds of equations: waves, systems, higher order, conservation laws, orientation, ODEs."""

import math

import pytest

import symplex
from support.reasons import codes_of
from symplex.codes import UniquenessCode
from symplex.expression import apply, number, symbol
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Code
from symplex.work.budget import Limits

LINE = {"x": [-1, 1], "t": [0, 1]}
PLANE = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}


def line(equation, *conditions, **rest):
    return Problem([equation], rest.pop("domain", LINE), list(conditions), **rest)


WAVE = line("u_tt = u_xx", ("t = 0", "u = abs(x)"), ("t = 0", "u_t = 0"))
POROUS = line("u_t = diff(u*u_x, x)", ("t = 0", "u = max(-x, 0)"))
SHOCK = line("u_t + u*u_x = 0", ("t = 0", "u = (1 - sign(x))/2"))
FAN = line("u_t + u*u_x = 0", ("t = 0", "u = (1 + sign(x))/2"))
KDV = line(
    "u_t + 6*u*u_x + u_xxx = 0",
    ("t = 0", "u = 1/(2*cosh(x/2)^2)"),
    domain={"x": [-3, 3], "t": [0, 1]},
)
EIKONAL = line("abs(u_x) = 1", ("x = -1", "u = 0"), ("x = 1", "u = 0"), domain={"x": [-1, 1]})
TURNED = line("1 - abs(u_x) = 0", ("x = -1", "u = 0"), ("x = 1", "u = 0"), domain={"x": [-1, 1]})
TERMINAL = line("u_t - 1/2*u_x^2 = 0", ("t = 1", "u = min(x, 0)"))
HEAT = line("u_t = u_xx", ("t = 0", "u = sin(x)"))
KINKED_HEAT = line("u_t = u_xx", ("t = 0", "u = abs(x)"))
ADVECTION = line("u_t + u_x = 0", ("t = 0", "u = abs(x)"))
NORM = Problem(["u_t + abs(u_x) + abs(u_y) = 0"], PLANE, [("t = 0", "u = abs(x) + abs(y)")])
MIXED = Problem(["u_t + u_x^2 - u_y^2 = 0"], PLANE, [("t = 0", "u = abs(x) - abs(y)")])
CLIPPED = line("u_t + max(u_x, -5) = 0", ("t = 0", "u = 7*abs(x)"))
SYSTEM = Problem(
    ["u_t = v_x", "v_t = u_x"],
    LINE,
    [("t = 0", "u = sin(x)"), ("t = 0", "v = 0")],
    unknowns=["u", "v"],
)
DECAY = line("u_t = u/(2*t)", ("t = 1", "u = x"), domain={"x": [0, 1], "t": [0, 1]})

CASES = [
    (WAVE, "abs(x)", False),
    (POROUS, "max(t - x, 0)", True),
    (POROUS, "(abs(t - x) + t - x)/2", True),
    (POROUS, "max(t - x, 0) + 0*abs(x - 0.3)", True),
    (SHOCK, "(1 - sign(x - t/2))/2", True),
    (SHOCK, "(1 - sign(x - t))/2", False),
    (FAN, "(1 + sign(x - t/2))/2", False),
    (KDV, "1/(2*cosh((x - t)/2)^2)", True),
    (KDV, "(1 - tanh((x - t)/2)^2)/2", True),
    (KDV, "1/(2*cosh((x - 1.0000001*t)/2)^2)", False),
    (EIKONAL, "1 - abs(x)", True),
    (EIKONAL, "abs(x) - 1", False),
    (TURNED, "abs(x) - 1", True),
    (TURNED, "1 - abs(x)", False),
    (TERMINAL, "min(x - (1 - t)/2, 0)", True),
    (TERMINAL, "min(x + (1 - t)/2, 0)", False),
    (HEAT, "exp(-relu(t))*sin(x)", True),
    (HEAT, "exp(-t)*sin(x)*sign(x^2 + 5)", True),
    (HEAT, "exp(-t)*sin(x)*sign(x + 5)", False),
    (HEAT, "exp(-t)*sin(x) + (1 - sign(abs(x - 0.3)))", False),
    (HEAT, "exp(-t)*sin(x) + max(x - 1.5, 0)^3", False),
    (KINKED_HEAT, "abs(x)", False),
    (ADVECTION, "sqrt(x^2 - 2*x*t + t^2)", True),
    (ADVECTION, "(x - t)*tanh(1e9*(x - t))", False),
    (ADVECTION, "sqrt((x - t)^2 + 1e-60)", False),
    (NORM, "max(abs(x) - t, 0) + max(abs(y) - t, 0)", True),
    (NORM, "abs(x) + abs(y) - 2*t", False),
    (MIXED, "abs(x) - abs(y)", False),
    (CLIPPED, "7*abs(x - t)", False),
    (SYSTEM, "u = sin(x)*cos(t); v = cos(x)*sin(t)", True),
    (SYSTEM, "u = sin(x)*cos(t); v = -cos(x)*sin(t)", False),
    (DECAY, "x*sqrt(t)", True),
]


TRUE_WITHOUT_A_RULE = [
    (WAVE, "(abs(x - t) + abs(x + t))/2"),
    (WAVE, "max(abs(x), t)"),
    (line("u_t - u_x^2/2 = 0", ("t = 0", "u = abs(x)")), "x*sign(x) + t/2"),
]


@pytest.mark.parametrize(("problem", "text"), TRUE_WITHOUT_A_RULE)
def test_a_right_answer_that_is_not_proved_is_never_refuted(problem, text):
    certificate = verify(problem, read_answer(problem, text))
    assert certificate.status is not Verdict.REFUTED, str(certificate)


@pytest.mark.parametrize(("problem", "text", "exact"), CASES)
def test_the_right_answers_and_only_they_are_exact(problem, text, exact):
    certificate = verify(problem, read_answer(problem, text))
    assert certificate.is_exact is exact, str(certificate)


def test_what_the_statement_leaves_open_is_noted():
    free = Problem(["u_xx + u_yy = 0"], {"x": [0, 1], "y": [0, 1]}, [("x = 0", "u = y")])
    certificate = symplex.verify(free, {"u": "y"})
    assert certificate.is_exact
    (remark,) = certificate.remarks
    assert remark.code is UniquenessCode.OPEN_ELLIPTIC_FACES
    assert "x = 1" in dict(remark.facts)["faces"]
    assert codes_of(symplex.verify(HEAT, {"u": "x"}).remarks) == [UniquenessCode.OPEN_FACES]


def test_fitted_constants_are_never_exact():
    fitted = symplex.Expression(
        tuple(t for t in read_answer(HEAT, "exp(-t)*sin(x)")["u"].tokens), ()
    ) * symplex.Expression((symplex.expression.CONSTANT,), (1.0,))
    certificate = verify(HEAT, {"u": fitted})
    assert certificate.status is Verdict.APPROXIMATE
    assert certificate.level == "numeric"


def deep(count):
    tree = symbol("x")
    for index in range(count):
        tree = apply("sin", tree) if index % 9 == 0 else tree + number(index)
    return tree


HOSTILE = [
    "+".join(f"abs(x - {n}/20*y - t/{n + 1})" for n in range(20)),
    "exp(exp(exp(exp(exp(exp(x))))))",
    f"x*{'9' * 300}/{'7' * 300}",
    "sin(x)*cos(y)*exp(-2*t) + exp(-exp(exp(5 + x)))",
    "sin(x)*cos(y)*exp(-2*t) + 0*(" + "+".join(f"abs(x - {n}/9*y)" for n in range(12)) + ")",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_formulas_are_not_exact_and_end_within_their_steps(text):
    limits = Limits(math.inf, steps=10_000)
    certificate = verify(bundled("heat"), read_answer(bundled("heat"), text), limits)
    assert not certificate.is_exact or "0*" in text


def test_a_huge_tree_is_put_aside():
    tree = deep(1_500)
    certificate = verify(bundled("heat"), {"u": tree}, Limits(math.inf))
    assert certificate.status is Verdict.APPROXIMATE
    assert Code.PROOF_TOO_LONG in codes_of(certificate.remarks)
