"""The methods in their order."""

from support.textbook import initial, is_solved
from symplex.propose.textbook.catalogue import METHODS


def test_every_method_has_a_name_of_its_own():
    names = [method.name for method in METHODS]
    assert len(set(names)) == len(names)


def test_what_needs_sympy_alone_comes_last():
    assert "SymPy" in METHODS[-1].name


def test_some_method_solves_each_of_these():
    for problem in (
        initial("u_xx + u = x", 0, 1, 1, 0),
        initial("u_x = u*(2 - u)", 0, 1, 1),
        initial("u_xx = 2*u*u_x", 0, "1/2", 0, 1),
    ):
        assert any(is_solved(method, problem) for method in METHODS[:-1])
