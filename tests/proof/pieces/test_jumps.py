"""Values where signs are 0: what happens on the surfaces themselves; roots in two spellings."""

import pytest

from symplex.problem import Problem, bundled
from symplex.proof.answer import read_answer
from symplex.proof.verify import verify

LINE = {"x": [-1, 1], "t": [0, 1]}


def line(equation, data, at="t = 0"):
    return Problem([equation], LINE, [(at, f"u = {data}")])


SHOCK = line("u_t + u*u_x = 0", "(1 - sign(x))/2")
HALF_OPEN = line("u_t + u*u_x = 0", "max(-sign(x), 0)")
STEP = line("u_t + u_x = 0", "sign(x)")
CONSTANT = line("u_t + u_x = 0", "1")
SPIKE = line("u_t + u_x = 0", "abs(sign(x))")
CORNERED = line("u_t + u_x = 0", "abs(x)")
HEAT, WARM = bundled("heat"), "sin(x)*cos(y)*exp(-2*t)"
ONE = "(1 - sign(x - t/2))/2"
OFF = "(1 - abs(sign(x - t/2)))"

CASES = [
    (SHOCK, ONE, True),
    (SHOCK, f"{ONE} + {OFF}", False),
    (SHOCK, f"{ONE} - {OFF}", False),
    (SHOCK, f"{ONE} + {OFF}/4", False),
    (SHOCK, f"{ONE} + {OFF}*t/2", True),
    (SHOCK, f"{ONE} + {OFF}*t", False),
    (SHOCK, f"{ONE} + {OFF}*(1 - abs(sign(t - 1/2)))", False),
    (HALF_OPEN, "max(-sign(x - t/2), 0)", True),
    (HALF_OPEN, ONE, False),
    (STEP, "sign(x - t)", True),
    (STEP, "sign(2*x - 2*t)", True),
    (STEP, "sign(x - t) + 5*(1 - abs(sign(x - t)))", False),
    (CONSTANT, "1 + (1 - abs(sign(x - 1/3)))*(1 - abs(sign(t - 1/3)))", False),
    (CONSTANT, "2 - sign((x - 1/3)^2 + t)", False),
    (CONSTANT, "1 + 0*x*sign(x)*t*sign(t)", True),
    (SPIKE, "1", False),
    (CORNERED, "abs(x - t) + (1 - abs(sign(x)))*(1 - abs(sign(t - 1/2)))", False),
    (CORNERED, "(x - t)*sign(x - t)", True),
    (HEAT, f"{WARM} + (1 - abs(sign(x - 1/3)))*(1 - abs(sign(y - 1/3)))", False),
    (HEAT, f"{WARM} + x*sign(x)*y*sign(y) - abs(x)*abs(y)", True),
    (HEAT, f"{WARM}*sign((x - 1/3)^2 + t)", False),
]


@pytest.mark.parametrize(("problem", "text", "exact"), CASES)
def test_the_value_on_a_jump_is_examined(problem, text, exact):
    certificate = verify(problem, read_answer(problem, text))
    assert certificate.is_exact is exact, str(certificate)


def test_a_discontinuous_answer_is_not_called_lipschitz():
    for problem, text in ((SHOCK, ONE), (STEP, "sign(x - t)")):
        page = str(verify(problem, read_answer(problem, text)))
        assert "a Lipschitz function that solves" not in page
        assert "viscosity" not in page
        assert "between the limits" in page


SPELLINGS = [
    "(max(sqrt(x^2 + y^2) - t, 0) + max(sqrt((-x)^2 + y^2) - t, 0))/2",
    "max(sqrt(x^2 + (-(-y))^2)/2 + sqrt(x^2 + y^2)/2 - t, 0)",
    "(sqrt(x^2 + y^2) - t + 0 + abs(sqrt(x^2 + abs(y)^2) - t - 0))/2",
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_root_in_two_spellings_is_one_root(text):
    certificate = verify(bundled("eikonal"), read_answer(bundled("eikonal"), text))
    assert certificate.is_exact, str(certificate)
