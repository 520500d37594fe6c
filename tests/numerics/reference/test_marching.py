"""Implicit blocks in time."""

import pytest

from support.references import is_honest, solved, system
from symplex.numerics.reference.marching import marching
from symplex.numerics.reference.system import NoScheme


@pytest.mark.parametrize(
    ("equation", "domain", "conditions", "truth"),
    [
        (
            "u_t = u_xx + u*(1 - u)",
            {"x": [-2, 2], "t": [0, 1]},
            [("t = 0", "u = 1/(1 + exp(x/sqrt(6)))^2")],
            "1/(1 + exp(x/sqrt(6) - 5*t/6))^2",
        ),
        (
            "u_t = u_xx",
            {"x": [0, 3], "t": [1, 2]},
            [("t = 1", "u = erf(x/2)"), ("x = 0", "u = 0")],
            "erf(x/(2*sqrt(t)))",
        ),
        (
            "u_t = u_xx",
            {"x": [0, 1], "t": [0, 1]},
            [("t = 0", "u = x^2 + 2*x"), ("x = 0", "u_t = u_x"), ("x = 1", "u_x = 4")],
            "x^2 + 2*x + 2*t",
        ),
        (
            "u_tt + 2*u_t = u_xx",
            {"x": [0, "pi"], "t": [0, 2]},
            [
                *(("t = 0", "u = sin(2*x)"), ("t = 0", "u_t = 0")),
                *(("x = 0", "u = 0"), ("x = pi", "u = 0")),
            ],
            "exp(-t)*(cos(sqrt(3)*t) + sin(sqrt(3)*t)/sqrt(3))*sin(2*x)",
        ),
    ],
)
def test_open_lines_half_lines_moving_ends_and_waves(equation, domain, conditions, truth):
    stated = system(equation, domain, *conditions)
    found = solved(marching, stated)
    assert is_honest(found, stated, truth)


def test_derivatives_come_with_the_values():
    domain = {"x": [0, "pi"], "t": [0, 1]}
    sides = [("x = 0", "u = 0"), ("x = pi", "u = 0")]
    stated = system("u_t = u_xx", domain, ("t = 0", "u = sin(x)"), *sides)
    points = stated.points(50)
    field = solved(marching, stated).field
    rest = field.values(points, ("t",)) - field.values(points, ("x", "x"))
    assert abs(rest).max() < 1e-6


def test_singular_matrices_end_a_resolution_without_a_warning():
    """Two of the conditions on one end are rows of the same matrix."""
    data = [("x = -1", "u = t"), ("x = 1", "u = 0"), ("x = -1", "u = t + 1")]
    stated = system("u_t = u_xx", {"x": [-1, 1], "t": [0, "1/10"]}, ("t = 0", "u = 0"), *data)
    with pytest.raises(NoScheme):
        solved(marching, stated)
