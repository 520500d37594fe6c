"""What a condition must state: something of an unknown, almost everywhere, with signs of ±1."""

import pytest

from support.checkout import BENCHMARKS
from symplex.errors import ProblemError
from symplex.problem import Problem

VOID = sorted((BENCHMARKS / "meaning" / "states_nothing").glob("*.toml"))


@pytest.mark.parametrize("path", VOID, ids=lambda path: path.stem)
def test_a_statement_with_a_condition_that_states_nothing_is_an_error(path):
    with pytest.raises(ProblemError, match=r"conditions\[\d\]\.equation: .* state nothing"):
        Problem.from_file(path)


def test_there_are_statements_that_state_nothing():
    assert len(VOID) >= 29


def state(where, text, k=(0, 3)):
    box = {"x": [-2, 2], "t": [0, 1]}
    return Problem("u_tt = u_xx", box, [(where, text)], parameters={"k": k})


@pytest.mark.parametrize(
    "text",
    [
        "0 = 0",
        "0 = 1",
        "0 = x",
        "u - u = 0",
        "u = u + 10^(-12)",
        "t*u = 0",
        "t*u_x + u_t = u_t",
        "0*u_xx = 0",
        "(u + 1)^2 = u^2 + 2*u + 1",
        "sin(u_x)^2 + cos(u_x)^2 = 1",
        "exp(log(u)) = u",
        "sqrt(u + 3)^2 = u + 3",
        "(asin(1) - pi/2)*u = 0",
        "k*u - k*u = k - k",
        "max(u, 0) + min(u, 0) = u",
        "u^2 = abs(u)^2",
        "(abs(k) - k)*u = 0",
        "min(x + 2, 0)*u_x = 0",
        "log(x - 10^9)*u = 0",
        "u/t = 0",
        "k*u = 0",
        "(k - k^2)*u = 0",
        "relu(x)*u = 0",
        "(1 - sign(x))*(u - 1) = 0",
        "(abs(x) + x)*u = 0",
        "relu(x - 19999/10000)*u = 0",
        "relu(u - u + x)*u_t = 0",
        "sign(max(x - 1, 0))*u = 0",
    ],
)
def test_a_condition_that_may_state_nothing(text):
    with pytest.raises(ProblemError, match=r"sign\(|state nothing"):
        state("t = 0", text)


@pytest.mark.parametrize(
    "text",
    [
        "u = 0",
        "x*u = 0",
        "(x^2 - 1)*u_t = 0",
        "u^2 + 1 = 0",
        "u_x*u_t = 0",
        "abs(u) = u",
        "max(u, 5) = 5",
        "10^(-30)*u = 0",
        "u_x + k*u = 0",
        "(1 + k)*u = x",
        "(k^2 - k + 1)*u = x",
        "u_x = cos(k)",
        "relu(x)*u + (abs(x) - x)*u_t = 0",
        "abs(x)*u = 1",
        "exp(u) = 1 + x^2",
        "sqrt(u) = 1",
        "asin(u) = x",
        "sign(x)*u = 1",
    ],
)
def test_a_condition_that_says_something(text):
    assert state("t = 0", text).conditions[0].text == text


def test_what_it_states_for_each_value_of_a_parameter_matters():
    assert state("t = 0", "k*u = 1", (1, 3))
    assert state("t = 0", "(k - 4)*u = 1")
    with pytest.raises(ProblemError, match="each value of the parameters"):
        state("t = 0", "(k - 2)*u = 1")


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("t = 0", "u = sign(t)"),
        ("t = 0", "u = sign(x*t)"),
        ("t = 0", "u_t = diff(abs(t), t)"),
        ("x = 2", "u = 3*sign(2 - x)"),
        ("x = 0", "u = sign(x)"),
        ("x = 0, t = 0", "u = sign(x + t)"),
        ("t = 0", "u = sign(relu(x))"),
        ("t = 0", "u = sign(k*x)"),
        ("t = 0", "u = sign(x - x)"),
        ("t = 0", "u = sign(sqrt((x - 1)^2) - abs(x - 1))"),
        ("t = 0", "u = sign(sqrt(x^2) - x)"),
        ("t = 0", "u = sign(sqrt(x^4) + x*sqrt(x^2))"),
    ],
)
def test_a_sign_that_may_be_zero_is_an_error(where, text):
    with pytest.raises(ProblemError, match=r"sign\(.*\) is not shown to be 1 or -1"):
        state(where, text)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("t = 0", "u = sign(x)"),
        ("t = 0", "u = sign(x - k)"),
        ("t = 0", "u = sign(abs(x) - 1)"),
        ("t = 0", "u = sign(sin(x))*sign(x - 1)"),
        ("x = 2", "u = sign(t - 1/2)"),
        ("x = 1", "u = sign(x)"),
        ("t = 0", "u = sign(k + 1)"),
        ("t = 0", "u = sign(sqrt(x^2) - 1)"),
        ("t = 0", "u = sign(sqrt(x^2 + (x - 1)^4) - 1)"),
        ("t = 0", "u = sign(1 - (x^2)^(3/2))"),
    ],
)
def test_a_sign_that_is_zero_on_a_null_set_alone_is_none(where, text):
    assert state(where, text).conditions[0].text == text
