"""Hamilton–Jacobi equations whose data have corners."""

import pytest

from support.partial import cauchy
from support.textbook import is_solved, proposals
from symplex.propose.textbook.pdes.hopf_lax import HopfLax

METHOD = HopfLax()


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + u_x^2 = 0", "-2*abs(x)"),
        ("u_t + sqrt(1 + u_x^2) = 0", "min(x, 1 - 3*x)"),
        ("u_t - u_x^2/2 = 0", "max(x, -x/2)"),
        ("u_t + 2*abs(u_x) = 0", "x^2"),  # the distance shrinks
        ("u_t = abs(u_x)", "x^2"),
    ],
)
def test_on_a_line(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}"))


def test_linear_equations_are_left_alone():
    assert proposals(METHOD, cauchy("u_t + u_x = 0", "u = abs(x)")) == []
