"""Data on faces of several variables."""

import pytest

from support.partial import named, square
from support.textbook import is_solved, proposals

METHOD = named("superposition")


@pytest.mark.parametrize(
    "faces",
    [
        ("u = sin(pi*y)", "u = 0", "u = sin(2*pi*x)", "u = 0"),
        ("u = 0", "u = 3*sin(2*pi*y)", "u = 0", "u = sin(pi*x)"),
        ("u_x = 0", "u_x = cos(pi*y)", "u_y = 0", "u_y = cos(2*pi*x)"),
    ],
)
def test_laplaces_equation_with_two_sides(faces):
    equation = "u_xx + u_yy = u" if "_" in faces[0] else "u_xx + u_yy = 0"
    assert is_solved(METHOD, square(equation, *faces))


def test_one_side_needs_no_sum():
    problem = square("u_xx + u_yy = 0", "u = sin(pi*y)", "u = 0", "u = 0", "u = 0")
    assert proposals(METHOD, problem) == []
