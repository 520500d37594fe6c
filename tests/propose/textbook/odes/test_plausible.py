"""The sieve in floating point."""

import pytest

from support.textbook import initial
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.textbook.odes.plausible import at_condition, is_plausible

SCOPE = Scope(("x", "c"), ("k",))


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("exp(x)", True),
        ("c*exp(x)", True),
        ("exp(x) + 1/1000", False),
        ("log(-x)*exp(x)", False),  # nowhere defined
        ("x^2", False),
        ("exp(2000 + x)", False),  # infinite everywhere
    ],
)
def test_solutions_pass_and_others_do_not(text, passes):
    problem = initial("u_x = u", 0, 1, 1)
    assert is_plausible(problem, {"u": parse(text, SCOPE)}) is passes


def test_what_must_vanish_at_a_condition():
    (condition,) = initial("u_x = u", 0, 1, "k", at=1, parameters={"k": [0, 1]}).conditions
    residual = at_condition(condition, {"u": parse("x^2*c", SCOPE)})
    assert to_text(residual) == "1^2*c - k"
