"""False answers that Coq's total functions would let pass, and true ones close to them."""

import shutil

import pytest

from symplex.errors import ExpressionError
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.coq import coq_file
from symplex_benchmarks.bench._coq import compile_file

UNIT, AROUND = {"x": [0, 1]}, {"x": [-1, 1]}
BOTH = {"x": [0, 1], "t": [0, 1]}
NEAR = {"x": [-1, 0.5], "t": [0, 1]}
CIRCLING = (["u_t = v", "v_t = -u"], {"t": [0, 1]})


def stated(equations, domain, *conditions, unknowns=("u",), parameters=None):
    return Problem(
        equations, domain, conditions, unknowns=list(unknowns), parameters=parameters or {}
    )


REFUSED = [
    # In Coq, 1/0 is 0, Rpower 0 (4/3) is 1, ln(-1) and sqrt(-1) are 0.
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0")), "1/(x - x)"),
    (stated(["u_x = 1"], UNIT, ("x = 0", "u = 0")), "x^2/x"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0")), "log(-x^2 - 1)"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0")), "0*log(x - 2)"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0")), "sqrt(x - 2)"),
    (stated(["u_x = 4/3*x^(1/3)"], UNIT, ("x = 0", "u = 1")), "x^(4/3)"),
    (stated(["u_x = 0"], {"x": [2, 3]}, ("x = 2", "u = pi/2")), "asin(x)"),
    (stated(["u_x/u = 0"], UNIT, ("x = 0", "u = 0")), "0"),
    (stated(["log(u)*u_x = 0"], UNIT, ("x = 0", "u = -1")), "-1"),
    (stated(["2*u*u_x = 1"], UNIT, ("x = 0", "u_x = 0")), "sqrt(x)"),
    (stated(["3*x*u_x = u - 1"], UNIT, ("x = 0", "u = 2")), "1 + x^(1/3)"),
    (stated(["3*x*u_x = u"], UNIT, ("x = 0", "u = 1")), "exp(log(x)/3)"),
    (stated(["u_x = 0"], UNIT, ("x = 0", "u = 1 + 0*log(x)")), "1"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0"), unknowns="uv"), "u = 0; v = log(-1 - pi)"),
    (stated(["2*x*u_x = u"], UNIT, ("x = 0", "u_x*u = 0")), "sqrt(x)"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "acos(u) = 0")), "2"),
    # The problem's own formulas are not defined inside of the box.
    (stated(["x/x*u_x = 0"], AROUND, ("x = 1", "u = 1")), "1"),
    (stated(["u_x = 0*sqrt(-x)"], UNIT, ("x = 1", "u = 1")), "1"),
]
WRONG = [
    (stated(["u_x = 0"], AROUND, ("x = 1", "u = 0")), "(x - x)/x"),
    (stated(["u*u_x = x"], AROUND, ("x = 1", "u = 1"), ("x = -1", "u = 1")), "sqrt(x^2)"),
    (stated(["u_x = 0"], AROUND, ("x = 1", "u = 1")), "sqrt(x^2)/x"),
    (stated(["u_x = 0"], AROUND, ("x = 1", "u = pi/2")), "atan(x) + atan(1/x)"),
    (stated(["u_x = 1 + u^2"], {"x": [0, 2]}, ("x = 0", "u = 0")), "tan(x)"),
    (stated(["u_x = u^2"], {"x": [0, 2]}, ("x = 0", "u = 1")), "1/(1 - x)"),
    (stated(["a*u_x = 1"], UNIT, ("x = 0", "u = 0"), parameters={"a": [0, 1]}), "x/a"),
    (stated(["3*x*u_x = u"], AROUND, ("x = 1", "u = 1")), "x^(1/3)"),
    (stated(["diff(1/u, x) = 0"], UNIT, ("x = 0", "u = 0")), "0"),
    (stated(["diff(log(u), x) = 0"], UNIT, ("x = 0", "u = -1")), "-1"),
    (stated(["diff(x*u_x, x) = 0"], {"x": [1, 2]}, ("x = 1", "u = 0")), "x - 1"),
    (stated(["u_xx = 0"], UNIT, ("x = 1", "diff(x*u, x) = 2")), "1 + x"),
    (stated(["u_t = 0"], BOTH, ("t = 0, x = 0", "u = 5")), "sqrt(x + 25)"),
    (stated(["u_t = a*u"], BOTH, ("t = 0", "u = 1"), parameters={"a": [1, 2]}), "exp(1.5*t)"),
    (stated(["u_xx = 0"], UNIT, ("x = 0", "u = 0"), ("x = 1/2", "u = 1")), "x"),
    (stated(["u_x = 1"], UNIT, ("x = 0", "u = 0"), ("x = 1", "u = 2")), "x"),
    (stated(*CIRCLING, unknowns="uv"), "u = sin(t); v = cos(t) + t^9/10^9"),
    (stated(*CIRCLING, ("t = 0", "v = 2"), unknowns="uv"), "u = sin(t); v = cos(t)"),
    (stated(["u_t = u"], {"t": [0, 1]}, ("t = 0", "u = 1")), "exp(t) + t/10^30"),
    (stated(["u_tt = -pi^2*u"], {"t": [0, 1]}), "sin(3.14159265358979323846*t)"),
    (stated(["u_xxxx = u"], UNIT, ("x = 0", "u_xxx = -1")), "sinh(x)"),
    # Undefined on a face that carries no condition.
    (stated(["u_t = u^2"], {"t": [0, 1]}, ("t = 0", "u = 1")), "1/(1 - t)"),
    (stated(["u_x = 1 + u^2"], {"x": ["0", "pi/2"]}, ("x = 0", "u = 0")), "tan(x)"),
    (stated(["x*u_x = 1"], UNIT, ("x = 1", "u = 0")), "log(x)"),
    (stated(["u_t = u_xx"], BOTH, ("x = 0", "u = 0"), ("t = 1", "u = 0")), "0/t"),
    (stated(["a*u_x = a"], UNIT, ("x = 0", "u = 0"), parameters={"a": [0, 1]}), "x + 0/a"),
    (stated(["u_x = 0"], UNIT, ("x = 1", "u = 0"), unknowns="uv"), "u = 0; v = 1/(1 - 2*x)"),
    # True on the stated box, or at the ends of a range, alone.
    (stated(["u_t = 0"], BOTH, ("t = 0", "u = x^2")), "x*sqrt(x^2)"),
    (stated(["u_x = a^2"], UNIT, ("x = 0", "u = 0"), parameters={"a": [0, 1]}), "a*x"),
    (stated(["u_t = x*u^2"], NEAR, ("t = 0", "u = 1 + 0*sqrt(8 - x)")), "1/(1 - x*t)"),
    (stated(["u_t = x*u^2 + log(exp(x^3)) - x^3"], NEAR, ("t = 0", "u = 1")), "1/(1 - x*t)"),
    # CoqNames and numbers that look like others.
    (stated(["u_x = PI"], UNIT, ("x = 0", "u = 0"), parameters={"PI": [3, 4]}), "pi*x"),
    (stated(["u_x = INR*u"], UNIT, ("x = 0", "u = 1"), parameters={"INR": [1, 2]}), "exp(x)"),
    (stated(["near_x = near"], UNIT, ("x = 0", "near = 2"), unknowns=["near"]), "exp(x)"),
    (stated(["form_u = form"], {"u": [0, 1]}, unknowns=["form"]), "exp(u) + 1"),
    (stated(["u_x = k"], UNIT, ("x = 0", "u = 0"), parameters={"k": 0.1}), "x/10 + x/10^17"),
    (stated(["3*u_x = 1"], UNIT, ("x = 0", "u = 0")), "0.3333333333333333*x"),
    # What has no value, times zero.
    (stated(["diff(0*log(u) + u, x) = 0"], UNIT, ("x = 0", "u = -1")), "-1"),
    # A condition that contradicts another one.
    (stated(["u_x = 0"], UNIT, ("x = 0", "u = 1"), ("x = 1/2", "u = 2")), "1"),
]
RIGHT = [
    (stated(["u_x = 1 + u^2"], UNIT, ("x = 0", "u = 0")), "tan(x)"),
    (stated(["u_x = 1 - u^2"], UNIT, ("x = 0", "u = 0")), "tanh(x)"),
    (stated(["3*u^2*u_x = 1"], {"x": [1, 2]}, ("x = 1", "u = 1")), "x^(1/3)"),
    (stated(["2*u*u_x = 1"], UNIT, ("x = 0", "u = 0")), "sqrt(x)"),
    (stated(["u_x*sqrt(1 - x^2) = 1"], {"x": [0, "1/2"]}, ("x = 0", "u = 0")), "asin(x)"),
    (stated(["sqrt(pi)*u_x = 2*exp(-x^2)"], UNIT, ("x = 0", "u = 0")), "erf(x)"),
    (stated(["diff(log(u), x) = 1"], UNIT, ("x = 0", "u = 1")), "exp(x)"),
    (stated(["diff(x*diff(x*u_x, x), x) = 0"], {"x": [1, 2]}, ("x = 1", "u = 0")), "log(x)"),
    (stated(["u_t = u_xx"], BOTH, ("x = 1", "u_x = 0")), "exp(-pi^2*t)*cos(pi*x)"),
    (stated(["u_t = u^2"], {"t": [0, 0.5]}, ("t = 0", "u = 1")), "1/(1 - t)"),
    (stated(["3*x*u_x = 4*u"], UNIT, ("x = 1", "u = 1")), "x^(4/3)"),
    (stated(["x*u_x = 1"], {"x": [1, 2]}, ("x = 1", "u = 0")), "log(x)"),
    (stated(["u_x + u^2*(cos(x) - sin(x)) = 0"], UNIT), "1/(sin(x) + cos(x))"),
    (stated(["conj_t = -conj/8"], {"t": [0, 1]}, unknowns=["conj"]), "exp(-t/2^3)"),
]


def written(problem, answer):
    return coq_file(problem, read_answer(problem, answer))


@pytest.mark.parametrize(("problem", "answer"), REFUSED)
def test_what_is_undefined_is_refused_before_coq_sees_it(problem, answer):
    with pytest.raises(ExpressionError, match=r"must be|not known here"):
        written(problem, answer)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the PATH")
@pytest.mark.parametrize(("problem", "answer"), WRONG)
def test_coq_is_not_deceived(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert not said.accepted
    assert "Error" in said.reason


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the PATH")
@pytest.mark.parametrize(("problem", "answer"), RIGHT)
def test_coq_accepts_what_is_true(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert said.accepted, said.reason
