"""Numbers where a person would write them."""

import pytest

from symplex.expression import Expression
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.solver.polish.tidy import tidied

SCOPE = Scope(variables=("x", "y", "t"))


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("1/2*(x - t)", "(x - t)/2"),
        ("x + -1*t", "x - t"),
        ("1*x + 0", "x"),
        ("x*(-3)", "-3*x"),
        ("x^2/4/t", "x^2/(4*t)"),
        ("-(-x)", "x"),
        ("x - -2*t", "x + 2*t"),
        ("0*x + t", "t"),
        ("0*log(x)", "0*log(x)"),
        ("2*(x/4)", "x/2"),
        ("1/4*x*t", "x*t/4"),
        ("-x + t", "t - x"),
        ("cos(-4/5*t)", "cos(4/5*t)"),
        ("x - sin(-2*t)", "x + sin(2*t)"),
        ("tanh(-x)*cosh(-x)", "-tanh(x)*cosh(x)"),
        ("exp(-x)", "exp(-x)"),
        ("2*sin(-x)", "-2*sin(x)"),
        ("x - 2*sin(-x)", "x + 2*sin(x)"),
        ("t*sin(-x)", "-t*sin(x)"),
    ],
)
def test_numbers_go_to_their_usual_places(text: str, tidy: str) -> None:
    assert to_text(tidied(formula(text))) == tidy
