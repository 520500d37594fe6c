"""Sums of products of the functions on the faces."""

import pytest

from support.partial import square
from support.textbook import is_solved, proposals
from symplex.propose.textbook.pdes.products import Products

METHOD = Products()


@pytest.mark.parametrize(
    "faces",
    [
        ("u = sin(y)", "u = exp(-1)*sin(y)", "u = 0", "u = exp(-x)*sin(1)"),
        ("u = -y^2", "u = 1 + 2*y - y^2", "u = x^2", "u = x^2 + 2*x - 1"),
        ("u = 0", "u = y", "u_y = x", "u = x"),
    ],
)
def test_harmonic_functions(faces):
    assert is_solved(METHOD, square("u_xx + u_yy = 0", *faces))


def test_with_a_source_and_a_parameter():
    problem = square(
        "u_xx + k*u_yy = 2*y + 6*k*x*y",
        *("u = 0", "u = y + y^3", "u = 0", "u = x^2 + x"),
        parameters={"k": [1, 2]},
    )
    assert is_solved(METHOD, problem)


def test_no_combination_is_no_proposal():
    problem = square("u_xx + u_yy = 0", "u = 0", "u = 0", "u = 0", "u = x*(1 - x)")
    assert proposals(METHOD, problem) == []
