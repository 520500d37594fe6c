"""A new unknown in which an equation is linear."""

import pytest

from support.partial import cauchy, named, square
from support.textbook import is_solved, proposals

METHOD = named("substitution that makes it linear")


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t = u_xx + u_x^2", "log(3 + cos(x))"),
        ("u_t = u_xx - 2*u_x^2", "-log(2 + x^2)/2"),
        ("u*u_t = u*u_xx + 3*u_x^2", "(2 + sin(x))^(1/4)"),
        ("u*u_t = u*u_xx - 2*u_x^2", "1/(5 + x^2)"),
    ],
)
def test_logarithms_and_powers(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}"))


def test_kirchhoffs_integral():
    faces = (f"u = sqrt({inside})" for inside in ("1 + y", "2 + y", "1 + x", "2 + x"))
    assert is_solved(METHOD, square("diff(u*u_x, x) + diff(u*u_y, y) = 0", *faces))


def test_equations_that_stay_what_they_are():
    assert proposals(METHOD, cauchy("u_t = u_xx + u_x^2 + u^3", "u = x")) == []
    assert proposals(METHOD, cauchy("u_t = u_xx", "u = x")) == []
