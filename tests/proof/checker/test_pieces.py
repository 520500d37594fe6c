"""Pieces cover, residuals vanish on each, and a sign has three values."""

import pytest

from support.checked import accepts, examined, stated

X = {"x": [-1, 1]}


@pytest.mark.parametrize(
    ("source", "text", "is_true"),
    [
        ("abs(x) + x - 2*relu(x)", "0*x", True),
        ("sqrt(x^2) - abs(x)", "0*x", True),
        ("max(x, 0) + min(x, 0) - x", "0*x", True),
        ("sqrt(x^2) - x", "0*x", False),
        ("1 - sign(2 + x)", "0*x", True),
        ("abs(x) - x", "0*x", False),
    ],
)
def test_branches_are_resolved(source, text, is_true):
    problem = stated(f"u_x = {source}", X, ("x = 0", "u = 0"))
    answer, proof = examined(problem, text)
    assert accepts(problem, answer, proof) is is_true


def test_a_quotient_by_a_sign_is_not_defined_where_it_vanishes():
    problem = stated("u_x = 1", X, ("x = -1", "u = -1"))
    answer, proof = examined(problem, "x/sign(x^3 + x)^2")
    assert not accepts(problem, answer, proof)
